// Requests for replays. The viewpoint, `lens` in the API, is the number of a seat, `open` for all seats, `watch` for a
// spectator, or null for this viewer.
import { requestJson } from './http';
import type { Replay, ReplayAnswer, ReplayMoment, TableCreated, WhatIf } from '../protocol';

function queryString(viewpoint: string | null, more: Record<string, string> = {}): string {
  const text = new URLSearchParams({ ...(viewpoint ? { lens: viewpoint } : {}), ...more }).toString();
  return text ? `?${text}` : '';
}

export const getReplay = (table: string, viewpoint: string | null, token?: string | null) => requestJson<Replay>('GET', `tables/${table}/replay${queryString(viewpoint)}`, undefined, token);

export const getReplayMoment = (table: string, move: number, viewpoint: string | null, token?: string | null) =>
  requestJson<ReplayMoment>('GET', `tables/${table}/replay/${move}${queryString(viewpoint)}`, undefined, token);

export const queryReplay = (table: string, move: number, viewpoint: string | null, what: string, about?: string, token?: string | null) =>
  requestJson<ReplayAnswer>('GET', `tables/${table}/replay/${move}/${what}${queryString(viewpoint, about ? { about } : {})}`, undefined, token);

/** Create a table that continues from a move. */
export const createWhatIf = (table: string, wish: WhatIf, token?: string | null) => requestJson<TableCreated>('POST', `tables/${table}/what-if`, wish, token);
