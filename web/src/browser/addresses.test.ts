// Routes in the address, and seat keys in the storage.
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteKeys, storeKeys, storedKeys, keysForTable, tableLink } from './seatKeys';
import { parseRoute } from './route.svelte';

const TABLE = 'abcdefghijklmnop';
const TOKEN = 'abcdefghijklmnopqrstu_';

beforeEach(() => localStorage.clear());

describe('a place', () => {
  test.each([
    ['', { page: 'hall' }],
    ['#', { page: 'hall' }],
    ['#/', { page: 'hall' }],
    [`#${TABLE}`, { page: 'table', table: TABLE, token: null }],
    [`#${TABLE}.${TOKEN}`, { page: 'table', table: TABLE, token: TOKEN }],
    ['#/new/one', { page: 'new', rest: ['one'] }],
  ])('%s', (hash, place) => expect(parseRoute(hash)).toEqual(place));

  test.each([`#${TABLE}.short`, '#not-a-table', `#${TABLE}.${TOKEN}x`])('%s is no table', (hash) => {
    expect(parseRoute(hash).page).not.toBe('table');
  });
});

describe('keys', () => {
  test('are stored once, latest first, and can be deleted', () => {
    storeKeys({ table: TABLE, token: 'one' });
    storeKeys({ table: TABLE, token: 'two' }, { table: 'other', token: 'three' });
    storeKeys({ table: TABLE, token: 'one' });
    expect(storedKeys().map((key) => key.token)).toEqual(['one', 'two', 'three']);
    expect(keysForTable(TABLE).map((key) => key.token)).toEqual(['one', 'two']);
    deleteKeys(TABLE, 'one');
    expect(keysForTable(TABLE).map((key) => key.token)).toEqual(['two']);
    deleteKeys(TABLE);
    expect(storedKeys().map((key) => key.token)).toEqual(['three']);
  });

  test('of the oldest tables are dropped', () => {
    for (let n = 0; n < 250; n++) storeKeys({ table: `t${n}`, token: `k${n}` });
    expect(storedKeys().length).toBe(200);
    expect(storedKeys()[0]!.table).toBe('t249');
  });

  test.each(['nonsense', '{}', 'null', '7'])('are empty if the storage holds %s', (stored) => {
    localStorage.setItem('heorot.keys', stored);
    expect(storedKeys()).toEqual([]);
  });

  test('are in the fragment of a link', () => {
    expect(new URL(tableLink(TABLE, TOKEN)).hash).toBe(`#${TABLE}.${TOKEN}`);
    expect(new URL(tableLink(TABLE, TOKEN)).pathname).toBe('/');
  });
});
