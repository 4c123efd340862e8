// Short status of each seat in the current episode: its turn, its last action, its choice.
import { say } from '../../../i18n/messages.svelte';
import { shortIconName } from './names';
import type { MoveDraft } from './moveDraft.svelte';

export interface SeatStatus {
  seat: number;
  marker: number | null;
  text: string;
  now: boolean;
}

export function seatStatuses(draft: MoveDraft): SeatStatus[] {
  return draft.resolving ? byMarker(draft) : inTurn(draft);
}

function byMarker(draft: MoveDraft): SeatStatus[] {
  const { asked, order, spaces } = draft.view;
  return order.map((seat) => {
    const { choices, marker } = draft.player(seat);
    const taken = spaces.find((space) => space.taken === seat);
    const now = asked.includes(seat);
    const text = now ? say('web.legend.status.now') : taken ? shortIconName(draft.catalog, taken.icon) : choices === 1 ? say('web.legend.status.rest') : say('web.legend.status.of', { number: choices ?? 0 });
    return { seat, marker, text, now };
  });
}

function inTurn(draft: MoveDraft): SeatStatus[] {
  const { order } = draft.view;
  const current = order.findIndex((seat) => draft.view.asked.includes(seat));
  return order.map((seat, n) => {
    const now = n === current;
    return { seat, marker: null, now, text: now ? say('web.legend.status.now') : (lastActionText(draft, seat) ?? say(current >= 0 && n < current ? 'web.legend.status.past' : 'web.legend.status.later')) };
  });
}

function lastActionText(draft: MoveDraft, seat: number): string | null {
  let text: string | null = null;
  for (const entry of draft.episodeEntries) {
    for (const event of entry.events) {
      if (event.is === 'risk-over' && event.seat === seat) text = event.matches.length ? say('web.legend.status.kept', { number: event.matches.length }) : say('web.legend.status.none');
    }
    if (entry.seat !== seat) continue;
    if (entry.action === 'decline') text = say('web.legend.status.declined');
    else if (entry.action === 'done') text = say('web.legend.status.gave');
    else if (entry.action === 'heal scratches') text = shortIconName(draft.catalog, 'heal');
    else if (entry.question === 'select' && entry.action.startsWith('take ')) text = shortIconName(draft.catalog, entry.action.slice(5));
  }
  return text;
}
