// Which keys are ours: letters of any keyboard, never while one types, never with a modifier, none when switched off.
import { afterEach, expect, test } from 'vitest';
import { settings } from './settings.svelte';
import { arrows, letterOf } from './steering';

afterEach(() => {
  settings.letters = true;
  document.body.replaceChildren();
});

const pressed = (init: KeyboardEventInit, on: Element = document.body): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  on.dispatchEvent(event);
  return event;
};

test.each([
  [{ key: 'p', code: 'KeyP' }, 'p'],
  [{ key: 'з', code: 'KeyP' }, 'p'], // a Russian keyboard
  [{ key: '?', code: 'Slash', shiftKey: true }, '?'],
  [{ key: 'p', ctrlKey: true }, null],
  [{ key: 'p', altKey: true }, null],
  [{ key: 'p', metaKey: true }, null],
  [{ key: 'Enter', code: 'Enter' }, null],
  [{ key: 'p', repeat: true }, null],
])('%o is %s', (init, letter) => {
  expect(letterOf(pressed(init))).toBe(letter);
});

test('no letter is taken while one types, or when they are switched off', () => {
  const line = document.body.appendChild(document.createElement('input'));
  expect(letterOf(pressed({ key: 'p' }, line))).toBeNull();
  settings.letters = false;
  expect(letterOf(pressed({ key: 'p' }))).toBeNull();
});

test('arrows go from one to the next, Home and End to the ends', () => {
  const group = document.body.appendChild(document.createElement('div'));
  const buttons = [0, 1, 2].map(() => group.appendChild(document.createElement('button')));
  const stop = arrows()(group) as () => void;
  buttons[0]!.focus();
  expect(pressed({ key: 'ArrowRight' }, buttons[0]).defaultPrevented).toBe(true);
  expect(document.activeElement).toBe(buttons[1]);
  pressed({ key: 'End' }, buttons[1]);
  pressed({ key: 'ArrowRight' }, buttons[2]);
  expect(document.activeElement).toBe(buttons[2]);
  pressed({ key: 'Home' }, buttons[2]);
  expect(document.activeElement).toBe(buttons[0]);
  expect(pressed({ key: 'ArrowRight', altKey: true }, buttons[0]).defaultPrevented).toBe(false);
  stop();
});
