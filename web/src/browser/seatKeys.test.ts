import { beforeEach, describe, expect, it } from 'vitest';
import { deleteKeys, storeKeys, storeInviteLinks, storedKeys, keysForTable, inviteLinks, tableLink } from './seatKeys';

describe('stored seat keys', () => {
  beforeEach(() => localStorage.clear());

  it('stores each key once, latest first', () => {
    storeKeys({ table: 'a', token: '1' });
    storeKeys({ table: 'b', token: '2' });
    storeKeys({ table: 'a', token: '1', here: true });
    expect(storedKeys()).toEqual([{ table: 'a', token: '1', here: true }, { table: 'b', token: '2' }]);
    expect(keysForTable('b')).toEqual([{ table: 'b', token: '2' }]);
  });

  it('deletes one key or all of a table', () => {
    storeKeys({ table: 'a', token: '1' }, { table: 'a', token: '2' }, { table: 'b', token: '3' });
    deleteKeys('a', '1');
    expect(keysForTable('a').map((key) => key.token)).toEqual(['2']);
    deleteKeys('a');
    expect(storedKeys().map((key) => key.table)).toEqual(['b']);
  });

  it('drops the oldest keys beyond the limit', () => {
    for (let n = 0; n < 250; n++) storeKeys({ table: String(n), token: 't' });
    expect(storedKeys()).toHaveLength(200);
    expect(storedKeys()[0]!.table).toBe('249');
  });

  it('ignores invalid storage', () => {
    localStorage.setItem('heorot.keys', '{"no": "list"}');
    expect(storedKeys()).toEqual([]);
    localStorage.setItem('heorot.keys', 'no json');
    expect(storedKeys()).toEqual([]);
    localStorage.setItem('heorot.links', 'no json');
    expect(inviteLinks('a')).toEqual([]);
  });

  it('puts a key into the fragment of a link', () => {
    const link = new URL(tableLink('abcdefghij234567', 'secret'));
    expect(link.hash).toBe('#abcdefghij234567.secret');
    expect(link.href.replace(link.hash, '')).not.toContain('secret');
  });

  it('stores the invite links of a host', () => {
    storeInviteLinks('a', [{ seat: 2, token: 'x' }]);
    storeInviteLinks('b', []);
    expect(inviteLinks('a')).toEqual([{ seat: 2, token: 'x' }]);
    expect(inviteLinks('b')).toEqual([]);
  });
});
