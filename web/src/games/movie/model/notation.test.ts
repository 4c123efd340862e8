import { expect, test } from 'vitest';
import { bare, readMove, readTile } from './notation';

test('tiles', () => {
  expect(readTile('+4')).toEqual({ act: null, ability: null, value: 4, cash: null });
  expect(readTile('drunkenness-2')).toEqual({ act: null, ability: 'drunkenness', value: -2, cash: null });
  expect(readTile('II:treasure+2:7')).toEqual({ act: 2, ability: 'treasure', value: 2, cash: 7 });
  expect(readTile('treasure:5')).toEqual({ act: null, ability: 'treasure', value: 0, cash: 5 });
  expect(readTile('statue').ability).toBe('golden_statue');
  expect(bare('II:horn')).toBe('horn');
});

test('moves', () => {
  expect(readMove('thane c4')).toEqual({ is: 'figure', piece: 'thane', space: 'c4' });
  expect(readMove('-6 d4')).toEqual({ is: 'tile', piece: '-6', space: 'd4' });
  expect(readMove('II:counsel b2-b3')).toEqual({ is: 'counsel', piece: 'II:counsel', from: 'b2', space: 'b3' });
  expect(readMove('cash treasure+2:7')).toEqual({ is: 'cash', piece: 'treasure+2:7' });
  expect(readMove('remove d1')).toEqual({ is: 'remove', space: 'd1' });
  expect(readMove('swap a1')).toEqual({ is: 'swap', space: 'a1' });
  expect(readMove('c3')).toEqual({ is: 'with', space: 'c3' });
  expect(readMove('draw')).toEqual({ is: 'draw' });
});
