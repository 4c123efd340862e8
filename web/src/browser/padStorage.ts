// What was laid out on the score pads, and what is needed to draw them, in this browser's storage: it outlives a reload, also
// without a server.
const PLACE = 'heorot.pad.';

/** What lies in a place, if it can be read. */
export function kept<Thing>(place: string): Thing | null {
  try {
    return JSON.parse(localStorage.getItem(PLACE + place) ?? 'null') as Thing | null;
  } catch {
    return null; // what lies there is not ours
  }
}

export function keep(place: string, thing: unknown): void {
  try {
    localStorage.setItem(PLACE + place, JSON.stringify(thing));
  } catch {
    // a full or forbidden storage: it holds for this visit
  }
}
