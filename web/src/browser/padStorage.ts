// Score pads in local storage, with the box data needed to draw them without a server.
const KEY_PREFIX = 'heorot.pad.';

/** Return the stored value, or null if it is missing or invalid. */
export function loadPad<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(KEY_PREFIX + key) ?? 'null') as Value | null;
  } catch {
    return null; // not written by this client
  }
}

export function storePad(key: string, value: unknown): void {
  try {
    localStorage.setItem(KEY_PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or blocked: the value lives for this visit.
  }
}
