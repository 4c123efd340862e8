import { describe, expect, it } from 'vitest';
import { read } from './route.svelte';

describe('where we are', () => {
  const table = 'abcdefghij234567';
  const token = 'A_b-c'.padEnd(22, 'x');

  it('reads the hall, pages and their parts', () => {
    expect(read('')).toEqual({ page: 'hall' });
    expect(read('#/')).toEqual({ page: 'hall' });
    expect(read('#/new/movie/friends')).toEqual({ page: 'new', rest: ['movie', 'friends'] });
  });

  it('reads a table with its key and without', () => {
    expect(read(`#${table}`)).toEqual({ page: 'table', table, token: null });
    expect(read(`#${table}.${token}`)).toEqual({ page: 'table', table, token });
  });

  it('takes nothing else for a table', () => {
    expect(read('#ABCDEFGHIJ234567').page).not.toBe('table');
    expect(read(`#${table}.short`).page).not.toBe('table');
  });
});
