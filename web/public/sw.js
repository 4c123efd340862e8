// Keeps the shell of the page, and what anyone may read: rules, examples, boxes, lessons. Never a table, never a key: what is for one
// person is not even looked at here. The newest page comes first wherever there is a connection.
const SHELL = 'heorot-shell'; // the page and its parts
const OPEN = 'heorot-open'; // what the server tells anyone
const FIRST = '/';
const PATIENCE = 5000; // for the page itself, where the line is bad
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

/** What the server says now; what it said last, where it cannot be reached. Kept under its path alone. */
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

/** A new page has new parts: the old ones go. */
async function keep(cache, path, answer) {
  const before = path === FIRST ? await cache.match(FIRST) : null;
  if (before && before.headers.get('etag') !== answer.headers.get('etag'))
    for (const old of await cache.keys()) if (new URL(old.url).pathname.startsWith('/assets/')) await cache.delete(old);
  await cache.put(path, answer);
}

/** A file whose name changes with what is in it. */
async function kept(path, request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(path);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(path, answer.clone());
  return answer;
}
