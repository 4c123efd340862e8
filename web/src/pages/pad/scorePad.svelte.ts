// What lies on a score pad: kept in this browser, taken back step by step, given away as a link. The server scores it; while
// that cannot be reached, all stays as it is and is asked again.
import { scoreOf, Trouble } from '../lib/api';
import { keep, kept } from '../lib/pads';
import type { Problem } from '../protocol';

/** What a game's pad is made of. */
export interface Form<State> {
  game: string;
  empty: State;
  write: (state: State) => string; // short enough for a link, of letters that a link may have
  read: (text: string) => State | null; // nothing, if it is no such text
  asked: (state: State) => { text: string; options: Record<string, string> } | null; // nothing to be scored yet
}

const MOST = 60; // steps that can be taken back
const MOMENT = 200; // milliseconds without another tap
const SOON = 2_000;
const LATE = 15_000;
const AGAIN = new Set(['offline', 'unavailable', 'stopping', 'busy', 'internal', 'too-fast']); // nothing is wrong with what was asked

export class Pad<State, Answer> {
  now: State = $state.raw()!;
  past: string[] = $state.raw([]); // the latest last
  answer: Answer | null = $state.raw(null);
  problem: Problem | null = $state.raw(null); // with what lies there
  away = $state(false); // the server cannot be reached
  asking = $state(true);
  private clock = 0;
  private wait = SOON;
  private turn = 0; // an older answer is passed over

  constructor(readonly form: Form<State>) {
    const found = kept<{ now: string; past: string[] }>(form.game);
    this.now = (typeof found?.now === 'string' ? form.read(found.now) : null) ?? form.empty;
    this.past = Array.isArray(found?.past) ? found.past.filter((one) => typeof one === 'string').slice(-MOST) : [];
    this.ask(0);
  }

  get empty(): boolean {
    return this.form.write(this.now) === this.form.write(this.form.empty);
  }

  get link(): string {
    return `${location.origin}/#/pad/${this.form.game}/${this.form.write(this.now)}`;
  }

  change(part: Partial<State>): void {
    this.become({ ...this.now, ...part });
  }

  /** Another state; the one before can be brought back. */
  become(state: State): void {
    const before = this.form.write(this.now);
    if (before === this.form.write(state)) return;
    this.past = [...this.past, before].slice(-MOST);
    this.now = state;
    this.settle();
  }

  /** What a link holds; false, if it is none. */
  open(text: string): boolean {
    const state = this.form.read(text);
    if (state) this.become(state);
    return state !== null;
  }

  undo(): void {
    const before = this.form.read(this.past.at(-1) ?? '');
    this.past = this.past.slice(0, -1);
    if (before) this.now = before;
    this.settle();
  }

  /** Ask at once, now that there may be someone to ask. */
  tryNow(): void {
    this.wait = SOON;
    this.ask(0);
  }

  stop(): void {
    clearTimeout(this.clock);
    this.turn++;
  }

  private settle(): void {
    keep(this.form.game, { now: this.form.write(this.now), past: this.past });
    this.ask(MOMENT);
  }

  private ask(after: number): void {
    this.stop();
    this.asking = true;
    this.clock = setTimeout(() => void this.score(), after) as unknown as number;
  }

  private async score(): Promise<void> {
    const turn = this.turn;
    const asked = this.form.asked(this.now);
    try {
      const answer = asked && (await scoreOf<Answer>(this.form.game, asked.text, asked.options));
      if (turn !== this.turn) return;
      this.answer = answer;
      this.problem = null;
      this.away = false;
      this.wait = SOON;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (turn === this.turn) return this.fail(error.problem);
    }
    this.asking = false;
  }

  private fail(problem: Problem): void {
    this.away = AGAIN.has(problem.code);
    this.problem = this.away ? null : problem;
    this.asking = this.away;
    if (!this.away) {
      this.answer = null;
      return;
    }
    this.clock = setTimeout(() => void this.score(), this.wait) as unknown as number;
    this.wait = Math.min(this.wait * 2, LATE);
  }
}

/** Texts for a link: what has a meaning there is written as a number. */
export function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[~.,!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A whole number of a link that is not too large; null where there is none. */
export function number(text: string | undefined, most = 9999): number | null {
  return text && /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;
}

export const LONGEST_NAME = 24;

/** Names of a link. */
export function names(text: string, most: number): string[] | null {
  const found = text.split(',').map(unescaped);
  return found.length === most && found.every((name) => name !== null && name.length <= LONGEST_NAME) ? (found as string[]) : null;
}
