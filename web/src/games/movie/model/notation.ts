// Parses actions of the notation, to highlight pieces and spaces. The server decides which actions are legal.

export interface TileFace {
  act: number | null; // the act on its back, unless it is the current one
  ability: string | null;
  value: number;
  cash: number | null;
}

export type Move =
  | { is: 'figure'; piece: string; space: string }
  | { is: 'tile'; piece: string; space: string }
  | { is: 'cash'; piece: string }
  | { is: 'counsel'; piece: string; from: string; space: string }
  | { is: 'remove' | 'swap' | 'with'; space: string }
  | { is: 'draw' | 'fill' | 'keep' | 'pass' };

/** The words for figures in the notation, each with a drawing; their numbers and diamonds are in the box. */
export const KINDS = ['beowulf', 'thane', 'castle', 'longship'] as const;
const ROMAN = ['I', 'II', 'III'];
const ABILITIES: Record<string, string> = { statue: 'golden_statue', counsel: 'good_counsel', horn: 'royal_dragon_horn' };
const TILE = /^(?:(I{1,3}):)?([a-z]*)([+-]\d+)?(?::(\d+))?$/;
const SPACE = /^[a-z]\d{1,2}$/;

export function roman(act: number): string {
  return ROMAN[act - 1] ?? String(act);
}

export function parseTile(text: string): TileFace {
  const [, act, word, value, cash] = TILE.exec(text) ?? [];
  return {
    act: act ? ROMAN.indexOf(act) + 1 : null,
    ability: word ? (ABILITIES[word] ?? word) : null,
    value: Number(value ?? 0),
    cash: cash === undefined ? null : Number(cash),
  };
}

/** Remove the act from a tile. */
export function withoutAct(tile: string): string {
  return tile.replace(/^I{1,3}:/, '');
}

export function parseMove(text: string): Move {
  const [first = '', second] = text.split(' ');
  if (second === undefined) return SPACE.test(first) ? { is: 'with', space: first } : { is: first as 'draw' };
  if (first === 'cash') return { is: 'cash', piece: second };
  if (first === 'remove' || first === 'swap') return { is: first, space: second };
  if (isFigureKind(first)) return { is: 'figure', piece: first, space: second };
  const [from, to] = second.split('-');
  return to ? { is: 'counsel', piece: first, from: from!, space: to } : { is: 'tile', piece: first, space: second };
}

export function isFigureKind(word: string): boolean {
  return (KINDS as readonly string[]).includes(word);
}
