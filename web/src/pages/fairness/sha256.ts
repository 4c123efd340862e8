// SHA-256 and HMAC-SHA-256. Browsers offer their own only on pages with TLS, which a server at home may not have.

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !Array.from({ length: n - 2 }, (_, k) => k + 2).some((k) => n % k === 0));
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BLOCK = 64;
const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** Append the padding: one bit, zeros, and the length in bits in the last eight bytes. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(length - 4, bytes.length * 8);
  return view;
}

/** Return the sixty-four words of one block. */
function schedule(view: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, n) => view.getUint32(at + 4 * n));
  for (let n = 16; n < 64; n++) {
    const a = words[n - 15]!;
    const b = words[n - 2]!;
    const first = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const second = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words.push((words[n - 16]! + first + words[n - 7]! + second) | 0);
  }
  return words;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes);
  let state = START;
  for (let at = 0; at < view.byteLength; at += BLOCK) {
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    schedule(view, at).forEach((word, n) => {
      const choice = (e & f) ^ (~e & g);
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[n]! + word) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    });
    state = [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]!) | 0);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => digest.setUint32(4 * n, word));
  return new Uint8Array(digest.buffer);
}

/** The key must fit one block. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const mixed = (mask: number, rest: Uint8Array) => {
    const bytes = new Uint8Array(BLOCK + rest.length).fill(mask, 0, BLOCK);
    key.forEach((byte, n) => (bytes[n] = byte ^ mask));
    bytes.set(rest, BLOCK);
    return sha256(bytes);
  };
  return mixed(0x5c, mixed(0x36, message));
}

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
