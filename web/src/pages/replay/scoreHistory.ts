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

const LASTING = 5; // moves for which someone must lead to count as the leader

/** The moves after which someone else leads alone, and goes on to lead for a while, with whom that is; ties change nothing. */
export function turningPoints(moves: ReplayMove[]): { move: number; seat: number }[] {
  const found: { move: number; seat: number }[] = [];
  const times = leaders(moves);
  for (const [n, { move, seat }] of times.entries()) {
    const lasts = n === times.length - 1 || times[n + 1]!.move - move >= LASTING;
    if (lasts && found.at(-1)?.seat !== seat) found.push({ move, seat });
  }
  return found.slice(1); // the first to lead took it from nobody
}

/** Who led from which move on. */
function leaders(moves: ReplayMove[]): { move: number; seat: number }[] {
  const found: { move: number; seat: number }[] = [];
  for (const [move, { standings }] of moves.entries()) {
    if (standings.some((points) => points === null)) continue;
    const best = Math.max(...(standings as number[]));
    const seat = standings.indexOf(best);
    if (standings.lastIndexOf(best) === seat && found.at(-1)?.seat !== seat) found.push({ move, seat });
  }
  return found;
}
