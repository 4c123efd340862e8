// Announcements come in order, collected while updates arrive, and at once for a prompt.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PromptAnnouncer, announcer } from './announcer.svelte';
import { loadLanguage } from '../i18n/messages.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  announcer.clear();
});
afterEach(() => {
  vi.useRealTimers();
});
const lines = () => announcer.lines.map((line) => line.text);

test('consecutive texts are one announcement', () => {
  announcer.queue('One.');
  vi.advanceTimersByTime(800);
  announcer.queue('Two.');
  expect(lines()).toEqual([]);
  vi.advanceTimersByTime(1300);
  expect(lines()).toEqual(['One. Two.']);
});

test('a prompt is announced at once, after queued texts', () => {
  announcer.queue('One.');
  announcer.announce('Your turn.');
  expect(lines()).toEqual(['One. Your turn.']);
  vi.advanceTimersByTime(5000);
  expect(lines()).toHaveLength(1);
});

test('queued texts have a maximum delay', () => {
  for (let n = 0; n < 12; n++) {
    announcer.queue(`${n}.`);
    vi.advanceTimersByTime(700);
  }
  expect(lines().length).toBeGreaterThan(0);
  vi.advanceTimersByTime(2000);
  expect(lines().join(' ')).toBe(Array.from({ length: 12 }, (_, n) => `${n}.`).join(' '));
});

test('repeats the last announcement, and clears it for the next person', () => {
  announcer.announce('One.');
  announcer.repeat();
  expect(lines()).toEqual(['One.', 'One.']);
  announcer.queue('Two.');
  announcer.clear();
  vi.advanceTimersByTime(5000);
  expect(lines()).toEqual([]);
});

test('a question is announced once as a turn, its second step without', async () => {
  await loadLanguage('en');
  const prompts = new PromptAnnouncer();
  for (const text of ['Swap a tile.', 'Swap a tile.', 'With which?']) prompts.announce(text, 5);
  prompts.announce('The sheet is open.', null);
  prompts.announce('Your turn: bid.', 6);
  prompts.announce('Risk it, or decline', 7);
  expect(lines()).toEqual(['Your turn. Swap a tile.', 'With which?', 'The sheet is open.', 'Your turn: bid.', 'Your turn. Risk it, or decline.']);
});
