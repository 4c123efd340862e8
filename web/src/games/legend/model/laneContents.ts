// Contents of the lanes: laid cards, shown treasure, or revealed bids.
import type { LegendLogEntry } from '../../../protocol';
import { expandPile, parseToken } from './box';
import type { MoveDraft } from './moveDraft.svelte';

export type LaneMode = 'bid' | 'turn' | 'auction' | 'reveal';

export interface LaidPiece {
  key: string;
  face: string; // a card or a token
  back: boolean; // does not match, and goes back to the hand
  width: number; // in symbols, or in treasure
}
export interface Lane {
  seat: number;
  laid: LaidPiece[];
  total: number | null;
  marker: number | null;
  out: boolean;
  missing: number; // symbols missing to the total to reach
}

/** Return the last reveal of bids, hands or treasure in this episode. */
export function revealedBids(entries: LegendLogEntry[]): Map<number, { pieces: string[]; total: number; tokens: boolean }> {
  const bids = new Map<number, { pieces: string[]; total: number; tokens: boolean }>();
  for (const entry of entries) {
    for (const event of entry.events) {
      if (event.is === 'shows-cards') bids.set(event.seat, { pieces: event.cards, total: event.total, tokens: false });
      if (event.is === 'shows-tokens') bids.set(event.seat, { pieces: event.tokens, total: event.total, tokens: true });
    }
  }
  return bids;
}

export function markersGained(entries: LegendLogEntry[]): Map<number, number> {
  const markers = new Map<number, number>();
  for (const entry of entries) for (const event of entry.events) if (event.is === 'gets-marker') markers.set(event.seat, event.marker);
  return markers;
}

export function lanesFor(draft: MoveDraft, mode: LaneMode, entries: LegendLogEntry[], seats: number[]): Lane[] {
  const shown = revealedBids(entries);
  const markers = markersGained(entries);
  return seats.map((seat) => {
    const player = draft.player(seat);
    if (mode === 'reveal') {
      const bid = shown.get(seat);
      return { seat, laid: laidPieces(draft, bid?.pieces ?? []), total: bid?.total ?? null, marker: markers.get(seat) ?? null, out: false, missing: 0 };
    }
    const pieces = mode === 'auction' ? expandPile(player.shown) : mode === 'turn' ? expandPile(player.laid) : [];
    const missing = draft.view.asked.includes(seat) ? player.missing : 0; // the gap is drawn for the seat to act
    return { seat, laid: laidPieces(draft, pieces), total: player.still_in ? player.total : null, marker: player.marker, out: mode !== 'bid' && player.out, missing };
  });
}

export function laidPieces(draft: MoveDraft, pieces: string[]): LaidPiece[] {
  return pieces.map((face, n) => ({ key: `${n} ${face}`, face, ...measured(draft, face) }));
}

function measured(draft: MoveDraft, face: string): { back: boolean; width: number } {
  if (!draft.catalog.names.has(face)) return { back: false, width: parseToken(face).value };
  const lit = draft.catalog.matchingSymbols(draft.episode, face).reduce((sum, [, times]) => sum + times, 0);
  return { back: lit === 0, width: lit };
}
