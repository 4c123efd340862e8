// Which buttons stand beside the hand: the main one names the act, the others are its alternatives.
import { say } from '../lib/speech.svelte';
import { actionName, listed, pieceName, shortIcon, cardName, upper } from './names';
import type { Play } from './play.svelte';

export interface Act {
  label: string;
  icon?: string;
  actions: string[]; // what it says
  weighty?: boolean; // waits for a second tap
  disabled?: boolean;
}
export interface Acts {
  main: Act | null;
  others: Act[];
}

const none: Acts = { main: null, others: [] };

export function actsOf(play: Play): Acts {
  if (!play.mine) return none;
  const { legal, view } = play;
  if (play.verb) return ofASet(play, play.verb);
  if (view.question === 'risk') {
    return {
      main: bare(play, 'risk', { label: riskName(play), icon: 'risk' }),
      others: others(play, ['decline']),
    };
  }
  const escape = legal.filter((action) => action === 'give up' || action === 'decline');
  const main = play.chosen ? { label: chosenName(play, play.chosen), icon: play.chosen === 'risk' ? 'risk' : undefined, actions: [play.chosen] } : null;
  return { main: main ?? { label: say(`web.legend.choose.${view.question}`), actions: [], disabled: true }, others: others(play, escape) };
}

function riskName(play: Play): string {
  const cards = play.asker.get('odds')?.risk?.cards ?? 2;
  return say('web.legend.do.risk-cards', { cards });
}

function bare(play: Play, action: string, more: Partial<Act>): Act | null {
  return play.legal.includes(action) ? { label: actionName(play.book, action), actions: [action], ...more } : null;
}

function others(play: Play, actions: string[]): Act[] {
  return actions.filter((action) => play.legal.includes(action)).map((action) => {
    if (action !== 'give up') return { label: actionName(play.book, action), actions: [action] };
    return { label: giveUp(play), actions: [action], weighty: true };
  });
}

function giveUp(play: Play): string {
  const own = play.me === null ? null : play.player(play.me);
  if (play.view.question === 'show') {
    return own?.total ? say('web.legend.do.give-up-back', { total: own.total }) : say('web.legend.do.give-up');
  }
  const marker = play.view.players.filter((player) => player.still_in).length;
  return say('web.legend.do.give-up-marker', { marker });
}

function chosenName(play: Play, action: string): string {
  if (action === 'risk') return riskName(play);
  const icon = /^take (.+)$/.exec(action)?.[1];
  if (icon && play.view.question !== 'take-card') return say('web.legend.do.take', { thing: shortIcon(play.book, icon) });
  const used = /^use (\w+)$/.exec(action)?.[1];
  if (used) return say('web.legend.do.use', { thing: upper(cardName(play.book, used)) });
  return actionName(play.book, action);
}

function ofASet(play: Play, verb: string): Acts {
  const names = listed(play.book.sorted(play.staged.map((piece) => piece.face)).map((face) => pieceName(play.book, face)));
  const main: Act = {
    label: say(`web.legend.set.${verb}`, { things: names, number: play.staged.length }),
    icon: verb === 'bid' ? 'seal' : undefined,
    actions: [...play.set, 'done'],
    disabled: !play.staged.length || !play.complete,
  };
  if (verb === 'bid' && !play.staged.length) {
    return { main, others: [{ label: say('web.legend.set.nothing'), actions: ['done'], weighty: true }] };
  }
  return { main, others: others(play, ['decline']) };
}
