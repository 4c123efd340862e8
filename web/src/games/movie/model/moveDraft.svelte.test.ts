import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { LiveTable } from '../../../api/liveTable.svelte';
import type { Box } from './box';
import { MoveDraft } from './moveDraft.svelte';

test('without scores, a finished act does not wait for its sheet', async () => {
  let answers = false;
  const ask = () => (answers ? Promise.resolve({ saga: [0, 0], acts: [], figures: [], ending: null }) : Promise.reject(new Error('too fast')));
  const live = $state({ current: true, connection: 'open', now: { version: 1 }, question: null, shown: null, past: null, seat: null, ask });
  let draft!: MoveDraft;
  const stop = $effect.root(() => void (draft = new MoveDraft(live as unknown as LiveTable, { boards: [], figures: [] } as unknown as Box)));
  flushSync();
  await Promise.resolve();
  expect(draft.scoresUnavailable).toBe(true);
  [answers, live.now] = [true, { version: 2 }];
  flushSync();
  await Promise.resolve();
  expect([draft.scoresUnavailable, draft.scores.saga]).toEqual([false, [0, 0]]);
  stop();
});
