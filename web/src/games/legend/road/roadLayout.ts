// Layout of the road: serpentine rows under the scenes, or a line beside a list.
import type { Catalog, Episode } from '../model/box';

export interface RoadSpot {
  episode: Episode;
  x: number; // of its node
  y: number;
  left: number; // of its card
  top: number;
  width: number;
  height: number;
  skipped: boolean; // the basic game skips it
}
export interface RoadLayout {
  spots: RoadSpot[];
  heads: { chapter: number; top: number }[];
  whole: string;
  walked: string;
  height: number;
}

const ROW = 186;
const CARD = 146;
const EDGE = 46;
const CHAPTER = 9; // episodes

export function layOutRoad(catalog: Catalog, now: number, width: number, columns: number): RoadLayout {
  return columns === 1 ? layOutColumn(catalog, now, width) : layOutRows(catalog, now, width, columns);
}

function layOutRows(catalog: Catalog, now: number, width: number, columns: number): RoadLayout {
  const step = (width - 2 * EDGE + 8) / columns;
  const card = step - 8;
  const spots = catalog.box.episodes.map((episode, n): RoadSpot => {
    const row = Math.floor(n / columns);
    const along = n % columns;
    const column = row % 2 ? columns - 1 - along : along;
    const left = EDGE + column * step;
    const top = 8 + row * ROW;
    return { episode, left, top, width: card, height: CARD, x: left + card / 2, y: top + CARD + 18 + (along % 2 ? 4 : -3), skipped: !catalog.isPlayed(episode) };
  });
  const join = (from: RoadSpot, to: RoadSpot): string => {
    if (Math.abs(to.y - from.y) < 60) {
      const middle = (from.x + to.x) / 2;
      return `C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
    }
    const side = from.x > width / 2 ? 1 : -1;
    const edge = from.x + side * (card / 2 + 25);
    return `H${edge - side * 34}Q${edge} ${from.y} ${edge} ${from.y + 34}V${to.y - 34}Q${edge} ${to.y} ${edge - side * 34} ${to.y}H${to.x}`;
  };
  return { spots, heads: [], height: Math.ceil(spots.length / columns) * ROW + 12, ...paths(spots, now, `M0 ${spots[0]!.y}H${spots[0]!.x}`, join) };
}

function layOutColumn(catalog: Catalog, now: number, width: number): RoadLayout {
  let top = 8;
  const heads: RoadLayout['heads'] = [];
  const spots = catalog.box.episodes.map((episode, n): RoadSpot => {
    if (n % CHAPTER === 0 && n / CHAPTER < 4) {
      heads.push({ chapter: n / CHAPTER, top });
      top += 40;
    }
    const skipped = !catalog.isPlayed(episode);
    const height = skipped ? 34 : 82;
    const spot = { episode, x: 28 + (n % 2 ? 9 : -7), y: top + height / 2, left: 58, top: skipped ? top : top + 3, width: width - 66, height: skipped ? 34 : 76, skipped };
    top += height;
    return spot;
  });
  const join = (from: RoadSpot, to: RoadSpot) => `C${from.x} ${(from.y + to.y) / 2} ${to.x} ${(from.y + to.y) / 2} ${to.x} ${to.y}`;
  return { spots, heads, height: top + 12, ...paths(spots, now, `M${spots[0]!.x} 0V${spots[0]!.y}`, join) };
}

function paths(spots: RoadSpot[], now: number, start: string, join: (from: RoadSpot, to: RoadSpot) => string): { whole: string; walked: string } {
  let whole = start;
  let walked = start;
  spots.forEach((spot, n) => {
    if (n) whole += join(spots[n - 1]!, spot);
    if (spot.episode.number === now) walked = whole;
  });
  return { whole, walked };
}
