// Queue that shows updates of other players one by one. Three seconds behind it doubles its speed, six seconds
// behind it shows everything at once.
import type { LegendLogEntry, TableSnapshot, MovieLogEntry, Sentence } from '../../protocol';
import { scaledDuration } from './motion';

export interface TableUpdate {
  now: TableSnapshot;
  entries: (MovieLogEntry | LegendLogEntry)[];
  told: Sentence[][];
  own: boolean; // starts with an action of this seat
}

const HASTE = 3_000;
const JUMP = 6_000;

export class AnimationQueue {
  private queue: TableUpdate[] = [];
  private timer = 0;

  constructor(
    private readonly show: (beat: TableUpdate) => void,
    private readonly takes: (beat: TableUpdate) => number = () => 0, // ms that an update needs to be seen completely, however late
  ) {}

  add(beat: TableUpdate): void {
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

/** Return how long an update stays on the screen: longer, the more entries it has. */
function length(beat: TableUpdate): number {
  const things = beat.entries.filter((entry) => entry.seat >= 0).length;
  return things ? scaledDuration(450 + 250 * Math.min(things, 6)) : 0;
}
