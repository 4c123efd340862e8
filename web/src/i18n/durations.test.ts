import { describe, expect, it } from 'vitest';
import { durationText, isTimeShort, timeLeft, clockText } from './durations';

describe('time', () => {
  it('formats as a clock', () => {
    expect(clockText(0)).toBe('0:00');
    expect(clockText(1)).toBe('0:01');
    expect(clockText(245_000)).toBe('4:05');
    expect(clockText(3_845_000)).toBe('1:04:05');
    expect(clockText(2 * 86_400_000 + 4 * 3_600_000)).toMatch(/^2\s?d 4\s?h$/);
  });
  it('formats in two units', () => {
    expect(durationText(90_000)).toBe('1 minute 30 seconds');
    expect(durationText(3 * 86_400_000)).toBe('3 days');
    expect(durationText(0)).toBe('0 seconds');
  });
  it('decreases for running clocks, and never below zero', () => {
    const times = { at: 1000, left: [5000, 5000], running: [1], paused: false };
    expect(timeLeft(times, 0, 3000)).toBe(3000);
    expect(timeLeft(times, 1, 3000)).toBe(5000);
    expect(timeLeft(times, 0, 9000)).toBe(0);
    expect(timeLeft(times, 0, 0)).toBe(5000);
  });
  it('is short in the last seconds, or in the last hour of a game over days', () => {
    expect([isTimeShort(11_000, 600_000), isTimeShort(10_000, 600_000)]).toEqual([false, true]);
    expect([isTimeShort(3_700_000, 86_400_000), isTimeShort(3_600_000, 86_400_000)]).toEqual([false, true]);
  });
});
