// The move that changed most, from a replay.
import { expect, test } from 'vitest';
import type { Replay } from '../../../protocol';
import { pointsByMove, biggestTurn } from './turningPoints';

const move = (entries: number, chapter: number, ...standings: number[]) => ({ entries, chapter, standings });
const timeline = {
  moves: [move(0, 1, 50, 50), move(1, 1, 56, 50), move(2, 1, 40, 62), move(3, 2, 90, 10), move(4, 2, 91, 10)],
  told: [1, 2, 3, 4].map((seat) => [{ key: 'movie.does.draw', params: { who: 'other', seat } }]),
  marks: [1, 2, 3, 4],
} as unknown as Replay;

test('counts what a move changes for everyone, not the scoring of an act', () => {
  expect(biggestTurn(timeline)).toMatchObject({ move: 2, seat: 1 });
});

test('lists points move by move', () => {
  expect(pointsByMove(timeline.moves, 1)).toEqual([50, 50, 62, 10, 10]);
});
