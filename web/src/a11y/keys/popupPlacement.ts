// Placement of a popup beside a field: on the side with more room, inside the window.

export interface Placement {
  left: number;
  width: number;
  height: number; // maximum
  top?: number;
  bottom?: number; // distance from the lower edge of the window
}

const [EDGE, GAP, TALL, NARROW] = [8, 4, 240, 280];

/** Return the placement for a field in a window of the given size, in px. */
export function placeBeside(field: { left: number; top: number; bottom: number; width: number }, wide: number, high: number): Placement {
  const width = Math.min(Math.max(field.width, NARROW), wide - 2 * EDGE);
  const left = Math.min(Math.max(field.left, EDGE), wide - EDGE - width);
  const [above, below] = [field.top, high - field.bottom].map((room) => room - EDGE - GAP) as [number, number];
  if (above >= Math.min(below, TALL)) return { left, width, height: Math.min(above, TALL), bottom: high - field.top + GAP };
  return { left, width, height: Math.min(below, TALL), top: field.bottom + GAP };
}
