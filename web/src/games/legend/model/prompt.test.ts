// Announced options of a question.
import { expect, test } from 'vitest';
import { LANGUAGES, settings, type Language } from '../../../browser/settings.svelte';
import { loadLanguage, loadTopic } from '../../../i18n/messages.svelte';
import type { MoveDraft } from './moveDraft.svelte';
import { spokenPrompt } from './prompt';

const HEALING: Record<string, string> = { en: 'healing (all scratches)', fr: 'soins (égratignures)', ru: 'исцеление (все царапины)' };

test.each(Object.keys(LANGUAGES) as Language[])('options include healing: %s', async (language) => {
  settings.language = language;
  await loadLanguage(language);
  await loadTopic('legend');
  const view = { question: 'select', high: 0, spaces: [], icon: null };
  const draft = { view, legal: ['take fame 2', 'heal scratches', 'decline'], myTurn: true, me: null, reveal: null, catalog: { names: new Map() } };
  expect(spokenPrompt(draft as unknown as MoveDraft)).toMatch(new RegExp(`2\\s?; ${HEALING[language]!.replaceAll(/[()]/g, '\\$&')}\\.$`));
});

test('face-up cards are announced with their counts', async () => {
  settings.language = 'en';
  await loadLanguage('en');
  await loadTopic('legend');
  const view = { question: 'take-card', high: 0, spaces: [], icon: null, turned: [['wit1', 1], ['courage1', 2]] };
  const face = (symbol: string) => ({ key: 'legend.face', params: { symbol: { key: `legend.symbol.${symbol}`, params: {} }, number: 1 } });
  const catalog = { names: new Map([['wit1', face('wit')], ['courage1', face('courage')]]) };
  const draft = { view, legal: ['take wit1', 'take courage1'], myTurn: true, me: null, reveal: null, catalog };
  expect(spokenPrompt(draft as unknown as MoveDraft)).toMatch(/: wit 1; 2 × courage 1\.$/);
});

test('equal free spaces are announced with their count', async () => {
  settings.language = 'en';
  await loadLanguage('en');
  await loadTopic('legend');
  const spaces = [{ icon: 'fame 5', taken: 1 }, { icon: 'fame 2', taken: null }, { icon: 'fame 3', taken: null }, { icon: 'fame 2', taken: null }];
  const view = { question: 'take-space', high: 0, spaces, icon: null, turned: [] };
  const draft = { view, legal: ['take fame 2', 'take fame 3'], myTurn: true, me: null, reveal: null, catalog: { names: new Map() } };
  expect(spokenPrompt(draft as unknown as MoveDraft)).toBe('Take one of 3 spaces: 2 × fame 2; fame 3.');
});
