// Rule numbers are found in any sentence, and nothing else is.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import LinkedText from './LinkedText.svelte';
import { openRule, splitAtRules } from './openRule.svelte';
import { loadLanguage } from '../../i18n/messages.svelte';

afterEach(cleanup);

test.each([
  ['Behind a Gorge (M4.10): c2 +4.', ['M4.10']],
  ['rules L6.2, L6.3 say more', ['L6.2', 'L6.3']],
  ['Правило L10.1.', ['L10.1']],
  ['version 4.10, XM4.1, M4', []],
])('%s', (text, numbers) => {
  const parts = splitAtRules(text);
  expect(parts.filter((_, n) => n % 2)).toEqual(numbers);
  expect(parts.join('')).toBe(text);
});

test('a rule outside the text is appended, a rule in it is not repeated', async () => {
  await loadLanguage('en');
  const { container, rerender } = render(LinkedText, { text: 'That space is taken.', rule: 'M2.2' });
  expect(container.textContent).toBe('That space is taken. M2.2');
  await rerender({ text: 'Taken (M2.2).', rule: 'M2.2' });
  expect(container.querySelectorAll('a')).toHaveLength(1);
  expect(container.querySelector('a')!.getAttribute('href')).toBe('#/rules/movie/M2.2');
});

test('a click opens the rule and does not navigate', async () => {
  await loadLanguage('en');
  const { container } = render(LinkedText, { text: 'Out (L5.5).' });
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  container.querySelector('a')!.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  expect(openRule.rule).toBe('L5.5');
});
