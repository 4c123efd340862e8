// How long the cards of a risk turn over.
import { moving } from '../lib/motion';
import type { LegendSeen } from '../protocol';

export const FIRST = 160; // milliseconds until the first one turns
export const EACH = 520; // and between two of them

/** Until it is plain what came of so many cards. */
export function flipTime(cards: number): number {
  return cards ? moving(FIRST + EACH * cards) : 0;
}

/** How many cards were turned over. */
export function turned(entries: LegendSeen[]): number {
  return entries.filter((entry) => entry.question === 'risk-card').length;
}
