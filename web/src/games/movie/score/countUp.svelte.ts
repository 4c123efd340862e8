// Animates the arithmetic of an act, figure by figure: terms, sum, product, points. At most 1.2 seconds a figure; it can be
// skipped.
import { scaledDuration, isMotionOff } from '../../../ui/motion/motion';
import type { FigureScore } from '../model/answers';

const MAX_PER_FIGURE = 1200; // ms
const PER_TERM = 80; // ms
const PER_RESULT = 440; // ms

export class CountUp {
  at = $state(0); // index of the current figure
  terms = $state(0); // number of its terms shown
  private timer = 0;

  constructor(readonly figures: FigureScore[], counting: boolean) {
    if (!counting || isMotionOff()) this.at = figures.length;
    else this.timer = window.setTimeout(() => this.step(), scaledDuration(500));
  }

  get done(): boolean {
    return this.at >= this.figures.length;
  }

  /** Return the points of a seat so far. */
  points(seat: number): number {
    return this.figures.slice(0, this.at).reduce((sum, figure) => sum + (figure.seat === seat ? figure.points : 0), 0);
  }

  private step(): void {
    const figure = this.figures[this.at];
    if (!figure) return;
    const all = figure.row.length + figure.column.length;
    const pause = all * PER_TERM + PER_RESULT > MAX_PER_FIGURE ? (MAX_PER_FIGURE - PER_RESULT) / all : PER_TERM;
    if (this.terms < all) this.terms += 1;
    else {
      this.at += 1;
      this.terms = 0;
    }
    const wait = this.terms === 0 ? 120 : this.terms < all ? pause : PER_RESULT;
    if (!this.done) this.timer = window.setTimeout(() => this.step(), scaledDuration(wait));
  }

  skip(): void {
    clearTimeout(this.timer);
    this.at = this.figures.length;
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
