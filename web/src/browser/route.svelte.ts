// The route in the fragment of the address, which no server sees: #/ the hall, #/new/movie a page, #abcdefghijklmnop.TOKEN a
// table.

export type Route =
  | { page: 'hall' }
  | { page: 'table'; table: string; token: string | null }
  | { page: string; rest: string[] };

const TABLE = /^([a-z2-7]{16})(?:\.([\w-]{22}))?$/;

export function parseRoute(hash: string): Route {
  const place = hash.replace(/^#/, '');
  const table = TABLE.exec(place);
  if (table) return { page: 'table', table: table[1]!, token: table[2] ?? null };
  const [page, ...rest] = place.replace(/^\//, '').split('/');
  return page ? { page, rest } : { page: 'hall' };
}

export const route: { now: Route } = $state({ now: parseRoute(location.hash) });
addEventListener('hashchange', () => (route.now = parseRoute(location.hash)));

export function navigate(hash: string): void {
  location.hash = hash;
}

/** Replace the address without a history entry, to remove a token from it. */
export function replaceRoute(hash: string): void {
  history.replaceState(null, '', hash);
  route.now = parseRoute(hash);
}
