// The animation of a risk can be skipped.
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadLanguage, loadTopic } from '../../../i18n/messages.svelte';
import type { MoveDraft } from '../model/moveDraft.svelte';
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
])('%s skips the animation: %#', async (_, act, times) => {
  await Promise.all([loadLanguage('en'), loadTopic('legend')]);
  const catalog = { cards: {}, name: (face: string) => face, lit: () => [] };
  const draft = { live: { entries: [drawn('wit1'), drawn('wit2')], update: null }, view: { episode: 2 }, episode: { kind: 'risk' }, me: 0, flipping: true, catalog, who: () => 'Anna' };
  render(RiskFlip, { draft: draft as unknown as MoveDraft, takesRisks: true });
  await act();
  expect([finish.mock.calls.length, draft.flipping]).toEqual([times, times === 0]);
});
