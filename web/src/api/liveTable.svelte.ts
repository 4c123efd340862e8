// One table as one viewer sees it, kept in step with the server over a socket.
//
// `now` is the latest that is known, `reached` what the screen has come to: others' moves are shown one after the other, as
// beats. Who looks back sees an earlier moment meanwhile: `shown` is what is on the screen, whichever it is. Commands carry
// an id and are sent again after a break, so that each happens once.
import type {
  FromServer, LegendSeen, LogPart, MessageInfo, Moment, MovieSeen, PastMoment, Problem, Progress, Sentence, TableInfo, Told, Welcome,
} from '../protocol';
import { boxOf, pastAt, pastStops, Trouble } from './api';
import { Beats, type Beat } from './beats';
import { namesAt } from './seats';

export type Entry = MovieSeen | LegendSeen;
export type Wire = 'opening' | 'open' | 'lost' | 'closed';

type Command = { type: string; [field: string]: unknown };
interface Waiting {
  sent: Command & { id: string };
  done: (answer: Answered) => void;
  failed: (trouble: Trouble) => void;
}
export interface Answered {
  version: number;
  token: string | null;
  table: string | null;
}

const PATIENCE = [300, 600, 1200, 2500, 5000]; // milliseconds between tries to come back
const WELCOME = 10_000; // within which one is let in
const QUIET = 20_000; // then a sign of life is asked for
const DEAD = 8_000; // that it may take
const RECENT = 8; // who comes when so few paragraphs were told is read them

export class LiveTable {
  readonly table: string;
  readonly token: string | null;
  readonly bare: boolean = false; // nothing of the frame stands around it

  wire: Wire = $state('opening');
  lostAt: number | null = $state(null);
  now: Moment | null = $state.raw(null);
  reached: Moment | null = $state.raw(null);
  past: PastMoment | null = $state.raw(null);
  happening: Beat | null = $state.raw(null);
  seat: number | null = $state(null); // from 1
  invited: number | null = $state(null); // the seat that a link offers
  host = $state(false);
  here: boolean[] = $state.raw([]);
  ahead = 0; // so many milliseconds the server's clock is ahead of this one
  story: Entry[] = $state.raw([]); // the whole log, as far as the game on the screen has come
  told: Sentence[][] = $state.raw([]);
  unseen = $state(0); // so many of the latest paragraphs tell what is still on its way on the screen
  marks: number[] | null = $state.raw(null); // for each paragraph, behind how many entries it stands; not known at once
  stops: number[] | null = $state.raw(null); // the numbers of entries after which one may look
  chat: MessageInfo[] = $state.raw([]);
  news: Sentence[] = $state.raw([]);
  goodbye: Problem | null = $state.raw(null);
  waiting = $state(0); // commands under way
  mates: LiveTable[] = []; // other people at this screen
  takes: (beat: Beat) => number = () => 0; // milliseconds that a game needs to show it whole
  trouble: Problem | null = $state.raw(null); // why a command of the frame was refused
  heardUpTo = $state(0); // words that were read
  talking = $state(false); // whether they lie open, and ...
  unsaid = $state(''); // ... what is being written there: both last when the game begins
  readOut = 0; // paragraphs of the tale that were read out

  /** What is on the screen. */
  shown: Moment | null = $derived(this.past && this.reached ? { ...this.reached, question: null, undo: null, view: this.past.view } : this.reached);
  /** The log up to there. */
  entries: Entry[] = $derived(this.past ? this.story.slice(0, this.past.entries) : this.story);
  /** What is happening now, to be seen. */
  beat: Beat | null = $derived(this.past ? null : this.happening);
  /** Whether the screen shows the latest that is known. */
  current = $derived(!this.past && this.reached !== null && this.reached.version === this.now?.version);
  /** The seat's own open question, once the screen has come to it. */
  question = $derived(this.current ? this.reached!.question : null);

  /** Words of others that were not read yet. */
  unread = $derived(this.chat.filter((one) => one.number >= this.heardUpTo && one.seat !== this.seat && one.text !== null).length);
  private places = $derived(this.now?.table.places); // the same from update to update, and so are the names
  names = $derived(namesAt(this.places && { places: this.places }));

  private socket: WebSocket | null = null;
  private welcomed = false; // over this socket; before that nothing else is said over it
  private pending = new Map<string, Waiting>();
  private beats = new Beats((beat) => this.show(beat), (beat) => this.takes(beat));
  private tries = 0;
  private timer = 0;
  private heard = 0;
  private number = 0;
  private looks = 0;
  private learning: Promise<void> | null = null;
  private readonly run = Math.random().toString(36).slice(2, 10);

  constructor(table: string, token: string | null) {
    this.table = table;
    this.token = token;
  }

  // ---- Coming and going

  open(): void {
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.connect();
  }

  close(): void {
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.wire = 'closed';
    clearTimeout(this.timer);
    this.beats.stop();
    this.socket?.close(1000);
    this.fail({ code: 'closed', key: 'web.offline.now', params: {} });
  }

  /** Come back now instead of in a while. */
  tryNow(): void {
    if (this.wire === 'lost') this.connect();
  }

  private hurry = (): void => {
    if (this.wire === 'lost' && !document.hidden) this.connect();
  };

  private connect(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    this.welcomed = false;
    this.watchOver(socket);
    socket.onopen = () => {
      const seen = this.now ? { seen: this.now.version } : {};
      socket.send(JSON.stringify({ type: 'hello', table: this.table, ...(this.token ? { token: this.token } : {}), ...seen }));
    };
    socket.onmessage = ({ data }) => {
      this.heard = Date.now();
      if (socket === this.socket) this.receive(JSON.parse(data as string) as FromServer);
    };
    socket.onclose = () => socket === this.socket && this.lose();
  }

  private lose(): void {
    this.socket = null;
    if (this.wire === 'closed') return;
    if (this.wire !== 'lost') this.lostAt = Date.now();
    this.wire = 'lost';
    const wait = PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]!;
    this.timer = window.setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** A wire can be cut without anyone being told, and a server can be deaf: give up whoever lets nobody in for long, and ask for
   * a sign of life when it has been quiet for long. */
  private watchOver(socket: WebSocket): void {
    this.heard = Date.now();
    const clock = window.setInterval(() => {
      if (socket !== this.socket) return clearInterval(clock);
      const quiet = Date.now() - this.heard;
      if (quiet > (this.welcomed ? QUIET + DEAD : WELCOME)) this.giveUp(socket);
      else if (quiet > QUIET && socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, DEAD / 2);
  }

  /** A browser waits up to a minute for the other side to agree that it is over; nobody here does. */
  private giveUp(socket: WebSocket): void {
    socket.close();
    this.lose();
  }

  // ---- What the server says

  protected receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome': return this.welcome(message);
      case 'update':
        if (this.now && message.after > this.now.version) return this.connect(); // something is missing
        if (!this.now || message.now.version <= this.now.version) return;
        return this.take(after(this.now, message.now), message.log, message.chat, message.news as Sentence[]);
      case 'here': this.here = message.here; return;
      case 'answer': return this.settle(message.id, (one) => one.done(message));
      case 'told': return this.settle(message.id, (one) => one.done(message as unknown as Answered));
      case 'refused':
        if (message.now && (!this.now || message.now.version > this.now.version)) this.jump(message.now);
        if (message.id) this.settle(message.id, (one) => one.failed(new Trouble(message.problem)));
        return;
      case 'goodbye':
        if (!message.again) this.end(message.problem);
    }
  }

  private welcome(message: Welcome): void {
    this.tries = 0;
    this.welcomed = true;
    this.wire = 'open';
    this.lostAt = null;
    this.seat = message.seat;
    this.invited = message.invited;
    this.host = message.host;
    this.here = message.here;
    if (message.time) this.ahead = message.time - Date.now();
    const first = this.now === null;
    if (first) this.heardUpTo = Math.max(0, ...message.chat.map((one) => one.number + 1)); // what was said before one came
    this.take(message.now, first ? { ...message.log, whole: true } : message.log, message.chat, message.news as Sentence[]);
    for (const one of this.pending.values()) this.socket?.send(JSON.stringify(one.sent));
  }

  private take(now: Moment, log: LogPart, chat: MessageInfo[], news: Sentence[]): void {
    const before = this.now;
    this.now = now;
    if (chat.length) this.chat = merged(this.chat, chat);
    if (news.length) this.news = [...this.news, ...news].slice(-200);
    const own = this.seat !== null && log.entries.some((entry) => entry.seat === this.seat! - 1);
    if (log.whole || !before) {
      this.beats.clear();
      this.past = null;
      this.story = log.entries;
      this.told = log.told;
      this.readOut = before || log.told.length > RECENT ? log.told.length : 0;
      this.marks = this.stops = null;
      this.reached = now;
      this.happening = null;
    } else {
      this.beats.add({ now, entries: log.entries, told: log.told, own });
    }
  }

  private show(beat: Beat): void {
    this.reached = beat.now;
    this.story = [...this.story, ...beat.entries];
    this.marks &&= [...this.marks, ...beat.told.map(() => this.story.length)];
    if (beat.entries.length) this.stops &&= [...this.stops, this.story.length];
    this.told = [...this.told, ...beat.told];
    if (beat.entries.length) this.happening = beat;
  }

  private jump(now: Moment): void {
    this.beats.clear();
    this.now = this.reached = now;
  }

  private end(problem: Problem): void {
    this.goodbye = problem;
    this.wire = 'closed';
    this.fail(problem);
  }

  /** Show at once all that is waiting to be shown. */
  skip(): void {
    this.beats.hurry();
  }

  // ---- Looking back

  /** Where one may look back to, and where each paragraph stands; asked once, then it grows with the game. */
  learnPast(): Promise<void> {
    if (this.stops || !this.reached?.view) return Promise.resolve();
    return (this.learning ??= this.askPast().finally(() => (this.learning = null)));
  }

  private async askPast(): Promise<void> {
    try {
      let found = await pastStops(this.table, this.token);
      if ((found.stops.at(-1) ?? 0) < this.story.length) found = await pastStops(this.table, this.token); // the game went on meanwhile
      this.marks = found.marks.slice(0, this.told.length); // the screen may be a little behind
      this.stops = found.stops.filter((stop) => stop <= this.story.length);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error; // then without numbers
    }
  }

  /** Show the moment after so many entries; from the last one on, the game as it is. */
  async lookBack(entries: number): Promise<void> {
    if (entries >= this.story.length) return this.lookAhead();
    const look = ++this.looks;
    try {
      await this.learnPast();
      const past = await pastAt(this.table, entries, this.token);
      if (look !== this.looks) return;
      this.past = past.entries < this.story.length ? past : null;
      this.happening = null; // what was seen happening does not happen again when one comes back
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (look === this.looks) this.trouble = error.problem;
    }
  }

  /** So many moves on, or back; nowhere, as long as nobody can say where one may stop. */
  async step(moves: number): Promise<void> {
    await this.learnPast();
    const { stops } = this;
    if (!stops) return;
    const here = this.past ? stops.findLastIndex((stop) => stop <= this.past!.entries) : stops.length - 1;
    return this.lookBack(stops[Math.max(0, here + moves)] ?? this.story.length);
  }

  /** Back to the game. */
  lookAhead(): void {
    this.looks++;
    this.past = null;
  }

  // ---- What we say

  private settle(id: string, how: (one: Waiting) => void): void {
    const one = this.pending.get(id);
    this.pending.delete(id);
    this.waiting = this.pending.size;
    if (one) how(one);
  }

  private fail(problem: Problem): void {
    for (const id of [...this.pending.keys()]) this.settle(id, (one) => one.failed(new Trouble(problem)));
  }

  /** Carried out once, however often the wire breaks; refused with a Trouble. */
  command(what: Command): Promise<Answered> {
    const sent = { ...what, id: `${this.run}-${++this.number}` };
    return new Promise((done, failed) => {
      this.pending.set(sent.id, { sent, done, failed });
      this.waiting = this.pending.size;
      if (this.wire === 'open' && this.welcomed) this.socket?.send(JSON.stringify(sent));
      else if (this.wire === 'closed') this.fail(this.goodbye ?? { code: 'closed', key: 'web.offline.now', params: {} });
    });
  }

  /** A command whose refusal is told above the table. */
  async tell(what: Command): Promise<Answered | null> {
    try {
      return await this.command(what);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.trouble = error.problem;
      return null;
    }
  }

  /** Answer the open question: an action, or a whole set that ends in `done`. */
  play(...actions: string[]): Promise<Answered> {
    return this.command({ type: 'play', question: this.now?.question ?? 0, actions });
  }

  /** What is in its box. */
  box(): Promise<Record<string, unknown>> {
    return boxOf(`tables/${this.table}`);
  }

  /** Ask about the game; nobody else learns of it. */
  async ask<T = Record<string, unknown>>(what: string, about?: string): Promise<T> {
    const answer = (await this.command({ type: 'ask', what, ...(about === undefined ? {} : { about }) })) as unknown as Told;
    return answer.told as T;
  }
}

/** The next moment: what is not told of the table is as it was. */
function after(before: Moment, now: Progress): Moment {
  return { ...now, table: { ...before.table, ...now.table } as TableInfo };
}

function merged(old: MessageInfo[], fresh: MessageInfo[]): MessageInfo[] {
  const all = new Map(old.map((one) => [one.number, one]));
  for (const one of fresh) all.set(one.number, one);
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** A table that belongs to no part of a page: what it derives stays fresh, whichever part of the page asked first. */
export function liveTable(table: string, token: string | null): LiveTable {
  let made: LiveTable | null = null;
  $effect.root(() => void (made = new LiveTable(table, token)));
  return made!;
}
