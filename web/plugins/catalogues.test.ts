// The words that reach a browser: whole, parsable, and with names instead of numbers of seats.
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { topics, words } from './catalogues.ts';
import { nameThePlayers } from './players.ts';

const LANGUAGES = ['en', 'fr', 'ru'];

describe.each(LANGUAGES)('the words of %s', (language) => {
  const all = words(language);

  test('are the same keys as in English', () => {
    expect(Object.keys(all)).toEqual(Object.keys(words('en')));
    expect(Object.keys(all).length).toBeGreaterThan(300);
  });

  test('parse', () => {
    for (const [key, text] of Object.entries(all))
      expect(() => new IntlMessageFormat(text, language, undefined, { ignoreTag: true }), key).not.toThrow();
  });

  test('leave out what only a terminal says', () => {
    expect(Object.keys(all).filter((key) => /^(cli|play|bench)\.|\.(typed|help)\./.test(key))).toEqual([]);
  });

  test('name nobody by a number where he has a name', () => {
    const numbered = /(?:player|joueur|игрок)[а-яa-z]* \{seats?\}/i;
    expect(Object.entries(all).filter(([, text]) => numbered.test(text))).toEqual([]);
  });
});

test('what the preview of a card tells comes with the table, not with the pages beside it', () => {
  const told = Object.keys(words('en')).filter((key) => /^\w+\.why\./.test(key));
  expect(told.length).toBeGreaterThan(8);
  expect(told.filter((key) => !(key in words('en', key.split('.')[0]!)))).toEqual([]);
});

test('every word stands in one topic', () => {
  const parts = topics().map((topic) => Object.keys(words('en', topic)));
  expect(parts.every((keys) => keys.length > 0)).toBe(true);
  expect(parts.flat().sort()).toEqual(Object.keys(words('en')).sort());
});

describe('names', () => {
  test.each([
    ['en', 'It is the turn of Player {seat}.', 'It is the turn of {player}.'],
    ['en', 'Players {seats} share the victory.', '{players} share the victory.'],
    ['fr', 'C’est au tour du joueur {seat}.', 'C’est au tour {of_player}.'],
    ['fr', 'Le joueur {seat} place un Thane.', '{player} place un Thane.'],
    ['fr', 'Demandez au joueur {seat}.', 'Demandez à {player}.'],
    ['ru', 'Игрок {seat} ставит фигуру.', '{player} ставит фигуру.'],
    ['ru', 'Ход игрока {seat}.', 'Ход игрока {player}.'],
    ['ru', 'Фигуры игроков {seats}.', 'Фигуры игроков {players}.'],
  ])('%s: %s', (language, text, named) => {
    expect(nameThePlayers(language, text)).toBe(named);
  });

  test('leave what is about seats alone', () => {
    expect(nameThePlayers('en', 'Seat {seat} is taken.')).toBe('Seat {seat} is taken.');
  });
});
