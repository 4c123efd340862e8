import { describe, expect, it } from 'vitest';
import { fraction, percents } from './asker.svelte';

describe('odds', () => {
  it('reads fractions', () => {
    expect(fraction('3/4')).toBe(0.75);
    expect(fraction('1')).toBe(1);
  });
  it.each([[[1 / 3, 1 / 3, 1 / 3]], [[0.005, 0.995]], [[0.384, 0.366, 0.25]], [[1, 0]]])('rounds %j to whole per cents of 100', (parts) => {
    const whole = percents(parts);
    expect(whole.reduce((sum, part) => sum + part, 0)).toBe(100);
    whole.forEach((part, n) => expect(Math.abs(part - parts[n]! * 100)).toBeLessThan(1));
  });
});
