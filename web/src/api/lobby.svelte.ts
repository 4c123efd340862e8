// Lobby state: the games of the server and this person's tables.
import type { GameInfo, MyTable, SeatKey, TableCreated } from '../protocol';
import { listGames, createTable, getMyTables } from './http';
import { deleteKeys, storedKeys } from '../browser/seatKeys';
import { takeSeat } from './joinTable';
import { settings } from '../browser/settings.svelte';

const MOST = 100; // keys per request
const OFTEN = 15_000;

let asked: Promise<GameInfo[]> | null = null;
/** Load the games once. */
export function loadGames(): Promise<GameInfo[]> {
  asked ??= listGames().then((list) => list.games);
  asked.catch(() => (asked = null));
  return asked;
}

export const myTables: { list: MyTable[]; waiting: number } = $state({ list: [], waiting: 0 });

/** Load this person's tables; delete keys of tables that no longer exist. */
export async function refreshMyTables(): Promise<void> {
  const kept: SeatKey[] = storedKeys().slice(0, MOST).map(({ table, token }) => ({ table, token }));
  const { tables } = kept.length ? await getMyTables(kept) : { tables: [] };
  for (const { table } of kept) if (!tables.some((entry) => entry.table === table)) deleteKeys(table);
  const once = tables.filter((entry, place) => tables.findIndex((other) => other.table === entry.table) === place);
  for (const entry of once) entry.waits = tables.some((other) => other.table === entry.table && other.waits);
  myTables.list = once;
  myTables.waiting = once.filter((entry) => entry.waits).length;
}

/** Refresh the tables while the page is visible. Return a stop function. */
export function pollMyTables(): () => void {
  const look = () => void (document.hidden || refreshMyTables().catch(() => undefined));
  look();
  const clock = setInterval(look, OFTEN);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(clock);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Create a table against bots and sit down at it. */
export async function startBotGame(game: GameInfo): Promise<TableCreated> {
  const { bots, bot } = defaultOpponents(game);
  const seats = [{ who: 'person' as const }, ...Array.from({ length: bots }, () => ({ who: 'bot' as const, bot }))];
  const laid = await createTable({ game: game.name, seats, seat: 1 });
  await takeSeat(laid.table, { name: settings.name.trim() }, laid.token, laid.commitment);
  return laid;
}

/** Return the opponents chosen last, else a table of medium size with the best bot. */
export function defaultOpponents(game: GameInfo): { bots: number; bot: string } {
  const chosen = settings.against[game.name];
  const best = game.bots.at(-1)!;
  const usual = Math.min(Math.ceil(game.most / 2), game.most - 1);
  return {
    bots: Math.min(Math.max(chosen?.bots ?? usual, game.fewest - 1), game.most - 1),
    bot: chosen && game.bots.includes(chosen.bot) ? chosen.bot : best,
  };
}
