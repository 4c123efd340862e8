// What the server tells when it is asked about the game, kept as long as the table stands as it is.
import { Trouble } from '../lib/api';
import type { LiveTable } from '../lib/table.svelte';
import type { Problem, Sentence } from '../protocol';

export interface RiskOdds {
  cards: number;
  matches: string[]; // fractions: none, one, two ...
  missing: number | null;
  reached: string | null;
  exact: boolean;
}
export interface Worth {
  icon: string;
  points: string;
  reason: string;
  number: number;
}
export interface Told {
  told: Sentence[][];
  next?: string[];
  total?: number | null;
  missing?: number | null;
  risk?: RiskOdds | null;
  daring?: RiskOdds | null;
  odds?: RiskOdds | null;
  worth?: Worth | null;
  spaces?: Worth[];
  problem?: Problem;
}

const A_WHILE = 2_000; // milliseconds; then the server hears again who asked too much

export class Asker {
  private known = new Map<string, Told | null>();
  private version = -1;
  private news = $state(0);

  constructor(private readonly live: LiveTable) {}

  /** The answer, once it is there; nothing while the screen has not come to what the server knows. */
  get(what: string, about?: string): Told | undefined {
    void this.news;
    const { shown, now } = this.live;
    if (!shown || shown.version !== now?.version) return undefined;
    if (shown.version !== this.version) {
      this.known.clear();
      this.version = shown.version;
    }
    const key = `${what} ${about ?? ''}`;
    if (!this.known.has(key)) {
      this.known.set(key, null);
      void this.fetch(key, what, about, shown.version);
    }
    return this.known.get(key) ?? undefined;
  }

  private async fetch(key: string, what: string, about: string | undefined, version: number): Promise<void> {
    await Promise.resolve(); // nothing may change while the page is being drawn
    let answer: Told;
    try {
      answer = await this.live.ask<Told & Record<string, unknown>>(what, about);
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      answer = { told: [], problem: trouble.problem };
    }
    if (version !== this.version) return;
    this.known.set(key, answer);
    this.news += 1;
    if (answer.problem?.code === 'too-fast') setTimeout(() => this.forget(key, answer), A_WHILE);
  }

  /** Ask again: what hangs on the answer, such as whether a set is complete, would be out of reach for good. */
  private forget(key: string, answer: Told): void {
    if (this.known.get(key) !== answer) return;
    this.known.delete(key);
    this.news += 1;
  }
}

/** `3/7` as a number. */
export function fraction(text: string): number {
  const [above, below] = text.split('/');
  return Number(above) / Number(below ?? 1);
}

/** Whole per cents that add up to 100, the largest remainders rounded up. */
export function percents(parts: number[]): number[] {
  const exact = parts.map((part) => part * 100);
  const whole = exact.map(Math.floor);
  let left = 100 - whole.reduce((sum, part) => sum + part, 0);
  const byRest = exact.map((part, n) => [part - whole[n]!, n] as const).sort((a, b) => b[0] - a[0]);
  for (const [, n] of byRest) if (left-- > 0) whole[n]! += 1;
  return whole;
}
