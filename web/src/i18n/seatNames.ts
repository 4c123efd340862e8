// Names of seats. Each seat has one of the poem's peoples, with a colour, a shape and a letter.
import type { SeatInfo, TableInfo } from '../protocol';
import { hasMessage, say, type Names } from './messages.svelte';

export const SEAT_MARKS = ['g', 'd', 's', 'f', 'j'] as const;
export type SeatMark = (typeof SEAT_MARKS)[number];

export function seatMark(seat: number): SeatMark {
  return SEAT_MARKS[seat]!; // seats from 0
}

export function peopleName(seat: number): string {
  return say(`web.people.${seatMark(seat)}`);
}

/** Return the name of a seat whose player gave none, in the viewer's language. */
export function defaultName(seat: number): string {
  return say(`web.nameless.${seatMark(seat)}`);
}

/** Return the name of a seat (from 0) at a table. */
export function seatName(table: Pick<TableInfo, 'places'> | undefined, seat: number): string {
  const place = table?.places[seat];
  return place?.name || (place ? unnamed(place, seat) : defaultName(seat));
}

/** Return the name of a seat, with its people if another seat has the same name. */
export function uniqueSeatName(table: Pick<TableInfo, 'places'>, seat: number): string {
  const name = seatName(table, seat);
  const alone = table.places.every((_, other) => other === seat || seatName(table, other) !== name);
  return alone ? name : `${name} · ${peopleName(seat)}`;
}

function unnamed(place: SeatInfo, seat: number): string {
  return place.who === 'bot' ? say(`web.bot.${seatMark(seat)}`) : defaultName(seat);
}

/** Return the line under a name: people, bot level, resignation. */
export function seatSubtitle(place: SeatInfo, seat: number, own = false): string {
  const bot = place.bot ? say(place.who === 'bot' ? 'web.seat.bot-level' : 'web.seat.stands-in', { level: botLevelName(place.bot) }) : null;
  const gone = place.resigned ? say('web.seat.resigned') : null;
  return [own ? say('web.seat.you') : null, gone, bot, place.name === '' ? null : peopleName(seat)].filter(Boolean).join(' · ');
}

/** Return the name of a bot's level. */
export function botLevelName(bot: string): string {
  return hasMessage(`web.level.${bot}`) ? say(`web.level.${bot}`) : bot;
}

/** Return a lookup of names for sentences, which count seats from 1. */
export function namesFor(table: Pick<TableInfo, 'places'> | undefined): Names {
  return (seat) => seatName(table, seat - 1);
}
