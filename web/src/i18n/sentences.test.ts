// Keys and parameters into sentences: names, sentences within sentences, refusals with their rule.
import { beforeEach, expect, test } from 'vitest';
import { settings } from './settings.svelte';
import { complain, knows, language, learn, need, say, utter } from './speech.svelte';

const names = (seat: number) => ['Anna', 'Bo', 'Cleo'][seat - 1]!;

beforeEach(async () => {
  settings.language = 'en';
  await learn('en');
  await Promise.all([need('movie'), need('legend')]);
});

test('a seat is called by its name', () => {
  expect(say('movie.ask.wait', { seat: 2 }, names)).toContain('Bo');
  expect(say('movie.end.shared', { seats: '1, 3', rule: 'M5.3' }, names)).toContain('Anna, Cleo');
});

test('without names a seat has its number', () => {
  expect(say('movie.ask.wait', { seat: 2 })).toContain(say('web.player', { number: 2 }));
});

test('a sentence may stand within another, and so may several', () => {
  const face = { key: 'legend.face', params: { symbol: { key: 'legend.symbol.wit', params: {} }, number: 2 } };
  expect(utter({ key: 'legend.does.dealt', params: { cards: [face, face] } })).toContain('wit 2, wit 2');
});

test('a whole number of a hundred is a percentage of it', () => {
  expect(say('legend.chance.percent', { exact: 'yes', percent: 37 })).toBe('37%');
});

test('a refusal tells the line of a text, and what was perhaps meant', () => {
  const problem = { code: 'bad-record', key: 'record.truncated', params: { line: 7 } };
  expect(complain(problem)).toMatch(/7.*: /);
  expect(complain({ ...problem, params: { near: 'thane c4' } })).toContain('thane c4');
});

test('the language changes as soon as its words are there', async () => {
  settings.language = 'ru';
  const learning = learn('ru');
  expect(language()).toBe('en');
  await learning;
  expect(language()).toBe('ru');
  expect(say('web.people.g')).toMatch(/[а-я]/);
});

test('who changes his mind meanwhile hears the last choice', async () => {
  settings.language = 'fr';
  const first = learn('fr');
  settings.language = 'ru';
  await Promise.all([first, learn('ru')]);
  expect(language()).toBe('ru');
});

test('an unknown key is known to be unknown', () => {
  expect(knows('web.people.g')).toBe(true);
  expect(knows('web.people.x')).toBe(false);
});

test('a topic is learned once it is needed, in whatever language is spoken by then', async () => {
  settings.language = 'fr';
  await Promise.all([need('movie'), need('legend')]);
  expect([language(), knows('movie.ask.wait'), knows('legend.face')]).toEqual(['fr', true, true]);
});
