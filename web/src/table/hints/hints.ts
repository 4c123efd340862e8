// Hints as the server sends them, and the common scale of their estimates.
import type { Sentence } from '../../protocol';

export interface Estimate {
  mean: number;
  low: number;
  high: number;
}
export interface Reason {
  told: Sentence;
  good: boolean;
}
export interface Hint {
  answer: string[];
  told: Sentence[];
  value: Estimate | null;
  ahead: Estimate | null;
  reasons: Reason[];
}
export interface Advice extends Record<string, unknown> {
  question: number;
  basis: Sentence;
  hints: Hint[];
}

export const isExact = (value: Estimate) => value.low === value.high;

/** Return a function from points to a percentage of the scale, which spans all estimates with a small margin. */
export function scaleOf(hints: Hint[]): (points: number) => string {
  const values = hints.flatMap(({ value }) => (value ? [value.low, value.high] : []));
  const least = Math.min(...values);
  const most = Math.max(...values);
  const room = Math.max((most - least) * 0.06, 0.05);
  return (points) => `${((100 * (points - least + room)) / (most - least + 2 * room)).toFixed(1)}%`;
}
