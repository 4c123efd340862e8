// Targets of the lesson's pointer for an action on this table, step by step.
import type { PointerTarget } from '../../pages/learn/pointerTarget';
import { parseMove } from './model/notation';

const piece = (name: string): PointerTarget => ({ find: `[data-piece="${name}"]`, done: `[data-piece="${name}"][aria-pressed="true"]` });
/** A space; on a phone, first the minimap if another window is open. */
const space = (name: string): PointerTarget[] => [
  { find: `main:not(:has([data-space="${name}"])) [data-other]` },
  { find: `[data-space="${name}"]`, done: `[data-space="${name}"][aria-current]` },
];

const GO: PointerTarget = { find: '.go .btn.act' };

export function pointerTargets(answer: string[]): PointerTarget[] {
  return [...answer.flatMap(where), GO];
}

function where(text: string): PointerTarget[] {
  const move = parseMove(text);
  switch (move.is) {
    case 'draw': return [piece('draw')];
    case 'cash': return [piece(move.piece), { find: `[data-says="${text}"]`, done: `[data-says="${text}"][aria-pressed="true"]` }];
    case 'counsel': return [piece(move.piece), ...space(move.from), ...space(move.space)];
    case 'figure':
    case 'tile': return [piece(move.piece), ...space(move.space)];
    default: return 'space' in move ? space(move.space) : [];
  }
}
