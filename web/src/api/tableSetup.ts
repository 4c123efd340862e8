// The plan of a new table: seats and options before the server creates it.
import type { ClockSetup, OfferedGame, NewTable, TableCreated } from '../protocol';
import { createTable } from './http';
import { storeKeys, storeInviteLinks } from '../browser/seatKeys';
import { defaultOpponents } from './lobby.svelte';
import { settings } from '../browser/settings.svelte';
import { takeSeat } from './joinTable';

export type SeatChoice = 'here' | 'link' | 'open' | 'bot';
export interface SeatPlan {
  who: SeatChoice;
  name: string; // of a player at this screen
  bot: string;
}
export interface TablePlan {
  game: string;
  seats: SeatPlan[];
  options: Record<string, string>;
  listed: boolean;
  watchable: boolean;
  onResign: 'bot' | 'end';
  hints: boolean | null; // null: the server decides, on for at most one person
  clock: ClockSetup | null;
}

/** Return the first plan: friends by link, several players at this screen, or bots. */
export function initialPlan(game: OfferedGame, mode: string): TablePlan {
  const { bots, bot } = defaultOpponents(game);
  const others: SeatChoice = mode === 'friends' ? 'link' : mode === 'here' ? 'here' : 'bot';
  const number = mode === 'here' ? Math.max(2, game.fewest) : bots + 1;
  const seats = Array.from({ length: number }, (_, seat) => ({ who: seat ? others : ('here' as const), name: seat ? '' : settings.name, bot }));
  return { game: game.name, seats, options: {}, listed: false, watchable: true, onResign: 'bot', hints: null, clock: null };
}

/** Change the number of seats; a new seat copies the last. */
export function resizePlan(plan: TablePlan, number: number): void {
  const last = plan.seats.at(-1)!;
  while (plan.seats.length < number) plan.seats.push({ ...last, name: '' });
  plan.seats.length = number;
}

export function toRequest(plan: TablePlan): NewTable {
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

/** Create the table; players at this screen take their seats at once. */
export async function createPlannedTable(plan: TablePlan): Promise<TableCreated> {
  const created = await createTable(toRequest(plan));
  const localLinks = created.links.filter(({ seat }) => plan.seats[seat - 1]!.who === 'here');
  storeKeys({ table: created.table, token: created.token, ...(localLinks.length ? { here: true } : {}) });
  storeInviteLinks(created.table, created.links.filter((link) => !localLinks.includes(link)));
  const own = created.seat === null ? [] : [{ seat: created.seat, token: created.token }];
  for (const { seat, token } of [...own, ...localLinks]) {
    await takeSeat(created.table, { name: plan.seats[seat - 1]!.name.trim() }, token, created.commitment, localLinks.length > 0);
  }
  return created;
}
