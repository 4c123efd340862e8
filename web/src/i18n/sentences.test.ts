// Formatting keys and parameters: names, nested sentences, errors with their rule.
import { beforeEach, expect, test } from 'vitest';
import { settings } from '../browser/settings.svelte';
import { problemText, hasMessage, language, loadLanguage, loadTopic, say, sentenceText } from './messages.svelte';

const names = (seat: number) => ['Anna', 'Bo', 'Cleo'][seat - 1]!;

beforeEach(async () => {
  settings.language = 'en';
  await loadLanguage('en');
  await Promise.all([loadTopic('movie'), loadTopic('legend')]);
});

test('a seat has its name', () => {
  expect(say('movie.ask.wait', { seat: 2 }, names)).toContain('Bo');
  expect(say('movie.end.shared', { seats: '1, 3', rule: 'M5.3' }, names)).toContain('Anna, Cleo');
});

test('without names a seat has its number', () => {
  expect(say('movie.ask.wait', { seat: 2 })).toContain(say('web.player', { number: 2 }));
});

test('sentences can be nested', () => {
  const face = { key: 'legend.face', params: { symbol: { key: 'legend.symbol.wit', params: {} }, number: 2 } };
  expect(sentenceText({ key: 'legend.does.dealt', params: { cards: [face, face] } })).toContain('wit 2, wit 2');
});

test('a percentage is formatted', () => {
  expect(say('legend.chance.percent', { exact: 'yes', percent: 37 })).toBe('37%');
});

test('an error has its line, and a suggestion', () => {
  const problem = { code: 'bad-record', key: 'record.truncated', params: { line: 7 } };
  expect(problemText(problem)).toMatch(/7.*: /);
  expect(problemText({ ...problem, params: { near: 'thane c4' } })).toContain('thane c4');
});

test('the language changes once its messages are loaded', async () => {
  settings.language = 'ru';
  const learning = loadLanguage('ru');
  expect(language()).toBe('en');
  await learning;
  expect(language()).toBe('ru');
  expect(say('web.people.g')).toMatch(/[а-я]/);
});

test('the last chosen language wins', async () => {
  settings.language = 'fr';
  const first = loadLanguage('fr');
  settings.language = 'ru';
  await Promise.all([first, loadLanguage('ru')]);
  expect(language()).toBe('ru');
});

test('an unknown key is detected', () => {
  expect(hasMessage('web.people.g')).toBe(true);
  expect(hasMessage('web.people.x')).toBe(false);
});

test('a topic is loaded in the current language', async () => {
  settings.language = 'fr';
  await Promise.all([loadTopic('movie'), loadTopic('legend')]);
  expect([language(), hasMessage('movie.ask.wait'), hasMessage('legend.face')]).toEqual(['fr', true, true]);
});
