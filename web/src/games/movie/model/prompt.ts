// What the table says while somebody chooses: the prompt, the hint, the name of the main button.
import { say } from '../lib/speech.svelte';
import { nameOf } from '../lib/seats';
import { inWords } from '../lib/heard.svelte';
import type { MovieView, Sentence } from '../protocol';
import { capital, figureName, shortName, tileName } from './naming';
import { isKind, readMove, readTile } from './notation';
import type { Turn } from './turn.svelte';

/** How a seat is called beside its figures. */
export function whoIs(turn: Turn, seat: number): string {
  return seat === turn.me ? say('web.movie.you') : nameOf(turn.live.shown?.table, seat);
}

/** Which ability is being carried out removes what. */
function removed(turn: Turn): string {
  const space = turn.view?.placed;
  const tile = turn.view?.tiles.find((one) => one.space === space)?.tile;
  return tile && readTile(tile).ability === 'valor' ? 'temptation' : 'valor';
}

/** The question in a sentence, as the terminal asks it too. */
export function promptOf(turn: Turn, view: MovieView): string {
  if (view.question === 'over') return say('movie.ask.over');
  const asked = view.asked[0];
  if (!turn.mine || asked === undefined || asked < 0) {
    return say('movie.ask.wait', { seat: Math.max(asked ?? 0, 0) + 1 }, (seat) => nameOf(turn.live.shown?.table, seat - 1));
  }
  switch (view.question) {
    case 'turn': return say(`movie.ask.turn${turnKind(turn)}`);
    case 'swap': return say(turn.from === null ? 'movie.ask.swap' : 'movie.ask.swap-with');
    case 'remove': return say('movie.ask.remove', { what: removed(turn) });
    default: return say(`movie.ask.${view.question}`);
  }
}

function turnKind(turn: Turn): string {
  const figure = turn.moves.some((move) => move.is === 'figure');
  const tile = turn.moves.some((move) => move.is === 'tile' || move.is === 'cash' || move.is === 'counsel');
  if (turn.canDraw) return figure ? '' : '-draw';
  return tile ? (figure ? '-without-pool' : '-tile') : '-figure';
}

/** What to do next, and what is worth knowing there. */
export function hintOf(turn: Turn): string {
  const { chosen, question } = turn;
  if (question === 'remove') return say('web.movie.hint.remove', { what: removed(turn) });
  if (question === 'swap') return say(turn.from === null ? 'web.movie.hint.swap' : 'web.movie.hint.swap-with');
  if (question === 'swap-with') return say('web.movie.hint.swap-with');
  if (question === 'fill') return say('web.movie.fill-note', { have: turn.view!.hand.length, full: turn.box.hand });
  if (chosen === 'draw') return say('web.movie.draw-note', { count: turn.view!.pool });
  if (turn.counsel) return say(turn.from === null ? 'web.movie.hint.counsel' : 'web.movie.hint.counsel-where');
  if (chosen !== null && isKind(chosen)) return say('web.movie.hint.ghosts', { kind: chosen });
  if (turn.cash !== null) return say('web.movie.hint.treasure');
  const ability = chosen === null ? null : turn.ability(chosen);
  if (ability === 'drunkenness') return say('web.movie.hint.drunkenness');
  if (ability === 'treachery') return say('web.movie.hint.hatched');
  if (chosen !== null) return say('web.movie.hint.place');
  if (question === 'play') return say('web.movie.tray.drawn');
  return say(question === 'turn' && turnKind(turn) === '' ? 'web.movie.hint.turn' : 'web.movie.hint.wait');
}

/** What the main button does, by name. */
export function deed(turn: Turn): string | null {
  return turn.actions ? deedOf(turn, turn.actions) : null;
}

/** An answer in words. */
export function deedOf(turn: Turn, actions: string[]): string {
  const move = readMove(actions.at(-1)!);
  switch (move.is) {
    case 'figure': return say('web.movie.do.figure', { kind: move.piece, space: move.space });
    case 'tile': {
      const taken = turn.view!.tiles.some((one) => one.space === move.space);
      return taken ? say('web.movie.do.instead', { space: move.space }) : say('web.movie.do.tile', { tile: shortName(move.piece), space: move.space });
    }
    case 'cash': return say('web.movie.do.cash', { cash: readTile(move.piece).cash ?? 0 });
    case 'counsel': return say('web.movie.do.counsel', { space: move.space });
    case 'remove': {
      const tile = turn.view!.tiles.find((one) => one.space === move.space)?.tile ?? '';
      return say('web.movie.do.remove', { tile: shortName(tile), space: move.space });
    }
    case 'with':
    case 'swap': {
      const first = actions.length > 1 ? actions[0]!.replace('swap ', '') : (turn.view!.chosen ?? '');
      return say('web.movie.do.swap', { first, second: move.space });
    }
    case 'draw': return say('web.movie.draw-tile');
    case 'pass': return say('web.movie.pass');
    case 'fill': return say('web.movie.fill');
    case 'keep': return say('web.movie.keep-hand');
  }
}

// Term by term: the sheet has it. The first half of a swap: the second names both tiles.
const UNSPOKEN = /^movie\.(score\.|change\.(before|after)$|does\.swap$)/;

/** What is read out: each thing once, and without the arithmetic, which is there for who asks for it. */
export function spoken(turn: Turn, told: Sentence[][]): string {
  const brief = told.map((one) => one.filter(({ key }) => !UNSPOKEN.test(key)));
  return clear(inWords(brief, turn.live.names));
}

/** Behind how many paragraphs of the tale the last act that is over has been told. */
export function afterAct(told: Sentence[][]): number {
  return told.findLastIndex(([first]) => first?.key === 'movie.act.player') + 1;
}

/** Signs as words. */
export function clear(text: string): string {
  return text.replaceAll(' → ', ` ${say('web.movie.heard.becomes')} `);
}

/** How a step back is called. */
export function retreat(turn: Turn): string {
  if (turn.from !== null) return say(turn.swapping ? 'web.movie.step.first-again' : 'web.movie.step.other-figure');
  return say('web.movie.cancel');
}

export function keepWords(turn: Turn): string {
  const { question } = turn;
  return say(question === 'remove' ? 'web.movie.keep-remove' : question === 'swap' ? 'web.movie.keep-swap' : 'web.movie.keep-hand');
}

/** What is taken up and where it is held: the title of the panel. */
export function titleOf(turn: Turn): string | null {
  const { chosen, aim } = turn;
  if (chosen === 'draw') return say('web.movie.draw-tile');
  if (chosen !== null) {
    const name = capital(isKind(chosen) ? figureName(chosen) : tileName(chosen));
    if (aim === null || turn.counsel) return name;
    return isKind(chosen) ? say('web.movie.title.figure', { figure: name, space: aim }) : say('web.movie.title.tile', { tile: capital(shortName(chosen)), space: aim });
  }
  const placed = turn.mine ? turn.view?.tiles.find((one) => one.space === turn.view?.placed)?.tile : undefined;
  return placed ? capital(tileName(placed)) : null;
}
