import { describe, expect, it } from 'vitest';
import { parseRoute } from './route.svelte';

describe('the route', () => {
  const table = 'abcdefghij234567';
  const token = 'A_b-c'.padEnd(22, 'x');

  it('parses the hall, pages and their parts', () => {
    expect(parseRoute('')).toEqual({ page: 'hall' });
    expect(parseRoute('#/')).toEqual({ page: 'hall' });
    expect(parseRoute('#/new/movie/friends')).toEqual({ page: 'new', rest: ['movie', 'friends'] });
  });

  it('parses a table with and without key', () => {
    expect(parseRoute(`#${table}`)).toEqual({ page: 'table', table, token: null });
    expect(parseRoute(`#${table}.${token}`)).toEqual({ page: 'table', table, token });
  });

  it('parses nothing else as a table', () => {
    expect(parseRoute('#ABCDEFGHIJ234567').page).not.toBe('table');
    expect(parseRoute(`#${table}.short`).page).not.toBe('table');
  });
});
