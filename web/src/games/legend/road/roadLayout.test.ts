import { expect, it } from 'vitest';
import { Catalog, type BoxData, type Episode } from '../model/box';
import { layOutRoad } from './roadLayout';

const name = { key: 'legend.name', params: {} };
const episodes = Array.from({ length: 36 }, (_, n): Episode => ({
  number: n + 1, name, kind: n === 7 ? 'treasure auction' : 'risk', symbols: [], required: [], matching: [], major: false, advanced: n === 7, options: [],
  give: null, get: null, reward: null, spaces: {}, printed_name: '', sources: {},
}));
const catalog = new Catalog({ cards: [], specials: [], tokens: [], episodes } as unknown as BoxData, 4, false);

it.each([[1280, 9], [1000, 6], [360, 1]])('keeps every card of the map within %d px', (width, columns) => {
  const road = layOutRoad(catalog, 15, width, columns);
  expect(road.spots).toHaveLength(36);
  for (const spot of road.spots) {
    expect(spot.left).toBeGreaterThanOrEqual(0);
    expect(spot.left + spot.width).toBeLessThanOrEqual(width);
    expect(spot.top + spot.height).toBeLessThanOrEqual(road.height);
  }
  expect(road.whole.startsWith(road.walked)).toBe(true);
});
