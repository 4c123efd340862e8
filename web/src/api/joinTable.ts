// Taking a seat: first the table binds itself to its draws, then this browser adds salt to them, and then they begin.
import type { Joined, Joining } from '../protocol';
import { fairness, join } from './api';
import { drop, keep, keysOf, newSalt, newToken } from './keys';

// What was chosen for a seat: whoever asks again, since no answer came, asks for the same.
interface Choice {
  token: string;
  salt?: string; // none once the draws have begun
}
const chosen = new Map<string, Choice>();

/** Take a seat with a key to it, or any that is open; `bound` is what the table has shown, if that is known already. */
export async function sitDown(table: string, who: Joining, token: string | null, bound?: string | null, here = false): Promise<Joined> {
  const told = bound ? { commitment: bound, closed: false } : await fairness(table, token);
  const { token: own, ...salted } = choose(table, token, told.closed);
  const joined = await join(table, { ...who, token: own, ...salted }, token);
  if (token && token !== joined.token) drop(table, token); // a link opens nothing any more
  keep({ table, token: joined.token, seat: joined.seat, ...salted, ...(told.commitment ? { bound: told.commitment } : {}), ...(here ? { here } : {}) });
  return joined;
}

function choose(table: string, token: string | null, closed: boolean): Choice {
  const key = keysOf(table).find((one) => one.token === token);
  const before = chosen.get(`${table}.${token}`);
  const salt = key?.salt ?? before?.salt ?? (closed ? undefined : newSalt());
  const choice = { token: before?.token ?? newToken(), ...(salt ? { salt } : {}) };
  chosen.set(`${table}.${token}`, choice);
  if (key && salt) keep({ ...key, salt }); // the answer may be lost, and this page with it
  return choice;
}

/** Keep the salt sent with the wish for a rematch, unless someone else's wish came first: then the seat has none there. */
export async function keepSalt(table: string, token: string, seat: number, salt: string): Promise<void> {
  const told = await fairness(table, token).catch(() => null);
  if (told?.salts.some((one) => one.seat === seat)) keep({ table, token, seat, salt });
}
