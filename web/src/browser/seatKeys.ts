// The keys to my seats. They lie in this browser's storage and in links, after the #, and are never part of an address
// that a server sees.

export interface Key {
  table: string;
  token: string;
  here?: boolean; // one of several people at this screen
  bound?: string; // what the table showed before its first draw
  salt?: string; // what was added to its draws before that
  seat?: number; // for which seat, once the table has answered
}

const PLACE = 'heorot.keys';
const MOST = 200; // the oldest go

export function keys(): Key[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function keysOf(table: string): Key[] {
  return keys().filter((key) => key.table === table);
}

/** What this browser added to the draws of a table, as a proof writes it: the latest for each seat. */
export function saltsOf(table: string): string[] {
  const salted = keysOf(table).filter((key) => key.seat && key.salt);
  return salted.filter((key) => key === salted.find(({ seat }) => seat === key.seat)).map(({ seat, salt }) => `${seat} ${salt}`);
}

export function keep(...fresh: Key[]): void {
  const all = keys();
  const same = (one: Key) => (key: Key) => one.table === key.table && one.token === key.token;
  const old = all.filter((key) => !fresh.some(same(key)));
  const known = fresh.map((one) => ({ ...all.find(same(one)), ...one }));
  localStorage.setItem(PLACE, JSON.stringify([...known, ...old].slice(0, MOST)));
}

export function drop(table: string, token?: string): void {
  const rest = keys().filter((key) => key.table !== table || (token !== undefined && key.token !== token));
  localStorage.setItem(PLACE, JSON.stringify(rest));
}

/** A key of 128 bits, as the server makes them. */
export function newToken(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Something that nobody can foresee, to be added to the draws of a table. */
export function newSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A link for someone whom one invites. */
export function linkTo(table: string, token?: string): string {
  return `${location.origin}/#${table}${token ? `.${token}` : ''}`;
}

// ---- What a host has to give away

const LINKS = 'heorot.links';
type Links = Record<string, { seat: number; token: string }[]>;

function allLinks(): Links {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(LINKS) ?? '{}');
    return kept !== null && typeof kept === 'object' ? (kept as Links) : {};
  } catch {
    return {};
  }
}

/** The links for those whom this host invites to a table. */
export function linksOf(table: string): { seat: number; token: string }[] {
  return allLinks()[table] ?? [];
}

export function keepLinks(table: string, links: { seat: number; token: string }[]): void {
  const all = Object.entries({ ...allLinks(), [table]: links }).filter(([, some]) => some.length);
  localStorage.setItem(LINKS, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
}
