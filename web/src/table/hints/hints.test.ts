// Estimates on one scale.
import { expect, test } from 'vitest';
import { isExact, scaleOf, type Hint } from './hints';

const hint = (low: number, mean: number, high: number): Hint => ({ answer: [], told: [], value: { low, mean, high }, ahead: null, reasons: [] });

test('minimum and maximum are within the scale, in order', () => {
  const at = scaleOf([hint(-2, 1, 4), hint(-6, -3, 0)]);
  const places = [-6, -3, -2, 0, 1, 4].map((points) => Number.parseFloat(at(points)));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(places.at(-1)).toBeLessThan(100);
});

test('an exact value has no interval', () => {
  expect(isExact({ low: 2, mean: 2, high: 2 })).toBe(true);
  expect(isExact({ low: 1, mean: 2, high: 3 })).toBe(false);
  expect(scaleOf([hint(2, 2, 2)])(2)).toBe('50.0%');
});
