// What is worked out from the server's counts: how often in a second, how long nineteen of twenty took, over the last minutes.
import type { HostFigures, Taken } from '../protocol';

export interface Sample {
  at: number; // seconds
  told: HostFigures;
}

export const KEPT = 300; // seconds that the charts show
export const LATELY = 60; // seconds over which times are told

/** The samples with a new one, without those that are too old; a server that began anew begins them anew. */
export function add(samples: Sample[], fresh: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && fresh.told.uptime < last.told.uptime) return [fresh];
  return [...samples.filter((one) => one.at > fresh.at - KEPT), fresh];
}

/** The oldest sample that is at most so many seconds older than the last. */
export function before(samples: Sample[], seconds: number): Sample {
  const last = samples.at(-1)!;
  return samples.find((one) => one.at >= last.at - seconds) ?? last;
}

/** How often in a second, between two samples. */
export function rate(from: Sample, to: Sample, count: (told: HostFigures) => number): number {
  return to.at > from.at ? Math.max(0, count(to.told) - count(from.told)) / (to.at - from.at) : 0;
}

/** Within which time a share of all fell between two samples, in milliseconds; nothing if there were none. Between two steps they are
 * taken to lie evenly, and beyond the last step at that step. */
export function quantile(from: Taken, to: Taken, share: number): number | null {
  const all = to.count - from.count;
  if (all <= 0) return null;
  const wanted = share * all;
  let [low, under] = [0, 0];
  for (const [n, most] of to.most.entries()) {
    const within = to.counts[n]! - from.counts[n]!;
    if (within >= wanted) return 1000 * (low + ((most - low) * (wanted - under)) / Math.max(1, within - under));
    [low, under] = [most, within];
  }
  return 1000 * low;
}

/** A chart's line through numbers, in a box of 100 by 30; gaps where there is nothing. */
export function line(values: (number | null)[], most: number): string {
  let pen = 'M';
  return values.map((value, n) => {
    if (value === null) return ((pen = 'M'), '');
    const point = `${pen}${(100 * n) / Math.max(1, values.length - 1)} ${29 - (28 * value) / Math.max(most, 1e-9)}`;
    pen = 'L';
    return point;
  }).join('');
}
