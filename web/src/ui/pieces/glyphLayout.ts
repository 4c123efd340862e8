// Widths of the drawn glyphs, and the layout of numerals. Values are drawn, so that they look the same on every machine;
// screen readers get text.

const NUMERALS: Record<string, number> = { 0: 59.1, 1: 54.1, 2: 64.1, 3: 64.2, 4: 70.1, 5: 64.1, 6: 65.1, 7: 64.1, 8: 60.6, 9: 65.1, plus: 67.1, minus: 65.1, times: 55.1, eq: 65.1 };
export const LETTER_WIDTHS: Record<string, number> = { h: 58.0, e: 68.0, o: 69.0, r: 78.0, t: 74.0, G: 64.1, D: 72.1, S: 65.1, F: 66.1, J: 67.1, I: 49.1, 'ru-g': 64.1, 'ru-d': 77.1, 'ru-s': 73.1, 'ru-f': 74.1, 'ru-j': 78.1 };
const SIGNS: Record<string, string> = { '+': 'plus', '-': 'minus', '−': 'minus', '×': 'times', '=': 'eq' };
const EM = 96;
const GAP = 0.09; // of the height, between two numerals
const SIGN = 0.82; // a sign is smaller than a digit

export interface Glyph {
  href: string;
  x: number;
  scale: number;
}

export interface GlyphRun {
  glyphs: Glyph[];
  width: number;
}

/** Lay out the numerals of a text at a height in px, starting at 0. */
export function layOutGlyphs(text: string, height: number): GlyphRun {
  const glyphs: Glyph[] = [];
  let x = 0;
  for (const sign of text) {
    const name = SIGNS[sign] ?? sign;
    const width = NUMERALS[name];
    if (width === undefined) continue;
    const scale = (height / EM) * (sign in SIGNS ? SIGN : 1);
    glyphs.push({ href: `#n-${name}`, x, scale });
    x += width * scale + height * GAP;
  }
  return { glyphs, width: x - height * GAP };
}
