// Pieces and spaces in words, for buttons, panels and whoever does not see the board.
import { say } from '../lib/speech.svelte';
import { signed } from '../pieces/pen';
import type { Piece } from './data';
import { bare, readTile, roman } from './notation';

export function tileName(tile: string): string {
  const { act, ability, value, cash } = readTile(tile);
  const behind = value ? ` ${signed(value)}` : '';
  const name = !ability
    ? say('movie.tile.none', { value: signed(value) })
    : cash !== null
      ? say('movie.tile.treasure', { value: behind, cash })
      : say(`movie.tile.${ability}${ability === 'treasure' ? '-alone' : ''}`, { value: behind }); // a Treasure on a score pad
  return act ? say('movie.tile.of-act', { tile: name, act: roman(act) }) : name;
}

/** The short name, for buttons: without what a Treasure is worth, and its act. */
export function shortName(tile: string): string {
  const { ability, value, cash } = readTile(tile);
  return cash === null ? tileName(bare(tile)) : say(`movie.tile.${ability}-alone`, { value: value ? ` ${signed(value)}` : '' });
}

export function figureName(kind: string): string {
  return say(`movie.figure.${kind}`);
}

/** As the beginning of a title. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function pieceName(piece: Piece, who: (seat: number) => string, me: number | null = null): string {
  if (piece.tile !== undefined) return say('web.movie.space.tile', { tile: tileName(piece.tile) });
  const figure = figureName(piece.figure.kind);
  return piece.figure.seat === me ? say('web.movie.space.own', { figure }) : say('web.movie.space.figure', { figure, who: who(piece.figure.seat) });
}
