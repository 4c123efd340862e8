import { expect, test } from 'vitest';
import type { BoardShape } from '../model/box';
import { emptyPad, nextOpen, OPEN, decode, toScoreText, encode, type PadBox, type PadState } from './padCodec';

const shape = (act: number): BoardShape => ({
  act, columns: 2, rows: 2, spaces: ['a1', 'b1', 'a2'].map((space, n) => ({ space, column: (n % 2) + 1, row: n < 2 ? 1 : 2, gorge: space === 'b1' })),
});
const box = {
  players: [2, 4], boards: [1, 2, 3].map(shape), figures: [{ kind: 'thane' }], tiles: [{ tile: '+4' }, { tile: 'mead+3' }],
} as unknown as PadBox;
const EMPTY = emptyPad(box);
const saga: PadState = {
  ...EMPTY, players: 2, names: ['Ann~,a/é.', '', '', ''], acts: [{ a1: '2thane', b1: 'mead+3' }, {}, { b1: OPEN, a2: '-6' }], cashed: [7, 0, 0, 0], unused: [null, 3, null, null],
};

test('a link round-trips, with any name', () => {
  expect(encode(saga)).toMatch(/^[\w~.,%-]+$/);
  expect(decode(encode(saga), box)).toEqual(saga);
  expect(decode(encode(EMPTY), box)).toEqual(EMPTY);
});

test.each(['', '1', '1~2', '9~2~,,,~~~~0,0,0,0~,,,', '1~5~,,,~~~~0,0,0,0~,,,', '1~2~,,,~z9.p4~~~0,0,0,0~,,,', '1~2~,,,~a1.cow~~~0,0,0,0~,,,', '1~2~,,,~a1.p4,a1.p5~~~0,0,0,0~,,,', '1~2~,,,~~~~0,0,0~,,,', '1~2~,,,~~~~0,0,0,0~,,,~more', '1~2~%E0,,,~~~~0,0,0,0~,,,'])('%j is an invalid link', (text) => {
  expect(decode(text, box)).toBe(null);
});

test('the text has the boards that are not empty, with the place of each piece', () => {
  const { text, places } = toScoreText(saga, box.boards);
  expect(text.split('\n')).toEqual(['[I]', 'Fa1 mead+3', '. _', 'Fa1 = thane (2)', '[III]', '. .', '-6 _', '[saga]', '1: treasures 7', '2: treasures 0, unused 3']);
  expect(places.get('2:5')).toEqual({ act: 1, space: 'b1' });
  expect(places.get('4')).toEqual({ act: 1, space: 'a1' });
});

test('the next open space wraps around', () => {
  expect(nextOpen(box.boards[0]!, {}, 'a1')).toBe('a2'); // a Gorge is printed on b1
  expect(nextOpen(box.boards[0]!, { a2: '+1' }, 'a2')).toBe('a1');
  expect(nextOpen(box.boards[0]!, { a1: '+1', a2: '+1' }, 'a2')).toBe(null);
});
