// Layout of a board at a width in px, and the beams of a piece. For drawing only: the server says what is in line.
import type { BoardShape, Pieces, SpaceShape } from '../model/box';
import { parseTile } from '../model/notation';

export interface ViewWindow {
  column: number; // the first visible one, from 0
  row: number;
  columns: number;
  rows: number;
}

export interface Position {
  x: number;
  y: number;
}

export interface Layout {
  cell: number;
  gap: number;
  pad: number;
  width: number;
  height: number;
  window: ViewWindow;
  small: boolean; // bolder icons, numbers for diamonds
  at: (space: SpaceShape) => Position;
  shows: (space: SpaceShape) => boolean;
}

/** Lay out a board; cells take the width that frame and gaps leave. */
export function computeLayout(shape: BoardShape, width: number, part?: ViewWindow): Layout {
  const window = part ?? { column: 0, row: 0, columns: shape.columns, rows: shape.rows };
  const wide = Math.max(window.columns, part ? 0 : window.rows);
  const pad = width >= 480 ? 30 : width >= 340 && wide > 6 ? 17 : 15;
  const rough = (width - 2 * pad) / wide;
  const gap = Math.max(2, Math.floor(rough * 0.08));
  const cell = (width - 2 * pad + gap) / wide - gap;
  const step = cell + gap;
  return {
    cell, gap, pad, window, width,
    height: 2 * pad + window.rows * step - gap,
    small: cell < 46,
    at: ({ column, row }) => ({ x: pad + (column - 1 - window.column) * step, y: pad + (row - 1 - window.row) * step }),
    shows: ({ column, row }) =>
      column > window.column && column <= window.column + window.columns && row > window.row && row <= window.row + window.rows,
  };
}

/** Return two overlapping windows, upper left and lower right, or null if the board fits one or needs more. */
export function viewWindows(shape: BoardShape, most = 7): [ViewWindow, ViewWindow] | null {
  if (Math.max(shape.columns, shape.rows) <= most || Math.max(shape.columns, shape.rows) > 2 * most) return null;
  const columns = Math.min(most, shape.columns);
  const rows = Math.min(most, shape.rows);
  const first = { column: 0, row: 0, columns, rows };
  const second = { column: shape.columns - columns, row: shape.rows - rows, columns, rows };
  const inside = (part: ViewWindow, space: SpaceShape) =>
    space.column > part.column && space.column <= part.column + columns && space.row > part.row && space.row <= part.row + rows;
  return shape.spaces.every((space) => inside(first, space) || inside(second, space)) ? [first, second] : null;
}

export interface SightLine {
  dx: number;
  dy: number;
  spaces: SpaceShape[]; // nearest first
  cut: SpaceShape | null; // the Gorge that ends it
}

const ARMS = [[-1, 0], [1, 0], [0, -1], [0, 1]] as const;

export function isGorge(space: SpaceShape, pieces: Pieces): boolean {
  const tile = pieces.get(space.space)?.tile;
  return space.gorge || (tile !== undefined && parseTile(tile).ability === 'gorge');
}

/** Return the lines of sight from a space in four directions. */
export function sightLines(shape: BoardShape, from: SpaceShape, pieces: Pieces): SightLine[] {
  const by = new Map(shape.spaces.map((space) => [`${space.column} ${space.row}`, space]));
  return ARMS.map(([dx, dy]) => {
    const arm: SightLine = { dx, dy, spaces: [], cut: null };
    for (let n = 1; ; n++) {
      const next = by.get(`${from.column + dx * n} ${from.row + dy * n}`);
      if (!next) return arm;
      if (isGorge(next, pieces)) return { ...arm, cut: next };
      arm.spaces.push(next);
    }
  });
}

/** Return the next space in a direction, across holes. */
export function neighbour(spaces: SpaceShape[], from: SpaceShape, dx: number, dy: number): SpaceShape | null {
  const ahead = spaces.filter((space) => (space.column - from.column) * dx + (space.row - from.row) * dy > 0);
  const far = (space: SpaceShape) => {
    const along = Math.abs((space.column - from.column) * dx + (space.row - from.row) * dy);
    const aside = Math.abs((space.column - from.column) * dy) + Math.abs((space.row - from.row) * dx);
    return along + aside * 3;
  };
  return ahead.sort((a, b) => far(a) - far(b))[0] ?? null;
}

/** Return the number of cells of the empty square in a corner, if the board has one. */
export function emptyCorner(shape: BoardShape, right: boolean, bottom: boolean): number {
  for (let n = Math.min(shape.columns, shape.rows); n > 0; n--) {
    const taken = shape.spaces.some((space) =>
      (right ? space.column > shape.columns - n : space.column <= n) && (bottom ? space.row > shape.rows - n : space.row <= n));
    if (!taken) return n;
  }
  return 0;
}

export interface Corner {
  right: boolean;
  bottom: boolean;
}

/** Return the first of these corners of a window that has no space within a square of cells, or null. */
export function freeCorner(shape: BoardShape, part: ViewWindow, cells: number, corners: Corner[]): Corner | null {
  const covers = ({ right, bottom }: Corner, { column, row }: SpaceShape) => {
    const [x, y] = [column - part.column, row - part.row]; // from 1 within the window
    return (right ? x > part.columns - cells && x <= part.columns : x >= 1 && x <= cells)
      && (bottom ? y > part.rows - cells && y <= part.rows : y >= 1 && y <= cells);
  };
  return corners.find((corner) => !shape.spaces.some((space) => covers(corner, space))) ?? null;
}
