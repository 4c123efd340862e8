import { describe, expect, it } from 'vitest';
import { actorOf, moveAt, logRows } from './logRows';

const did = (seat: number) => [{ key: 'movie.does.draw', params: { who: 'other', seat } }];
const paragraphs = [[{ key: 'movie.does.act', params: { act: 'I' } }], did(2), did(3), [{ key: 'movie.change.points', params: {} }]];

describe('log rows', () => {
  it('know their actor', () => {
    expect(actorOf(paragraphs[0]!)).toBeNull();
    expect(actorOf(paragraphs[1]!)).toBe(1);
  });

  it('number moves by their stops', () => {
    expect([0, 5, 6, 7, 9].map((entries) => moveAt([5, 7, 8], entries))).toEqual([0, 0, 0, 1, 2]);
  });

  it('have the number of a move once, and none before marks are known', () => {
    const rows = logRows(paragraphs, [5, 7, 8, 8], [5, 7, 8]);
    expect(rows.map((row) => row.move)).toEqual([null, 1, 2, null]);
    expect(rows.map((row) => row.upto)).toEqual([5, 7, 8, 8]);
    expect(logRows(paragraphs, null, null).map((row) => row.move)).toEqual([null, null, null, null]);
  });

  it('stay identical when the log grows', () => {
    const first = [[{ key: 'a', params: {} }], [{ key: 'b', params: {} }]];
    const before = logRows(first, [1, 2], [0, 1, 2]);
    const after = logRows([...first, [{ key: 'c', params: {} }]], [1, 2, 3], [0, 1, 2, 3]);
    expect(after.slice(0, 2).map((row, n) => row === before[n])).toEqual([true, true]);
    expect(logRows(first, [1, 3], [0, 1, 3])[1]).toMatchObject({ upto: 3, move: 2 });
  });
});
