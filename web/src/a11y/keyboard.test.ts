// Shortcut letters of any keyboard layout; none while typing, with a modifier, or when switched off.
import { afterEach, expect, test } from 'vitest';
import { settings } from '../browser/settings.svelte';
import { arrowNavigation, shortcutLetter } from './keyboard';

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
  [{ key: 'з', code: 'KeyP' }, 'p'], // Russian keyboard layout
  [{ key: '?', code: 'Slash', shiftKey: true }, '?'],
  [{ key: 'p', ctrlKey: true }, null],
  [{ key: 'p', altKey: true }, null],
  [{ key: 'p', metaKey: true }, null],
  [{ key: 'Enter', code: 'Enter' }, null],
  [{ key: 'p', repeat: true }, null],
])('%o is %s', (init, letter) => {
  expect(shortcutLetter(pressed(init))).toBe(letter);
});

test('no shortcut while typing, or when switched off', () => {
  const line = document.body.appendChild(document.createElement('input'));
  expect(shortcutLetter(pressed({ key: 'p' }, line))).toBeNull();
  settings.letters = false;
  expect(shortcutLetter(pressed({ key: 'p' }))).toBeNull();
});

test('arrows move to the neighbour, Home and End to the ends', () => {
  const group = document.body.appendChild(document.createElement('div'));
  const buttons = [0, 1, 2].map(() => group.appendChild(document.createElement('button')));
  const stop = arrowNavigation()(group) as () => void;
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
