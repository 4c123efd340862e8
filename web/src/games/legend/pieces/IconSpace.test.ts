// The spaces of an episode: what a reader of screens calls them.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import IconSpace from './IconSpace.svelte';

afterEach(cleanup);

test('a space is called by whole words: where one may break on a screen, no reader stumbles', () => {
  render(IconSpace, { icon: 'wound', name: 'Bles\u00adsing', note: 'two cards', state: 'free', choose: vi.fn() });
  screen.getByRole('button', { name: 'Blessing, two cards' });
});

test('a space that was taken is read out in whole words too', () => {
  const { container } = render(IconSpace, { icon: 'wound', name: 'Bles\u00adsing', state: 'taken', seat: 1 });
  for (const unread of container.querySelectorAll('[aria-hidden]')) unread.remove();
  expect(container.querySelector('b')!.textContent).toBe('Blessing');
});

test('what has no note is called by its name alone', () => {
  render(IconSpace, { icon: 'scratch', name: 'Scratch', state: 'free', choose: vi.fn() });
  screen.getByRole('button', { name: 'Scratch' });
});

test('what is seen of name and note stands apart, and a name that is heard holds the very words', () => {
  const { container } = render(IconSpace, { icon: 'wound', name: 'Wound', note: 'and two cards', state: 'free', choose: vi.fn() });
  screen.getByRole('button', { name: 'Wound, and two cards' });
  for (const unseen of container.querySelectorAll('.sr')) unseen.remove();
  expect(screen.getByRole('button').textContent!.trim()).toBe('Wound and two cards');
});
