// The course of a game: everyone's points after each move, where they are known, and the moves at which the lead changed hands.
import type { ReplayMove } from '../protocol';

export interface Point {
  move: number;
  points: number;
}

/** The points of a seat, move by move. */
export function lineOf(moves: ReplayMove[], seat: number): Point[] {
  return moves.flatMap(({ standings }, move) => (standings[seat] == null ? [] : [{ move, points: standings[seat]! }]));
}

/** The moves after which someone else leads alone, with whom that is; ties change nothing. */
export function turningPoints(moves: ReplayMove[]): { move: number; seat: number }[] {
  const found: { move: number; seat: number }[] = [];
  let leader: number | null = null;
  for (const [move, { standings }] of moves.entries()) {
    if (standings.some((points) => points === null)) continue;
    const best = Math.max(...(standings as number[]));
    const first = standings.indexOf(best);
    if (standings.lastIndexOf(best) !== first) continue;
    if (leader !== null && leader !== first) found.push({ move, seat: first });
    leader = first;
  }
  return found;
}
