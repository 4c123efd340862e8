// What the hall knows: the games, and this person's tables with what waits there.
import type { GameInfo, MyTable, SeatKey, TableLaid } from '../protocol';
import { games, layTable, mine } from './api';
import { drop, keys } from './keys';
import { sitDown } from './sitting';
import { settings } from './settings.svelte';

const MOST = 100; // keys that are asked for at once
const OFTEN = 15_000;

let asked: Promise<GameInfo[]> | null = null;
/** All games, asked once. */
export function gameList(): Promise<GameInfo[]> {
  asked ??= games().then((list) => list.games);
  asked.catch(() => (asked = null));
  return asked;
}

export const myTables: { list: MyTable[]; waiting: number } = $state({ list: [], waiting: 0 });

/** Ask again which tables there are and which wait; those that are gone are forgotten. */
export async function refresh(): Promise<void> {
  const kept: SeatKey[] = keys().slice(0, MOST).map(({ table, token }) => ({ table, token }));
  const { tables } = kept.length ? await mine(kept) : { tables: [] };
  for (const { table } of kept) if (!tables.some((one) => one.table === table)) drop(table);
  const once = tables.filter((one, place) => tables.findIndex((other) => other.table === one.table) === place);
  for (const one of once) one.waits = tables.some((other) => other.table === one.table && other.waits);
  myTables.list = once;
  myTables.waiting = once.filter((one) => one.waits).length;
}

/** Keep what waits fresh while the page is looked at. */
export function follow(): () => void {
  const look = () => void (document.hidden || refresh().catch(() => undefined));
  look();
  const clock = setInterval(look, OFTEN);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(clock);
    document.removeEventListener('visibilitychange', look);
  };
}

/** A table at which one plays against bots at once. */
export async function playNow(game: GameInfo): Promise<TableLaid> {
  const { bots, bot } = opponents(game);
  const seats = [{ who: 'person' as const }, ...Array.from({ length: bots }, () => ({ who: 'bot' as const, bot }))];
  const laid = await layTable({ game: game.name, seats, seat: 1 });
  await sitDown(laid.table, { name: settings.name.trim() }, laid.token, laid.commitment);
  return laid;
}

/** Against whom: as chosen last, else three or four at the table and the best bot there is. */
export function opponents(game: GameInfo): { bots: number; bot: string } {
  const chosen = settings.against[game.name];
  const best = game.bots.at(-1)!;
  const usual = Math.min(Math.ceil(game.most / 2), game.most - 1);
  return {
    bots: Math.min(Math.max(chosen?.bots ?? usual, game.fewest - 1), game.most - 1),
    bot: chosen && game.bots.includes(chosen.bot) ? chosen.bot : best,
  };
}
