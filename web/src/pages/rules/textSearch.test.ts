// Words match without case and accents, by their beginning, and are highlighted.
import { describe, expect, test } from 'vitest';
import { matchesAll, highlight, searchWords } from './textSearch';

const lit = (text: string, typed: string) => highlight(text, searchWords(typed)).filter((piece) => piece.hit).map((piece) => piece.text);

describe('words', () => {
  test.each([
    ['Épée royale, reposée', 'epe', ['Épé']],
    ['Une ÉPÉE', 'épée', ['ÉPÉE']],
    ['Ущелье и ущелья', 'УЩЕЛЬ', ['Ущель', 'ущель']],
    ['Ещё раз', 'еще', ['Ещё']],
    ['Le cœur', 'coe', ['cœ']],
    ['A Gorge, engorged', 'gorge', ['Gorge']],
    ['M4.10 Gorge', '4.10', []],
    ['M4.10 Gorge', 'm4.10 gor', ['M4.10', 'Gor']],
  ])('%s: %s', (text, typed, hits) => {
    expect(lit(text, typed)).toEqual(hits);
  });

  test('the pieces join to the original text', () => {
    const text = 'Le Roi d’Écosse, épée';
    expect(highlight(text, searchWords('ep ec')).map((piece) => piece.text).join('')).toBe(text);
  });

  test('all words must match', () => {
    expect(matchesAll('A Gorge cuts its row', searchWords('gor row'))).toBe(true);
    expect(matchesAll('A Gorge cuts its row', searchWords('gor column'))).toBe(false);
  });
});
