// Where an answer is given on this table, step by step: for whoever shows it to someone.
import type { Pointed } from '../lib/pointing';
import { readMove } from './notation';

const piece = (name: string): Pointed => ({ find: `[data-piece="${name}"]`, done: `[data-piece="${name}"][aria-pressed="true"]` });
/** A space; where a phone shows another part of the board, first the way to this one. */
const space = (name: string): Pointed[] => [
  { find: `main:not(:has([data-space="${name}"])) [data-other]` },
  { find: `[data-space="${name}"]`, done: `[data-space="${name}"][aria-current]` },
];

const GO: Pointed = { find: '.go .btn.act' };

export function pointsOf(answer: string[]): Pointed[] {
  return [...answer.flatMap(where), GO];
}

function where(text: string): Pointed[] {
  const move = readMove(text);
  switch (move.is) {
    case 'draw': return [piece('draw')];
    case 'cash': return [piece(move.piece), { find: `[data-says="${text}"]`, done: `[data-says="${text}"][aria-pressed="true"]` }];
    case 'counsel': return [piece(move.piece), ...space(move.from), ...space(move.space)];
    case 'figure':
    case 'tile': return [piece(move.piece), ...space(move.space)];
    default: return 'space' in move ? space(move.space) : [];
  }
}
