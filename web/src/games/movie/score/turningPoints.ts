// Points of all players after each move of a finished saga, and the move that changed most.
import { logRows } from '../../../table/log/logRows';
import type { Replay, ReplayMove, Sentence } from '../../../protocol';

/** Return the points of a seat after each move. */
export const pointsByMove = (moves: ReplayMove[], seat: number) => moves.map(({ standings }) => standings[seat] ?? 0);

/** Return how much a move changed for all players together. Scoring an act comes between two moves and counts for neither. */
function change(moves: ReplayMove[], move: number): number {
  const [before, after] = [moves[move - 1]!, moves[move]!];
  if (before.chapter !== after.chapter) return 0;
  return after.standings.reduce<number>((sum, points, seat) => sum + Math.abs((points ?? 0) - (before.standings[seat] ?? 0)), 0);
}

export interface TurningPoint {
  move: number;
  seat: number | null;
  sentences: Sentence[];
}

/** Return the move that changed most, with its log text. */
export function biggestTurn(timeline: Replay): TurningPoint | null {
  const { moves } = timeline;
  const changes = moves.map((_, move) => (move ? change(moves, move) : 0));
  const best = changes.indexOf(Math.max(...changes));
  const stops = moves.map((move) => move.entries);
  const row = logRows(timeline.told as Sentence[][], timeline.marks.map((move) => stops[move]!), stops).find(({ move }) => move === best);
  return row ? { move: best, seat: row.seat, sentences: row.sentences } : null;
}
