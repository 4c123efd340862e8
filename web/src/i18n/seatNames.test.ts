import { beforeAll, expect, test } from 'vitest';
import type { SeatInfo } from '../protocol';
import { uniqueSeatName, defaultName, seatName, peopleName, seatSubtitle } from './seatNames';
import { settings } from '../browser/settings.svelte';
import { loadLanguage } from './messages.svelte';

beforeAll(async () => {
  settings.language = 'en';
  await loadLanguage('en');
});

const table = (...names: string[]) => ({ places: names.map((name) => ({ who: 'bot', name, bot: 'greedy' }) as SeatInfo) });

test('equal names are distinguished by their people', () => {
  const three = table('greedy', 'Anna', 'greedy');
  expect([0, 1, 2].map((seat) => uniqueSeatName(three, seat))).toEqual([`greedy · ${peopleName(0)}`, 'Anna', `greedy · ${peopleName(2)}`]);
});

test('a default name is in the viewer’s language', async () => {
  const unnamed = { places: [{ who: 'person', name: '', bot: null } as SeatInfo] };
  expect([seatName(unnamed, 0), seatSubtitle(unnamed.places[0]!, 0)]).toEqual([defaultName(0), '']);
  const here = seatName(unnamed, 0);
  settings.language = 'ru';
  await loadLanguage('ru');
  expect(seatName(unnamed, 0)).not.toBe(here);
});
