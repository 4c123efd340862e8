// Where on the page something is to be done next.

export interface Pointed {
  find: string; // a selector
  done?: string; // what is found once it was done
  say?: string; // what it is, if something else is to be said of it than what is taught
}

export function visible(selector: string, within: ParentNode = document): HTMLElement | null {
  const all = [...within.querySelectorAll<HTMLElement>(selector)];
  return all.find((one) => one.getClientRects().length > 0 && !(one as HTMLButtonElement).disabled) ?? null;
}

/** The first of several that is there, after whatever was done already. */
export function nextOf(points: Pointed[]): { at: HTMLElement; point: Pointed } | null {
  const done = points.findLastIndex((point) => point.done && visible(point.done));
  for (const point of points.slice(done + 1)) {
    const at = visible(point.find);
    if (at) return { at, point };
  }
  return null;
}
