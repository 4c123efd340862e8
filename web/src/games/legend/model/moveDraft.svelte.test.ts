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

test('while the cards of a risk turn over, the table is as it was before', () => {
  const at = (episode: number, legal: string[]) => ({ question: 'risk', seat: 0, legal, players: [], options: [], spaces: [], hand: [], episode });
  const entry = (episode: number, question: string) => ({ episode, question, seat: 0, action: 'risk', events: [] });
  const table = $state({ shown: { view: at(2, ['risk']) }, question: 3, entries: [entry(2, 'risk')], beat: null as unknown });
  let play!: Play;
  const stop = $effect.root(() => void (play = new Play(table as unknown as LiveTable, {} as Book)));
  expect([play.view.episode, play.mine, play.here.length]).toEqual([2, true, 1]);
  const cards = [entry(2, 'risk-card'), entry(3, 'lay')]; // it ended the episode
  play.flipping = true;
  Object.assign(table, { shown: { view: at(3, ['lay']) }, entries: [...table.entries, ...cards], beat: { entries: cards } });
  expect([play.view.episode, play.mine, play.here.length]).toEqual([2, false, 1]);
  play.flipping = false;
  expect([play.view.episode, play.mine, play.here.length]).toEqual([3, true, 1]);
  stop();
});
