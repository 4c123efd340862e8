// Queue that shows updates of other players one by one. It doubles its speed when it is three seconds behind, and shows
// everything at once when it is six seconds behind.
import type { LegendLogEntry, TableSnapshot, MovieLogEntry, Sentence } from '../../protocol';
import { scaledDuration } from './motion';

export interface TableUpdate {
  now: TableSnapshot;
  entries: (MovieLogEntry | LegendLogEntry)[];
  paragraphs: Sentence[][];
  own: boolean; // starts with an action of this seat
}

const HASTE = 3_000; // ms behind from which updates are shown at double speed
const JUMP = 6_000; // ms behind from which the queue is flushed

export class AnimationQueue {
  private queue: TableUpdate[] = [];
  private timer = 0;

  constructor(
    private readonly show: (update: TableUpdate) => void,
    private readonly displayTime: (update: TableUpdate) => number = () => 0, // ms that an update needs to be seen completely, however late
  ) {}

  /** Queue an update. An own action is shown at once, with everything before it. */
  add(update: TableUpdate): void {
    this.queue.push(update);
    if (update.own || this.behind() > JUMP) this.flush(update.own ? this.displayTime(update) : 0);
    else if (!this.timer) this.next();
  }

  /** Show all queued updates now, and the next one after that many ms. */
  flush(pause = 0): void {
    this.stop();
    for (const update of this.queue.splice(0)) this.show(update);
    this.wait(pause);
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
    return this.queue.reduce((sum, update) => sum + duration(update), 0);
  }

  private next(): void {
    const update = this.queue.shift();
    if (!update) return;
    const time = Math.max(duration(update) / (this.behind() > HASTE ? 2 : 1), this.displayTime(update));
    this.show(update);
    this.wait(time);
  }

  private wait(time: number): void {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.next();
    }, time);
  }
}

/** Return the ms that an update stays on the screen; more actions take longer. */
function duration(update: TableUpdate): number {
  const actions = update.entries.filter((entry) => entry.seat >= 0).length;
  return actions ? scaledDuration(450 + 250 * Math.min(actions, 6)) : 0;
}
