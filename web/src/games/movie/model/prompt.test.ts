// What is read out of the tale: each thing once.
import { beforeEach, expect, test } from 'vitest';
import { settings } from '../lib/settings.svelte';
import { learn, need } from '../lib/speech.svelte';
import type { Sentence } from '../protocol';
import type { Turn } from './turn.svelte';
import { afterAct, spoken } from './words';

const turn = { live: { names: (seat: number) => ['Anna', 'Bo'][seat - 1]! } } as unknown as Turn;
const mead = { key: 'movie.tile.mead', params: { value: ' +4' } };
const bo = { who: 'other', seat: 2, tile: mead, space: 'a1' };

beforeEach(async () => {
  settings.language = 'en';
  await learn('en');
  await need('movie');
});

test('a swap is read out when both its tiles are known, and then once', () => {
  const [first, both]: Sentence[] = [{ key: 'movie.does.swap', params: bo }, { key: 'movie.does.swapped', params: { ...bo, other: mead, place: 'c3' } }];
  expect(spoken(turn, [[first!]])).toBe('');
  expect(spoken(turn, [[both!]])).toMatch(/^Bo swaps .* a1 and .* c3\.$/);
});

test('an act is told up to what it brought to the last player; the next one comes later', () => {
  const keys = ['does.tile', 'act.over', 'act.player', 'act.player', 'does.act', 'does.opens', 'does.draw'];
  expect(afterAct(keys.map((key) => [{ key: `movie.${key}`, params: {} }]))).toBe(4);
});
