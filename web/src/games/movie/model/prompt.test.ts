// Announced text of the log: each fact once.
import { beforeEach, expect, test } from 'vitest';
import { settings } from '../../../browser/settings.svelte';
import { loadLanguage, loadTopic } from '../../../i18n/messages.svelte';
import type { Sentence } from '../../../protocol';
import type { MoveDraft } from './moveDraft.svelte';
import { paragraphsUpToAct, spokenText } from './prompt';

const draft = { live: { names: (seat: number) => ['Anna', 'Bo'][seat - 1]! } } as unknown as MoveDraft;
const mead = { key: 'movie.tile.mead', params: { value: ' +4' } };
const bo = { who: 'other', seat: 2, tile: mead, space: 'a1' };

beforeEach(async () => {
  settings.language = 'en';
  await loadLanguage('en');
  await loadTopic('movie');
});

test('a swap is announced once, when both tiles are known', () => {
  const [first, both]: Sentence[] = [{ key: 'movie.does.swap', params: bo }, { key: 'movie.does.swapped', params: { ...bo, other: mead, place: 'c3' } }];
  expect(spokenText(draft, [[first!]])).toBe('');
  expect(spokenText(draft, [[both!]])).toMatch(/^Bo swaps .* a1 and .* c3\.$/);
});

test('an act is announced up to the last player’s result', () => {
  const keys = ['does.tile', 'act.over', 'act.player', 'act.player', 'does.act', 'does.opens', 'does.draw'];
  expect(paragraphsUpToAct(keys.map((key) => [{ key: `movie.${key}`, params: {} }]))).toBe(4);
});
