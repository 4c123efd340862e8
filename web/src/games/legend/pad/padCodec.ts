// State of the Legend's score pad, encoded as a short text for links and as the text that `heorot score` reads. The server
// scores it.
import { escaped, names, number } from '../../../pages/pad/scorePad.svelte';
import type { LegendBoxContents, LegendTypedScoreAnswer } from '../../../protocol';

export const VALUED = ['fame', 'treasure', 'alliance-fame', 'alliance-treasure'] as const;
export const COUNTED = ['misfortune', 'scratch', 'wound', 'double'] as const;
export type Valued = (typeof VALUED)[number];
export type Counted = (typeof COUNTED)[number];
const MOST_TOKENS = 40; // of a kind, for one player

/** Tokens of a player: values of tokens, counts of tiles. */
export type TokenCounts = Record<Valued, number[]> & Record<Counted, number>;

export interface PadTable {
  players: number;
  names: string[];
  advanced: boolean;
  fallen: boolean;
  goods: TokenCounts[];
}

export type PadBox = LegendBoxContents;
export type ScoreAnswer = LegendTypedScoreAnswer;

const NONE: TokenCounts = { fame: [], treasure: [], 'alliance-fame': [], 'alliance-treasure': [], misfortune: 0, scratch: 0, wound: 0, double: 0 };

/** Return an empty pad with room for the most players. */
export function emptyPad({ players: [, most] }: PadBox): PadTable {
  return { players: 4, names: Array(most).fill(''), advanced: false, fallen: false, goods: Array(most).fill(NONE) };
}

/** Return how many tiles of a kind the box has. */
export function maxCount(box: PadBox, kind: Counted): number {
  return box.tiles[kind === 'double' ? 'double_wound' : kind]!.count;
}

// ---- Link: 1~4~Anna,,,,~a~5-4.3.2..1.0.2.0~…

export function encode(table: PadTable): string {
  const goods = table.goods.map((tokens) => [...VALUED.map((kind) => tokens[kind].join('-')), ...COUNTED.map((kind) => tokens[kind])].join('.'));
  return ['1', table.players, table.names.map(escaped).join(','), `${table.advanced ? 'a' : ''}${table.fallen ? 'f' : ''}`, ...goods].join('~');
}

export function decode(text: string, box: PadBox): PadTable | null {
  const [version, players, called, options, ...goods] = text.split('~');
  const most = box.players[1];
  const seats = number(players, most);
  const all = names(called ?? '', most);
  const counts = goods.map((part) => readGoods(part, box));
  if (version !== '1' || seats === null || seats < box.players[0] || !all || !/^a?f?$/.test(options ?? '-')) return null;
  if (counts.length !== most || counts.includes(null)) return null;
  return { players: seats, names: all, advanced: options!.includes('a'), fallen: options!.includes('f'), goods: counts as TokenCounts[] };
}

function readGoods(text: string, box: PadBox): TokenCounts | null {
  const parts = text.split('.');
  if (parts.length !== VALUED.length + COUNTED.length) return null;
  const goods = { ...NONE };
  for (const [n, kind] of VALUED.entries()) {
    const values = parts[n] ? parts[n].split('-').map((value) => number(value, 99)) : [];
    if (values.includes(null) || values.length > MOST_TOKENS) return null;
    goods[kind] = values as number[];
  }
  for (const [n, kind] of COUNTED.entries()) {
    const count = number(parts[VALUED.length + n], maxCount(box, kind));
    if (count === null) return null;
    goods[kind] = count;
  }
  return goods;
}

export const canAdd = (goods: TokenCounts, kind: Valued) => goods[kind].length < MOST_TOKENS;

// ---- Text for the server: one line for each player, by number

export function toScoreText(table: PadTable): { text: string; options: Record<string, string> } {
  const options = { ...(table.advanced && { advanced: 'yes' }), ...(table.fallen && { fallen: 'yes' }) };
  return { text: table.goods.slice(0, table.players).map(line).join('\n'), options };
}

const WORDS: Record<Counted, string> = { misfortune: 'misfortune', scratch: 'scratches', wound: 'wounds', double: 'double wound' };

function line(goods: TokenCounts): string {
  const tokens = VALUED.filter((kind) => goods[kind].length).map((kind) => `${kind.replace('-', ' ')} ${goods[kind].join(' ')}`);
  const tiles = COUNTED.filter((kind) => goods[kind]).map((kind) => `${WORDS[kind]} ${goods[kind]}`);
  return [...tokens, ...tiles].join(', ') || 'fame 0';
}
