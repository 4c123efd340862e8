// Lobby state: the games of the server and this person's tables.
import type { OfferedGame, MyTable, SeatKey, TableCreated } from '../protocol';
import { listGames, createTable, getMyTables } from './http';
import { deleteKeys, storedKeys } from '../browser/seatKeys';
import { takeSeat } from './joinTable';
import { settings } from '../browser/settings.svelte';

const MOST = 100; // keys per request
const POLL_INTERVAL = 15_000; // ms

let gamesRequest: Promise<OfferedGame[]> | null = null;
/** Load the games once. */
export function loadGames(): Promise<OfferedGame[]> {
  gamesRequest ??= listGames().then((list) => list.games);
  gamesRequest.catch(() => (gamesRequest = null));
  return gamesRequest;
}

export const myTables: { list: MyTable[]; waiting: number } = $state({ list: [], waiting: 0 });

/** Load this person's tables; delete keys of tables that no longer exist. */
export async function refreshMyTables(): Promise<void> {
  const keys: SeatKey[] = storedKeys().slice(0, MOST).map(({ table, token }) => ({ table, token }));
  const { tables } = keys.length ? await getMyTables(keys) : { tables: [] };
  for (const { table } of keys) if (!tables.some((entry) => entry.table === table)) deleteKeys(table);
  const distinct = tables.filter((entry, place) => tables.findIndex((other) => other.table === entry.table) === place);
  for (const entry of distinct) entry.waits = tables.some((other) => other.table === entry.table && other.waits);
  myTables.list = distinct;
  myTables.waiting = distinct.filter((entry) => entry.waits).length;
}

/** Refresh the tables while the page is visible. Return a stop function. */
export function pollMyTables(): () => void {
  const look = () => void (document.hidden || refreshMyTables().catch(() => undefined));
  look();
  const clock = setInterval(look, POLL_INTERVAL);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(clock);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Create a table against bots and sit down at it. */
export async function startBotGame(game: OfferedGame): Promise<TableCreated> {
  const { bots, bot } = defaultOpponents(game);
  const seats = [{ who: 'person' as const }, ...Array.from({ length: bots }, () => ({ who: 'bot' as const, bot }))];
  const created = await createTable({ game: game.name, seats, seat: 1 });
  await takeSeat(created.table, { name: settings.name.trim() }, created.token, created.commitment);
  return created;
}

/** Return the opponents chosen last, else a table of medium size with the best bot. */
export function defaultOpponents(game: OfferedGame): { bots: number; bot: string } {
  const chosen = settings.against[game.name];
  const best = game.bots.at(-1)!;
  const usual = Math.min(Math.ceil(game.most / 2), game.most - 1);
  return {
    bots: Math.min(Math.max(chosen?.bots ?? usual, game.fewest - 1), game.most - 1),
    bot: chosen && game.bots.includes(chosen.bot) ? chosen.bot : best,
  };
}
