import { describe, expect, it } from 'vitest';
import { Book, isPlain, one, readIcon, readToken, symbolsOf, type Box, type Episode } from './book';

const name = { key: 'legend.name', params: {} };
const episode = (number: number, kind: string, more: Partial<Episode> = {}): Episode => ({
  number, name, kind, symbols: [], give: null, get: null, reward: null, spaces: {}, ...more,
});
const box: Box = {
  cards: [['travelling', 1], ['wit', 2], ['fighting', 1], ['fighting', 2], ['beowulf', 1]].map(([symbol, times]) => ({
    card: `${symbol}${times}`, name, symbols: [[symbol as string, times as number]],
  })),
  specials: [
    { card: 'naegling', name, symbols: [['courage', 1], ['fighting', 2]], rule: null },
    { card: 'beowulfs_daring', name, symbols: [], rule: 'L7.4' },
  ],
  tokens: [{ token: 'fame1', name, kind: 'fame', value: 1, count: 5 }],
  episodes: [
    episode(1, 'opportunity', { give: 'fighting 2', get: 'treasure 3' }),
    episode(2, 'treasure auction', { reward: 'fame 3' }),
    episode(3, 'in turn', { symbols: ['courage', 'fighting'], spaces: { 2: ['fame 5', 'wound'] } }),
  ],
};

describe('icons and tokens', () => {
  it.each([
    ['fame 5', { kind: 'fame', number: 5, card: '' }],
    ['double wound', { kind: 'double wound', number: 0, card: '' }],
    ['fame 5 or heal', { kind: 'fame or heal', number: 5, card: '' }],
    ['card king_hrothgars_blessing', { kind: 'card', number: 0, card: 'king_hrothgars_blessing' }],
  ])('reads %s', (text, icon) => expect(readIcon(text)).toEqual(icon));

  it('reads tokens', () => expect(readToken('alliance-fame2')).toEqual({ kind: 'alliance-fame', value: 2 }));
  it('lays equal things one by one', () => expect(one([['wit2', 2], ['fame1', 1]])).toEqual(['wit2', 'wit2', 'fame1']));
});

describe('a book', () => {
  const book = new Book(box, 2, false);

  it('keeps the order of faces: plain cards, texts, then special cards with symbols', () => {
    expect(book.sorted(['naegling', 'beowulfs_daring', 'beowulf1', 'fighting2', 'travelling1'])).toEqual(['travelling1', 'fighting2', 'beowulf1', 'beowulfs_daring', 'naegling']);
  });
  it('passes over treasure episodes in the basic game', () => {
    expect(book.ahead(1).map((one) => one.number)).toEqual([3]);
    expect(new Book(box, 2, true).ahead(1).map((one) => one.number)).toEqual([2, 3]);
  });
  it('lights what an episode asks for, and Beowulf', () => {
    const battle = book.episode(3);
    expect(book.lit(battle, 'naegling')).toEqual([['courage', 1], ['fighting', 2]]);
    expect(book.lit(battle, 'beowulf1')).toEqual([['beowulf', 1]]);
    expect(book.lit(battle, 'wit2')).toEqual([]);
    expect(book.asks(book.episode(1))).toEqual(['fighting']);
  });
  it('knows plain cards from special ones', () => {
    expect(isPlain('wit2')).toBe(true);
    expect(isPlain('naegling')).toBe(false);
    expect(symbolsOf('naegling')).toEqual([['courage', 1], ['fighting', 2]]);
  });
});
