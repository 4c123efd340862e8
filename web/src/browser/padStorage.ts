// Score pads in local storage, with the box data needed to draw them without a server.
const PLACE = 'heorot.pad.';

/** Return the stored value, or null if it is missing or invalid. */
export function loadPad<Thing>(place: string): Thing | null {
  try {
    return JSON.parse(localStorage.getItem(PLACE + place) ?? 'null') as Thing | null;
  } catch {
    return null; // not written by this client
  }
}

export function storePad(place: string, thing: unknown): void {
  try {
    localStorage.setItem(PLACE + place, JSON.stringify(thing));
  } catch {
    // Storage is full or blocked: the value lives for this visit.
  }
}
