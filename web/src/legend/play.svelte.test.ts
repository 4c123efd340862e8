// A set that is being chosen: what is missing is no trouble, what cannot be is.
import { expect, test } from 'vitest';
import { Trouble } from '../lib/api';
import type { LiveTable } from '../lib/table.svelte';
import type { Book } from './book';
import { Play } from './play.svelte';

/** Why a set cannot be, where the server refuses its first piece for this reason. */
async function wrongAfter(key: string): Promise<string | undefined> {
  const view = { question: 'return', seat: 0, legal: ['give fame1', 'decline'], players: [], options: [], spaces: [], hand: [], episode: 34 };
  const ask = () => Promise.reject(new Trouble({ code: 'illegal', key, params: {} }));
  const live = { shown: { version: 3, view }, now: { version: 3 }, question: 3, entries: [], ask } as unknown as LiveTable;
  let play!: Play;
  const stop = $effect.root(() => void (play = new Play(live, { sorted: (faces: string[]) => faces } as unknown as Book)));
  play.toggle({ face: 'fame3', key: 'fame3#0' });
  void play.check;
  await new Promise((done) => setTimeout(done));
  expect(play.check?.problem?.key).toBe(key);
  const wrong = play.wrong?.key;
  stop();
  return wrong;
}

test('what comes later in the order of faces waits for what is still to be chosen', async () => {
  expect(await wrongAfter('illegal.set-order')).toBe(undefined);
});

test('what cannot be paid is said to be so', async () => {
  expect(await wrongAfter('illegal.too-few')).toBe('illegal.too-few');
});
