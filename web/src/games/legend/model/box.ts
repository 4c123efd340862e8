// What the box of a table says of cards, tokens and episodes, in the form that the drawings need.
import type { LegendView, Sentence } from '../protocol';

export type Symbols = [string, number][]; // a symbol, and how often
export type Pile = [string, number][]; // a card or a token, and how many

export interface Episode {
  number: number;
  name: Sentence;
  kind: string;
  symbols: string[];
  give: string | null;
  get: string | null;
  reward: string | null;
  spaces: Record<string, string[]>;
}

export interface Icon {
  kind: string; // fame, treasure, alliance, cards, card, misfortune, scratch, wound, double wound, fame or heal, heal
  number: number;
  card: string;
}

interface BoxCard {
  card: string;
  name: Sentence;
  symbols: Symbols;
}
interface BoxSpecial extends BoxCard {
  rule: string | null;
}
export interface Box {
  cards: BoxCard[];
  specials: BoxSpecial[];
  tokens: { token: string; name: Sentence; kind: string; value: number; count: number }[];
  episodes: Episode[];
}

export const SYMBOLS: Record<string, string> = {
  travelling: 'ship', friendship: 'rings', wit: 'eye', courage: 'flame', fighting: 'axe', beowulf: 'helm',
};
export const PLAIN = Object.keys(SYMBOLS);
export const KINDS: Record<string, string> = {
  risk: 'risk', 'in turn': 'steps', simultaneous: 'seal', opportunity: 'swap', selection: 'select', recovery: 'recover',
  'all hands': 'fan', 'treasure auction': 'chest', 'treasure ranking': 'chest',
};
const MAJOR = new Set(['in turn', 'simultaneous', 'all hands', 'treasure ranking']);
const TEXTS = ['king_hrothgars_blessing', 'queen_wealhtheows_inspiration', 'beowulfs_daring', 'beowulfs_resolve', 'the_warriors_rest'];

/** Symbols of special cards, by their id: those of the box that is open. */
const printed = new Map<string, Symbols>();

export function symbolsOf(face: string): Symbols {
  const plain = /^([a-z]+)(\d)$/.exec(face);
  if (plain && plain[1]! in SYMBOLS) return [[plain[1]!, Number(plain[2])]];
  return printed.get(face) ?? [];
}

export function isPlain(face: string): boolean {
  const plain = /^([a-z]+)\d$/.exec(face);
  return plain !== null && plain[1]! in SYMBOLS;
}

export function readIcon(text: string): Icon {
  const found = /^(?:card (\w+)|(.*?)(?: (\d+))?( or heal)?)$/.exec(text)!;
  if (found[1]) return { kind: 'card', number: 0, card: found[1] };
  return { kind: found[2]! + (found[4] ?? ''), number: Number(found[3] ?? 0), card: '' };
}

export function isMajor(episode: Episode): boolean {
  return MAJOR.has(episode.kind);
}

export function one(pile: Pile): string[] {
  return pile.flatMap(([face, number]) => Array<string>(number).fill(face));
}

export function howMany(pile: Pile): number {
  return pile.reduce((sum, [, number]) => sum + number, 0);
}

/** A token's text as its kind and its value: `alliance-fame2`. */
export function readToken(token: string): { kind: string; value: number } {
  const found = /^([a-z-]+)(\d+)$/.exec(token);
  return found ? { kind: found[1]!, value: Number(found[2]) } : { kind: token, value: 0 };
}

export class Book {
  readonly names = new Map<string, Sentence>();
  private readonly places = new Map<string, number>();

  constructor(readonly box: Box, readonly seats: number, readonly advanced: boolean) {
    const texts = TEXTS.flatMap((id) => box.specials.filter((one) => one.card === id));
    const faces = [...box.cards, ...texts, ...box.specials.filter((one) => one.symbols.length)];
    for (const card of faces) {
      this.names.set(card.card, card.name);
      this.places.set(card.card, this.places.size);
    }
    for (const token of box.tokens) this.places.set(token.token, this.places.size);
    for (const special of box.specials) printed.set(special.card, special.symbols);
  }

  episode(number: number): Episode {
    return this.box.episodes[Math.min(Math.max(number, 1), this.box.episodes.length) - 1]!;
  }

  get length(): number {
    return this.box.episodes.length;
  }

  /** The basic game passes over the treasure episodes. */
  isPlayed(episode: Episode): boolean {
    return this.advanced || !episode.kind.startsWith('treasure');
  }

  spaces(episode: Episode): string[] {
    return episode.spaces[this.seats] ?? [];
  }

  /** The episodes after one, without those that are passed over. */
  ahead(number: number): Episode[] {
    return this.box.episodes.slice(number).filter((one) => this.isPlayed(one));
  }

  before(number: number): Episode | undefined {
    return this.box.episodes.slice(0, number - 1).filter((one) => this.isPlayed(one)).at(-1);
  }

  /** The order of faces, in which a set is said. */
  place(piece: string): number {
    return this.places.get(piece) ?? this.places.size;
  }

  sorted(pieces: string[]): string[] {
    return [...pieces].sort((a, b) => this.place(a) - this.place(b));
  }

  /** The symbols that an episode asks for: what is lit in the hand and on the map. */
  asks(episode: Episode): string[] {
    if (episode.symbols.length) return episode.symbols;
    if (episode.give === 'one of each') return PLAIN.slice(0, 5);
    const symbol = episode.give?.split(' ')[0] ?? '';
    return symbol in SYMBOLS ? [symbol] : [];
  }

  /** Those symbols of a card that are asked for. Nothing asked for: all of them (the last episode). */
  lit(episode: Episode, face: string): Symbols {
    const asked = this.asks(episode);
    const shown = symbolsOf(face);
    if (episode.kind === 'all hands') return shown;
    return asked.length ? shown.filter(([symbol]) => symbol === 'beowulf' || asked.includes(symbol)) : [];
  }
}

export function option(view: LegendView, name: string): boolean {
  return view.options.some(([key]) => key === name);
}
