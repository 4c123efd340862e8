// A live table over a connection that breaks: every command once, nothing lost, nothing shown twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Moment } from '../protocol';
import { ApiError } from './http';
import { settings } from '../browser/settings.svelte';
import { LiveTable } from './liveTable.svelte';

class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly url: string) {
    Wire.all.push(this);
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

const moment = (version: number) => ({ version, question: version, view: null, undo: null, table: { places: [] } }) as unknown as Moment;
const log = (...seats: number[]) => ({ whole: false, entries: seats.map((seat) => ({ seat })), told: seats.map(() => []) });
const welcome = (version: number, part = log()) => ({ type: 'welcome', seat: 1, host: true, here: [true], now: moment(version), log: part, chat: [], news: [] });
const update = (after: number, version: number, ...seats: number[]) => ({ type: 'update', after, now: moment(version), log: log(...seats), chat: [], news: [] });

function latest(): Wire {
  return Wire.all.at(-1)!;
}

function come(): LiveTable {
  const live = new LiveTable('abcdefghijklmnop', 'secret');
  live.open();
  latest().onopen!();
  latest().say(welcome(3));
  return live;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
  settings.speed = 'normal';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the seat key is sent in a message, never in the URL', () => {
  come();
  expect(latest().url).not.toContain('secret');
  expect(latest().sent[0]).toMatchObject({ type: 'hello', token: 'secret' });
});

test('it reconnects, reports the version it has, and repeats unanswered commands', async () => {
  const live = come();
  const answer = live.play('thane c4');
  const [, command] = latest().sent;
  latest().cut();
  expect(live.connection).toBe('lost');
  await vi.advanceTimersByTimeAsync(500);
  expect(Wire.all.length).toBe(2);
  latest().onopen!();
  expect(latest().sent).toEqual([{ type: 'hello', table: 'abcdefghijklmnop', token: 'secret', seen: 3 }]);
  latest().say(welcome(3));
  expect(live.connection).toBe('open');
  expect(latest().sent[1]).toEqual(command);
  latest().say({ type: 'answer', id: command!.id, version: 4, token: null, table: null });
  expect((await answer).version).toBe(4);
});

test('retries back off, and start at once on demand', async () => {
  const live = come();
  for (const wait of [300, 600, 1200, 2500, 5000, 5000]) {
    latest().cut();
    const tries = Wire.all.length;
    await vi.advanceTimersByTimeAsync(wait * 0.7);
    expect(Wire.all.length).toBe(tries);
    await vi.advanceTimersByTimeAsync(wait * 0.6);
    expect(Wire.all.length).toBe(tries + 1);
  }
  latest().cut();
  live.retryNow();
  expect(Wire.all.length).toBe(8);
});

test('a silent connection gets a ping, and is dropped without a pong', async () => {
  const live = come();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(latest().sent.at(-1)).toEqual({ type: 'ping' });
  expect(live.connection).toBe('open');
  await vi.advanceTimersByTimeAsync(12_000);
  expect(Wire.all[0]!.readyState).toBe(3);
  expect(live.connection).toBe('lost');
  expect(Wire.all.length).toBe(2); // the close handshake need not finish
  Wire.all[0]!.cut(); // it finishes later
  expect(Wire.all.length).toBe(2);
  live.close();
});

test.each([['answers nothing at all', false], ['opens the wire and lets nobody in', true]])('a server that %s is dropped and retried', async (_, opens) => {
  const live = new LiveTable('abcdefghijklmnop', 'secret');
  live.open();
  if (opens) latest().onopen!();
  await vi.advanceTimersByTimeAsync(9_000);
  expect([live.connection, Wire.all.length]).toEqual(['opening', 1]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([live.connection, Wire.all.length]).toEqual(['lost', 2]);
  expect(live.lostAt).not.toBe(null); // reported as a lost connection
  expect(Wire.all[0]!.readyState).toBe(3);
  latest().onopen!();
  latest().say(welcome(3));
  await vi.advanceTimersByTimeAsync(13_000);
  expect([live.connection, live.lostAt, Wire.all.length]).toEqual(['open', null, 2]);
  live.close();
});

test('during a resync a command waits for the welcome', async () => {
  const live = come();
  latest().say(update(9, 10, 1));
  const answer = live.play('thane c4');
  expect(latest().sent).toEqual([]);
  latest().onopen!();
  latest().say(welcome(10));
  expect(latest().sent.map((message) => message.type)).toEqual(['hello', 'play']);
  latest().say({ type: 'answer', id: latest().sent[1]!.id, version: 11, token: null, table: null });
  expect((await answer).version).toBe(11);
});

test('moves of others are queued, own moves are shown at once', async () => {
  const live = come();
  latest().say(update(3, 4, 1));
  latest().say(update(4, 5, 1));
  expect([live.shown!.version, live.now!.version]).toEqual([4, 5]);
  expect(live.question).toBe(null);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(live.shown!.version).toBe(5);
  expect(live.question).toBe(5);
  latest().say(update(5, 6, 1));
  latest().say(update(6, 7, 0));
  expect(live.shown!.version).toBe(7);
});

test('a long queue is flushed, and can be skipped', () => {
  const live = come();
  for (let version = 3; version < 16; version++) latest().say(update(version, version + 1, 1));
  expect(live.shown!.version).toBeGreaterThan(10);
  live.skip();
  expect(live.shown!.version).toBe(16);
  expect(live.entries.length).toBe(13);
});

test('known versions are ignored, and a gap leads to a resync', () => {
  const live = come();
  latest().say(update(2, 3, 1));
  expect(live.entries.length).toBe(0);
  latest().say(update(9, 10, 1));
  expect(Wire.all.length).toBe(2);
});

test('a refusal has a problem and the current state', async () => {
  const live = come();
  const answer = live.play('thane c4').catch((error: unknown) => error);
  const [, command] = latest().sent;
  const problem = { code: 'stale', key: 'server.stale', params: {} };
  latest().say({ type: 'refused', id: command!.id, problem, now: moment(8) });
  expect((await answer) as ApiError).toBeInstanceOf(ApiError);
  expect(live.shown!.version).toBe(8);
});

test('a final goodbye stops retries', async () => {
  const live = come();
  const problem = { code: 'deleted', key: 'server.deleted', params: {} };
  latest().say({ type: 'goodbye', problem, again: false });
  latest().cut();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Wire.all.length).toBe(1);
  expect(live.closeReason).toEqual(problem);
  await expect(live.play('draw')).rejects.toBeInstanceOf(ApiError);
});

test('omitted table fields stay unchanged', () => {
  const live = come();
  latest().say({ ...update(3, 4, 1), now: { ...moment(4), table: { status: 'over' } } });
  live.skip();
  expect(live.shown!.table).toEqual({ places: [], status: 'over' });
});

const seenAt = (version: number) => ({ ...moment(version), view: {} }) as Moment;
const told = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));

/** Three moves were seen; the positions for looking back arrive when `tell` is called. */
function lookingBack(): { live: LiveTable; tell: () => void; asked: string[] } {
  let tell = () => undefined as void;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url.replace(/.*\/past/, ''));
    if (!url.endsWith('/past')) return told({ entries: Number(url.split('/').at(-1)), view: {} });
    return new Promise((done) => (tell = () => done(new Response(JSON.stringify({ stops: [1, 2, 3], marks: [1, 2, 3] })))));
  });
  const live = new LiveTable('abcdefghijklmnop', 'secret');
  live.open();
  latest().onopen!();
  latest().say({ ...welcome(3, log(0, 1, 0)), now: seenAt(3) });
  return { live, asked, tell: () => tell() };
}

test('a step waits for the stops and does not end looking back', async () => {
  const { live, tell, asked } = lookingBack();
  const first = live.lookBack(1);
  const then = live.step(-1);
  await vi.advanceTimersByTimeAsync(5_000); // a slow server
  expect(asked).toEqual(['']);
  tell();
  await Promise.all([first, then]);
  expect(live.past?.entries).toBe(2); // the later request wins: one move before the last
  await live.step(-1);
  expect(live.past?.entries).toBe(1);
  await live.step(1);
  await live.step(1);
  expect(live.past).toBe(null);
});

test('coming back from the past repeats no animation', async () => {
  const { live, tell } = lookingBack();
  latest().say({ ...update(3, 4, 1), now: seenAt(4) });
  expect(live.update).not.toBe(null);
  const back = live.lookBack(1);
  tell();
  await vi.advanceTimersByTimeAsync(10);
  tell(); // the game had gone on: requested again
  await back;
  expect(live.update).toBe(null);
  live.returnToPresent();
  expect(live.past).toBe(null);
  expect(live.update).toBe(null);
});

test('a failed moment shows its problem and keeps the position', async () => {
  const { live, tell } = lookingBack();
  const first = live.lookBack(1);
  tell();
  await first;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('gone')));
  await live.step(1);
  expect(live.past?.entries).toBe(1);
  expect(live.problem?.code).toBe('offline');
});
