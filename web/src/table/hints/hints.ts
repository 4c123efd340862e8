// The common scale of the estimates of hints.
import type { Estimate, HintAnswer as Hint } from '../../protocol';

export type { AdviceAnswer as Advice, HintAnswer as Hint } from '../../protocol';

export const isExact = (value: Estimate) => value.low === value.high;

/** Return a function from points to a percentage of the scale, which spans all estimates with a small margin. */
export function scaleOf(hints: Hint[]): (points: number) => string {
  const values = hints.flatMap(({ value }) => (value ? [value.low, value.high] : []));
  const least = Math.min(...values);
  const most = Math.max(...values);
  const room = Math.max((most - least) * 0.06, 0.05);
  return (points) => `${((100 * (points - least + room)) / (most - least + 2 * room)).toFixed(1)}%`;
}
