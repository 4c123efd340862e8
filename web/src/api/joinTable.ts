// Joining a table: the table publishes its commitment, this browser adds salt, then the draws begin.
import type { Joined, JoinRequest } from '../protocol';
import { getFairness, joinTable } from './http';
import { deleteKeys, storeKeys, keysForTable, newSalt, newToken } from '../browser/seatKeys';

// Token and salt chosen for a seat. A retry after a lost response sends the same ones.
interface Choice {
  token: string;
  salt?: string; // absent once the draws have begun
}
const choices = new Map<string, Choice>();

/** Take a seat by its key, or any open seat. `bound` is the commitment of the table, if it is known already. */
export async function takeSeat(table: string, who: JoinRequest, token: string | null, bound?: string | null, here = false): Promise<Joined> {
  const fairness = bound ? { commitment: bound, closed: false } : await getFairness(table, token);
  const { token: own, ...salted } = choose(table, token, fairness.closed);
  const joined = await joinTable(table, { ...who, token: own, ...salted }, token);
  if (token && token !== joined.token) deleteKeys(table, token); // the link's key is no longer valid
  storeKeys({ table, token: joined.token, seat: joined.seat, ...salted, ...(fairness.commitment ? { bound: fairness.commitment } : {}), ...(here ? { here } : {}) });
  return joined;
}

function choose(table: string, token: string | null, closed: boolean): Choice {
  const key = keysForTable(table).find((stored) => stored.token === token);
  const before = choices.get(`${table}.${token}`);
  const salt = key?.salt ?? before?.salt ?? (closed ? undefined : newSalt());
  const choice = { token: before?.token ?? newToken(), ...(salt ? { salt } : {}) };
  choices.set(`${table}.${token}`, choice);
  if (key && salt) storeKeys({ ...key, salt }); // stored first, since the response and this page may be lost
  return choice;
}

/** Store the salt sent with a rematch, unless another player's rematch came first; then this seat has none there. */
export async function storeRematchSalt(table: string, token: string, seat: number, salt: string): Promise<void> {
  const fairness = await getFairness(table, token).catch(() => null);
  if (fairness?.salts.some((entry) => entry.seat === seat)) storeKeys({ table, token, seat, salt });
}
