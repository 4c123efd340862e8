// State of the Movie's score pad, encoded as a short text for links and as the text that `heorot score` reads. The server
// scores it.
import { escaped, names, number } from '../../../pages/pad/scorePad.svelte';
import type { MovieTypedScoreAnswer } from '../../../protocol';
import type { ActResult, FigureScore } from '../model/answers';
import type { BoardShape, Box, Pieces, SpaceShape } from '../model/box';
import { withoutAct, parseTile, roman } from '../model/notation';
import { figurePiece, tilePiece } from '../model/boardScene';

export const OPEN = 'open'; // a printed Gorge that is not on the owner's board

/** Content of each space: a tile in notation, `2thane` for a figure of the second player, or OPEN. */
export type Laid = Record<string, string>;

export interface PadState {
  players: number;
  names: string[];
  acts: Laid[];
  cashed: number[];
  unused: (number | null)[]; // null: as the server counts them
}

export type PadBox = Box;
export type ScoreAnswer = MovieTypedScoreAnswer;

/** Return a pad with empty boards and room for the most players. */
export function emptyPad({ boards, players: [, most] }: PadBox): PadState {
  return { players: 3, names: Array(most).fill(''), acts: boards.map(() => ({})), cashed: Array(most).fill(0), unused: Array(most).fill(null) };
}

// ---- Board

const FIGURE = /^(\d)([a-z]+)$/;

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

/** Return the owner's board: a printed Gorge is there unless the pad has something else. */
export function shapeOf(shape: BoardShape, laid: Laid): BoardShape {
  return { ...shape, spaces: shape.spaces.map((space) => (space.gorge && laid[space.space] ? { ...space, gorge: false } : space)) };
}

export function openSpaces(shape: BoardShape, laid: Laid): SpaceShape[] {
  return shape.spaces.filter((space) => (laid[space.space] ? laid[space.space] === OPEN : !space.gorge));
}

/** Return the number of spaces to fill. */
export function toFill(shape: BoardShape, laid: Laid): number {
  return shapeOf(shape, laid).spaces.filter((space) => !space.gorge).length;
}

/** Return the next open space in reading order, wrapping at the end. */
export function nextOpen(shape: BoardShape, laid: Laid, from: string | null): string | null {
  const open = new Set(openSpaces(shape, laid).map((space) => space.space));
  const at = shape.spaces.findIndex((space) => space.space === from);
  const order = [...shape.spaces.slice(at + 1), ...shape.spaces.slice(0, at + 1)];
  return order.find((space) => open.has(space.space))?.space ?? null;
}

// ---- Link: 1~3~Anna,,,~a1.1beowulf,b1.p4~~~14,9,0,0~,3,,

export function encode(saga: PadState): string {
  const acts = saga.acts.map((laid) => Object.entries(laid).map(([space, content]) => `${space}.${content.replace('+', 'p').replace('-', 'm')}`).join(','));
  return ['1', saga.players, saga.names.map(escaped).join(','), ...acts, saga.cashed.join(','), saga.unused.map((count) => count ?? '').join(',')].join('~');
}

export function decode(text: string, box: PadBox): PadState | null {
  const [version, players, called, ...parts] = text.split('~');
  const [cashed, unused, ...more] = parts.slice(box.boards.length);
  const most = box.players[1];
  const seats = number(players, most);
  const all = names(called ?? '', most);
  const isContent = contentTest(box);
  const acts = box.boards.map((board, n) => readAct(parts[n], board, isContent));
  const points = (cashed ?? '').split(',').map((part) => number(part));
  const diamonds = (unused ?? '').split(',').map((part) => (part === '' ? '' : number(part)));
  if (version !== '1' || more.length || seats === null || seats < box.players[0] || !all || acts.includes(null)) return null;
  if (points.length !== most || points.includes(null) || diamonds.length !== most || diamonds.includes(null)) return null;
  return { players: seats, names: all, acts: acts as Laid[], cashed: points as number[], unused: diamonds.map((count) => (count === '' ? null : count)) };
}

function readAct(text: string | undefined, shape: BoardShape, isContent: (what: string) => boolean): Laid | null {
  if (text === undefined) return null;
  const laid: Laid = {};
  for (const part of text ? text.split(',') : []) {
    const [space = '', content = ''] = part.split('.');
    const what = content.replace(/p(?=\d+$)/, '+').replace(/m(?=\d+$)/, '-');
    if (!shape.spaces.some((other) => other.space === space) || space in laid || !isContent(what)) return null;
    laid[space] = what;
  }
  return laid;
}

/** Return a test for pieces of the box: figures of a player, and tiles with any value. */
function contentTest(box: PadBox): (what: string) => boolean {
  const abilities = new Set(box.tiles.map((tile) => abilityWord(tile.tile)));
  return (what) => {
    const figure = figureIn(what);
    if (figure) return figure.seat >= 0 && figure.seat < box.players[1] && box.figures.some(({ kind }) => kind === figure.kind);
    const tile = /^([a-z]*)(?:[+-]\d{1,2})?$/.exec(what);
    return what === OPEN || (what !== '' && tile !== null && abilities.has(tile[1]!));
  };
}

// ---- Text for the server

export interface Place {
  act: number;
  space: string;
}

export interface ScoreText {
  text: string;
  places: Map<string, Place>; // by line and column, and by the line of a key
}

/** Return the boards that are not empty, and the players' other values. Players are numbered. */
export function toScoreText(saga: PadState, boards: BoardShape[]): ScoreText {
  const lines: string[] = [];
  const places = new Map<string, Place>();
  for (const shape of boards) {
    const laid = saga.acts[shape.act - 1]!;
    if (Object.values(laid).some((content) => content !== OPEN)) draw(shape.act, laid, shape, lines, places);
  }
  lines.push('[saga]');
  for (let seat = 0; seat < saga.players; seat++) {
    const unused = saga.unused[seat] ?? null;
    lines.push(`${seat + 1}: treasures ${saga.cashed[seat]}${unused === null ? '' : `, unused ${unused}`}`);
  }
  return { text: lines.join('\n'), places };
}

function draw(act: number, laid: Laid, shape: BoardShape, lines: string[], places: Map<string, Place>): void {
  const by = new Map(shape.spaces.map((space) => [`${space.column} ${space.row}`, space]));
  lines.push(`[${roman(act)}]`);
  for (let row = 1; row <= shape.rows; row++) {
    let line = '';
    for (let column = 1; column <= shape.columns; column++) {
      const space = by.get(`${column} ${row}`);
      if (space) places.set(`${lines.length + 1}:${line.length + 1}`, { act, space: space.space });
      line += `${space ? cell(space, laid[space.space]) : '_'} `;
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

function cell(space: SpaceShape, content: string | undefined): string {
  if (!content) return space.gorge ? '#' : '.';
  if (content === OPEN) return '.';
  return figureIn(content) ? `F${space.space}` : content;
}

// ---- Palette

export interface Choice {
  values: number[];
  abilities: string[]; // '' for none; in notation
}

/** Return the values and abilities of the box's tiles of one sign. */
export function choice(box: PadBox, sign: number): Choice {
  const some = box.tiles.filter((tile) => Math.sign(tile.value) === sign);
  const values = [...new Set(some.map((tile) => tile.value))].sort((a, b) => Math.abs(a) - Math.abs(b));
  return { values, abilities: [...new Set(['', ...some.map((tile) => abilityWord(tile.tile))])] };
}

/** Return the ability of a tile in notation; '' for none. */
const abilityWord = (tile: string) => withoutAct(tile).replace(/[+-]\d+|:\d+/g, '');

/** Return the tiles without a value. */
export const specials = (box: PadBox) => [...new Set(box.tiles.filter((tile) => !tile.value).map((tile) => withoutAct(tile.tile)))];
export const tileOf = (ability: string, value: number) => `${ability}${value > 0 ? '+' : ''}${value}`;
export const abilityOf = (tile: string) => parseTile(tile).ability ?? '';

export function figureOn(result: ActResult | undefined, space: string | null): FigureScore | null {
  return result?.figures.find((figure) => figure.space === space) ?? null;
}
