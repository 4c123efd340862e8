import { expect, test } from 'vitest';
import type { BoardShape } from '../data';
import { EMPTY, nextOpen, OPEN, read, typed, write, type PadBox, type Saga } from './saga';

const shape = (act: number): BoardShape => ({
  act, columns: 2, rows: 2, spaces: ['a1', 'b1', 'a2'].map((space, n) => ({ space, column: (n % 2) + 1, row: n < 2 ? 1 : 2, gorge: space === 'b1' })),
});
const box = { players: [2, 4], boards: [1, 2, 3].map(shape) } as unknown as PadBox;
const saga: Saga = {
  ...EMPTY, players: 2, names: ['Ann~,a/é.', '', '', ''], acts: [{ a1: '2thane', b1: 'mead+3' }, {}, { b1: OPEN, a2: '-6' }], cashed: [7, 0, 0, 0], unused: [null, 3, null, null],
};

test('what is written for a link is read again, whatever a name holds', () => {
  expect(write(saga)).toMatch(/^[\w~.,%-]+$/);
  expect(read(write(saga), box)).toEqual(saga);
  expect(read(write(EMPTY), box)).toEqual(EMPTY);
});

test.each(['', '1', '1~2', '9~2~,,,~~~~0,0,0,0~,,,', '1~5~,,,~~~~0,0,0,0~,,,', '1~2~,,,~z9.p4~~~0,0,0,0~,,,', '1~2~,,,~a1.cow~~~0,0,0,0~,,,', '1~2~,,,~a1.p4,a1.p5~~~0,0,0,0~,,,', '1~2~,,,~~~~0,0,0~,,,', '1~2~,,,~~~~0,0,0,0~,,,~more', '1~2~%E0,,,~~~~0,0,0,0~,,,'])('%j is no such link', (text) => {
  expect(read(text, box)).toBe(null);
});

test('the server is sent the boards with anything on them, and knows where each thing lies', () => {
  const { text, places } = typed(saga, box.boards);
  expect(text.split('\n')).toEqual(['[I]', 'Fa1 mead+3', '. _', 'Fa1 = thane (2)', '[III]', '. .', '-6 _', '[saga]', '1: treasures 7', '2: treasures 0, unused 3']);
  expect(places.get('2:5')).toEqual({ act: 1, space: 'b1' });
  expect(places.get('4')).toEqual({ act: 1, space: 'a1' });
});

test('the ring goes on to the next open space, and round', () => {
  expect(nextOpen(box.boards[0]!, {}, 'a1')).toBe('a2'); // a Gorge is printed on b1
  expect(nextOpen(box.boards[0]!, { a2: '+1' }, 'a2')).toBe('a1');
  expect(nextOpen(box.boards[0]!, { a1: '+1', a2: '+1' }, 'a2')).toBe(null);
});
