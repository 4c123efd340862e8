// What this browser adds to the draws is kept as it was sent, and sent again as it was.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keep, keysOf, saltsOf } from './keys';
import { keepSalt, sitDown } from './sitting';

let sent: { token: string; salt?: string }[];
let closed: boolean;
let lost: boolean; // the answer to a join
let salts: { seat: number; salt: string }[];

/** A table at which whoever joins with a key keeps it, and takes the second seat. */
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

test('the salt of a seat is kept, for the seat that was given', async () => {
  await sitDown('a', { name: 'Wiglaf' }, null);
  expect(sent[0]!.salt).toMatch(/^[0-9a-f]{32}$/);
  expect(saltsOf('a')).toEqual([`2 ${sent[0]!.salt}`]);
  expect(keysOf('a')[0]!.bound).toBe('c');
});

test.each(['the same page', 'another page'])('who asks again from %s, since no answer came, sends the same salt', async (where) => {
  keep({ table: 'a', token: where });
  lost = true;
  await expect(sitDown('a', {}, where)).rejects.toThrow();
  expect(saltsOf('a')).toEqual([]);
  lost = false;
  closed = true; // by the salt that did arrive
  if (where === 'another page') vi.resetModules();
  const { sitDown: again } = await import('./sitting');
  await again('a', {}, where);
  expect(sent[1]!.salt).toBe(sent[0]!.salt);
  expect(saltsOf('a')).toEqual([`2 ${sent[0]!.salt}`]);
});

test('a seat that is taken after the first draw adds none', async () => {
  closed = true;
  await sitDown('b', {}, null);
  expect(sent[0]).not.toHaveProperty('salt');
  expect(saltsOf('b')).toEqual([]);
});

test('a rematch that someone else wished for first has no salt of this seat', async () => {
  salts = [{ seat: 1, salt: 'theirs' }];
  await keepSalt('a', 't', 2, 'mine');
  expect(saltsOf('a')).toEqual([]);
  salts = [{ seat: 2, salt: 'another' }]; // the table says that it is ours
  await keepSalt('a', 't', 2, 'mine');
  expect(saltsOf('a')).toEqual(['2 mine']);
});

test('the latest salt of each seat counts', () => {
  keep({ table: 'a', token: '1', seat: 1, salt: 'old' });
  keep({ table: 'a', token: '2', seat: 2, salt: 'mate' });
  keep({ table: 'a', token: '3', seat: 1, salt: 'new' }, { table: 'a', token: 'link', salt: 'never answered' });
  expect(saltsOf('a').sort()).toEqual(['1 new', '2 mate']);
});
