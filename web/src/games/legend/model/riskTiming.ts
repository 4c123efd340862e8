// Timing of the cards of a risk.
import { motionDuration } from '../../../ui/motion/motion';
import type { LegendLogEntry } from '../../../protocol';

export const FIRST_FLIP = 160; // ms until the first card turns
export const FLIP_INTERVAL = 520; // ms between two cards

/** Return the ms until all cards are turned. */
export function flipDuration(cards: number): number {
  return cards ? motionDuration(FIRST_FLIP + FLIP_INTERVAL * cards) : 0;
}

/** Return how many cards were turned over. */
export function flippedCards(entries: LegendLogEntry[]): number {
  return entries.filter((entry) => entry.question === 'risk-card').length;
}
