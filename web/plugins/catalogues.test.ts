// Messages of the bundle: complete, parsable, and with player names instead of seat numbers.
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, topics, messagesOf } from './catalogues.ts';
import { withPlayerNames } from './playerNames.ts';

describe.each(LANGUAGES)('messages of %s', (language) => {
  const all = messagesOf(language);

  test('have the keys of English', () => {
    expect(Object.keys(all)).toEqual(Object.keys(messagesOf('en')));
    expect(Object.keys(all).length).toBeGreaterThan(300);
  });

  test('parse', () => {
    for (const [key, text] of Object.entries(all))
      expect(() => new IntlMessageFormat(text, language, undefined, { ignoreTag: true }), key).not.toThrow();
  });

  test('exclude those of the terminal', () => {
    expect(Object.keys(all).filter((key) => /^(cli|play|bench)\.|\.(typed|help)\./.test(key))).toEqual([]);
  });

  test('name players instead of numbering them', () => {
    const numbered = /(?:player|joueur|игрок)[а-яa-z]* \{seats?\}/i;
    expect(Object.entries(all).filter(([, text]) => numbered.test(text))).toEqual([]);
  });
});

test('messages of previews belong to the topic of the table', () => {
  const keys = Object.keys(messagesOf('en')).filter((key) => /^\w+\.why\./.test(key));
  expect(keys.length).toBeGreaterThan(8);
  expect(keys.filter((key) => !(key in messagesOf('en', key.split('.')[0]!)))).toEqual([]);
});

test('every message belongs to one topic', () => {
  const parts = topics().map((topic) => Object.keys(messagesOf('en', topic)));
  expect(parts.every((keys) => keys.length > 0)).toBe(true);
  expect(parts.flat().sort()).toEqual(Object.keys(messagesOf('en')).sort());
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
    expect(withPlayerNames(language, text)).toBe(named);
  });

  test('are not substituted for seats', () => {
    expect(withPlayerNames('en', 'Seat {seat} is taken.')).toBe('Seat {seat} is taken.');
  });
});
