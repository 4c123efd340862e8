// What lies on the pad of the Movie game, as a short text for links, and as the text that `heorot score` reads. What counts is
// said by the server.
import { escaped, names, number } from '../../pad/pad.svelte';
import type { Sentence } from '../../protocol';
import type { ActResult, BoardShape, Box, Ending, FigureScore, Pieces, SpaceShape } from '../data';
import { bare, KINDS, readTile, roman } from '../notation';
import { figurePiece, tilePiece } from '../scene';

export const ACTS = [1, 2, 3] as const;
export const SEATS = 4;
export const OPEN = 'open'; // a printed Gorge that is not on the owner's board

/** What lies on each space: a tile in notation, `2thane` for a figure of the second player, or OPEN. */
export type Laid = Record<string, string>;

export interface Saga {
  players: number;
  names: string[];
  acts: Laid[];
  cashed: number[];
  unused: (number | null)[]; // null: as the server counts them
}

export interface PadBox extends Box {
  players: [number, number];
  tiles: (Box['tiles'][number] & { value: number; ability: string })[];
}

export interface Scored {
  told: Sentence[][];
  owners: string[];
  acts: (ActResult & { told: Sentence[][] })[];
  cashed: number[];
  unused: number[];
  saga: number[];
  ending: Ending | null;
  shares: string[];
}

export const EMPTY: Saga = { players: 3, names: Array(SEATS).fill(''), acts: [{}, {}, {}], cashed: Array(SEATS).fill(0), unused: Array(SEATS).fill(null) };

// ---- On the board

const FIGURE = new RegExp(`^([1-${SEATS}])(${KINDS.join('|')})$`);

export function figureIn(content: string): { seat: number; kind: string } | null {
  const found = FIGURE.exec(content);
  return found ? { seat: Number(found[1]) - 1, kind: found[2]! } : null;
}

export function piecesOn(laid: Laid): Pieces {
  const pieces: Pieces = new Map();
  for (const [space, content] of Object.entries(laid)) {
    const figure = figureIn(content);
    if (figure) pieces.set(space, figurePiece(figure.seat, figure.kind));
    else if (content !== OPEN) pieces.set(space, tilePiece(content));
  }
  return pieces;
}

/** The board as its owner has it: a printed Gorge is there unless something else is. */
export function shapeOf(shape: BoardShape, laid: Laid): BoardShape {
  return { ...shape, spaces: shape.spaces.map((one) => (one.gorge && laid[one.space] ? { ...one, gorge: false } : one)) };
}

export function openSpaces(shape: BoardShape, laid: Laid): SpaceShape[] {
  return shape.spaces.filter((one) => (laid[one.space] ? laid[one.space] === OPEN : !one.gorge));
}

/** How many spaces there are to fill. */
export function toFill(shape: BoardShape, laid: Laid): number {
  return shapeOf(shape, laid).spaces.filter((one) => !one.gorge).length;
}

/** The next open space in reading order, from the beginning again after the last. */
export function nextOpen(shape: BoardShape, laid: Laid, from: string | null): string | null {
  const open = new Set(openSpaces(shape, laid).map((one) => one.space));
  const at = shape.spaces.findIndex((one) => one.space === from);
  const order = [...shape.spaces.slice(at + 1), ...shape.spaces.slice(0, at + 1)];
  return order.find((one) => open.has(one.space))?.space ?? null;
}

// ---- In a link: 1~3~Anna,,,~a1.1beowulf,b1.p4~~~14,9,0,0~,3,,

export function write(saga: Saga): string {
  const acts = saga.acts.map((laid) => Object.entries(laid).map(([space, content]) => `${space}.${content.replace('+', 'p').replace('-', 'm')}`).join(','));
  return ['1', saga.players, saga.names.map(escaped).join(','), ...acts, saga.cashed.join(','), saga.unused.map((one) => one ?? '').join(',')].join('~');
}

export function read(text: string, box: PadBox): Saga | null {
  const [version, players, called, first, second, third, cashed, unused, ...more] = text.split('~');
  const seats = number(players, box.players[1]);
  const all = names(called ?? '', SEATS);
  const acts = [first, second, third].map((act, n) => readAct(act, box.boards[n]!));
  const points = (cashed ?? '').split(',').map((one) => number(one));
  const diamonds = (unused ?? '').split(',').map((one) => (one === '' ? '' : number(one)));
  if (version !== '1' || more.length || seats === null || seats < box.players[0] || !all || acts.includes(null)) return null;
  if (points.length !== SEATS || points.includes(null) || diamonds.length !== SEATS || diamonds.includes(null)) return null;
  return { players: seats, names: all, acts: acts as Laid[], cashed: points as number[], unused: diamonds.map((one) => (one === '' ? null : one)) };
}

function readAct(text: string | undefined, shape: BoardShape): Laid | null {
  if (text === undefined) return null;
  const laid: Laid = {};
  for (const part of text ? text.split(',') : []) {
    const [space = '', content = ''] = part.split('.');
    const what = content.replace(/p(?=\d+$)/, '+').replace(/m(?=\d+$)/, '-');
    if (!shape.spaces.some((one) => one.space === space) || space in laid || !isContent(what)) return null;
    laid[space] = what;
  }
  return laid;
}

const ABILITY = /^(?:temptation|valor|treasure|drunkenness|mead|statue|counsel|horn|treachery|gorge)?(?:[+-]\d{1,2})?$/;
const isContent = (what: string) => what !== '' && (what === OPEN || FIGURE.test(what) || (bare(what) === what && ABILITY.test(what)));

// ---- As the server reads it

export interface Place {
  act: number;
  space: string;
}

export interface Typed {
  text: string;
  places: Map<string, Place>; // of a line and a column, and of the whole line of a key
}

/** The boards with anything on them, and what the players have besides. Players are called by their numbers. */
export function typed(saga: Saga, boards: BoardShape[]): Typed {
  const lines: string[] = [];
  const places = new Map<string, Place>();
  for (const act of ACTS) {
    const laid = saga.acts[act - 1]!;
    if (Object.values(laid).some((content) => content !== OPEN)) draw(act, laid, boards[act - 1]!, lines, places);
  }
  lines.push('[saga]');
  for (let seat = 0; seat < saga.players; seat++) {
    const unused = saga.unused[seat] ?? null;
    lines.push(`${seat + 1}: treasures ${saga.cashed[seat]}${unused === null ? '' : `, unused ${unused}`}`);
  }
  return { text: lines.join('\n'), places };
}

function draw(act: number, laid: Laid, shape: BoardShape, lines: string[], places: Map<string, Place>): void {
  const by = new Map(shape.spaces.map((one) => [`${one.column} ${one.row}`, one]));
  lines.push(`[${roman(act)}]`);
  for (let row = 1; row <= shape.rows; row++) {
    let line = '';
    for (let column = 1; column <= shape.columns; column++) {
      const one = by.get(`${column} ${row}`);
      if (one) places.set(`${lines.length + 1}:${line.length + 1}`, { act, space: one.space });
      line += `${one ? cell(one, laid[one.space]) : '_'} `;
    }
    lines.push(line.trimEnd());
  }
  for (const [space, content] of Object.entries(laid)) {
    const figure = figureIn(content);
    if (!figure) continue;
    lines.push(`F${space} = ${figure.kind} (${figure.seat + 1})`);
    places.set(`${lines.length}`, { act, space });
  }
}

function cell(one: SpaceShape, content: string | undefined): string {
  if (!content) return one.gorge ? '#' : '.';
  if (content === OPEN) return '.';
  return figureIn(content) ? `F${one.space}` : content;
}

// ---- What there is to lay

export interface Choice {
  values: number[];
  abilities: string[]; // '' for none; in notation
}

/** Tiles of one sign: every value and every ability that the box has there. */
export function choice(box: PadBox, sign: number): Choice {
  const some = box.tiles.filter((one) => Math.sign(one.value) === sign);
  const values = [...new Set(some.map((one) => one.value))].sort((a, b) => Math.abs(a) - Math.abs(b));
  return { values, abilities: [...new Set(['', ...some.map((one) => bare(one.tile).replace(/[+-]\d+|:\d+/g, ''))])] };
}

/** Tiles without a value. */
export const specials = (box: PadBox) => [...new Set(box.tiles.filter((one) => !one.value).map((one) => bare(one.tile)))];
export const tileOf = (ability: string, value: number) => `${ability}${value > 0 ? '+' : ''}${value}`;
export const abilityOf = (tile: string) => readTile(tile).ability ?? '';

export function figureOn(result: ActResult | undefined, space: string | null): FigureScore | null {
  return result?.figures.find((one) => one.space === space) ?? null;
}
