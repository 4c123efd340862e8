// Replay of a game as a live table without players, shown at any move from any viewpoint. Titles render it like any other
// table.
import type { Snippet } from 'svelte';
import { ApiError } from '../../api/http';
import { LiveTable, type LogEntry } from '../../api/liveTable.svelte';
import { moveAt } from '../../table/log/logRows';
import type { Replay, ReplayAnswer, ReplayMoment, Sentence, TableInfo } from '../../protocol';
import { queryReplay, getReplayMoment, getReplay } from '../../api/replays';

/** The parts that a title renders into the layout. */
export interface LayoutParts {
  board: Snippet;
  hands: Snippet;
  why: Snippet;
  title: string; // heading of `why`
  chapter: (number: number) => string;
}

export const PACE = 900; // ms per move
export const SPEEDS = [0.5, 1, 2, 4];
const MAX_CACHED = 400; // cached moments

export class ReplayPlayer extends LiveTable {
  film: Replay | null = $state.raw(null);
  move = $state(0);
  viewpoint = $state(''); // the number of a seat, `open` or `watch`
  playing = $state(false);
  speed = $state(1);
  /** Private parts of each seat; null unless everything is open. */
  hands: Record<string, unknown>[] | null = $state.raw(null);
  /** The view of the current viewpoint. */
  private own: Record<string, unknown> = $state.raw({});
  /** Log entries of the current move. */
  fresh: LogEntry[] = $state.raw([]);

  readonly last = $derived.by(() => (this.film ? this.film.moves.length - 1 : 0));
  readonly chapter = $derived.by(() => this.film?.moves[this.move]?.chapter ?? 1);
  /** First moves of the chapters. */
  readonly chapters: { chapter: number; move: number }[] = $derived.by(() => {
    const starts: { chapter: number; move: number }[] = [];
    for (const [move, { chapter }] of (this.film?.moves ?? []).entries()) if (chapter !== starts.at(-1)?.chapter) starts.push({ chapter, move });
    return starts;
  });
  /** The seat of the current viewpoint, from 0. */
  readonly eyes = $derived.by(() => (/^\d+$/.test(this.viewpoint) ? Number(this.viewpoint) - 1 : null));
  /** True if all viewpoints are available. */
  readonly free = $derived.by(() => this.film?.finished ?? false);

  private known = new Map<string, Promise<ReplayMoment>>();
  private asked = new Map<string, Promise<ReplayAnswer>>();
  private turns = 0;
  private versions = 0;

  constructor(readonly info: TableInfo, token: string | null) {
    super(info.table, token);
    this.connection = 'open';
  }

  // ---- Position

  /** Change the viewpoint (null: this viewer's), at a move or at the current one. */
  async look(viewpoint: string | null, move = this.move): Promise<void> {
    const turn = ++this.turns;
    await this.trying(async () => {
      const film = await getReplay(this.table, viewpoint, this.token);
      const at = Math.min(Math.max(move, 0), film.moves.length - 1);
      const moment = await this.moment(film.lens, at);
      if (turn !== this.turns) return;
      this.film = film;
      this.viewpoint = film.lens;
      this.paragraphs = (film.told as Sentence[][]).map((paragraph) => paragraph.map(byName));
      this.stops = film.moves.map(({ entries }) => entries);
      this.marks = film.marks.map((number) => film.moves[number]!.entries);
      this.project(moment, false);
    });
  }

  /** Show a move; the following move is animated. */
  async go(move: number): Promise<void> {
    const wanted = Math.min(Math.max(move, 0), this.last);
    const turn = ++this.turns;
    await this.trying(async () => {
      const moment = await this.moment(this.viewpoint, wanted);
      if (turn !== this.turns) return;
      this.project(moment, wanted === this.move + 1);
      if (wanted < this.last) void this.moment(this.viewpoint, wanted + 1).catch(() => undefined); // likely needed next
    });
  }

  /** Play or pause; at the end, start again. */
  async toggle(): Promise<void> {
    if (!this.playing && this.move >= this.last) await this.go(0);
    this.playing = !this.playing;
  }

  /** Go to the next chapter, or back to the start of this or the previous one. */
  leap(ways: 1 | -1): Promise<void> {
    const starts = this.chapters.map((chapter) => chapter.move);
    if (ways > 0) return this.go(starts.find((start) => start > this.move) ?? this.last);
    return this.go(starts.findLast((start) => start < this.move) ?? 0);
  }

  override step(moves: number): Promise<void> {
    return this.go(this.move + moves);
  }

  override lookBack(entries: number): Promise<void> {
    this.playing = false;
    return this.go(moveAt(this.stops ?? [], entries));
  }

  /** Set the displayed moment. The log is cut here, so that titles see only earlier entries. */
  private project(moment: ReplayMoment, happens: boolean): void {
    const film = this.film!;
    const log = film.log as LogEntry[];
    const [from, to] = [film.moves[moment.move - 1]?.entries ?? 0, film.moves[moment.move]!.entries];
    this.move = moment.move;
    this.hands = moment.seats as Record<string, unknown>[] | null;
    this.logEntries = log.slice(0, to);
    this.fresh = log.slice(from, to);
    this.own = moment.view as Record<string, unknown>;
    const view = { ...this.own, seat: null } as never; // in a replay every player is called by name
    this.now = this.displayed = { version: ++this.versions, table: this.info, question: null, undo: null, view };
    this.currentUpdate = happens ? { now: this.now, entries: this.fresh, paragraphs: [], own: false } : null;
  }

  /** Return the private part of a seat (from 0), if this viewpoint sees it. */
  has(seat: number): Record<string, unknown> | null {
    return this.hands?.[seat] ?? (this.eyes === seat ? this.own : null);
  }

  /** Return the points of a seat if the game ended here, if this viewpoint sees them. */
  points(seat: number): number | null {
    return this.film?.moves[this.move]?.standings[seat] ?? null;
  }

  private moment(viewpoint: string, move: number): Promise<ReplayMoment> {
    return cachedRequest(this.known, `${viewpoint} ${move}`, () => getReplayMoment(this.table, move, viewpoint, this.token));
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.playing = false;
      this.problem = error.problem;
    }
  }

  // ---- Queries

  /** Return the answer to a query at a moment, for this viewpoint and for every seat if everything is open. */
  answer(what: string, about?: string, move = this.move): Promise<ReplayAnswer> {
    const { viewpoint } = this;
    return cachedRequest(this.asked, `${viewpoint} ${move} ${what} ${about ?? ''}`, () => queryReplay(this.table, move, viewpoint, what, about, this.token));
  }

  override async ask(what: string, about?: string): Promise<Record<string, unknown>> {
    return (await this.answer(what, about)).told as Record<string, unknown>;
  }

  // ---- Address

  /** Return the address of the current moment. */
  get place(): string {
    return `#/replay/${this.table}/${this.move}/${this.viewpoint}`;
  }

  /** Return the name of an exported file. */
  file(end: string): string {
    return `heorot-${this.info.game}-${this.table.slice(0, 6)}${end}`;
  }
}

/** Return a sentence with the player's name instead of "you". */
export function byName(sentence: Sentence): Sentence {
  const named = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(named);
    return part !== null && typeof part === 'object' && 'key' in part ? byName(part as Sentence) : part;
  };
  const params = Object.entries(sentence.params).map(([name, part]) => [name, name === 'who' && part === 'you' ? 'other' : named(part)]);
  return { ...sentence, params: Object.fromEntries(params) };
}

/** Return a cached request; the oldest entries are evicted. */
function cachedRequest<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let starts = known.get(key);
  if (starts) return starts;
  known.set(key, (starts = ask()));
  starts.catch(() => known.delete(key));
  if (known.size > MAX_CACHED) known.delete(known.keys().next().value!);
  return starts;
}

/** Create a replay in its own effect root. */
export function createPlayer(info: TableInfo, token: string | null): ReplayPlayer {
  let made: ReplayPlayer | null = null;
  $effect.root(() => void (made = new ReplayPlayer(info, token)));
  return made!;
}
