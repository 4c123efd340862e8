// The arithmetic of an act counts up, figure by figure: its terms join the sum, the product follows, the points roll to the
// seat. At most 1.2 seconds a figure; it can be skipped.
import { paced, still } from '../../lib/motion';
import type { FigureScore } from '../data';

const MOST = 1200;
const TERM = 80;
const REST = 440;

export class Counting {
  at = $state(0); // the figure that is being counted
  terms = $state(0); // so many of its terms are there
  private timer = 0;

  constructor(readonly figures: FigureScore[], counting: boolean) {
    if (!counting || still()) this.at = figures.length;
    else this.timer = window.setTimeout(() => this.step(), paced(500));
  }

  get done(): boolean {
    return this.at >= this.figures.length;
  }

  /** What a seat's figures have brought so far. */
  points(seat: number): number {
    return this.figures.slice(0, this.at).reduce((sum, one) => sum + (one.seat === seat ? one.points : 0), 0);
  }

  private step(): void {
    const one = this.figures[this.at];
    if (!one) return;
    const all = one.row.length + one.column.length;
    const pause = all * TERM + REST > MOST ? (MOST - REST) / all : TERM;
    if (this.terms < all) this.terms += 1;
    else {
      this.at += 1;
      this.terms = 0;
    }
    const wait = this.terms === 0 ? 120 : this.terms < all ? pause : REST;
    if (!this.done) this.timer = window.setTimeout(() => this.step(), paced(wait));
  }

  skip(): void {
    clearTimeout(this.timer);
    this.at = this.figures.length;
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
