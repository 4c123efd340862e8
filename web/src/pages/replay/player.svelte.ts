// A game that is looked at again: a table that nobody plays at, shown at any of its moves through anyone's eyes. To the
// pages of the games it is a table like any other, which goes from one moment to the next.
import type { Snippet } from 'svelte';
import { Trouble } from '../lib/api';
import { LiveTable, type Entry } from '../lib/table.svelte';
import { moveAt } from '../lib/tale';
import type { Replay, ReplayAnswer, ReplayMoment, Sentence, TableInfo } from '../protocol';
import { replayAsk, replayAt, replayOf } from './asking';

/** What a game brings to the page: its board, what everyone holds, why it stands as it does, and the name of a chapter. */
export interface Parts {
  board: Snippet;
  hands: Snippet;
  why: Snippet;
  title: string; // of what `why` tells
  chapter: (number: number) => string;
}

export const PACE = 900; // milliseconds a move
export const SPEEDS = [0.5, 1, 2, 4];
const KEPT = 400; // moments

export class Reel extends LiveTable {
  film: Replay | null = $state.raw(null);
  move = $state(0);
  lens = $state('');
  playing = $state(false);
  speed = $state(1);
  /** What each seat has besides what all see; only where everything is open. */
  hands: Record<string, unknown>[] | null = $state.raw(null);
  /** The view of the eyes one looks through. */
  private own: Record<string, unknown> = $state.raw({});
  /** What was said in this very move. */
  fresh: Entry[] = $state.raw([]);

  readonly last = $derived.by(() => (this.film ? this.film.moves.length - 1 : 0));
  readonly chapter = $derived.by(() => this.film?.moves[this.move]?.chapter ?? 1);
  /** The moves with which a chapter begins. */
  readonly chapters: { chapter: number; move: number }[] = $derived.by(() => {
    const found: { chapter: number; move: number }[] = [];
    for (const [move, one] of (this.film?.moves ?? []).entries()) if (one.chapter !== found.at(-1)?.chapter) found.push({ chapter: one.chapter, move });
    return found;
  });
  /** The seat whose eyes these are, from 0. */
  readonly eyes = $derived.by(() => (/^\d+$/.test(this.lens) ? Number(this.lens) - 1 : null));
  /** Whether everyone's eyes may be borrowed. */
  readonly free = $derived.by(() => this.film?.finished ?? false);

  private known = new Map<string, Promise<ReplayMoment>>();
  private asked = new Map<string, Promise<ReplayAnswer>>();
  private turns = 0;
  private versions = 0;

  constructor(readonly info: TableInfo, token: string | null) {
    super(info.table, token);
    this.wire = 'open';
  }

  // ---- Where one is

  /** Look through these eyes (the own, if none are named), at a move or at the same one as before. */
  async look(lens: string | null, move = this.move): Promise<void> {
    const turn = ++this.turns;
    await this.trying(async () => {
      const film = await replayOf(this.table, lens, this.token);
      const at = Math.min(Math.max(move, 0), film.moves.length - 1);
      const moment = await this.moment(film.lens, at);
      if (turn !== this.turns) return;
      this.film = film;
      this.lens = film.lens;
      this.told = (film.told as Sentence[][]).map((paragraph) => paragraph.map(byName));
      this.stops = film.moves.map((one) => one.entries);
      this.marks = film.marks.map((number) => film.moves[number]!.entries);
      this.project(moment, false);
    });
  }

  /** Show a move; one that follows is seen happening. */
  async go(move: number): Promise<void> {
    const wanted = Math.min(Math.max(move, 0), this.last);
    const turn = ++this.turns;
    await this.trying(async () => {
      const moment = await this.moment(this.lens, wanted);
      if (turn !== this.turns) return;
      this.project(moment, wanted === this.move + 1);
      if (wanted < this.last) void this.moment(this.lens, wanted + 1).catch(() => undefined); // it is likely wanted next
    });
  }

  /** Let it play, or pause; from its end it begins anew. */
  async toggle(): Promise<void> {
    if (!this.playing && this.move >= this.last) await this.go(0);
    this.playing = !this.playing;
  }

  /** The beginning of the next chapter, or of this one, or of the one before. */
  leap(ways: 1 | -1): Promise<void> {
    const starts = this.chapters.map((one) => one.move);
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

  /** The log is sliced here, so that what is on the table is told by what was said before. */
  private project(moment: ReplayMoment, happens: boolean): void {
    const film = this.film!;
    const log = film.log as Entry[];
    const [from, to] = [film.moves[moment.move - 1]?.entries ?? 0, film.moves[moment.move]!.entries];
    this.move = moment.move;
    this.hands = moment.seats as Record<string, unknown>[] | null;
    this.story = log.slice(0, to);
    this.fresh = log.slice(from, to);
    this.own = moment.view as Record<string, unknown>;
    const view = { ...this.own, seat: null } as never; // nobody is "you" here
    this.now = this.reached = { version: ++this.versions, table: this.info, question: null, undo: null, view };
    this.happening = happens ? { now: this.now, entries: this.fresh, told: [], own: false } : null;
  }

  /** What a seat holds, if these eyes see it; seats from 0. */
  has(seat: number): Record<string, unknown> | null {
    return this.hands?.[seat] ?? (this.eyes === seat ? this.own : null);
  }

  /** The points of a seat if the game had ended here, if these eyes see them. */
  points(seat: number): number | null {
    return this.film?.moves[this.move]?.standings[seat] ?? null;
  }

  private moment(lens: string, move: number): Promise<ReplayMoment> {
    return kept(this.known, `${lens} ${move}`, () => replayAt(this.table, move, lens, this.token));
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.playing = false;
      this.trouble = error.problem;
    }
  }

  // ---- What could be asked then

  /** The answer of a moment through these eyes, and through each seat's where everything is open. */
  answer(what: string, about?: string, move = this.move): Promise<ReplayAnswer> {
    const { lens } = this;
    return kept(this.asked, `${lens} ${move} ${what} ${about ?? ''}`, () => replayAsk(this.table, move, lens, what, about, this.token));
  }

  override async ask<T = Record<string, unknown>>(what: string, about?: string): Promise<T> {
    return (await this.answer(what, about)).told as T;
  }

  // ---- The address

  /** Where this very moment is found again. */
  get place(): string {
    return `#/replay/${this.table}/${this.move}/${this.lens}`;
  }

  /** What something that is kept of it is called. */
  file(end: string): string {
    return `heorot-${this.info.game}-${this.table.slice(0, 6)}${end}`;
  }
}

/** A sentence that calls everyone by name, whoever it was told to. */
export function byName(sentence: Sentence): Sentence {
  const named = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(named);
    return part !== null && typeof part === 'object' && 'key' in part ? byName(part as Sentence) : part;
  };
  const params = Object.entries(sentence.params).map(([name, part]) => [name, name === 'who' && part === 'you' ? 'other' : named(part)]);
  return { ...sentence, params: Object.fromEntries(params) };
}

/** What was asked once is not asked again; the oldest go. */
function kept<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let found = known.get(key);
  if (found) return found;
  known.set(key, (found = ask()));
  found.catch(() => known.delete(key));
  if (known.size > KEPT) known.delete(known.keys().next().value!);
  return found;
}

/** A reel that belongs to no part of the page. */
export function reelOf(info: TableInfo, token: string | null): Reel {
  let made: Reel | null = null;
  $effect.root(() => void (made = new Reel(info, token)));
  return made!;
}
