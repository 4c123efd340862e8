// What the moves of a finished saga tell: everyone's points after each, and which of them changed most.
import { rows } from '../../lib/tale';
import type { Replay, ReplayMove, Sentence } from '../../protocol';

/** What a seat's points would have been after each move. */
export const pointsOf = (moves: ReplayMove[], seat: number) => moves.map(({ standings }) => standings[seat] ?? 0);

/** How much a move changed for all together. An act is scored between its last move and the next, and is no move's doing. */
function change(moves: ReplayMove[], move: number): number {
  const [before, after] = [moves[move - 1]!, moves[move]!];
  if (before.chapter !== after.chapter) return 0;
  return after.standings.reduce<number>((sum, points, seat) => sum + Math.abs((points ?? 0) - (before.standings[seat] ?? 0)), 0);
}

export interface Turned {
  move: number;
  seat: number | null;
  sentences: Sentence[];
}

/** The move that changed most, and how it was told. */
export function turnedMost(film: Replay): Turned | null {
  const { moves } = film;
  const changes = moves.map((_, move) => (move ? change(moves, move) : 0));
  const best = changes.indexOf(Math.max(...changes));
  const stops = moves.map((one) => one.entries);
  const told = rows(film.told as Sentence[][], film.marks.map((move) => stops[move]!), stops).find((row) => row.move === best);
  return told ? { move: best, seat: told.seat, sentences: told.sentences } : null;
}
