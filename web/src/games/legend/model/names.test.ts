// What is read out of the tale at the end: everyone's terms, each with what it comes to.
import { beforeEach, expect, test } from 'vitest';
import { settings } from '../lib/settings.svelte';
import { learn, need } from '../lib/speech.svelte';
import type { Sentence } from '../protocol';
import type { Book } from './book';
import { afterReveal, listed, pieceName, spoken } from './names';

beforeEach(async () => {
  settings.language = 'en';
  await learn('en');
  await need('legend');
});

test('a score is read out term by term, each as a sum', () => {
  const player = { key: 'legend.player', params: { who: 'other', seat: 2 } };
  const told: Sentence[] = [
    { key: 'legend.score.total', params: { player, arithmetic: '9 + 3 − 2 = 10' } },
    { key: 'legend.score.fame', params: { arithmetic: '5 + 2 + 2 = 9' } },
    { key: 'legend.score.treasure', params: { arithmetic: '3' } },
    { key: 'legend.score.misfortunes', params: { number: 1, each: '−2', points: '−2', rule: 'L8.2' } },
  ];
  expect(spoken({} as Book, told, () => 'Bo')).toBe('Bo: 10. Fame: 9. Treasure: 3. 1 misfortune: −2 (L8.2).');
});

test('bids are told up to the last that was shown, and what is taken comes later', () => {
  const keys = ['seals', 'shows', 'goes-back', 'shows', 'tie', 'gets-tokens', 'draws'];
  expect(afterReveal(keys.map((key) => [{ key: `legend.does.${key}`, params: {} }]))).toBe(5);
});

test('tokens that are given are as many as they sound', () => {
  const book = { names: new Map() } as unknown as Book;
  expect(listed(['fame1', 'alliance-fame1'].map((token) => pieceName(book, token)))).toBe('fame 1, fame 1 (alliance)');
});
