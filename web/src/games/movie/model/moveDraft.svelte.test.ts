import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { LiveTable } from '../lib/table.svelte';
import type { Box } from './data';
import { Turn } from './turn.svelte';

test('where nobody can say how it stands, no board of an act that is over waits for its sheet', async () => {
  let answers = false;
  const ask = () => (answers ? Promise.resolve({ saga: [0, 0], acts: [], figures: [], ending: null }) : Promise.reject(new Error('too fast')));
  const live = $state({ current: true, wire: 'open', now: { version: 1 }, question: null, shown: null, past: null, seat: null, ask });
  let turn!: Turn;
  const stop = $effect.root(() => void (turn = new Turn(live as unknown as LiveTable, { boards: [], figures: [] } as unknown as Box)));
  flushSync();
  await Promise.resolve();
  expect(turn.unscored).toBe(true);
  [answers, live.now] = [true, { version: 2 }];
  flushSync();
  await Promise.resolve();
  expect([turn.unscored, turn.scores.saga]).toEqual([false, [0, 0]]);
  stop();
});
