// What lies in the lane of each seat: cards laid, treasure shown, or what came to light when the seals were broken.
import type { LegendSeen } from '../protocol';
import { one, readToken } from './book';
import type { Play } from './play.svelte';

export type Mode = 'bid' | 'turn' | 'auction' | 'reveal';

export interface Laid {
  key: string;
  face: string; // a card or a token
  back: boolean; // it did not match, and went back to the hand
  width: number; // in symbols, or in treasure
}
export interface Lane {
  seat: number;
  laid: Laid[];
  total: number | null;
  marker: number | null;
  out: boolean;
  missing: number; // to what must be reached
}

/** The latest showing of all bids, hands or treasure in this episode. */
export function revealed(here: LegendSeen[]): Map<number, { pieces: string[]; total: number; tokens: boolean }> {
  const found = new Map<number, { pieces: string[]; total: number; tokens: boolean }>();
  for (const entry of here) {
    for (const event of entry.events) {
      if (event.is === 'shows-cards') found.set(event.seat, { pieces: event.cards, total: event.total, tokens: false });
      if (event.is === 'shows-tokens') found.set(event.seat, { pieces: event.tokens, total: event.total, tokens: true });
    }
  }
  return found;
}

export function markersOf(here: LegendSeen[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const entry of here) for (const event of entry.events) if (event.is === 'gets-marker') found.set(event.seat, event.marker);
  return found;
}

export function lanesOf(play: Play, mode: Mode, here: LegendSeen[], seats: number[]): Lane[] {
  const shown = revealed(here);
  const markers = markersOf(here);
  return seats.map((seat) => {
    const player = play.player(seat);
    if (mode === 'reveal') {
      const bid = shown.get(seat);
      return { seat, laid: laidOf(play, bid?.pieces ?? []), total: bid?.total ?? null, marker: markers.get(seat) ?? null, out: false, missing: 0 };
    }
    const pieces = mode === 'auction' ? one(player.shown) : mode === 'turn' ? one(player.laid) : [];
    const bidding = play.view.players.some((other) => other.still_in);
    const out = mode !== 'bid' && bidding && !player.still_in;
    const missing = player.still_in && play.view.asked.includes(seat) ? Math.max(0, play.view.high - (player.total ?? 0)) : 0;
    return { seat, laid: laidOf(play, pieces), total: player.still_in ? player.total : null, marker: player.marker, out, missing };
  });
}

export function laidOf(play: Play, pieces: string[]): Laid[] {
  return pieces.map((face, n) => ({ key: `${n} ${face}`, face, ...measured(play, face) }));
}

function measured(play: Play, face: string): { back: boolean; width: number } {
  if (!play.book.names.has(face)) return { back: false, width: readToken(face).value };
  const lit = play.book.lit(play.episode, face).reduce((sum, [, times]) => sum + times, 0);
  return { back: lit === 0, width: lit };
}
