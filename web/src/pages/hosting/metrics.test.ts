import { describe, expect, it } from 'vitest';
import type { HostFigures, Timings } from '../../protocol';
import { add, before, CHART_SECONDS, line, quantile, rate, type Sample } from './metrics';

const taken = (...counts: number[]): Timings => ({ most: [0.001, 0.01, 0.1], counts, count: counts.at(-1)!, seconds: 0 });
const sample = (at: number, figures: Partial<HostFigures> = {}): Sample => ({ at, figures: { uptime: at, moves: 0, ...figures } as HostFigures });

describe('samples', () => {
  it('expire', () => {
    const kept = [0, 100, CHART_SECONDS + 50].map((at) => sample(at)).reduce(add, [] as Sample[]);
    expect(kept.map((sample) => sample.at)).toEqual([100, CHART_SECONDS + 50]);
  });
  it('restart with the server', () => {
    expect(add([sample(50)], sample(60, { uptime: 1 }))).toHaveLength(1);
  });
  it('reach back as far as there are any', () => {
    const three = [sample(0), sample(30), sample(80)];
    expect(before(three, 60).at).toBe(30);
    expect(before(three.slice(2), 60).at).toBe(80);
  });
});

describe('rates', () => {
  it('are counts per second', () => {
    expect(rate(sample(10, { moves: 5 }), sample(20, { moves: 25 }), (figures) => figures.moves)).toBe(2);
  });
  it('are zero without elapsed time', () => {
    expect(rate(sample(10), sample(10, { moves: 9 }), (figures) => figures.moves)).toBe(0);
  });
});

describe('times', () => {
  const none = taken(0, 0, 0);
  it('count only observations between two samples', () => {
    expect(quantile(taken(100, 100, 100), taken(100, 110, 110), 0.5)).toBeCloseTo(5.5);
  });
  it('are interpolated within a bucket', () => {
    expect(quantile(none, taken(50, 100, 100), 0.5)).toBeCloseTo(1);
    expect(quantile(none, taken(0, 100, 100), 0.95)).toBeCloseTo(9.55);
  });
  it('are capped at the last bucket', () => {
    expect(quantile(none, { ...taken(0, 0, 1), count: 100 }, 0.95)).toBe(100);
  });
  it('are null without observations', () => {
    expect(quantile(taken(1, 1, 1), taken(1, 1, 1), 0.95)).toBeNull();
  });
});

describe('a line', () => {
  it('runs left to right, upwards for more', () => {
    expect(line([0, 10], 10)).toBe('M0 29L100 1');
  });
  it('has gaps', () => {
    expect(line([1, null, 1], 1)).toBe('M0 1M100 1');
  });
});
