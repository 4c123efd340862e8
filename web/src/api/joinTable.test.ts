// The salt that this browser adds is stored as sent, and repeated unchanged.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeKeys, keysForTable, saltsForTable } from '../browser/seatKeys';
import { storeRematchSalt, takeSeat } from './joinTable';

let sent: { token: string; salt?: string }[];
let closed: boolean;
let lost: boolean; // the response to a join
let salts: { seat: number; salt: string }[];

/** Fake server: a client that joins keeps its key and gets the second seat. */
async function answer(path: string, { body }: { body?: string }): Promise<Response> {
  if (path.endsWith('/fairness')) return Response.json({ provable: true, commitment: 'c', salts, closed, key: null, rematch: null });
  sent.push(JSON.parse(body!));
  if (lost) throw new TypeError('gone');
  return Response.json({ table: 'a', seat: 2, token: sent.at(-1)!.token });
}

beforeEach(() => {
  localStorage.clear();
  [sent, salts, closed, lost] = [[], [], false, false];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => vi.unstubAllGlobals());

test('the salt is stored with the assigned seat', async () => {
  await takeSeat('a', { name: 'Wiglaf' }, null);
  expect(sent[0]!.salt).toMatch(/^[0-9a-f]{32}$/);
  expect(saltsForTable('a')).toEqual([`2 ${sent[0]!.salt}`]);
  expect(keysForTable('a')[0]!.bound).toBe('c');
});

test.each(['the same page', 'another page'])('a retry from %s after a lost response sends the same salt', async (where) => {
  storeKeys({ table: 'a', token: where });
  lost = true;
  await expect(takeSeat('a', {}, where)).rejects.toThrow();
  expect(saltsForTable('a')).toEqual([]);
  lost = false;
  closed = true; // by the salt that did arrive
  if (where === 'another page') vi.resetModules();
  const { takeSeat: again } = await import('./joinTable');
  await again('a', {}, where);
  expect(sent[1]!.salt).toBe(sent[0]!.salt);
  expect(saltsForTable('a')).toEqual([`2 ${sent[0]!.salt}`]);
});

test('a seat taken after the first draw adds no salt', async () => {
  closed = true;
  await takeSeat('b', {}, null);
  expect(sent[0]).not.toHaveProperty('salt');
  expect(saltsForTable('b')).toEqual([]);
});

test('a rematch requested first by another player has no salt of this seat', async () => {
  salts = [{ seat: 1, salt: 'theirs' }];
  await storeRematchSalt('a', 't', 2, 'mine');
  expect(saltsForTable('a')).toEqual([]);
  salts = [{ seat: 2, salt: 'another' }]; // the server confirms this browser's salt
  await storeRematchSalt('a', 't', 2, 'mine');
  expect(saltsForTable('a')).toEqual(['2 mine']);
});

test('the latest salt of each seat is used', () => {
  storeKeys({ table: 'a', token: '1', seat: 1, salt: 'old' });
  storeKeys({ table: 'a', token: '2', seat: 2, salt: 'mate' });
  storeKeys({ table: 'a', token: '3', seat: 1, salt: 'new' }, { table: 'a', token: 'link', salt: 'never answered' });
  expect(saltsForTable('a').sort()).toEqual(['1 new', '2 mate']);
});
