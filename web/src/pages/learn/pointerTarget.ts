// Targets of a lesson's pointer.

export interface PointerTarget {
  find: string; // CSS selector
  done?: string; // selector that matches once this step is done
  say?: string; // message key, if it differs from the task
}

export function findVisible(selector: string, within: ParentNode = document): HTMLElement | null {
  const all = [...within.querySelectorAll<HTMLElement>(selector)];
  return all.find((element) => element.getClientRects().length > 0 && !(element as HTMLButtonElement).disabled) ?? null;
}

/** Return the first visible target after those that are done. */
export function nextTarget(points: PointerTarget[]): { at: HTMLElement; point: PointerTarget } | null {
  const done = points.findLastIndex((point) => point.done && findVisible(point.done));
  for (const point of points.slice(done + 1)) {
    const at = findVisible(point.find);
    if (at) return { at, point };
  }
  return null;
}
