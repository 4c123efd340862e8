import { expect, test } from 'vitest';
import { scoreLine, turningPoints } from './scoreHistory';
import { byName } from './player.svelte';

const moves = (...standings: (number | null)[][]) => standings.map((each, n) => ({ entries: n, chapter: 1, standings: each }));

test('a line has a point for every known score', () => {
  expect(scoreLine(moves([1, null], [2, null], [3, 7]), 1)).toEqual([{ move: 2, points: 7 }]);
  expect(scoreLine(moves([1, null], [2, null]), 0)).toHaveLength(2);
});

const led = (...seats: number[]) => moves(...seats.map((seat) => [seat === 0 ? 6 : 5, seat === 1 ? 6 : 5])); // 2: no single leader

test('the lead changes when another seat leads alone for a while', () => {
  expect(turningPoints(led(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0))).toEqual([{ move: 5, seat: 1 }, { move: 10, seat: 0 }]);
  expect(turningPoints(led(2, 0, 2, 0, 0))).toEqual([]);
  expect(turningPoints(moves([5, null], [null, 9]))).toEqual([]);
});

test('a lead of a few moves is no turning point, except the last', () => {
  expect(turningPoints(led(0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0))).toEqual([]);
  expect(turningPoints(led(0, 0, 0, 0, 0, 0, 1))).toEqual([{ move: 6, seat: 1 }]);
});

test('a sentence names every player', () => {
  const sentence = { key: 'a', params: { who: 'you', seat: 1, player: { key: 'b', params: { who: 'you', seat: 2 } }, all: [{ key: 'c', params: { who: 'other' } }] } };
  expect(byName(sentence)).toEqual({ key: 'a', params: { who: 'other', seat: 1, player: { key: 'b', params: { who: 'other', seat: 2 } }, all: [{ key: 'c', params: { who: 'other' } }] } });
});
