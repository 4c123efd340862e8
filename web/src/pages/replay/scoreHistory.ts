// Points of all seats after each move, and the moves at which the lead changed.
import type { ReplayMove } from '../../protocol';

export interface Point {
  move: number;
  points: number;
}

/** Return the points of a seat, move by move. */
export function scoreLine(moves: ReplayMove[], seat: number): Point[] {
  return moves.flatMap(({ standings }, move) => (standings[seat] == null ? [] : [{ move, points: standings[seat]! }]));
}

const LASTING = 5; // moves for which a seat must lead to count as the leader

/** Return the moves after which another seat leads alone for a while, with that seat. Ties change nothing. */
export function turningPoints(moves: ReplayMove[]): { move: number; seat: number }[] {
  const changes: { move: number; seat: number }[] = [];
  const times = leaders(moves);
  for (const [n, { move, seat }] of times.entries()) {
    const lasts = n === times.length - 1 || times[n + 1]!.move - move >= LASTING;
    if (lasts && changes.at(-1)?.seat !== seat) changes.push({ move, seat });
  }
  return changes.slice(1); // the first leader took the lead from nobody
}

/** Return the leaders and the moves from which they led. */
function leaders(moves: ReplayMove[]): { move: number; seat: number }[] {
  const leads: { move: number; seat: number }[] = [];
  for (const [move, { standings }] of moves.entries()) {
    if (standings.some((points) => points === null)) continue;
    const best = Math.max(...(standings as number[]));
    const seat = standings.indexOf(best);
    if (standings.lastIndexOf(best) === seat && leads.at(-1)?.seat !== seat) leads.push({ move, seat });
  }
  return leads;
}
