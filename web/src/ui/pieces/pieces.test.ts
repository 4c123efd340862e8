// The small drawings: what they mean is said to who does not see them, and seats bear a letter of the language.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import { settings, type Language } from '../lib/settings.svelte';
import { learn } from '../lib/speech.svelte';
import Badge from './Badge.svelte';
import Icon from './Icon.svelte';
import Numeral from './Numeral.svelte';
import Wordmark from './Wordmark.svelte';
import { plain, run, signed } from './pen';

afterEach(cleanup);

async function speak(language: Language): Promise<void> {
  settings.language = language;
  await learn(language);
}

const drawn = (box: Element) => [...box.querySelectorAll('use')].map((use) => use.getAttribute('href'));

describe('a numeral', () => {
  test('is drawn for eyes and written for readers', () => {
    const { container } = render(Numeral, { text: '−12' });
    expect(drawn(container)).toEqual(['#n-minus', '#n-1', '#n-2']);
    expect(container.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true');
    expect(container.querySelector('.sr')!.textContent).toBe('−12');
  });

  test('keeps silent where the words stand beside it', () => {
    expect(render(Numeral, { text: 7, silent: true }).container.textContent).toBe('');
  });

  test('stands in the middle of its drawing, each sign after the other', () => {
    const { glyphs, width } = run('+10', 96);
    expect(glyphs.map((glyph) => glyph.href)).toEqual(['#n-plus', '#n-1', '#n-0']);
    expect(glyphs.map((glyph) => glyph.x)).toEqual([...glyphs.map((glyph) => glyph.x)].sort((a, b) => a - b));
    expect(width).toBeGreaterThan(glyphs.at(-1)!.x);
    expect(run('', 96).glyphs).toEqual([]);
  });

  test.each([[4, '+4', '4'], [0, '0', '0'], [-1, '−1', '−1']])('of %i has a real minus', (value, withSign, without) => {
    expect(signed(value)).toBe(withSign);
    expect(plain(value)).toBe(without);
  });
});

describe('a badge', () => {
  test.each(['en', 'fr'] as const)('bears a Latin letter in %s', async (language) => {
    await speak(language);
    expect(drawn(render(Badge, { seat: 1 }).container)).toContain('#l-D');
  });

  test('bears a Cyrillic letter in Russian, and another as soon as the language changes', async () => {
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

test('an icon is no word', () => {
  const { container } = render(Icon, { name: 'undo' });
  expect(container.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true');
  expect(container.textContent).toBe('');
});

test('the wordmark says the name of the hall', () => {
  expect(render(Wordmark).getByRole('img').getAttribute('aria-label')).toBe('Heorot');
});
