// Where we are, from the part of the address that no server sees: #/ the hall, #/new/movie, #abcdefghijklmnop.TOKEN a table.

export type Route =
  | { page: 'hall' }
  | { page: 'table'; table: string; token: string | null }
  | { page: string; rest: string[] };

const TABLE = /^([a-z2-7]{16})(?:\.([\w-]{22}))?$/;

export function read(hash: string): Route {
  const place = hash.replace(/^#/, '');
  const table = TABLE.exec(place);
  if (table) return { page: 'table', table: table[1]!, token: table[2] ?? null };
  const [page, ...rest] = place.replace(/^\//, '').split('/');
  return page ? { page, rest } : { page: 'hall' };
}

export const route: { now: Route } = $state({ now: read(location.hash) });
addEventListener('hashchange', () => (route.now = read(location.hash)));

export function go(hash: string): void {
  location.hash = hash;
}

/** The same place under another name: a token is taken out of the address once it is kept. */
export function rename(hash: string): void {
  history.replaceState(null, '', hash);
  route.now = read(hash);
}
