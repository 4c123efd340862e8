// Metrics derived from the server's counters: rates per second and quantiles of durations over the last minutes.
import type { HostFigures, Timings } from '../../protocol';

export interface Sample {
  at: number; // seconds
  figures: HostFigures;
}

export const CHART_SECONDS = 300; // seconds that the charts show
export const SUMMARY_SECONDS = 60; // seconds over which durations are summarised

/** Return the samples with a new one and without expired ones; a restarted server starts a new series. */
export function add(samples: Sample[], fresh: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && fresh.figures.uptime < last.figures.uptime) return [fresh];
  return [...samples.filter((sample) => sample.at > fresh.at - CHART_SECONDS), fresh];
}

/** Return the oldest sample at most that many seconds older than the last. */
export function before(samples: Sample[], seconds: number): Sample {
  const last = samples.at(-1)!;
  return samples.find((sample) => sample.at >= last.at - seconds) ?? last;
}

/** Return the rate per second between two samples. */
export function rate(from: Sample, to: Sample, count: (figures: HostFigures) => number): number {
  return to.at > from.at ? Math.max(0, count(to.figures) - count(from.figures)) / (to.at - from.at) : 0;
}

/**
 * Return a quantile in ms between two samples, or null without observations. Values are interpolated within a bucket
 * and capped at the last bound.
 */
export function quantile(from: Timings, to: Timings, share: number): number | null {
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

/** Return the SVG path of a chart in a box of 100 by 30, with gaps for null. */
export function line(values: (number | null)[], most: number): string {
  let pen = 'M';
  return values.map((value, n) => {
    if (value === null) return ((pen = 'M'), '');
    const point = `${pen}${(100 * n) / Math.max(1, values.length - 1)} ${29 - (28 * value) / Math.max(most, 1e-9)}`;
    pen = 'L';
    return point;
  }).join('');
}
