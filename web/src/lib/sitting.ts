// Taking a seat: first the table binds itself to its draws, then this browser adds salt to them, and then they begin.
import type { Joined, Joining } from '../protocol';
import { fairness, join } from './api';
import { drop, keep, newSalt, newToken } from './keys';

// What was chosen for a seat: whoever asks again, since no answer came, asks for the same.
const chosen = new Map<string, string>();

/** Take a seat with a key to it, or any that is open; `bound` is what the table has shown, if that is known already. */
export async function sitDown(table: string, who: Joining, token: string | null, bound?: string | null, here = false): Promise<Joined> {
  bound ??= (await fairness(table, token)).commitment;
  const own = chosen.get(`${table}.${token}`) ?? newToken();
  chosen.set(`${table}.${token}`, own);
  const joined = await join(table, { ...who, token: own, salt: newSalt() }, token);
  if (token && token !== joined.token) drop(table, token); // a link opens nothing any more
  keep({ table, token: joined.token, ...(bound ? { bound } : {}), ...(here ? { here } : {}) });
  return joined;
}
