import { expect, test } from 'vitest';
import type { BoardShape, Pieces } from '../model/box';
import { sightLines, emptyCorner, freeCorner, computeLayout, neighbour, viewWindows } from './geometry';

function shape(...rows: string[]): BoardShape {
  const spaces = rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === ' ' ? [] : [{ space: `${'abcdefghi'[x]}${y + 1}`, column: x + 1, row: y + 1, gorge: sign === '#' }])));
  return { act: 1, columns: Math.max(...rows.map((row) => row.length)), rows: rows.length, spaces };
}
const SQUARE = shape('.....', '...#.', '..#..', '.#...', '.....');
const BAND = shape('....', '.....', '......', '.......', ' .......', '  .......', '   ......', '    .....', '     ....');
const at = (board: BoardShape, space: string) => board.spaces.find((other) => other.space === space)!;

test('a board takes the full width, and zoomed cells are large enough to touch', () => {
  const wide = computeLayout(SQUARE, 552);
  expect(Math.round(wide.cell)).toBeGreaterThanOrEqual(92);
  expect(wide.height).toBeCloseTo(552);
  const near = computeLayout(BAND, 360, viewWindows(BAND)![0]);
  expect(near.cell).toBeGreaterThanOrEqual(44);
  expect(near.small).toBe(true);
});

test('a diagonal board has two windows, a board of five none', () => {
  expect(viewWindows(SQUARE)).toBeNull();
  const windows = viewWindows(BAND)!;
  const shown = windows.map((window) => computeLayout(BAND, 360, window).shows);
  expect(BAND.spaces.every((space) => shown.some((shows) => shows(space)))).toBe(true);
  expect(shown[0]!(at(BAND, 'a1'))).toBe(true);
  expect(shown[0]!(at(BAND, 'i9'))).toBe(false);
});

test('lines of sight end at a Gorge, printed or placed, and at the edge', () => {
  const pieces: Pieces = new Map([['a4', { tile: 'gorge' }]]);
  const [left, right, up, down] = sightLines(SQUARE, at(SQUARE, 'a2'), pieces);
  expect(left!.spaces).toEqual([]);
  expect(right!.spaces.map((space) => space.space)).toEqual(['b2', 'c2']);
  expect(right!.cut!.space).toBe('d2');
  expect(up!.spaces.map((space) => space.space)).toEqual(['a1']);
  expect(down!.cut!.space).toBe('a4');
});

test('neighbours are found across holes', () => {
  expect(neighbour(BAND.spaces, at(BAND, 'd1'), 1, 0)?.space).not.toBeUndefined();
  expect(neighbour(BAND.spaces, at(BAND, 'c6'), 0, -1)?.space).toBe('c5');
  expect(neighbour(BAND.spaces, at(BAND, 'a1'), -1, 0)).toBeNull();
});

test('empty corners', () => {
  expect(emptyCorner(BAND, true, false)).toBe(3);
  expect(emptyCorner(BAND, false, true)).toBe(3);
  expect(emptyCorner(SQUARE, true, false)).toBe(0);
});

test('a corner of a window is free if no space is in it', () => {
  const corners = [{ right: false, bottom: true }, { right: true, bottom: false }];
  const [first, second] = viewWindows(BAND)!;
  expect(freeCorner(BAND, first, 2, corners)).toBe(corners[0]);
  expect(freeCorner(BAND, second, 2, [...corners].reverse())).toBe(corners[1]);
  const full = shape(...Array<string>(3).fill('.........'));
  expect(freeCorner(full, viewWindows(full)![0], 2, corners)).toBeNull();
});
