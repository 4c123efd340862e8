// Targets of the lesson's pointer for an action on this table, step by step.
import type { PointerTarget } from '../../pages/learn/pointerTarget';

const selectable = (find: string): PointerTarget => ({ find, done: `${find}[aria-pressed="true"], ${find}[aria-checked="true"]` });

/** A reveal is dismissed first. */
const SHOWN: PointerTarget = { find: '[data-on]', say: 'shown' };
const GO: PointerTarget = { find: '[data-go]' };

export function pointerTargets(answer: string[]): PointerTarget[] {
  return [SHOWN, ...answer.flatMap(where), GO];
}

function where(text: string): PointerTarget[] {
  const [verb, ...rest] = text === 'give up' ? [text] : text.split(' ');
  const what = rest.join(' ');
  switch (verb) {
    case 'done': return [];
    case 'bid':
    case 'discard':
    case 'pay':
    case 'lay':
    case 'give':
    case 'show': return [selectable(`[data-piece="${what}"]`)];
    case 'take': return [selectable(`button[data-icon="${what}"]`), selectable(`[data-says="${text}"]`)];
    case 'heal': return [selectable('button[data-icon="heal"]'), selectable(`[data-says="${text}"]`)];
    default: return [selectable(`[data-says="${text}"]`)];
  }
}
