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
  const order = [...draft.view.players].sort((a, b) => a.marker! - b.marker!);
  const free = draft.view.spaces.filter((space) => space.taken === null).length;
  const current = order.findIndex((player) => draft.view.asked.includes(player.seat));
  return order.map((player, n) => {
    const taken = draft.view.spaces.find((space) => space.taken === player.seat);
    const now = n === current;
    const text = now ? say('web.legend.status.now') : taken ? shortIconName(draft.catalog, taken.icon) : n === order.length - 1 ? say('web.legend.status.rest') : say('web.legend.status.of', { number: free - Math.max(0, n - current) });
    return { seat: player.seat, marker: player.marker, text, now };
  });
}

function inTurn(draft: MoveDraft): SeatStatus[] {
  const count = draft.view.players.length;
  const order = Array.from({ length: count }, (_, n) => ((draft.view.first ?? 0) + n) % count);
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
