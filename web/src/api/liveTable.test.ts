import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableSnapshot, TableInfo } from '../protocol';
import { ApiError } from './http';
import { settings } from '../browser/settings.svelte';
import { LiveTable } from './liveTable.svelte';

class FakeSocket {
  static all: FakeSocket[] = [];
  static get last() {
    return FakeSocket.all.at(-1)!;
  }
  static OPEN = 1;
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  begin() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const table = { places: [], game: 'movie', status: 'playing', request: null } as unknown as TableInfo;
const moment = (version: number, question: number | null = null): TableSnapshot => ({ version, table, question, undo: null, view: null });
const log = (entries: unknown[] = [], whole = false) => ({ whole, entries, told: entries.map(() => []) });
const welcome = (version: number, question: number | null = null) =>
  ({ type: 'welcome', seat: 1, host: true, now: moment(version, question), log: log([], true), chat: [], news: [], here: [true] });
const update = (after: number, question: number | null = null, entries: unknown[] = [{ act: 1, seat: 1, to: null, action: 'draw' }]) =>
  ({ type: 'update', after, now: moment(after + 1, question), log: log(entries), chat: [], news: [] });

describe('a live table', () => {
  let live: LiveTable;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    FakeSocket.all = [];
    settings.speed = 'off';
    live = new LiveTable('abcdefghij234567', 'token');
    live.open();
    FakeSocket.last.begin();
  });
  afterEach(() => {
    live.close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('sends hello with its token, and is open after the welcome', () => {
    expect(FakeSocket.last.sent).toEqual([{ type: 'hello', table: 'abcdefghij234567', token: 'token' }]);
    expect(live.connection).toBe('opening');
    FakeSocket.last.say(welcome(3, 1));
    expect([live.connection, live.seat, live.question]).toEqual(['open', 1, 1]);
  });

  it('applies updates, and ignores known versions', () => {
    FakeSocket.last.say(welcome(3));
    FakeSocket.last.say(update(3));
    FakeSocket.last.say(update(3));
    expect(live.now?.version).toBe(4);
    expect(live.logEntries).toHaveLength(1);
  });

  it('sends hello again with its version if an update is missing', () => {
    FakeSocket.last.say(welcome(3));
    FakeSocket.last.say(update(7));
    FakeSocket.last.begin();
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', seen: 3 });
  });

  it('reconnects, and repeats unanswered commands', async () => {
    FakeSocket.last.say(welcome(3, 1));
    const played = live.play('draw');
    const sent = FakeSocket.last.sent.at(-1)!;
    expect(sent).toMatchObject({ type: 'play', question: 1, actions: ['draw'] });
    FakeSocket.last.close();
    expect(live.connection).toBe('lost');
    expect(live.lostAt).not.toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.begin();
    FakeSocket.last.say(welcome(3, 1));
    expect(live.lostAt).toBeNull();
    expect(FakeSocket.last.sent.at(-1)).toEqual(sent);
    FakeSocket.last.say({ type: 'answer', id: sent.id, version: 4, token: null, table: null });
    await expect(played).resolves.toMatchObject({ version: 4 });
  });

  it('backs off between retries', () => {
    FakeSocket.last.say(welcome(3));
    FakeSocket.last.close();
    const tries = [300, 600, 1200, 2500, 5000, 5000].map((wait) => {
      vi.advanceTimersByTime(wait - 1);
      const before = FakeSocket.all.length;
      vi.advanceTimersByTime(2);
      const after = FakeSocket.all.length;
      FakeSocket.last.close();
      return after - before;
    });
    expect(tries).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('does not reconnect after a final goodbye', async () => {
    FakeSocket.last.say(welcome(3));
    const query = live.ask('why');
    FakeSocket.last.say({ type: 'goodbye', again: false, problem: { code: 'deleted', key: 'server.deleted', params: {} } });
    FakeSocket.last.close();
    await expect(query).rejects.toBeInstanceOf(ApiError);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(live.closeReason?.code).toBe('deleted');
  });

  it('detects a dead connection', () => {
    FakeSocket.last.say(welcome(3));
    vi.advanceTimersByTime(24_000);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(12_000);
    expect(live.connection).toBe('lost');
  });

  it('reports why a command was refused, and shows the current state', async () => {
    FakeSocket.last.say(welcome(3, 1));
    const result = live.send({ type: 'undo' });
    FakeSocket.last.say({ type: 'refused', id: FakeSocket.last.sent.at(-1)!.id, problem: { code: 'stale', key: 'server.stale', params: {} }, now: moment(5, 2) });
    expect(await result).toBeNull();
    expect(live.problem?.code).toBe('stale');
    expect(live.question).toBe(2);
  });

  it('has no question while looking back, and still receives updates', async () => {
    const view = { legal: [] };
    vi.stubGlobal('fetch', vi.fn(async (path: string) => new Response(JSON.stringify(path.endsWith('/past') ? { stops: [0, 1, 2], marks: [1, 2] } : { entries: 1, view }))));
    FakeSocket.last.say(welcome(3));
    FakeSocket.last.say(update(3));
    FakeSocket.last.say(update(4, 1));
    vi.advanceTimersByTime(1);
    expect(live.question).toBe(1);
    await live.lookBack(1);
    expect([live.past?.entries, live.question, live.entries.length, live.logEntries.length]).toEqual([1, null, 1, 2]);
    FakeSocket.last.say(update(5, 2));
    vi.advanceTimersByTime(1);
    expect([live.shown?.question, live.displayed?.question, live.entries.length]).toEqual([null, 2, 1]);
    live.returnToPresent();
    expect([live.question, live.entries.length]).toEqual([2, 3]);
  });
});
