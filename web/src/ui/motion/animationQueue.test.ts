import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Moment, MovieLogEntry } from '../../protocol';
import { AnimationQueue, type TableUpdate } from './animationQueue';
import { settings } from '../../browser/settings.svelte';

const entry = (seat: number): MovieLogEntry => ({ act: 1, seat, to: null, action: 'draw' });
const beat = (version: number, own = false, entries = [entry(1)]): TableUpdate => ({ now: { version } as Moment, entries, told: [], own });

describe('the animation queue', () => {
  let shown: number[];
  let beats: AnimationQueue;
  beforeEach(() => {
    vi.useFakeTimers();
    settings.speed = 'normal';
    shown = [];
    beats = new AnimationQueue((update) => shown.push(update.now.version));
  });
  afterEach(() => vi.useRealTimers());

  it('shows the first update at once and the next after its time', () => {
    beats.add(beat(1));
    beats.add(beat(2));
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(2_000);
    expect(shown).toEqual([1, 2]);
  });

  it('flushes for the own move', () => {
    beats.add(beat(1));
    beats.add(beat(2));
    beats.add(beat(3, true));
    expect(shown).toEqual([1, 2, 3]);
  });

  it('gives an update the time it needs, also an own update, unless it is flushed', () => {
    beats = new AnimationQueue((update) => shown.push(update.now.version), (update) => (update.now.version === 2 ? 0 : 1_700));
    beats.add(beat(1, true));
    for (const version of [2, 3, 4, 5, 6, 7]) beats.add(beat(version));
    vi.advanceTimersByTime(1_600);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(200 + 700); // two in all, the second at double speed
    expect(shown).toEqual([1, 2, 3]);
    vi.advanceTimersByTime(1_100);
    expect(shown).toEqual([1, 2, 3]);
    beats.hurry();
    expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('flushes when it is far behind', () => {
    for (let version = 1; version <= 20; version++) beats.add(beat(version));
    expect(shown.length).toBeGreaterThan(8);
    vi.advanceTimersByTime(20_000);
    expect(shown).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('does not wait without actions, or with motion off', () => {
    beats.add(beat(1, false, [entry(-1)]));
    beats.add(beat(2, false, []));
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([1, 2]);
    settings.speed = 'off';
    for (const version of [3, 4, 5]) beats.add(beat(version));
    vi.advanceTimersByTime(10);
    expect(shown).toEqual([1, 2, 3, 4, 5]);
  });

  it('shows everything on flush, and nothing after clear', () => {
    for (const version of [1, 2, 3]) beats.add(beat(version));
    beats.hurry();
    expect(shown).toEqual([1, 2, 3]);
    beats.add(beat(4));
    beats.add(beat(5));
    beats.clear();
    vi.advanceTimersByTime(10_000);
    expect(shown).not.toContain(5);
  });
});
