// Service worker: caches the page, its parts and public texts (rules, examples, boxes, lessons), never tables or keys.
// Network first, cache as fallback.
const SHELL = 'heorot-shell'; // the page and its parts
const OPEN = 'heorot-open'; // public API responses
const FIRST = '/';
const PATIENCE = 5000; // ms to wait for the page on a slow connection
const READABLE = /^\/api\/games\/[a-z]+\/(?:rules|examples|box|lesson)(?:$|\/)/;
const SIDE = /^\/(?:manifest\.webmanifest|icon[\w-]*\.(?:svg|png))$/;

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === FIRST) event.respondWith(newest(SHELL, FIRST, fetch(request), PATIENCE));
  } else if (pathname.startsWith('/assets/')) event.respondWith(kept(pathname, request));
  else if (pathname === FIRST || SIDE.test(pathname)) event.respondWith(newest(SHELL, pathname, fetch(request)));
  else if (READABLE.test(pathname)) event.respondWith(newest(OPEN, pathname, fetch(request)));
});

/** Return the network response and cache it under its path; without a connection, return the cached one. */
async function newest(name, path, asked, patience) {
  const cache = await caches.open(name);
  try {
    const answer = await (patience ? Promise.race([asked, late(patience)]) : asked);
    if (answer.ok) await keep(cache, path, answer.clone());
    return answer;
  } catch (error) {
    const last = await cache.match(path);
    if (last) return last;
    throw error;
  }
}

function late(patience) {
  return new Promise((_, refuse) => setTimeout(() => refuse(new Error('late')), patience));
}

/** Store a response; a new page evicts the old assets. */
async function keep(cache, path, answer) {
  const before = path === FIRST ? await cache.match(FIRST) : null;
  if (before && before.headers.get('etag') !== answer.headers.get('etag'))
    for (const old of await cache.keys()) if (new URL(old.url).pathname.startsWith('/assets/')) await cache.delete(old);
  await cache.put(path, answer);
}

/** Return an asset cache-first: its name contains a hash of its content. */
async function kept(path, request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(path);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(path, answer.clone());
  return answer;
}
