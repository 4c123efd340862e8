// Buttons beside the hand: the main one names the action, others are alternatives.
import { say } from '../../../i18n/messages.svelte';
import { actionName, listWithCounts, pieceName, shortIconName, cardName, capitalize } from './names';
import type { MoveDraft } from './moveDraft.svelte';

export interface ActionButton {
  label: string;
  icon?: string;
  actions: string[]; // actions to send
  weighty?: boolean; // needs a second tap
  disabled?: boolean;
}
export interface ActionButtons {
  main: ActionButton | null;
  others: ActionButton[];
}

const none: ActionButtons = { main: null, others: [] };

export function actionButtons(draft: MoveDraft): ActionButtons {
  if (!draft.myTurn) return none;
  const { legal, view } = draft;
  if (draft.setVerb) return ofASet(draft, draft.setVerb);
  if (view.question === 'risk') {
    return {
      main: bare(draft, 'risk', { label: riskName(draft), icon: 'risk' }),
      others: others(draft, ['decline']),
    };
  }
  const escape = legal.filter((action) => action === 'give up' || action === 'decline');
  const main = draft.chosen ? { label: chosenName(draft, draft.chosen), icon: draft.chosen === 'risk' ? 'risk' : undefined, actions: [draft.chosen] } : null;
  return { main: main ?? { label: say(`web.legend.choose.${view.question}`), actions: [], disabled: true }, others: others(draft, escape) };
}

function riskName(draft: MoveDraft): string {
  const cards = draft.queries.get('odds')?.risk?.cards ?? 2; // until the odds are there
  return say('web.legend.do.risk-cards', { cards });
}

function bare(draft: MoveDraft, action: string, more: Partial<ActionButton>): ActionButton | null {
  return draft.legal.includes(action) ? { label: actionName(draft.catalog, action), actions: [action], ...more } : null;
}

function others(draft: MoveDraft, actions: string[]): ActionButton[] {
  return actions.filter((action) => draft.legal.includes(action)).map((action) => {
    if (action !== 'give up') return { label: actionName(draft.catalog, action), actions: [action] };
    return { label: giveUp(draft), actions: [action], weighty: true };
  });
}

function giveUp(draft: MoveDraft): string {
  const own = draft.me === null ? null : draft.player(draft.me);
  if (draft.view.question === 'show') {
    return own?.total ? say('web.legend.do.give-up-back', { total: own.total }) : say('web.legend.do.give-up');
  }
  return say('web.legend.do.give-up-marker', { marker: draft.view.next_marker ?? 0 });
}

function chosenName(draft: MoveDraft, action: string): string {
  if (action === 'risk') return riskName(draft);
  const icon = /^take (.+)$/.exec(action)?.[1];
  if (icon && draft.view.question !== 'take-card') return say('web.legend.do.take', { thing: shortIconName(draft.catalog, icon) });
  const used = /^use (\w+)$/.exec(action)?.[1];
  if (used) return say('web.legend.do.use', { thing: capitalize(cardName(draft.catalog, used)) });
  return actionName(draft.catalog, action);
}

function ofASet(draft: MoveDraft, verb: string): ActionButtons {
  const names = listWithCounts(draft.stagedFaces.map((face) => pieceName(draft.catalog, face)));
  const main: ActionButton = {
    label: say(`web.legend.set.${verb}`, { things: names, number: draft.staged.length }),
    icon: verb === 'bid' ? 'seal' : undefined,
    actions: [...draft.setActions, 'done'],
    disabled: !draft.staged.length || !draft.setComplete,
  };
  if (verb === 'bid' && !draft.staged.length) {
    return { main, others: [{ label: say('web.legend.set.nothing'), actions: ['done'], weighty: true }] };
  }
  return { main, others: others(draft, ['decline']) };
}
