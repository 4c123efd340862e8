import { beforeEach, describe, expect, it } from 'vitest';
import { drop, keep, keepLinks, keys, keysOf, linksOf, linkTo } from './keys';

describe('the keys of this device', () => {
  beforeEach(() => localStorage.clear());

  it('keeps each once, the latest first', () => {
    keep({ table: 'a', token: '1' });
    keep({ table: 'b', token: '2' });
    keep({ table: 'a', token: '1', here: true });
    expect(keys()).toEqual([{ table: 'a', token: '1', here: true }, { table: 'b', token: '2' }]);
    expect(keysOf('b')).toEqual([{ table: 'b', token: '2' }]);
  });

  it('drops one key or all of a table', () => {
    keep({ table: 'a', token: '1' }, { table: 'a', token: '2' }, { table: 'b', token: '3' });
    drop('a', '1');
    expect(keysOf('a').map((key) => key.token)).toEqual(['2']);
    drop('a');
    expect(keys().map((key) => key.table)).toEqual(['b']);
  });

  it('forgets the oldest rather than grow for ever', () => {
    for (let n = 0; n < 250; n++) keep({ table: String(n), token: 't' });
    expect(keys()).toHaveLength(200);
    expect(keys()[0]!.table).toBe('249');
  });

  it('lives with what is not ours', () => {
    localStorage.setItem('heorot.keys', '{"no": "list"}');
    expect(keys()).toEqual([]);
    localStorage.setItem('heorot.keys', 'no json');
    expect(keys()).toEqual([]);
    localStorage.setItem('heorot.links', 'no json');
    expect(linksOf('a')).toEqual([]);
  });

  it('writes a key behind the # of a link, where no server sees it', () => {
    const link = new URL(linkTo('abcdefghij234567', 'secret'));
    expect(link.hash).toBe('#abcdefghij234567.secret');
    expect(link.href.replace(link.hash, '')).not.toContain('secret');
  });

  it('keeps the links that a host has to give away', () => {
    keepLinks('a', [{ seat: 2, token: 'x' }]);
    keepLinks('b', []);
    expect(linksOf('a')).toEqual([{ seat: 2, token: 'x' }]);
    expect(linksOf('b')).toEqual([]);
  });
});
