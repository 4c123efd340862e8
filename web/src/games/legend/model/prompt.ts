// The open question as a sentence for the header.
import { joinParts, hasMessage, say } from '../../../i18n/messages.svelte';
import { cardName, iconName, withCount } from './names';
import type { MoveDraft } from './moveDraft.svelte';

export function promptOf(draft: MoveDraft): string {
  const { view } = draft;
  if (draft.reveal) return say('web.legend.ask.shown', { kind: draft.episode.kind.split(' ')[1] ?? 'bids' });
  if (view.question === 'over') return say('legend.ask.over');
  if (!draft.myTurn) return waitingPrompt(draft);
  const own = draft.me === null ? null : draft.player(draft.me);
  const key = `web.legend.ask.${view.question}`;
  if (!hasMessage(key)) return say('web.legend.ask.other');
  return say(key, {
    missing: own?.missing ?? 0, total: view.high, free: view.spaces.filter((space) => space.taken === null).length, marker: own?.marker ?? 0,
    icon: view.icon ? iconName(draft.catalog, view.icon) : '', card: specialCard(draft),
  });
}

/** Return the prompt to announce, with the options to take. */
export function spokenPrompt(draft: MoveDraft): string {
  const prompt = promptOf(draft);
  const things = draft.myTurn ? optionNames(draft) : [];
  return things.length ? say('web.legend.heard.options', { prompt, things: joinParts(things) }) : prompt;
}

const TAKES = new Set(['take-space', 'take-card', 'select']);

function optionNames(draft: MoveDraft): string[] {
  if (!TAKES.has(draft.view.question)) return [];
  return draft.legal.filter((action) => action !== 'decline').map((action) => optionName(draft, /^take (.+)$/.exec(action)?.[1]));
}

/** Return an option with its count. */
function optionName({ catalog, view }: MoveDraft, thing: string | undefined): string {
  if (!thing) return `${iconName(catalog, 'heal')} (${say('web.legend.all-scratches')})`; // healing, as an option among others
  if (catalog.names.has(thing)) return withCount(cardName(catalog, thing), view.turned.find(([face]) => face === thing)?.[1]);
  const free = view.spaces.filter(({ icon, taken }) => icon === thing && taken === null);
  return withCount(iconName(catalog, thing), free.length);
}

function specialCard(draft: MoveDraft): string {
  const card = draft.legal.map((action) => /^use (\w+)$/.exec(action)?.[1]).find(Boolean);
  return card ? cardName(draft.catalog, card) : '';
}

function waitingPrompt(draft: MoveDraft): string {
  const waitingFor = draft.view.asked.filter((seat) => seat >= 0 && seat !== draft.me);
  if (draft.live.shown?.table.status === 'ended') return say('web.legend.ask.ended');
  if (!waitingFor.length) return say('web.legend.ask.soon');
  if (waitingFor.length > 1) return say('web.legend.ask.bids', { number: waitingFor.length });
  return say('web.legend.ask.wait', { player: draft.who(waitingFor[0]!) });
}
