// Seats bear the poem's peoples: a colour, a shape and a letter each.
import type { PlaceInfo, TableInfo } from '../protocol';
import { knows, say, type Names } from './speech.svelte';

export const MARKS = ['g', 'd', 's', 'f', 'j'] as const;
export type Mark = (typeof MARKS)[number];

export function mark(seat: number): Mark {
  return MARKS[seat]!; // seats from 0
}

export function people(seat: number): string {
  return say(`web.people.${mark(seat)}`);
}

/** How someone is called who gave no name: one of the people, in the language of whoever looks. */
export function nameless(seat: number): string {
  return say(`web.nameless.${mark(seat)}`);
}

/** How a seat is called at a table; seats from 0. */
export function nameOf(table: Pick<TableInfo, 'places'> | undefined, seat: number): string {
  const place = table?.places[seat];
  return place?.name || (place ? unnamed(place, seat) : nameless(seat));
}

/** The same where a list must tell seats apart: with the people, if someone else is called so too. */
export function nameAmong(table: Pick<TableInfo, 'places'>, seat: number): string {
  const name = nameOf(table, seat);
  const alone = table.places.every((_, other) => other === seat || nameOf(table, other) !== name);
  return alone ? name : `${name} · ${people(seat)}`;
}

function unnamed(place: PlaceInfo, seat: number): string {
  return place.who === 'bot' ? say(`web.bot.${mark(seat)}`) : nameless(seat);
}

/** What stands under a name: the people, and what kind of bot it is. */
export function underName(place: PlaceInfo, seat: number, own = false): string {
  const bot = place.bot ? say(place.who === 'bot' ? 'web.seat.bot-level' : 'web.seat.stands-in', { level: level(place.bot) }) : null;
  const gone = place.resigned ? say('web.seat.resigned') : null;
  return [own ? say('web.seat.you') : null, gone, bot, place.name === '' ? null : people(seat)].filter(Boolean).join(' · ');
}

/** How well a bot plays, in a word. */
export function level(bot: string): string {
  return knows(`web.level.${bot}`) ? say(`web.level.${bot}`) : bot;
}

/** For sentences, which count seats from 1. */
export function namesAt(table: Pick<TableInfo, 'places'> | undefined): Names {
  return (seat) => nameOf(table, seat - 1);
}
