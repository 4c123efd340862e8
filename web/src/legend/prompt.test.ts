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
