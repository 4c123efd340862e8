import { expect, test } from 'vitest';
import { spotBeside } from './placing';

const field = (top: number, left = 20, width = 300) => ({ left, top, bottom: top + 44, width });

test('a list opens above its field where there is room', () => {
  expect(spotBeside(field(600), 1280, 800)).toEqual({ left: 20, width: 300, height: 240, bottom: 204 });
});

test('it opens below where there is more room, and is never higher than that', () => {
  expect(spotBeside(field(60), 1280, 800)).toEqual({ left: 20, width: 300, height: 240, top: 108 });
  expect(spotBeside(field(90), 800, 300)).toEqual({ left: 20, width: 300, height: 154, top: 138 });
});

test('it stays in the window, and a narrow field has a list that can be read', () => {
  const { left, width } = spotBeside(field(600, 1100, 160), 1280, 800);
  expect(width).toBe(280);
  expect(left + width).toBeLessThanOrEqual(1272);
  expect(spotBeside(field(400, 8, 150), 260, 800)).toMatchObject({ left: 8, width: 244 });
});
