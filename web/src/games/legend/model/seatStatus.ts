// What each seat has done in the episode at hand, in a word or two.
import { say } from '../lib/speech.svelte';
import { shortIcon } from './names';
import type { Play } from './play.svelte';

export interface Status {
  seat: number;
  marker: number | null;
  text: string;
  now: boolean;
}

export function statuses(play: Play): Status[] {
  return play.resolving ? byMarker(play) : inTurn(play);
}

function byMarker(play: Play): Status[] {
  const order = [...play.view.players].sort((a, b) => a.marker! - b.marker!);
  const free = play.view.spaces.filter((space) => space.taken === null).length;
  const asked = order.findIndex((player) => play.view.asked.includes(player.seat));
  return order.map((player, n) => {
    const taken = play.view.spaces.find((space) => space.taken === player.seat);
    const now = n === asked;
    const text = now ? say('web.legend.status.now') : taken ? shortIcon(play.book, taken.icon) : n === order.length - 1 ? say('web.legend.status.rest') : say('web.legend.status.of', { number: free - Math.max(0, n - asked) });
    return { seat: player.seat, marker: player.marker, text, now };
  });
}

function inTurn(play: Play): Status[] {
  const count = play.view.players.length;
  const order = Array.from({ length: count }, (_, n) => ((play.view.first ?? 0) + n) % count);
  const asked = order.findIndex((seat) => play.view.asked.includes(seat));
  return order.map((seat, n) => {
    const now = n === asked;
    return { seat, marker: null, now, text: now ? say('web.legend.status.now') : (done(play, seat) ?? say(asked >= 0 && n < asked ? 'web.legend.status.past' : 'web.legend.status.later')) };
  });
}

function done(play: Play, seat: number): string | null {
  let text: string | null = null;
  for (const entry of play.here) {
    for (const event of entry.events) {
      if (event.is === 'risk-over' && event.seat === seat) text = event.matches.length ? say('web.legend.status.kept', { number: event.matches.length }) : say('web.legend.status.none');
    }
    if (entry.seat !== seat) continue;
    if (entry.action === 'decline') text = say('web.legend.status.declined');
    else if (entry.action === 'done') text = say('web.legend.status.gave');
    else if (entry.action === 'heal scratches') text = shortIcon(play.book, 'heal');
    else if (entry.question === 'select' && entry.action.startsWith('take ')) text = shortIcon(play.book, entry.action.slice(5));
  }
  return text;
}
