// What there is to take, as it is read out with the question.
import { expect, test } from 'vitest';
import { LANGUAGES, settings, type Language } from '../lib/settings.svelte';
import { learn, need } from '../lib/speech.svelte';
import type { Play } from './play.svelte';
import { callOf } from './prompt';

const HEALING: Record<string, string> = { en: 'healing (all scratches)', fr: 'soins (égratignures)', ru: 'исцеление (все царапины)' };

test.each(Object.keys(LANGUAGES) as Language[])('what is offered is a list of things, healing among them: %s', async (language) => {
  settings.language = language;
  await learn(language);
  await need('legend');
  const view = { question: 'select', high: 0, spaces: [], icon: null };
  const play = { view, legal: ['take fame 2', 'heal scratches', 'decline'], mine: true, me: null, held: null, book: { names: new Map() } };
  expect(callOf(play as unknown as Play)).toMatch(new RegExp(`2\\s?; ${HEALING[language]!.replaceAll(/[()]/g, '\\$&')}\\.$`));
});

test('cards that lie turned over are told with how many there are of each', async () => {
  settings.language = 'en';
  await learn('en');
  await need('legend');
  const view = { question: 'take-card', high: 0, spaces: [], icon: null, turned: [['wit1', 1], ['courage1', 2]] };
  const face = (symbol: string) => ({ key: 'legend.face', params: { symbol: { key: `legend.symbol.${symbol}`, params: {} }, number: 1 } });
  const book = { names: new Map([['wit1', face('wit')], ['courage1', face('courage')]]) };
  const play = { view, legal: ['take wit1', 'take courage1'], mine: true, me: null, held: null, book };
  expect(callOf(play as unknown as Play)).toMatch(/: wit 1; 2 × courage 1\.$/);
});

test('equal spaces that are free are told with how many there are', async () => {
  settings.language = 'en';
  await learn('en');
  await need('legend');
  const spaces = [{ icon: 'fame 5', taken: 1 }, { icon: 'fame 2', taken: null }, { icon: 'fame 3', taken: null }, { icon: 'fame 2', taken: null }];
  const view = { question: 'take-space', high: 0, spaces, icon: null, turned: [] };
  const play = { view, legal: ['take fame 2', 'take fame 3'], mine: true, me: null, held: null, book: { names: new Map() } };
  expect(callOf(play as unknown as Play)).toBe('Take one of 3 spaces: 2 × fame 2; fame 3.');
});
