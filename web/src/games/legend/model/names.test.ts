// Announced text of the final log: terms with their totals.
import { beforeEach, expect, test } from 'vitest';
import { settings } from '../../../browser/settings.svelte';
import { loadLanguage, loadTopic } from '../../../i18n/messages.svelte';
import type { Sentence } from '../../../protocol';
import type { Catalog } from './box';
import { paragraphsUpToReveal, listWithCounts, pieceName, spokenText } from './names';

beforeEach(async () => {
  settings.language = 'en';
  await loadLanguage('en');
  await loadTopic('legend');
});

test('a score is announced term by term, each as a total', () => {
  const player = { key: 'legend.player', params: { who: 'other', seat: 2 } };
  const sentences: Sentence[] = [
    { key: 'legend.score.total', params: { player, arithmetic: '9 + 3 − 2 = 10' } },
    { key: 'legend.score.fame', params: { arithmetic: '5 + 2 + 2 = 9' } },
    { key: 'legend.score.treasure', params: { arithmetic: '3' } },
    { key: 'legend.score.misfortunes', params: { number: 1, each: '−2', points: '−2', rule: 'L8.2' } },
  ];
  expect(spokenText({} as Catalog, sentences, () => 'Bo')).toBe('Bo: 10. Fame: 9. Treasure: 3. 1 misfortune: −2 (L8.2).');
});

test('paragraphs up to the last reveal are counted', () => {
  const keys = ['seals', 'shows', 'goes-back', 'shows', 'tie', 'gets-tokens', 'draws'];
  expect(paragraphsUpToReveal(keys.map((key) => [{ key: `legend.does.${key}`, params: {} }]))).toBe(5);
});

test('given tokens are announced with their count', () => {
  const catalog = { names: new Map() } as unknown as Catalog;
  expect(listWithCounts(['fame1', 'alliance-fame1'].map((token) => pieceName(catalog, token)))).toBe('fame 1, fame 1 (alliance)');
});
