import { expect, test } from 'vitest';
import { placeBeside } from './popupPlacement';

const field = (top: number, left = 20, width = 300) => ({ left, top, bottom: top + 44, width });

test('opens above the field if there is room', () => {
  expect(placeBeside(field(600), 1280, 800)).toEqual({ left: 20, width: 300, height: 240, bottom: 204 });
});

test('opens below if there is more room, with limited height', () => {
  expect(placeBeside(field(60), 1280, 800)).toEqual({ left: 20, width: 300, height: 240, top: 108 });
  expect(placeBeside(field(90), 800, 300)).toEqual({ left: 20, width: 300, height: 154, top: 138 });
});

test('stays in the window, with a minimum width', () => {
  const { left, width } = placeBeside(field(600, 1100, 160), 1280, 800);
  expect(width).toBe(280);
  expect(left + width).toBeLessThanOrEqual(1272);
  expect(placeBeside(field(400, 8, 150), 260, 800)).toMatchObject({ left: 8, width: 244 });
});
