// Names of pieces and spaces, for buttons, panels and screen readers.
import { say } from '../../../i18n/messages.svelte';
import { signed } from '../../../i18n/numbers';
import type { Piece } from './box';
import { withoutAct, parseTile, roman } from './notation';

export function tileName(tile: string): string {
  const { act, ability, value, cash } = parseTile(tile);
  const behind = value ? ` ${signed(value)}` : '';
  const name = !ability
    ? say('movie.tile.none', { value: signed(value) })
    : cash !== null
      ? say('movie.tile.treasure', { value: behind, cash })
      : say(`movie.tile.${ability}${ability === 'treasure' ? '-alone' : ''}`, { value: behind }); // a Treasure on a score pad
  return act ? say('movie.tile.of-act', { tile: name, act: roman(act) }) : name;
}

/** Return the short name for buttons: without the cash value of a Treasure, and without the act. */
export function shortTileName(tile: string): string {
  const { ability, value, cash } = parseTile(tile);
  return cash === null ? tileName(withoutAct(tile)) : say(`movie.tile.${ability}-alone`, { value: value ? ` ${signed(value)}` : '' });
}

export function figureName(kind: string): string {
  return say(`movie.figure.${kind}`);
}

/** Capitalise the first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function pieceName(piece: Piece, who: (seat: number) => string, me: number | null = null): string {
  if (piece.tile !== undefined) return say('web.movie.space.tile', { tile: tileName(piece.tile) });
  const figure = figureName(piece.figure.kind);
  return piece.figure.seat === me ? say('web.movie.space.own', { figure }) : say('web.movie.space.figure', { figure, who: who(piece.figure.seat) });
}
