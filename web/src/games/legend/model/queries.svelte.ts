// Cache of query answers, valid while the table is unchanged.
import { ApiError } from '../../../api/http';
import type { LiveTable } from '../../../api/liveTable.svelte';
import { typedAsk, type Answer, type Ask } from '../../../api/queries';
import type { Problem } from '../../../protocol';
import type { LegendAnswers } from './answers';

/** An answer, or the problem in its place. */
type Cached<Name extends keyof LegendAnswers> = Partial<LegendAnswers[Name]> & Answer & { problem?: Problem };

const A_WHILE = 2_000; // ms to wait after the server's rate limit

export class QueryCache {
  private known = new Map<string, Cached<keyof LegendAnswers> | null>();
  private version = -1;
  private news = $state(0);

  private readonly ask: Ask<LegendAnswers>;

  constructor(private readonly live: LiveTable) {
    this.ask = typedAsk<LegendAnswers>(live);
  }

  /** Return the answer once it is there; undefined while the screen lags behind the server. */
  get<Name extends keyof LegendAnswers>(what: Name, about?: string): Cached<Name> | undefined {
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
    return (this.known.get(key) ?? undefined) as Cached<Name> | undefined;
  }

  private async fetch(key: string, what: keyof LegendAnswers, about: string | undefined, version: number): Promise<void> {
    await Promise.resolve(); // no state change during rendering
    let answer: Cached<keyof LegendAnswers>;
    try {
      answer = await this.ask(what, about);
    } catch (trouble) {
      if (!(trouble instanceof ApiError)) throw trouble;
      answer = { told: [], problem: trouble.problem };
    }
    if (version !== this.version) return;
    this.known.set(key, answer);
    this.news += 1;
    if (answer.problem?.code === 'too-fast') setTimeout(() => this.forget(key, answer), A_WHILE);
  }

  /** Forget a rate-limited answer, so that the query is sent again; else a set could never be completed. */
  private forget(key: string, answer: Cached<keyof LegendAnswers>): void {
    if (this.known.get(key) !== answer) return;
    this.known.delete(key);
    this.news += 1;
  }
}

/** Parse a fraction such as `3/7`. */
export function parseFraction(text: string): number {
  const [above, below] = text.split('/');
  return Number(above) / Number(below ?? 1);
}

/** Return whole percentages that add up to 100, by largest remainder. */
export function wholePercents(parts: number[]): number[] {
  const exact = parts.map((part) => part * 100);
  const whole = exact.map(Math.floor);
  let left = 100 - whole.reduce((sum, part) => sum + part, 0);
  const byRest = exact.map((part, n) => [part - whole[n]!, n] as const).sort((a, b) => b[0] - a[0]);
  for (const [, n] of byRest) if (left-- > 0) whole[n]! += 1;
  return whole;
}
