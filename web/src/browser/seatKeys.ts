// Seat keys of this browser. They live in local storage and in link fragments, never in a URL that a server sees.

export interface StoredKey {
  table: string;
  token: string;
  here?: boolean; // one of several players at this screen
  bound?: string; // the table's commitment before its first draw
  salt?: string; // salt that this browser added to the draws
  seat?: number; // known once the server has answered
}

const STORAGE_KEY = 'heorot.keys';
const MAX_KEYS = 200; // the oldest keys are dropped

export function storedKeys(): StoredKey[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

export function keysForTable(table: string): StoredKey[] {
  return storedKeys().filter((key) => key.table === table);
}

/** Return the salts of this browser for a table as a proof writes them, the latest for each seat. */
export function saltsForTable(table: string): string[] {
  const salted = keysForTable(table).filter((key) => key.seat && key.salt);
  return salted.filter((key) => key === salted.find(({ seat }) => seat === key.seat)).map(({ seat, salt }) => `${seat} ${salt}`);
}

export function storeKeys(...fresh: StoredKey[]): void {
  const all = storedKeys();
  const isSameKey = (added: StoredKey) => (key: StoredKey) => added.table === key.table && added.token === key.token;
  const old = all.filter((key) => !fresh.some(isSameKey(key)));
  const known = fresh.map((added) => ({ ...all.find(isSameKey(added)), ...added }));
  localStorage.setItem(STORAGE_KEY, JSON.stringify([...known, ...old].slice(0, MAX_KEYS)));
}

export function deleteKeys(table: string, token?: string): void {
  const rest = storedKeys().filter((key) => key.table !== table || (token !== undefined && key.token !== token));
  localStorage.setItem(STORAGE_KEY, JSON.stringify(rest));
}

/** Return a key of 128 random bits in the server's format. */
export function newToken(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Return 128 random bits in hex, to be added to the draws of a table. */
export function newSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Return the link to a table, with a seat key for an invitation. */
export function tableLink(table: string, token?: string): string {
  return `${location.origin}/#${table}${token ? `.${token}` : ''}`;
}

// ---- Invite links of a host

const LINKS_STORAGE_KEY = 'heorot.links';
type Links = Record<string, { seat: number; token: string }[]>;

function allLinks(): Links {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LINKS_STORAGE_KEY) ?? '{}');
    return stored !== null && typeof stored === 'object' ? (stored as Links) : {};
  } catch {
    return {};
  }
}

/** Return the invite links that this host has for a table. */
export function inviteLinks(table: string): { seat: number; token: string }[] {
  return allLinks()[table] ?? [];
}

export function storeInviteLinks(table: string, links: { seat: number; token: string }[]): void {
  const all = Object.entries({ ...allLinks(), [table]: links }).filter(([, tableLinks]) => tableLinks.length);
  localStorage.setItem(LINKS_STORAGE_KEY, JSON.stringify(Object.fromEntries(all.slice(-MAX_KEYS))));
}
