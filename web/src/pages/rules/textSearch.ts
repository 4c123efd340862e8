// Words in a text, whatever their case and their accents.

/** Each letter as it is compared: small and bare. */
function bare(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace('œ', 'oe').replace('æ', 'ae').replace('’', "'");
}

export function folded(text: string): string {
  return [...text].map(bare).join('');
}

export function wordsOf(typed: string): string[] {
  return folded(typed).split(/[\s,;]+/).filter(Boolean);
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** A text in pieces, those that were looked for among them. A word is found by its beginning. */
export function pieces(text: string, wanted: string[]): Piece[] {
  if (!wanted.length) return [{ text, hit: false }];
  const letters = [...text.normalize('NFC')];
  const places: number[] = []; // of each bare letter, which one it was
  letters.forEach((letter, at) => places.push(...Array<number>(bare(letter).length).fill(at)));
  const plain = letters.map(bare).join('');
  const lit = new Set<number>();
  for (const [from, to] of found(plain, wanted)) for (let at = from; at < to; at++) lit.add(places[at]!);
  const cut: Piece[] = [];
  letters.forEach((letter, at) => {
    const hit = lit.has(at);
    if (cut.at(-1)?.hit === hit) cut.at(-1)!.text += letter;
    else cut.push({ text: letter, hit });
  });
  return cut;
}

function* found(plain: string, wanted: string[]): Generator<[number, number]> {
  for (const word of wanted)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      if (!/[\p{L}\d]/u.test(plain.charAt(at - 1))) yield [at, at + word.length];
}

/** Whether a text holds every word. */
export function holds(text: string, wanted: string[]): boolean {
  const plain = folded(text);
  return wanted.every((word) => !found(plain, [word]).next().done);
}
