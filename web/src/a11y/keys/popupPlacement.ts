// Placement of a popup beside a field: on the side with more room, inside the window.

export interface Placement {
  left: number;
  width: number;
  height: number; // maximum
  top?: number;
  bottom?: number; // distance from the lower edge of the window
}

const [EDGE, GAP, MAX_HEIGHT, MIN_WIDTH] = [8, 4, 240, 280]; // px

/** Return the placement for a field in a window of the given size, in px. */
export function placeBeside(field: { left: number; top: number; bottom: number; width: number }, windowWidth: number, windowHeight: number): Placement {
  const width = Math.min(Math.max(field.width, MIN_WIDTH), windowWidth - 2 * EDGE);
  const left = Math.min(Math.max(field.left, EDGE), windowWidth - EDGE - width);
  const [above, below] = [field.top, windowHeight - field.bottom].map((room) => room - EDGE - GAP) as [number, number];
  if (above >= Math.min(below, MAX_HEIGHT)) return { left, width, height: Math.min(above, MAX_HEIGHT), bottom: windowHeight - field.top + GAP };
  return { left, width, height: Math.min(below, MAX_HEIGHT), top: field.bottom + GAP };
}
