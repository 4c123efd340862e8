import { describe, expect, it } from 'vitest';
import { Catalog, isSymbolCard, expandPile, parseIcon, parseToken, symbolsOf, type BoxData, type Episode } from './box';

const name = { key: 'legend.name', params: {} };
const episode = (number: number, kind: string, more: Partial<Episode> = {}): Episode => ({
  number, name, kind, symbols: [], required: [], matching: [], major: false, advanced: false, options: [], give: null, get: null, reward: null, spaces: {},
  printed_name: '', sources: {}, ...more,
});
const box = {
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
    episode(2, 'treasure auction', { reward: 'fame 3', advanced: true }),
    episode(3, 'in turn', { symbols: ['courage', 'fighting'], matching: ['courage', 'fighting', 'beowulf'], spaces: { 2: ['fame 5', 'wound'] } }),
  ],
} as unknown as BoxData;

describe('icons and tokens', () => {
  it.each([
    ['fame 5', { kind: 'fame', number: 5, card: '' }],
    ['double wound', { kind: 'double wound', number: 0, card: '' }],
    ['fame 5 or heal', { kind: 'fame or heal', number: 5, card: '' }],
    ['card king_hrothgars_blessing', { kind: 'card', number: 0, card: 'king_hrothgars_blessing' }],
  ])('reads %s', (text, icon) => expect(parseIcon(text)).toEqual(icon));

  it('reads tokens', () => expect(parseToken('alliance-fame2')).toEqual({ kind: 'alliance-fame', value: 2 }));
  it('expands a pile', () => expect(expandPile([['wit2', 2], ['fame1', 1]])).toEqual(['wit2', 'wit2', 'fame1']));
});

describe('a catalog', () => {
  const catalog = new Catalog(box, 2, false);

  it('skips treasure episodes in the basic game', () => {
    expect(catalog.following(1).map((episode) => episode.number)).toEqual([3]);
    expect(new Catalog(box, 2, true).following(1).map((episode) => episode.number)).toEqual([2, 3]);
  });
  it('matches required symbols, and Beowulf', () => {
    const battle = catalog.episode(3);
    expect(catalog.matchingSymbols(battle, 'naegling')).toEqual([['courage', 1], ['fighting', 2]]);
    expect(catalog.matchingSymbols(battle, 'beowulf1')).toEqual([['beowulf', 1]]);
    expect(catalog.matchingSymbols(battle, 'wit2')).toEqual([]);
  });
  it('tells symbol cards from special ones', () => {
    expect(isSymbolCard('wit2')).toBe(true);
    expect(isSymbolCard('naegling')).toBe(false);
    expect(symbolsOf('naegling')).toEqual([['courage', 1], ['fighting', 2]]);
  });
});
