// Text search without case and accents.

/** Fold a letter to lower case without accents. */
function bare(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace('œ', 'oe').replace('æ', 'ae').replace('’', "'");
}

export function foldText(text: string): string {
  return [...text].map(bare).join('');
}

export function searchWords(typed: string): string[] {
  return foldText(typed).split(/[\s,;]+/).filter(Boolean);
}

export interface TextPiece {
  text: string;
  hit: boolean;
}

/** Split a text into hits and other parts. A search word matches the beginning of a word. */
export function highlight(text: string, wanted: string[]): TextPiece[] {
  if (!wanted.length) return [{ text, hit: false }];
  const letters = [...text.normalize('NFC')];
  const places: number[] = []; // for each folded letter, the index of the original letter
  letters.forEach((letter, at) => places.push(...Array<number>(bare(letter).length).fill(at)));
  const plain = letters.map(bare).join('');
  const lit = new Set<number>();
  for (const [from, to] of matches(plain, wanted)) for (let at = from; at < to; at++) lit.add(places[at]!);
  const cut: TextPiece[] = [];
  letters.forEach((letter, at) => {
    const hit = lit.has(at);
    if (cut.at(-1)?.hit === hit) cut.at(-1)!.text += letter;
    else cut.push({ text: letter, hit });
  });
  return cut;
}

function* matches(plain: string, wanted: string[]): Generator<[number, number]> {
  for (const word of wanted)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      if (!/[\p{L}\d]/u.test(plain.charAt(at - 1))) yield [at, at + word.length];
}

/** True if a text contains every word. */
export function matchesAll(text: string, wanted: string[]): boolean {
  const plain = foldText(text);
  return wanted.every((word) => !matches(plain, [word]).next().done);
}
