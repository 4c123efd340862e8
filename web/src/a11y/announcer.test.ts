// What is read out: in order, gathered while things happen, at once when something is asked.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Caller, heard } from './heard.svelte';
import { learn } from './speech.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  heard.clear();
});
afterEach(() => {
  vi.useRealTimers();
});
const lines = () => heard.lines.map((line) => line.text);

test('what happens in a row is told in one breath', () => {
  heard.add('One.');
  vi.advanceTimersByTime(800);
  heard.add('Two.');
  expect(lines()).toEqual([]);
  vi.advanceTimersByTime(1300);
  expect(lines()).toEqual(['One. Two.']);
});

test('what is asked is told at once, behind what still waits', () => {
  heard.add('One.');
  heard.now('Your turn.');
  expect(lines()).toEqual(['One. Your turn.']);
  vi.advanceTimersByTime(5000);
  expect(lines()).toHaveLength(1);
});

test('nothing waits for ever, though things go on', () => {
  for (let n = 0; n < 12; n++) {
    heard.add(`${n}.`);
    vi.advanceTimersByTime(700);
  }
  expect(lines().length).toBeGreaterThan(0);
  vi.advanceTimersByTime(2000);
  expect(lines().join(' ')).toBe(Array.from({ length: 12 }, (_, n) => `${n}.`).join(' '));
});

test('the last of it again, and nothing of it for the next person', () => {
  heard.now('One.');
  heard.again();
  expect(lines()).toEqual(['One.', 'One.']);
  heard.add('Two.');
  heard.clear();
  vi.advanceTimersByTime(5000);
  expect(lines()).toEqual([]);
});

test('a question is told once as a turn, its second step as what it is', async () => {
  await learn('en');
  const caller = new Caller();
  for (const text of ['Swap a tile.', 'Swap a tile.', 'With which?']) caller.call(text, 5);
  caller.call('The sheet is open.', null);
  caller.call('Your turn: bid.', 6);
  caller.call('Risk it, or decline', 7);
  expect(lines()).toEqual(['Your turn. Swap a tile.', 'With which?', 'The sheet is open.', 'Your turn: bid.', 'Your turn. Risk it, or decline.']);
});
