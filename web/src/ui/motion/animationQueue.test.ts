import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableSnapshot, MovieLogEntry } from '../../protocol';
import { AnimationQueue, type TableUpdate } from './animationQueue';
import { settings } from '../../browser/settings.svelte';

const entry = (seat: number): MovieLogEntry => ({ act: 1, seat, to: null, action: 'draw' });
const makeUpdate = (version: number, own = false, entries = [entry(1)]): TableUpdate => ({ now: { version } as TableSnapshot, entries, paragraphs: [], own });

describe('the animation queue', () => {
  let shown: number[];
  let queue: AnimationQueue;
  beforeEach(() => {
    vi.useFakeTimers();
    settings.speed = 'normal';
    shown = [];
    queue = new AnimationQueue((update) => shown.push(update.now.version));
  });
  afterEach(() => vi.useRealTimers());

  it('shows the first update at once and the next after its time', () => {
    queue.add(makeUpdate(1));
    queue.add(makeUpdate(2));
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(2_000);
    expect(shown).toEqual([1, 2]);
  });

  it('flushes for the own move', () => {
    queue.add(makeUpdate(1));
    queue.add(makeUpdate(2));
    queue.add(makeUpdate(3, true));
    expect(shown).toEqual([1, 2, 3]);
  });

  it('gives an update the time it needs, also an own update, unless it is flushed', () => {
    queue = new AnimationQueue((update) => shown.push(update.now.version), (update) => (update.now.version === 2 ? 0 : 1_700));
    queue.add(makeUpdate(1, true));
    for (const version of [2, 3, 4, 5, 6, 7]) queue.add(makeUpdate(version));
    vi.advanceTimersByTime(1_600);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(200 + 700); // two in all, the second at double speed
    expect(shown).toEqual([1, 2, 3]);
    vi.advanceTimersByTime(1_100);
    expect(shown).toEqual([1, 2, 3]);
    queue.flush();
    expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('flushes when it is far behind', () => {
    for (let version = 1; version <= 20; version++) queue.add(makeUpdate(version));
    expect(shown.length).toBeGreaterThan(8);
    vi.advanceTimersByTime(20_000);
    expect(shown).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('does not wait without actions, or with motion off', () => {
    queue.add(makeUpdate(1, false, [entry(-1)]));
    queue.add(makeUpdate(2, false, []));
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([1, 2]);
    settings.speed = 'off';
    for (const version of [3, 4, 5]) queue.add(makeUpdate(version));
    vi.advanceTimersByTime(10);
    expect(shown).toEqual([1, 2, 3, 4, 5]);
  });

  it('shows everything on flush, and nothing after clear', () => {
    for (const version of [1, 2, 3]) queue.add(makeUpdate(version));
    queue.flush();
    expect(shown).toEqual([1, 2, 3]);
    queue.add(makeUpdate(4));
    queue.add(makeUpdate(5));
    queue.clear();
    vi.advanceTimersByTime(10_000);
    expect(shown).not.toContain(5);
  });
});
