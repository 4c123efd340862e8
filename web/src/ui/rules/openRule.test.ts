// Numbers of rules are found in any sentence, and nothing else is taken for one.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import Said from '../pieces/Said.svelte';
import { asked, cutAtRules } from './asked.svelte';
import { learn } from './speech.svelte';

afterEach(cleanup);

test.each([
  ['Behind a Gorge (M4.10): c2 +4.', ['M4.10']],
  ['rules L6.2, L6.3 say more', ['L6.2', 'L6.3']],
  ['Правило L10.1.', ['L10.1']],
  ['version 4.10, XM4.1, M4', []],
])('%s', (text, numbers) => {
  const parts = cutAtRules(text);
  expect(parts.filter((_, n) => n % 2)).toEqual(numbers);
  expect(parts.join('')).toBe(text);
});

test('a rule that stands behind a sentence comes last, and one in it only once', async () => {
  await learn('en');
  const { container, rerender } = render(Said, { text: 'That space is taken.', rule: 'M2.2' });
  expect(container.textContent).toBe('That space is taken. M2.2');
  await rerender({ text: 'Taken (M2.2).', rule: 'M2.2' });
  expect(container.querySelectorAll('a')).toHaveLength(1);
  expect(container.querySelector('a')!.getAttribute('href')).toBe('#/rules/movie/M2.2');
});

test('a tap opens it and leads nowhere', async () => {
  await learn('en');
  const { container } = render(Said, { text: 'Out (L5.5).' });
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  container.querySelector('a')!.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  expect(asked.rule).toBe('L5.5');
});
