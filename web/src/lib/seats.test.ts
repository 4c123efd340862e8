import { beforeAll, expect, test } from 'vitest';
import type { PlaceInfo } from '../protocol';
import { nameAmong, people } from './seats';
import { settings } from './settings.svelte';
import { learn } from './speech.svelte';

beforeAll(async () => {
  settings.language = 'en';
  await learn('en');
});

const table = (...names: string[]) => ({ places: names.map((name) => ({ who: 'bot', name, bot: 'greedy' }) as PlaceInfo) });

test('in a list, who is called like someone else is told apart by the people', () => {
  const three = table('greedy', 'Anna', 'greedy');
  expect([0, 1, 2].map((seat) => nameAmong(three, seat))).toEqual([`greedy · ${people(0)}`, 'Anna', `greedy · ${people(2)}`]);
});
