// Texts while a player composes a move: prompt, hint, button labels.
import { paragraphsText, say } from '../../../i18n/messages.svelte';
import { seatName } from '../../../i18n/seatNames';
import type { MovieView, Sentence } from '../../../protocol';
import { capitalize, figureName, shortTileName, tileName } from './names';
import { isFigureKind, parseMove, parseTile } from './notation';
import type { MoveDraft } from './moveDraft.svelte';

/** Return the label of a seat beside its figures. */
export function seatLabel(draft: MoveDraft, seat: number): string {
  return seat === draft.me ? say('web.movie.you') : seatName(draft.live.shown?.table, seat);
}

/** Return the ability of the tiles that may be removed. */
function removableAbility(draft: MoveDraft): string {
  const space = draft.moves.flatMap((move) => (move.is === 'remove' ? [move.space] : []))[0];
  return parseTile(draft.view?.tiles.find((tile) => tile.space === space)?.tile ?? '').ability ?? '';
}

/** Return the question as a sentence, the same as in the terminal. */
export function promptOf(draft: MoveDraft, view: MovieView): string {
  if (view.question === 'over') return say('movie.ask.over');
  const seat = view.asked[0];
  if (!draft.myTurn || seat === undefined || seat < 0) {
    return say('movie.ask.wait', { seat: Math.max(seat ?? 0, 0) + 1 }, (number) => seatName(draft.live.shown?.table, number - 1));
  }
  switch (view.question) {
    case 'turn': return say(`movie.ask.turn${turnKind(draft)}`);
    case 'swap': return say(draft.from === null ? 'movie.ask.swap' : 'movie.ask.swap-with');
    case 'remove': return say('movie.ask.remove', { what: removableAbility(draft) });
    default: return say(`movie.ask.${view.question}`);
  }
}

function turnKind(draft: MoveDraft): string {
  const figure = draft.moves.some((move) => move.is === 'figure');
  const tile = draft.moves.some((move) => move.is === 'tile' || move.is === 'cash' || move.is === 'counsel');
  if (draft.canDraw) return figure ? '' : '-draw';
  return tile ? (figure ? '-without-pool' : '-tile') : '-figure';
}

/** Return a hint for the next step. */
export function hintOf(draft: MoveDraft): string {
  const { chosen, question } = draft;
  if (question === 'remove') return say('web.movie.hint.remove', { what: removableAbility(draft) });
  if (question === 'swap') return say(draft.from === null ? 'web.movie.hint.swap' : 'web.movie.hint.swap-with');
  if (question === 'swap-with') return say('web.movie.hint.swap-with');
  if (question === 'fill') return say('web.movie.fill-note', { have: draft.view!.hand.length, full: draft.box.hand });
  if (chosen === 'draw') return say('web.movie.draw-note', { count: draft.view!.pool });
  if (draft.counsel) return say(draft.from === null ? 'web.movie.hint.counsel' : 'web.movie.hint.counsel-where');
  if (chosen !== null && isFigureKind(chosen)) return say('web.movie.hint.ghosts', { kind: chosen });
  if (draft.cash !== null) return say('web.movie.hint.treasure');
  const ability = chosen === null ? null : draft.ability(chosen);
  if (ability === 'drunkenness') return say('web.movie.hint.drunkenness');
  if (ability === 'treachery') return say('web.movie.hint.hatched');
  if (chosen !== null) return say('web.movie.hint.place');
  if (question === 'play') return say('web.movie.tray.drawn');
  return say(question === 'turn' && turnKind(draft) === '' ? 'web.movie.hint.turn' : 'web.movie.hint.wait');
}

/** Return the label of the main button. */
export function mainActionLabel(draft: MoveDraft): string | null {
  return draft.actions ? actionLabel(draft, draft.actions) : null;
}

/** Return an action in words. */
export function actionLabel(draft: MoveDraft, actions: string[]): string {
  const move = parseMove(actions.at(-1)!);
  switch (move.is) {
    case 'figure': return say('web.movie.do.figure', { kind: move.piece, space: move.space });
    case 'tile': {
      const taken = draft.view!.tiles.some((tile) => tile.space === move.space);
      return taken ? say('web.movie.do.instead', { space: move.space }) : say('web.movie.do.tile', { tile: shortTileName(move.piece), space: move.space });
    }
    case 'cash': return say('web.movie.do.cash', { cash: parseTile(move.piece).cash ?? 0 });
    case 'counsel': return say('web.movie.do.counsel', { space: move.space });
    case 'remove': {
      const tile = draft.view!.tiles.find((placed) => placed.space === move.space)?.tile ?? '';
      return say('web.movie.do.remove', { tile: shortTileName(tile), space: move.space });
    }
    case 'with':
    case 'swap': {
      const first = actions.length > 1 ? actions[0]!.replace('swap ', '') : (draft.view!.chosen ?? '');
      return say('web.movie.do.swap', { first, second: move.space });
    }
    case 'draw': return say('web.movie.draw-tile');
    case 'pass': return say('web.movie.pass');
    case 'fill': return say('web.movie.fill');
    case 'keep': return say('web.movie.keep-hand');
  }
}

// Terms are on the score sheet, and the second half of a swap names both tiles.
const UNSPOKEN = /^movie\.(score\.|change\.(before|after)$|does\.swap$)/;

/** Return the text to announce: each fact once, without the arithmetic, which is available on demand. */
export function spokenText(draft: MoveDraft, paragraphs: Sentence[][]): string {
  const brief = paragraphs.map((paragraph) => paragraph.filter(({ key }) => !UNSPOKEN.test(key)));
  return spellSigns(paragraphsText(brief, draft.live.names));
}

/** Return the number of paragraphs up to the result of the last finished act. */
export function paragraphsUpToAct(paragraphs: Sentence[][]): number {
  return paragraphs.findLastIndex(([first]) => first?.key === 'movie.act.player') + 1;
}

/** Spell out signs. */
export function spellSigns(text: string): string {
  return text.replaceAll(' → ', ` ${say('web.movie.heard.becomes')} `);
}

/** Return the label of the back button. */
export function backLabel(draft: MoveDraft): string {
  if (draft.from !== null) return say(draft.swapping ? 'web.movie.step.first-again' : 'web.movie.step.other-figure');
  return say('web.movie.cancel');
}

export function keepLabel(draft: MoveDraft): string {
  const { question } = draft;
  return say(question === 'remove' ? 'web.movie.keep-remove' : question === 'swap' ? 'web.movie.keep-swap' : 'web.movie.keep-hand');
}

/** Return the title of the panel: the piece and its target. */
export function panelTitle(draft: MoveDraft): string | null {
  const { chosen, aim } = draft;
  if (chosen === 'draw') return say('web.movie.draw-tile');
  if (chosen !== null) {
    const name = capitalize(isFigureKind(chosen) ? figureName(chosen) : tileName(chosen));
    if (aim === null || draft.counsel) return name;
    return isFigureKind(chosen) ? say('web.movie.title.figure', { figure: name, space: aim }) : say('web.movie.title.tile', { tile: capitalize(shortTileName(chosen)), space: aim });
  }
  const placed = draft.myTurn ? draft.view?.tiles.find((tile) => tile.space === draft.view?.placed)?.tile : undefined;
  return placed ? capitalize(tileName(placed)) : null;
}
