// Durations as text and as a clock display.
import { settings } from '../browser/settings.svelte';
import type { RemainingTimes } from '../protocol';

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const UNITS = [['day', DAY], ['hour', HOUR], ['minute', MINUTE], ['second', SECOND]] as const;

function counted(number: number, unit: string, short: boolean): string {
  return new Intl.NumberFormat(settings.language, { style: 'unit', unit, unitDisplay: short ? 'narrow' : 'long' }).format(number);
}

/** Return a duration in its two largest units: 2 days 4 hours, 1 minute 30 seconds. */
export function durationText(ms: number, short = false): string {
  const first = Math.max(0, UNITS.findIndex(([, size]) => ms >= size));
  if (ms < SECOND) return counted(0, 'second', short);
  const [[unit, size], next] = [UNITS[first]!, UNITS[first + 1]];
  const rest = next ? Math.floor((ms % size) / next[1]) : 0;
  return [counted(Math.floor(ms / size), unit, short), ...(next && rest ? [counted(rest, next[0], short)] : [])].join(' ');
}

const two = (number: number) => String(number).padStart(2, '0');

/** Return a clock display: 4:05, 1:04:05, from a day on 2d 4h. Seconds are rounded up, so that 0:00 means no time left. */
export function clockText(ms: number): string {
  if (ms >= DAY) return durationText(ms, true);
  const seconds = Math.ceil(ms / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Return the ms that a seat (from 0) has left at a time of the server's clock. */
export function timeLeft(times: RemainingTimes, seat: number, now: number): number {
  const left = times.left[seat] ?? 0;
  return times.running.includes(seat + 1) ? Math.max(0, left - Math.max(0, now - times.at)) : left;
}

/** True for the last ten seconds of a live game or the last hour of a game over days. */
export const isTimeShort = (left: number, whole: number) => left <= (whole >= DAY ? HOUR : 10 * SECOND);
