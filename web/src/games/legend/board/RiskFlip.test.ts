// Who does not want to wait sees at once what came of a risk.
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learn, need } from '../lib/speech.svelte';
import type { Play } from './play.svelte';
import RiskFlip from './RiskFlip.svelte';

const finish = vi.fn();
beforeEach(() => {
  finish.mockClear();
  Element.prototype.animate = vi.fn() as unknown as typeof Element.prototype.animate;
  Element.prototype.getAnimations = vi.fn(() => [{ finish }] as unknown as Animation[]);
});
afterEach(cleanup);

const drawn = (face: string) => ({ episode: 2, question: 'risk-card', seat: -1, to: 0, action: face, events: [] });

test.each([
  ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' }), 1],
  ['a click', () => fireEvent.click(document.body), 1],
  ['another key', () => fireEvent.keyDown(window, { key: 'x' }), 0],
])('%s ends what still turns over: %#', async (_, act, times) => {
  await Promise.all([learn('en'), need('legend')]);
  const book = { cards: {}, name: (face: string) => face, lit: () => [] };
  const play = { live: { entries: [drawn('wit1'), drawn('wit2')], beat: null }, view: { episode: 2 }, episode: { kind: 'risk' }, me: 0, flipping: true, book, who: () => 'Anna' };
  render(RiskFlip, { play: play as unknown as Play, here: true });
  await act();
  expect([finish.mock.calls.length, play.flipping]).toEqual([times, times === 0]);
});
