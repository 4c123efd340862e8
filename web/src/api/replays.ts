// Requests for replays. The lens is the number of a seat, `open` for all seats, `watch` for a spectator, or null for this
// viewer.
import { requestJson } from './http';
import type { Replay, ReplayAnswer, ReplayMoment, TableCreated, WhatIf } from '../protocol';

function through(lens: string | null, more: Record<string, string> = {}): string {
  const said = new URLSearchParams({ ...(lens ? { lens } : {}), ...more }).toString();
  return said ? `?${said}` : '';
}

export const getReplay = (table: string, lens: string | null, token?: string | null) => requestJson<Replay>('GET', `tables/${table}/replay${through(lens)}`, undefined, token);

export const getReplayMoment = (table: string, move: number, lens: string | null, token?: string | null) =>
  requestJson<ReplayMoment>('GET', `tables/${table}/replay/${move}${through(lens)}`, undefined, token);

export const queryReplay = (table: string, move: number, lens: string | null, what: string, about?: string, token?: string | null) =>
  requestJson<ReplayAnswer>('GET', `tables/${table}/replay/${move}/${what}${through(lens, about ? { about } : {})}`, undefined, token);

/** Create a table that continues from a move. */
export const createWhatIf = (table: string, wish: WhatIf, token?: string | null) => requestJson<TableCreated>('POST', `tables/${table}/what-if`, wish, token);
