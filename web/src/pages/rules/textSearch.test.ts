// Words are found whatever their case and their accents, by their beginnings, and lit where they stand.
import { describe, expect, test } from 'vitest';
import { holds, pieces, wordsOf } from './find';

const lit = (text: string, typed: string) => pieces(text, wordsOf(typed)).filter((one) => one.hit).map((one) => one.text);

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
  ])('%s: %s', (text, typed, found) => {
    expect(lit(text, typed)).toEqual(found);
  });

  test('nothing is lost between the pieces', () => {
    const text = 'Le Roi d’Écosse, épée';
    expect(pieces(text, wordsOf('ep ec')).map((one) => one.text).join('')).toBe(text);
  });

  test('all of them must be there', () => {
    expect(holds('A Gorge cuts its row', wordsOf('gor row'))).toBe(true);
    expect(holds('A Gorge cuts its row', wordsOf('gor column'))).toBe(false);
  });
});
