// Accessible names of icon spaces.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import IconSpace from './IconSpace.svelte';

afterEach(cleanup);

test('the accessible name has no soft hyphens', () => {
  render(IconSpace, { icon: 'wound', name: 'Bles\u00adsing', note: 'two cards', state: 'free', choose: vi.fn() });
  screen.getByRole('button', { name: 'Blessing, two cards' });
});

test('the name of a taken space has no soft hyphens either', () => {
  const { container } = render(IconSpace, { icon: 'wound', name: 'Bles\u00adsing', state: 'taken', seat: 1 });
  for (const unread of container.querySelectorAll('[aria-hidden]')) unread.remove();
  expect(container.querySelector('b')!.textContent).toBe('Blessing');
});

test('without note, the name stands alone', () => {
  render(IconSpace, { icon: 'scratch', name: 'Scratch', state: 'free', choose: vi.fn() });
  screen.getByRole('button', { name: 'Scratch' });
});

test('visible name and note are separate, and the accessible name contains them', () => {
  const { container } = render(IconSpace, { icon: 'wound', name: 'Wound', note: 'and two cards', state: 'free', choose: vi.fn() });
  screen.getByRole('button', { name: 'Wound, and two cards' });
  for (const unseen of container.querySelectorAll('.sr')) unseen.remove();
  expect(screen.getByRole('button').textContent!.trim()).toBe('Wound and two cards');
});
