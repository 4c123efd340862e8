// The tale on the page: one paragraph a row, its sentences apart from each other.
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { LiveTable } from '../lib/table.svelte';
import { learn, need } from '../lib/speech.svelte';
import Tale from './Tale.svelte';

afterEach(cleanup);

test('leaves a space between the sentences of a paragraph', async () => {
  await learn('en');
  const sentence = { key: 'web.tale.empty', params: {} };
  const live = { told: [[sentence, sentence, sentence]], marks: null, stops: [], story: [], past: null, shown: null };
  const { container } = render(Tale, { live: live as unknown as LiveTable });
  expect(container.querySelector('li p')!.textContent).toMatch(/^(.+\.) \1 \1$/);
});

test.each([['movie.does.draw', ['You']], ['movie.does.first', []]])('of %s the name that stands first is bold, and nothing else', async (key, bold) => {
  await Promise.all([learn('en'), need('movie')]);
  const live = { told: [[{ key, params: { who: 'you', seat: 1 } }]], names: () => 'Anna', marks: null, stops: [], story: [], past: null, shown: null };
  const { container } = render(Tale, { live: live as unknown as LiveTable });
  expect([...container.querySelectorAll('b')].map((one) => one.textContent)).toEqual(bold);
});

/** A tale of one move, tapped so long after the last thing that was tapped elsewhere; whether one looks back then. */
async function tapped(after: number, pointerType: string): Promise<boolean> {
  await learn('en');
  const lookBack = vi.fn();
  const told = [[{ key: 'web.tale.empty', params: {} }]];
  const live = { told, marks: [1], stops: [0, 1], story: [1], past: null, shown: null, lookBack };
  const { container } = render(Tale, { live: live as unknown as LiveTable });
  const tap = async (on: Element, timeStamp: number) => {
    const click = new PointerEvent('click', { bubbles: true, pointerType });
    Object.defineProperty(click, 'timeStamp', { value: timeStamp });
    await fireEvent(on, click);
  };
  const now = performance.now() + 1_000; // the table has not moved for long
  await tap(document.body, now);
  await tap(container.querySelector('li button')!, now + after);
  return lookBack.mock.calls.length === 1;
}

test.each([[60, 'touch', false], [900, 'touch', true], [60, 'mouse', true]])('a move %i ms after another tap, by %s: looked back on %s', async (after, pointer, does) => {
  expect(await tapped(after, pointer)).toBe(does);
});
