import { expect, test } from 'vitest';
import { withoutAct, parseMove, parseTile } from './notation';

test('tiles', () => {
  expect(parseTile('+4')).toEqual({ act: null, ability: null, value: 4, cash: null });
  expect(parseTile('drunkenness-2')).toEqual({ act: null, ability: 'drunkenness', value: -2, cash: null });
  expect(parseTile('II:treasure+2:7')).toEqual({ act: 2, ability: 'treasure', value: 2, cash: 7 });
  expect(parseTile('treasure:5')).toEqual({ act: null, ability: 'treasure', value: 0, cash: 5 });
  expect(parseTile('statue').ability).toBe('golden_statue');
  expect(withoutAct('II:horn')).toBe('horn');
});

test('moves', () => {
  expect(parseMove('thane c4')).toEqual({ is: 'figure', piece: 'thane', space: 'c4' });
  expect(parseMove('-6 d4')).toEqual({ is: 'tile', piece: '-6', space: 'd4' });
  expect(parseMove('II:counsel b2-b3')).toEqual({ is: 'counsel', piece: 'II:counsel', from: 'b2', space: 'b3' });
  expect(parseMove('cash treasure+2:7')).toEqual({ is: 'cash', piece: 'treasure+2:7' });
  expect(parseMove('remove d1')).toEqual({ is: 'remove', space: 'd1' });
  expect(parseMove('swap a1')).toEqual({ is: 'swap', space: 'a1' });
  expect(parseMove('c3')).toEqual({ is: 'with', space: 'c3' });
  expect(parseMove('draw')).toEqual({ is: 'draw' });
});
