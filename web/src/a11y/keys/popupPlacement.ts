// Where a list opens beside a field: on the side that has more room, and never out of the window.

export interface Spot {
  left: number;
  width: number;
  height: number; // at most
  top?: number;
  bottom?: number; // from the lower edge of the window
}

const [EDGE, GAP, TALL, NARROW] = [8, 4, 240, 280];

/** From what the field takes, in a window that is so wide and so high. */
export function spotBeside(field: { left: number; top: number; bottom: number; width: number }, wide: number, high: number): Spot {
  const width = Math.min(Math.max(field.width, NARROW), wide - 2 * EDGE);
  const left = Math.min(Math.max(field.left, EDGE), wide - EDGE - width);
  const [above, below] = [field.top, high - field.bottom].map((room) => room - EDGE - GAP) as [number, number];
  if (above >= Math.min(below, TALL)) return { left, width, height: Math.min(above, TALL), bottom: high - field.top + GAP };
  return { left, width, height: Math.min(below, TALL), top: field.bottom + GAP };
}
