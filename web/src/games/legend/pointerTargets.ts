// Where an answer is given on this table, step by step: for whoever shows it to someone.
import type { Pointed } from '../lib/pointing';

const one = (find: string): Pointed => ({ find, done: `${find}[aria-pressed="true"], ${find}[aria-checked="true"]` });

/** What has just been shown to all is looked at first. */
const SHOWN: Pointed = { find: '[data-on]', say: 'shown' };
const GO: Pointed = { find: '[data-go]' };

export function pointsOf(answer: string[]): Pointed[] {
  return [SHOWN, ...answer.flatMap(where), GO];
}

function where(text: string): Pointed[] {
  const [verb, ...rest] = text === 'give up' ? [text] : text.split(' ');
  const what = rest.join(' ');
  switch (verb) {
    case 'done': return [];
    case 'bid':
    case 'discard':
    case 'pay':
    case 'lay':
    case 'give':
    case 'show': return [one(`[data-piece="${what}"]`)];
    case 'take': return [one(`button[data-icon="${what}"]`), one(`[data-says="${text}"]`)];
    case 'heal': return [one('button[data-icon="heal"]'), one(`[data-says="${text}"]`)];
    default: return [one(`[data-says="${text}"]`)];
  }
}
