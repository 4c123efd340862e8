import { expect, test } from 'vitest';
import { emptyPad, decode, toScoreText, encode, type PadBox, type PadTable } from './padCodec';

const box = { players: [2, 5], tokens: [], tiles: { misfortune: { count: 3 }, scratch: { count: 12 }, wound: { count: 10 }, double_wound: { count: 1 } } } as unknown as PadBox;
const EMPTY = emptyPad(box);
const [none] = EMPTY.goods;
const table: PadTable = {
  players: 2, names: ['Zoë', '', '', '', ''], advanced: true, fallen: false,
  goods: [{ ...none!, fame: [5, 4], 'alliance-treasure': [2], wound: 2, double: 1 }, none!, none!, none!, none!],
};

test('a link round-trips', () => {
  expect(encode(table)).toMatch(/^[\w~.,%-]+$/);
  expect(decode(encode(table), box)).toEqual(table);
  expect(decode(encode(EMPTY), box)).toEqual(EMPTY);
});

test.each(['', '1~2', '1~6~,,,,~~', encode(table).replace('~a~', '~x~'), encode(table).replace('.1~', '.2~'), `${encode(table)}~`])('%j is an invalid link', (text) => {
  expect(decode(text, box)).toBe(null);
});

test('the text has one line for each player', () => {
  expect(toScoreText(table)).toEqual({ text: 'fame 5 4, alliance treasure 2, wounds 2, double wound 1\nfame 0', options: { advanced: 'yes' } });
});
