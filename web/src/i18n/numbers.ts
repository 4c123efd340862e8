// Numbers with their sign, as sentences write them.

/** Return a change with its sign, with U+2212 as minus: `+4`, `−1`, `0`. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

/** Return a value with U+2212 as minus: `4`, `−1`. */
export function withMinus(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}
