// Where we are and which seats are ours: what stands after the #, and what lies in this browser's storage.
import { beforeEach, describe, expect, test } from 'vitest';
import { drop, keep, keys, keysOf, linkTo } from './keys';
import { read } from './route.svelte';

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
  ])('%s', (hash, place) => expect(read(hash)).toEqual(place));

  test.each([`#${TABLE}.short`, '#not-a-table', `#${TABLE}.${TOKEN}x`])('%s is no table', (hash) => {
    expect(read(hash).page).not.toBe('table');
  });
});

describe('keys', () => {
  test('are kept once, the newest first, and can be dropped', () => {
    keep({ table: TABLE, token: 'one' });
    keep({ table: TABLE, token: 'two' }, { table: 'other', token: 'three' });
    keep({ table: TABLE, token: 'one' });
    expect(keys().map((key) => key.token)).toEqual(['one', 'two', 'three']);
    expect(keysOf(TABLE).map((key) => key.token)).toEqual(['one', 'two']);
    drop(TABLE, 'one');
    expect(keysOf(TABLE).map((key) => key.token)).toEqual(['two']);
    drop(TABLE);
    expect(keys().map((key) => key.token)).toEqual(['three']);
  });

  test('of the oldest tables go', () => {
    for (let n = 0; n < 250; n++) keep({ table: `t${n}`, token: `k${n}` });
    expect(keys().length).toBe(200);
    expect(keys()[0]!.table).toBe('t249');
  });

  test.each(['nonsense', '{}', 'null', '7'])('are none where %s lies in their place', (kept) => {
    localStorage.setItem('heorot.keys', kept);
    expect(keys()).toEqual([]);
  });

  test('stand after the # in a link, where no server sees them', () => {
    expect(new URL(linkTo(TABLE, TOKEN)).hash).toBe(`#${TABLE}.${TOKEN}`);
    expect(new URL(linkTo(TABLE, TOKEN)).pathname).toBe('/');
  });
});
