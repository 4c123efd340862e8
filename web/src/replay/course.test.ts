import { expect, test } from 'vitest';
import { lineOf, turningPoints } from './course';
import { byName } from './reel.svelte';

const moves = (...standings: (number | null)[][]) => standings.map((each, n) => ({ entries: n, chapter: 1, standings: each }));

test('a line has a point wherever the points are known', () => {
  expect(lineOf(moves([1, null], [2, null], [3, 7]), 1)).toEqual([{ move: 2, points: 7 }]);
  expect(lineOf(moves([1, null], [2, null]), 0)).toHaveLength(2);
});

test('the lead changes hands when someone else leads alone', () => {
  expect(turningPoints(moves([5, 5], [6, 5], [6, 6], [7, 6], [7, 8], [9, 8]))).toEqual([{ move: 4, seat: 1 }, { move: 5, seat: 0 }]);
  expect(turningPoints(moves([5, 5], [6, 5], [6, 6], [6, 5]))).toEqual([]);
  expect(turningPoints(moves([5, null], [null, 9]))).toEqual([]);
});

test('a sentence calls everyone by name', () => {
  const told = { key: 'a', params: { who: 'you', seat: 1, player: { key: 'b', params: { who: 'you', seat: 2 } }, all: [{ key: 'c', params: { who: 'other' } }] } };
  expect(byName(told)).toEqual({ key: 'a', params: { who: 'other', seat: 1, player: { key: 'b', params: { who: 'other', seat: 2 } }, all: [{ key: 'c', params: { who: 'other' } }] } });
});
