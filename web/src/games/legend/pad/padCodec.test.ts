import { expect, test } from 'vitest';
import { EMPTY, read, typed, write, type PadBox, type Table } from './tally';

const box = { players: [2, 5], tokens: [], tiles: { misfortune: { count: 3 }, scratch: { count: 12 }, wound: { count: 10 }, double_wound: { count: 1 } } } as unknown as PadBox;
const [none] = EMPTY.goods;
const table: Table = {
  players: 2, names: ['Zoë', '', '', '', ''], advanced: true, fallen: false,
  goods: [{ ...none!, fame: [5, 4], 'alliance-treasure': [2], wound: 2, double: 1 }, none!, none!, none!, none!],
};

test('what is written for a link is read again', () => {
  expect(write(table)).toMatch(/^[\w~.,%-]+$/);
  expect(read(write(table), box)).toEqual(table);
  expect(read(write(EMPTY), box)).toEqual(EMPTY);
});

test.each(['', '1~2', '1~6~,,,,~~', write(table).replace('~a~', '~x~'), write(table).replace('.1~', '.2~'), `${write(table)}~`])('%j is no such link', (text) => {
  expect(read(text, box)).toBe(null);
});

test('the server is sent a line for each player', () => {
  expect(typed(table)).toEqual({ text: 'fame 5 4, alliance treasure 2, wounds 2, double wound 1\nfame 0', options: { advanced: 'yes' } });
});
