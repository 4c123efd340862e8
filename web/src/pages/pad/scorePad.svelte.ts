// State of a score pad: stored in this browser, with undo and links. The server scores it; while it is unreachable, requests
// are retried.
import { scorePosition, ApiError } from '../../api/http';
import { storePad, loadPad } from '../../browser/padStorage';
import type { Problem } from '../../protocol';

/** State format of a title's pad. */
export interface PadFormat<State> {
  game: string;
  empty: State;
  encode: (state: State) => string; // short and URL-safe
  decode: (text: string) => State | null; // null if the text is invalid
  toRequest: (state: State) => { text: string; options: Record<string, string> } | null; // null: nothing to score yet
}

const MOST = 60; // undo steps
const MOMENT = 200; // ms to wait for further taps
const SOON = 2_000;
const LATE = 15_000;
const AGAIN = new Set(['offline', 'unavailable', 'stopping', 'busy', 'internal', 'too-fast']); // codes of temporary failures

export class ScorePad<State, Answer> {
  now: State = $state.raw()!;
  past: string[] = $state.raw([]); // encoded states, latest last
  answer: Answer | null = $state.raw(null);
  problem: Problem | null = $state.raw(null); // what is wrong with the position
  away = $state(false); // the server is unreachable
  asking = $state(true);
  private clock = 0;
  private wait = SOON;
  private turn = 0; // older responses are ignored

  constructor(readonly form: PadFormat<State>) {
    const stored = loadPad<{ now: string; past: string[] }>(form.game);
    this.now = (typeof stored?.now === 'string' ? form.decode(stored.now) : null) ?? form.empty;
    this.past = Array.isArray(stored?.past) ? stored.past.filter((state) => typeof state === 'string').slice(-MOST) : [];
    this.ask(0);
  }

  get empty(): boolean {
    return this.form.encode(this.now) === this.form.encode(this.form.empty);
  }

  get link(): string {
    return `${location.origin}/#/pad/${this.form.game}/${this.form.encode(this.now)}`;
  }

  change(part: Partial<State>): void {
    this.become({ ...this.now, ...part });
  }

  /** Set a new state that can be undone. */
  become(state: State): void {
    const before = this.form.encode(this.now);
    if (before === this.form.encode(state)) return;
    this.past = [...this.past, before].slice(-MOST);
    this.now = state;
    this.settle();
  }

  /** Open the state of a link; return false if it is invalid. */
  open(text: string): boolean {
    const state = this.form.decode(text);
    if (state) this.become(state);
    return state !== null;
  }

  undo(): void {
    const before = this.form.decode(this.past.at(-1) ?? '');
    this.past = this.past.slice(0, -1);
    if (before) this.now = before;
    this.settle();
  }

  /** Retry now, when the connection may be back. */
  tryNow(): void {
    this.wait = SOON;
    this.ask(0);
  }

  stop(): void {
    clearTimeout(this.clock);
    this.turn++;
  }

  private settle(): void {
    storePad(this.form.game, { now: this.form.encode(this.now), past: this.past });
    this.ask(MOMENT);
  }

  private ask(after: number): void {
    this.stop();
    this.asking = true;
    this.clock = setTimeout(() => void this.score(), after) as unknown as number;
  }

  private async score(): Promise<void> {
    const turn = this.turn;
    const request = this.form.toRequest(this.now);
    try {
      const answer = request && (await scorePosition<Answer>(this.form.game, request.text, request.options));
      if (turn !== this.turn) return;
      this.answer = answer;
      this.problem = null;
      this.away = false;
      this.wait = SOON;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
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

/** Escape a text for a link. */
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

/** Parse a whole number of a link; null if it is missing or too large. */
export function number(text: string | undefined, most = 9999): number | null {
  return text && /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;
}

export const LONGEST_NAME = 24;

/** Parse the names of a link. */
export function names(text: string, most: number): string[] | null {
  const parsed = text.split(',').map(unescaped);
  return parsed.length === most && parsed.every((name) => name !== null && name.length <= LONGEST_NAME) ? (parsed as string[]) : null;
}
