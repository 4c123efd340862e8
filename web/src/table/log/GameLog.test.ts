// The rendered log: one paragraph a row, spaces between sentences.
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { LiveTable } from '../../api/liveTable.svelte';
import { loadLanguage, loadTopic } from '../../i18n/messages.svelte';
import GameLog from './GameLog.svelte';

afterEach(cleanup);

test('sentences of a paragraph are separated by a space', async () => {
  await loadLanguage('en');
  const sentence = { key: 'web.tale.empty', params: {} };
  const live = { paragraphs: [[sentence, sentence, sentence]], marks: null, stops: [], logEntries: [], past: null, shown: null };
  const { container } = render(GameLog, { live: live as unknown as LiveTable });
  expect(container.querySelector('li p')!.textContent).toMatch(/^(.+\.) \1 \1$/);
});

test.each([['movie.does.draw', ['You']], ['movie.does.first', []]])('of %s only the leading name is bold', async (key, bold) => {
  await Promise.all([loadLanguage('en'), loadTopic('movie')]);
  const live = { paragraphs: [[{ key, params: { who: 'you', seat: 1 } }]], names: () => 'Anna', marks: null, stops: [], logEntries: [], past: null, shown: null };
  const { container } = render(GameLog, { live: live as unknown as LiveTable });
  expect([...container.querySelectorAll('b')].map((element) => element.textContent)).toEqual(bold);
});

/** Tap a log of one move some ms after a tap elsewhere; return whether the table looks back. */
async function tapped(after: number, pointerType: string): Promise<boolean> {
  await loadLanguage('en');
  const lookBack = vi.fn();
  const paragraphs = [[{ key: 'web.tale.empty', params: {} }]];
  const live = { paragraphs, marks: [1], stops: [0, 1], logEntries: [1], past: null, shown: null, lookBack };
  const { container } = render(GameLog, { live: live as unknown as LiveTable });
  const tap = async (on: Element, timeStamp: number) => {
    const click = new PointerEvent('click', { bubbles: true, pointerType });
    Object.defineProperty(click, 'timeStamp', { value: timeStamp });
    await fireEvent(on, click);
  };
  const now = performance.now() + 1_000; // the table has not changed for long
  await tap(document.body, now);
  await tap(container.querySelector('li button')!, now + after);
  return lookBack.mock.calls.length === 1;
}

test.each([[60, 'touch', false], [900, 'touch', true], [60, 'mouse', true]])('a move %i ms after another tap, by %s: looked back on %s', async (after, pointer, does) => {
  expect(await tapped(after, pointer)).toBe(does);
});
