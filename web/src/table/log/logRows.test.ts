import { describe, expect, it } from 'vitest';
import { doer, moveAt, rows } from './tale';

const did = (seat: number) => [{ key: 'movie.does.draw', params: { who: 'other', seat } }];
const told = [[{ key: 'movie.does.act', params: { act: 'I' } }], did(2), did(3), [{ key: 'movie.change.points', params: {} }]];

describe('the tale', () => {
  it('knows whose doing it tells', () => {
    expect(doer(told[0]!)).toBeNull();
    expect(doer(told[1]!)).toBe(1);
  });

  it('numbers moves by where one may stop', () => {
    expect([0, 5, 6, 7, 9].map((entries) => moveAt([5, 7, 8], entries))).toEqual([0, 0, 0, 1, 2]);
  });

  it('gives each move its number once, and none before places are known', () => {
    const found = rows(told, [5, 7, 8, 8], [5, 7, 8]);
    expect(found.map((row) => row.move)).toEqual([null, 1, 2, null]);
    expect(found.map((row) => row.upto)).toEqual([5, 7, 8, 8]);
    expect(rows(told, null, null).map((row) => row.move)).toEqual([null, null, null, null]);
  });

  it('what was told before stays the same thing when more is told', () => {
    const first = [[{ key: 'a', params: {} }], [{ key: 'b', params: {} }]];
    const before = rows(first, [1, 2], [0, 1, 2]);
    const after = rows([...first, [{ key: 'c', params: {} }]], [1, 2, 3], [0, 1, 2, 3]);
    expect(after.slice(0, 2).map((row, n) => row === before[n])).toEqual([true, true]);
    expect(rows(first, [1, 3], [0, 1, 3])[1]).toMatchObject({ upto: 3, move: 2 });
  });
});
