// What others do is seen happening, one thing after the other. Who falls behind catches up: three seconds behind at double
// speed, six at once.
import type { LegendSeen, Moment, MovieSeen, Sentence } from '../protocol';
import { paced } from './motion';

export interface Beat {
  now: Moment;
  entries: (MovieSeen | LegendSeen)[];
  told: Sentence[][];
  own: boolean; // it began with an answer of this seat
}

const HASTE = 3_000;
const JUMP = 6_000;

export class Beats {
  private queue: Beat[] = [];
  private timer = 0;

  constructor(
    private readonly show: (beat: Beat) => void,
    private readonly takes: (beat: Beat) => number = () => 0, // milliseconds that it needs to be seen whole, however late it is
  ) {}

  add(beat: Beat): void {
    this.queue.push(beat);
    if (beat.own || this.behind() > JUMP) this.hurry(beat.own ? this.takes(beat) : 0);
    else if (!this.timer) this.next();
  }

  hurry(then = 0): void {
    this.stop();
    for (const beat of this.queue.splice(0)) this.show(beat);
    this.wait(then);
  }

  clear(): void {
    this.stop();
    this.queue = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  private behind(): number {
    return this.queue.reduce((sum, beat) => sum + length(beat), 0);
  }

  private next(): void {
    const beat = this.queue.shift();
    if (!beat) return;
    const time = Math.max(length(beat) / (this.behind() > HASTE ? 2 : 1), this.takes(beat));
    this.show(beat);
    this.wait(time);
  }

  private wait(time: number): void {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.next();
    }, time);
  }
}

/** How long a beat is looked at: longer, the more happened in it. */
function length(beat: Beat): number {
  const things = beat.entries.filter((entry) => entry.seat >= 0).length;
  return things ? paced(450 + 250 * Math.min(things, 6)) : 0;
}
