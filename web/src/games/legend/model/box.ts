// Cards, tokens and episodes of a table's box, in the form that the components need.
import type { LegendBoxContents, LegendBoxEpisode, LegendView, Sentence } from '../../../protocol';

export type Symbols = [string, number][]; // a symbol, and how often
export type Pile = [string, number][]; // a card or a token, and how many

export type BoxData = LegendBoxContents;
export type Episode = LegendBoxEpisode;

export interface Icon {
  kind: string; // fame, treasure, alliance, cards, card, misfortune, scratch, wound, double wound, fame or heal, heal
  number: number;
  card: string;
}

export const SYMBOLS: Record<string, string> = {
  travelling: 'ship', friendship: 'rings', wit: 'eye', courage: 'flame', fighting: 'axe', beowulf: 'helm',
};
export const SYMBOL_NAMES = Object.keys(SYMBOLS);
export const KINDS: Record<string, string> = {
  risk: 'risk', 'in turn': 'steps', simultaneous: 'seal', opportunity: 'swap', selection: 'select', recovery: 'recover',
  'all hands': 'fan', 'treasure auction': 'chest', 'treasure ranking': 'chest',
};

/** Symbols of special cards by id, of the box loaded last. */
const printed = new Map<string, Symbols>();

export function symbolsOf(face: string): Symbols {
  const match = /^([a-z]+)(\d)$/.exec(face);
  if (match && match[1]! in SYMBOLS) return [[match[1]!, Number(match[2])]];
  return printed.get(face) ?? [];
}

export function isSymbolCard(face: string): boolean {
  const match = /^([a-z]+)\d$/.exec(face);
  return match !== null && match[1]! in SYMBOLS;
}

export function parseIcon(text: string): Icon {
  const match = /^(?:card (\w+)|(.*?)(?: (\d+))?( or heal)?)$/.exec(text)!;
  if (match[1]) return { kind: 'card', number: 0, card: match[1] };
  return { kind: match[2]! + (match[4] ?? ''), number: Number(match[3] ?? 0), card: '' };
}

export function expandPile(pile: Pile): string[] {
  return pile.flatMap(([face, number]) => Array<string>(number).fill(face));
}

export function pileSize(pile: Pile): number {
  return pile.reduce((sum, [, number]) => sum + number, 0);
}

/** Parse a token such as `alliance-fame2` into its kind and value. */
export function parseToken(token: string): { kind: string; value: number } {
  const match = /^([a-z-]+)(\d+)$/.exec(token);
  return match ? { kind: match[1]!, value: Number(match[2]) } : { kind: token, value: 0 };
}

export class Catalog {
  readonly names = new Map<string, Sentence>();

  constructor(readonly box: BoxData, readonly seats: number, readonly advanced: boolean) {
    for (const card of [...box.cards, ...box.specials]) this.names.set(card.card, card.name);
    for (const special of box.specials) printed.set(special.card, special.symbols);
  }

  episode(number: number): Episode {
    return this.box.episodes[Math.min(Math.max(number, 1), this.box.episodes.length) - 1]!;
  }

  get length(): number {
    return this.box.episodes.length;
  }

  /** True unless the basic game skips this treasure episode. */
  isPlayed(episode: Episode): boolean {
    return this.advanced || !episode.advanced;
  }

  spaces(episode: Episode): string[] {
    return episode.spaces[this.seats] ?? [];
  }

  /** Return the episodes after one, without skipped ones. */
  following(number: number): Episode[] {
    return this.box.episodes.slice(number).filter((episode) => this.isPlayed(episode));
  }

  previous(number: number): Episode | undefined {
    return this.box.episodes.slice(0, number - 1).filter((episode) => this.isPlayed(episode)).at(-1);
  }

  /** Return the symbols of a card that count in an episode. */
  matchingSymbols(episode: Episode, face: string): Symbols {
    return symbolsOf(face).filter(([symbol]) => episode.matching.includes(symbol));
  }
}

export function hasOption(view: LegendView, name: string): boolean {
  return view.options.some(([key]) => key === name);
}
