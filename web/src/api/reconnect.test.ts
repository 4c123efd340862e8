// A live table over a connection that breaks: every command once, nothing lost, nothing shown twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableSnapshot } from '../protocol';
import { ApiError } from './http';
import { settings } from '../browser/settings.svelte';
import { LiveTable } from './liveTable.svelte';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const moment = (version: number) => ({ version, question: version, view: null, undo: null, table: { places: [] } }) as unknown as TableSnapshot;
const log = (...seats: number[]) => ({ whole: false, entries: seats.map((seat) => ({ seat })), told: seats.map(() => []) });
const welcome = (version: number, part = log()) => ({ type: 'welcome', seat: 1, host: true, here: [true], now: moment(version), log: part, chat: [], news: [] });
const update = (after: number, version: number, ...seats: number[]) => ({ type: 'update', after, now: moment(version), log: log(...seats), chat: [], news: [] });

function lastSocket(): FakeSocket {
  return FakeSocket.all.at(-1)!;
}

function connected(): LiveTable {
  const live = new LiveTable('abcdefghijklmnop', 'secret');
  live.open();
  lastSocket().onopen!();
  lastSocket().say(welcome(3));
  return live;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  settings.speed = 'normal';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the seat key is sent in a message, never in the URL', () => {
  connected();
  expect(lastSocket().url).not.toContain('secret');
  expect(lastSocket().sent[0]).toMatchObject({ type: 'hello', token: 'secret' });
});

test('it reconnects, reports the version it has, and repeats unanswered commands', async () => {
  const live = connected();
  const answer = live.play('thane c4');
  const [, command] = lastSocket().sent;
  lastSocket().cut();
  expect(live.connection).toBe('lost');
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.all.length).toBe(2);
  lastSocket().onopen!();
  expect(lastSocket().sent).toEqual([{ type: 'hello', table: 'abcdefghijklmnop', token: 'secret', seen: 3 }]);
  lastSocket().say(welcome(3));
  expect(live.connection).toBe('open');
  expect(lastSocket().sent[1]).toEqual(command);
  lastSocket().say({ type: 'answer', id: command!.id, version: 4, token: null, table: null });
  expect((await answer).version).toBe(4);
});

test('retries back off, and start at once on demand', async () => {
  const live = connected();
  for (const wait of [300, 600, 1200, 2500, 5000, 5000]) {
    lastSocket().cut();
    const tries = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(wait * 0.7);
    expect(FakeSocket.all.length).toBe(tries);
    await vi.advanceTimersByTimeAsync(wait * 0.6);
    expect(FakeSocket.all.length).toBe(tries + 1);
  }
  lastSocket().cut();
  live.retryNow();
  expect(FakeSocket.all.length).toBe(8);
});

test('a silent connection gets a ping, and is dropped without a pong', async () => {
  const live = connected();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(lastSocket().sent.at(-1)).toEqual({ type: 'ping' });
  expect(live.connection).toBe('open');
  await vi.advanceTimersByTimeAsync(12_000);
  expect(FakeSocket.all[0]!.readyState).toBe(3);
  expect(live.connection).toBe('lost');
  expect(FakeSocket.all.length).toBe(2); // the close handshake need not finish
  FakeSocket.all[0]!.cut(); // it finishes later
  expect(FakeSocket.all.length).toBe(2);
  live.close();
});

test.each([['answers nothing at all', false], ['opens the socket and sends no welcome', true]])('a server that %s is dropped and retried', async (_, opens) => {
  const live = new LiveTable('abcdefghijklmnop', 'secret');
  live.open();
  if (opens) lastSocket().onopen!();
  await vi.advanceTimersByTimeAsync(9_000);
  expect([live.connection, FakeSocket.all.length]).toEqual(['opening', 1]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([live.connection, FakeSocket.all.length]).toEqual(['lost', 2]);
  expect(live.lostAt).not.toBe(null); // reported as a lost connection
  expect(FakeSocket.all[0]!.readyState).toBe(3);
  lastSocket().onopen!();
  lastSocket().say(welcome(3));
  await vi.advanceTimersByTimeAsync(13_000);
  expect([live.connection, live.lostAt, FakeSocket.all.length]).toEqual(['open', null, 2]);
  live.close();
});

test('during a resync a command waits for the welcome', async () => {
  const live = connected();
  lastSocket().say(update(9, 10, 1));
  const answer = live.play('thane c4');
  expect(lastSocket().sent).toEqual([]);
  lastSocket().onopen!();
  lastSocket().say(welcome(10));
  expect(lastSocket().sent.map((message) => message.type)).toEqual(['hello', 'play']);
  lastSocket().say({ type: 'answer', id: lastSocket().sent[1]!.id, version: 11, token: null, table: null });
  expect((await answer).version).toBe(11);
});

test('moves of others are queued, own moves are shown at once', async () => {
  const live = connected();
  lastSocket().say(update(3, 4, 1));
  lastSocket().say(update(4, 5, 1));
  expect([live.shown!.version, live.now!.version]).toEqual([4, 5]);
  expect(live.question).toBe(null);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(live.shown!.version).toBe(5);
  expect(live.question).toBe(5);
  lastSocket().say(update(5, 6, 1));
  lastSocket().say(update(6, 7, 0));
  expect(live.shown!.version).toBe(7);
});

test('a long queue is flushed, and can be skipped', () => {
  const live = connected();
  for (let version = 3; version < 16; version++) lastSocket().say(update(version, version + 1, 1));
  expect(live.shown!.version).toBeGreaterThan(10);
  live.skip();
  expect(live.shown!.version).toBe(16);
  expect(live.entries.length).toBe(13);
});

test('known versions are ignored, and a gap leads to a resync', () => {
  const live = connected();
  lastSocket().say(update(2, 3, 1));
  expect(live.entries.length).toBe(0);
  lastSocket().say(update(9, 10, 1));
  expect(FakeSocket.all.length).toBe(2);
});

test('a refusal has a problem and the current state', async () => {
  const live = connected();
  const answer = live.play('thane c4').catch((error: unknown) => error);
  const [, command] = lastSocket().sent;
  const problem = { code: 'stale', key: 'server.stale', params: {} };
  lastSocket().say({ type: 'refused', id: command!.id, problem, now: moment(8) });
  expect((await answer) as ApiError).toBeInstanceOf(ApiError);
  expect(live.shown!.version).toBe(8);
});

test('a final goodbye stops retries', async () => {
  const live = connected();
  const problem = { code: 'deleted', key: 'server.deleted', params: {} };
  lastSocket().say({ type: 'goodbye', problem, again: false });
  lastSocket().cut();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all.length).toBe(1);
  expect(live.closeReason).toEqual(problem);
  await expect(live.play('draw')).rejects.toBeInstanceOf(ApiError);
});

test('omitted table fields stay unchanged', () => {
  const live = connected();
  lastSocket().say({ ...update(3, 4, 1), now: { ...moment(4), table: { status: 'over' } } });
  live.skip();
  expect(live.shown!.table).toEqual({ places: [], status: 'over' });
});

const seenAt = (version: number) => ({ ...moment(version), view: {} }) as TableSnapshot;
const respond = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));

/** Three moves were seen; the positions for looking back arrive when `tell` is called. */
function lookingBack(): { live: LiveTable; respondWithStops: () => void; requests: string[] } {
  let respondWithStops = () => undefined as void;
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url.replace(/.*\/past/, ''));
    if (!url.endsWith('/past')) return respond({ entries: Number(url.split('/').at(-1)), view: {} });
    return new Promise((done) => (respondWithStops = () => done(new Response(JSON.stringify({ stops: [1, 2, 3], marks: [1, 2, 3] })))));
  });
  const live = new LiveTable('abcdefghijklmnop', 'secret');
  live.open();
  lastSocket().onopen!();
  lastSocket().say({ ...welcome(3, log(0, 1, 0)), now: seenAt(3) });
  return { live, requests, respondWithStops: () => respondWithStops() };
}

test('a step waits for the stops and does not end looking back', async () => {
  const { live, respondWithStops, requests } = lookingBack();
  const first = live.lookBack(1);
  const then = live.step(-1);
  await vi.advanceTimersByTimeAsync(5_000); // a slow server
  expect(requests).toEqual(['']);
  respondWithStops();
  await Promise.all([first, then]);
  expect(live.past?.entries).toBe(2); // the later request wins: one move before the last
  await live.step(-1);
  expect(live.past?.entries).toBe(1);
  await live.step(1);
  await live.step(1);
  expect(live.past).toBe(null);
});

test('coming back from the past repeats no animation', async () => {
  const { live, respondWithStops } = lookingBack();
  lastSocket().say({ ...update(3, 4, 1), now: seenAt(4) });
  expect(live.update).not.toBe(null);
  const back = live.lookBack(1);
  respondWithStops();
  await vi.advanceTimersByTimeAsync(10);
  respondWithStops(); // the game had gone on: requested again
  await back;
  expect(live.update).toBe(null);
  live.returnToPresent();
  expect(live.past).toBe(null);
  expect(live.update).toBe(null);
});

test('a failed moment shows its problem and keeps the position', async () => {
  const { live, respondWithStops } = lookingBack();
  const first = live.lookBack(1);
  respondWithStops();
  await first;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('gone')));
  await live.step(1);
  expect(live.past?.entries).toBe(1);
  expect(live.problem?.code).toBe('offline');
});
