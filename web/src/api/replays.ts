// What a replay asks of the server: a game through the eyes of a seat (its number), of all (`open`), of nobody (`watch`), or the own.
import { json } from '../lib/api';
import type { Replay, ReplayAnswer, ReplayMoment, TableLaid, WhatIf } from '../protocol';

function through(lens: string | null, more: Record<string, string> = {}): string {
  const said = new URLSearchParams({ ...(lens ? { lens } : {}), ...more }).toString();
  return said ? `?${said}` : '';
}

export const replayOf = (table: string, lens: string | null, token?: string | null) => json<Replay>('GET', `tables/${table}/replay${through(lens)}`, undefined, token);

export const replayAt = (table: string, move: number, lens: string | null, token?: string | null) =>
  json<ReplayMoment>('GET', `tables/${table}/replay/${move}${through(lens)}`, undefined, token);

export const replayAsk = (table: string, move: number, lens: string | null, what: string, about?: string, token?: string | null) =>
  json<ReplayAnswer>('GET', `tables/${table}/replay/${move}/${what}${through(lens, about ? { about } : {})}`, undefined, token);

/** Play on from a move, at a table of one's own. */
export const layWhatIf = (table: string, wish: WhatIf, token?: string | null) => json<TableLaid>('POST', `tables/${table}/what-if`, wish, token);
