// A table that is being thought up: who sits where, and how it is played.
import type { ClockWish, GameInfo, NewTable, TableLaid } from '../protocol';
import { layTable } from './api';
import { keep, keepLinks } from './keys';
import { opponents } from './hall.svelte';
import { settings } from './settings.svelte';
import { sitDown } from './sitting';

export type Sitter = 'here' | 'link' | 'open' | 'bot';
export interface SeatPlan {
  who: Sitter;
  name: string; // of someone here
  bot: string;
}
export interface Plan {
  game: string;
  seats: SeatPlan[];
  options: Record<string, string>;
  listed: boolean;
  watchable: boolean;
  onResign: 'bot' | 'end';
  hints: boolean | null; // not said: where one person at most plays
  clock: ClockWish | null;
}

/** What one begins with: friends by link, several here, or bots. */
export function firstPlan(game: GameInfo, mode: string): Plan {
  const { bots, bot } = opponents(game);
  const others: Sitter = mode === 'friends' ? 'link' : mode === 'here' ? 'here' : 'bot';
  const number = mode === 'here' ? Math.max(2, game.fewest) : bots + 1;
  const seats = Array.from({ length: number }, (_, seat) => ({ who: seat ? others : ('here' as const), name: seat ? '' : settings.name, bot }));
  return { game: game.name, seats, options: {}, listed: false, watchable: true, onResign: 'bot', hints: null, clock: null };
}

/** More or fewer seats; a new one is like the last. */
export function resize(plan: Plan, number: number): void {
  const last = plan.seats.at(-1)!;
  while (plan.seats.length < number) plan.seats.push({ ...last, name: '' });
  plan.seats.length = number;
}

export function wish(plan: Plan): NewTable {
  const own = plan.seats.findIndex((seat) => seat.who === 'here');
  const seats = plan.seats.map(({ who, bot }) => {
    if (who === 'bot') return { who, bot };
    return { who: who === 'open' ? ('open' as const) : ('person' as const) };
  });
  return {
    game: plan.game, seats, options: plan.options, listed: plan.listed, watchable: plan.watchable, on_resign: plan.onResign, hints: plan.hints,
    ...(plan.clock ? { clock: plan.clock } : {}),
    ...(own < 0 ? {} : { seat: own + 1 }),
  };
}

/** Lay the table; whoever is at this screen sits down at once. */
export async function lay(plan: Plan): Promise<TableLaid> {
  const laid = await layTable(wish(plan));
  const mates = laid.links.filter(({ seat }) => plan.seats[seat - 1]!.who === 'here');
  keep({ table: laid.table, token: laid.token, ...(mates.length ? { here: true } : {}) });
  keepLinks(laid.table, laid.links.filter((link) => !mates.includes(link)));
  const own = laid.seat === null ? [] : [{ seat: laid.seat, token: laid.token }];
  for (const { seat, token } of [...own, ...mates]) {
    await sitDown(laid.table, { name: plan.seats[seat - 1]!.name.trim() }, token, laid.commitment, mates.length > 0);
  }
  return laid;
}
