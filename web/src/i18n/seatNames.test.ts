import { beforeAll, expect, test } from 'vitest';
import type { PlaceInfo } from '../protocol';
import { nameAmong, nameless, nameOf, people, underName } from './seats';
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

test('who gave no name is one of the people, in the language of whoever looks', async () => {
  const one = { places: [{ who: 'person', name: '', bot: null } as PlaceInfo] };
  expect([nameOf(one, 0), underName(one.places[0]!, 0)]).toEqual([nameless(0), '']);
  const here = nameOf(one, 0);
  settings.language = 'ru';
  await learn('ru');
  expect(nameOf(one, 0)).not.toBe(here);
});
