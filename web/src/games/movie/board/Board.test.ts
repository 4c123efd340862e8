import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import type { BoardShape } from '../model/box';
import { emptyScene } from '../model/boardScene';
import Board from './Board.svelte';

const shape: BoardShape = {
  act: 1, columns: 2, rows: 2,
  spaces: ['a1', 'b1', 'a2', 'b2'].map((space, n) => ({ space, column: (n % 2) + 1, row: n < 2 ? 1 : 2, gorge: false })),
};

function renderBoard() {
  const scene = emptyScene(shape, new Map([['a1', { tile: '+4' }], ['b2', { figure: { seat: 1, kind: 'thane' } }]]));
  scene.legal = new Set(['b1']);
  scene.ghosts = new Map([['b1', 12]]);
  const callbacks = { onpress: vi.fn(), onpoint: vi.fn() };
  render(Board, { scene, width: 300, label: 'The board', diamonds: () => 3, name: (space) => space.space, ...callbacks });
  return callbacks;
}

test('every space is a named button, one of them a tab stop', () => {
  renderBoard();
  expect(screen.getByRole('grid', { name: 'The board' })).toBeTruthy();
  const buttons = screen.getAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['a1', 'b1', 'a2', 'b2']);
  expect(buttons.filter((button) => button.tabIndex === 0)).toHaveLength(1);
});

test('arrows move the focus, a click calls back', async () => {
  const callbacks = renderBoard();
  const first = screen.getByRole('button', { name: 'a1' });
  first.focus();
  await fireEvent.keyDown(first, { key: 'ArrowRight' });
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('b1'));
  expect(callbacks.onpoint).toHaveBeenLastCalledWith('b1');
  await fireEvent.click(screen.getByRole('button', { name: 'b1' }));
  expect(callbacks.onpress).toHaveBeenCalledWith('b1');
});

test('a legal space shows what a figure would score there', () => {
  renderBoard();
  expect(document.querySelectorAll('.legal')).toHaveLength(1);
  expect(document.querySelectorAll('.ghost use')).toHaveLength(2);
});
