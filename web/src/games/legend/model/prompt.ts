// What is asked now, in one sentence for the header.
import { inTurn, knows, say } from '../lib/speech.svelte';
import { cardName, iconName, several } from './names';
import type { Play } from './play.svelte';

export function promptOf(play: Play): string {
  const { view } = play;
  if (play.held) return say('web.legend.ask.shown', { kind: play.episode.kind.split(' ')[1] ?? 'bids' });
  if (view.question === 'over') return say('legend.ask.over');
  if (!play.mine) return waiting(play);
  const own = play.me === null ? null : play.player(play.me);
  const missing = Math.max(0, view.high - (own?.total ?? 0));
  const key = `web.legend.ask.${view.question}`;
  if (!knows(key)) return say('web.legend.ask.other');
  return say(key, {
    missing, total: view.high, free: view.spaces.filter((space) => space.taken === null).length, marker: own?.marker ?? 0,
    icon: view.icon ? iconName(play.book, view.icon) : '', card: special(play),
  });
}

/** The same for who listens, with what there is to take. */
export function callOf(play: Play): string {
  const prompt = promptOf(play);
  const things = play.mine ? offered(play) : [];
  return things.length ? say('web.legend.heard.options', { prompt, things: inTurn(things) }) : prompt;
}

const TAKES = new Set(['take-space', 'take-card', 'select']);

function offered(play: Play): string[] {
  if (!TAKES.has(play.view.question)) return [];
  return play.legal.filter((action) => action !== 'decline').map((action) => thingOf(play, /^take (.+)$/.exec(action)?.[1]));
}

/** A thing to take, with how many of it lie there. */
function thingOf({ book, view }: Play, thing: string | undefined): string {
  if (!thing) return `${iconName(book, 'heal')} (${say('web.legend.all-scratches')})`; // a thing among things
  if (book.names.has(thing)) return several(cardName(book, thing), view.turned.find(([face]) => face === thing)?.[1]);
  const free = view.spaces.filter(({ icon, taken }) => icon === thing && taken === null);
  return several(iconName(book, thing), free.length);
}

function special(play: Play): string {
  const card = play.legal.map((action) => /^use (\w+)$/.exec(action)?.[1]).find(Boolean);
  return card ? cardName(play.book, card) : '';
}

function waiting(play: Play): string {
  const asked = play.view.asked.filter((seat) => seat >= 0 && seat !== play.me);
  if (play.live.shown?.table.status === 'ended') return say('web.legend.ask.ended');
  if (!asked.length) return say('web.legend.ask.soon');
  if (asked.length > 1) return say('web.legend.ask.bids', { number: asked.length });
  return say('web.legend.ask.wait', { player: play.who(asked[0]!) });
}
