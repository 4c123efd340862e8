import { describe, expect, it } from 'vitest';
import { inWords, isLittle, leftAt, onClock } from './times';

describe('time', () => {
  it('stands on a clock as people read it', () => {
    expect(onClock(0)).toBe('0:00');
    expect(onClock(1)).toBe('0:01');
    expect(onClock(245_000)).toBe('4:05');
    expect(onClock(3_845_000)).toBe('1:04:05');
    expect(onClock(2 * 86_400_000 + 4 * 3_600_000)).toMatch(/^2\s?d 4\s?h$/);
  });
  it('is told in two words', () => {
    expect(inWords(90_000)).toBe('1 minute 30 seconds');
    expect(inWords(3 * 86_400_000)).toBe('3 days');
    expect(inWords(0)).toBe('0 seconds');
  });
  it('runs for those whose clock runs, and never below nothing', () => {
    const times = { at: 1000, left: [5000, 5000], running: [1], paused: false };
    expect(leftAt(times, 0, 3000)).toBe(3000);
    expect(leftAt(times, 1, 3000)).toBe(5000);
    expect(leftAt(times, 0, 9000)).toBe(0);
    expect(leftAt(times, 0, 0)).toBe(5000);
  });
  it('is little in the last seconds, or in the last hour of a game over days', () => {
    expect([isLittle(11_000, 600_000), isLittle(10_000, 600_000)]).toEqual([false, true]);
    expect([isLittle(3_700_000, 86_400_000), isLittle(3_600_000, 86_400_000)]).toEqual([false, true]);
  });
});
