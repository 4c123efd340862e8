// Taking a seat: first the table binds itself to its draws, then this browser adds salt to them, and then they begin.
import type { Joined, Joining } from '../protocol';
import { fairness, join } from './api';
import { keep, newSalt } from './keys';

/** Take a seat with a key to it, or any that is open; `bound` is what the table has shown, if that is known already. */
export async function sitDown(table: string, who: Joining, token: string | null, bound?: string | null, here = false): Promise<Joined> {
  bound ??= (await fairness(table, token)).commitment;
  const joined = await join(table, { ...who, salt: newSalt() }, token);
  keep({ table, token: joined.token, ...(bound ? { bound } : {}), ...(here ? { here } : {}) });
  return joined;
}
