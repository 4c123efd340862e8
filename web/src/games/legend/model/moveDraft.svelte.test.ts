// A set being chosen: incomplete is no problem, illegal is.
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/http';
import type { LiveTable } from '../../../api/liveTable.svelte';
import type { Catalog } from './box';
import { MoveDraft } from './moveDraft.svelte';

/** Return the problem of a set whose first piece the server refuses with this key. */
async function wrongAfter(key: string): Promise<string | undefined> {
  const view = { question: 'return', seat: 0, legal: ['give fame1', 'decline'], players: [], options: [], spaces: [], hand: [], alliances: [], episode: 34 };
  const ask = () => Promise.reject(new ApiError({ code: 'illegal', key, params: {} }));
  const live = { shown: { version: 3, view }, now: { version: 3 }, question: 3, entries: [], ask } as unknown as LiveTable;
  let draft!: MoveDraft;
  const stop = $effect.root(() => void (draft = new MoveDraft(live, {} as Catalog)));
  draft.toggle({ face: 'fame3', key: 'fame3#0' });
  void draft.setCheck;
  await new Promise((done) => setTimeout(done));
  expect(draft.setCheck?.problem?.key).toBe(key);
  const wrong = draft.setProblem?.key;
  stop();
  return wrong;
}

test('an order problem only means that the set is incomplete', async () => {
  expect(await wrongAfter('illegal.set-order')).toBe(undefined);
});

test('an illegal payment is a problem', async () => {
  expect(await wrongAfter('illegal.too-few')).toBe('illegal.too-few');
});

test('a set is sent in the order of faces: as the view lists the hand', () => {
  const faces = ['travelling1', 'fighting2', 'beowulf1', 'beowulfs_daring', 'naegling'];
  const view = { question: 'discard', seat: 0, legal: ['discard travelling1'], players: [{ squares: [] }], options: [], spaces: [], hand: faces.map((face) => [face, 1]), alliances: [], episode: 1 };
  let draft!: MoveDraft;
  const stop = $effect.root(() => void (draft = new MoveDraft({ shown: { view }, question: 3, entries: [] } as unknown as LiveTable, {} as Catalog)));
  for (const face of ['naegling', 'beowulfs_daring', 'beowulf1', 'fighting2', 'travelling1']) draft.toggle({ face, key: `${face}#0` });
  expect(draft.setActions).toEqual(faces.map((face) => `discard ${face}`));
  stop();
});

test('while the cards of a risk turn over, the table is as it was before', () => {
  const at = (episode: number, legal: string[]) => ({ question: 'risk', seat: 0, legal, players: [], options: [], spaces: [], hand: [], episode });
  const entry = (episode: number, question: string) => ({ episode, question, seat: 0, action: 'risk', events: [] });
  const table = $state({ shown: { view: at(2, ['risk']) }, question: 3, entries: [entry(2, 'risk')], update: null as unknown });
  let draft!: MoveDraft;
  const stop = $effect.root(() => void (draft = new MoveDraft(table as unknown as LiveTable, {} as Catalog)));
  expect([draft.view.episode, draft.myTurn, draft.episodeEntries.length]).toEqual([2, true, 1]);
  const cards = [entry(2, 'risk-card'), entry(3, 'lay')]; // it ended the episode
  draft.flipping = true;
  Object.assign(table, { shown: { view: at(3, ['lay']) }, entries: [...table.entries, ...cards], update: { entries: cards } });
  expect([draft.view.episode, draft.myTurn, draft.episodeEntries.length]).toEqual([2, false, 1]);
  draft.flipping = false;
  expect([draft.view.episode, draft.myTurn, draft.episodeEntries.length]).toEqual([3, true, 1]);
  stop();
});
