// Small drawings: accessible text, and seat letters of the language.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { settings, type Language } from '../../browser/settings.svelte';
import { loadLanguage } from '../../i18n/messages.svelte';
import Badge from './Badge.svelte';
import Icon from './Icon.svelte';
import Numeral from './Numeral.svelte';
import Wordmark from './Wordmark.svelte';
import { layOutGlyphs } from './glyphLayout';
import { withMinus, signed } from '../../i18n/numbers';

afterEach(cleanup);

async function speak(language: Language): Promise<void> {
  settings.language = language;
  await loadLanguage(language);
}

const drawn = (box: Element) => [...box.querySelectorAll('use')].map((use) => use.getAttribute('href'));

describe('a numeral', () => {
  test('is drawn, with text for screen readers', () => {
    const { container } = render(Numeral, { text: '−12' });
    expect(drawn(container)).toEqual(['#n-minus', '#n-1', '#n-2']);
    expect(container.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true');
    expect(container.querySelector('.sr')!.textContent).toBe('−12');
  });

  test('has no text if the label is separate', () => {
    expect(render(Numeral, { text: 7, silent: true }).container.textContent).toBe('');
  });

  test('is centred, with its signs in order', () => {
    const { glyphs, width } = layOutGlyphs('+10', 96);
    expect(glyphs.map((glyph) => glyph.href)).toEqual(['#n-plus', '#n-1', '#n-0']);
    expect(glyphs.map((glyph) => glyph.x)).toEqual([...glyphs.map((glyph) => glyph.x)].sort((a, b) => a - b));
    expect(width).toBeGreaterThan(glyphs.at(-1)!.x);
    expect(layOutGlyphs('', 96).glyphs).toEqual([]);
  });

  test.each([[4, '+4', '4'], [0, '0', '0'], [-1, '−1', '−1']])('of %i has a real minus', (value, withSign, without) => {
    expect(signed(value)).toBe(withSign);
    expect(withMinus(value)).toBe(without);
  });
});

describe('a badge', () => {
  test.each(['en', 'fr'] as const)('bears a Latin letter in %s', async (language) => {
    await speak(language);
    expect(drawn(render(Badge, { seat: 1 }).container)).toContain('#l-D');
  });

  test('has a Cyrillic letter in Russian, and follows a change of language', async () => {
    await speak('ru');
    const { container } = render(Badge, { seat: 0 });
    expect(drawn(container)).toContain('#l-ru-g');
    await speak('en');
    expect(drawn(container)).toContain('#l-G');
  });

  test('has a shape of its own for each of five seats', () => {
    const shapes = [0, 1, 2, 3, 4].map((seat) => drawn(render(Badge, { seat }).container)[0]);
    expect(new Set(shapes).size).toBe(5);
  });
});

test('an icon is hidden from screen readers', () => {
  const { container } = render(Icon, { name: 'undo' });
  expect(container.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true');
  expect(container.textContent).toBe('');
});

test('the wordmark has an accessible name', () => {
  expect(render(Wordmark).getByRole('img').getAttribute('aria-label')).toBe('Heorot');
});
