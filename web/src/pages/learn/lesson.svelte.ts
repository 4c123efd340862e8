// The lesson of a game: a table that lies ready at each of its steps. It answers as a live table does, but what is said and
// asked goes to the step, and nothing is kept anywhere but how far one has come.
import { askAtStep, boxOf, sayAtStep } from '../lib/api';
import { settings } from '../lib/settings.svelte';
import { LiveTable, type Answered } from '../lib/table.svelte';
import type { LessonInfo, LessonMoment, LessonStep } from '../protocol';

export class Lesson extends LiveTable {
  override readonly bare = true;
  at = $state(0); // the step, from 0
  visit = $state(0); // grows whenever the table is laid anew
  passed: LessonStep | null = $state.raw(null); // the step before, if it was passed just now
  other = $state(false); // something else was said than what is asked for
  done = $state(false); // this step is passed, and the next one is not near
  finished = $state(false);

  readonly task: LessonStep = $derived.by(() => this.info.steps[this.at]!);
  readonly last = $derived.by(() => this.at === this.info.steps.length - 1);

  constructor(readonly info: LessonInfo, first: number) {
    super('', null);
    this.go(Math.min(Math.max(first, 0), info.steps.length - 1));
  }

  override open(): void {} // there is no wire
  override close(): void {}
  override learnPast(): Promise<void> { return Promise.resolve(); } // nothing is kept of it

  override box(): Promise<Record<string, unknown>> {
    return boxOf(`games/${this.info.game}`);
  }

  /** Lay the table of a step. */
  go(at: number): void {
    this.at = at;
    this.done = this.finished = this.other = false;
    this.passed = null;
    this.keep(at);
    this.lay();
  }

  /** On to the next step, or to the end. */
  on(): void {
    const { task } = this;
    if (this.last) this.finish();
    else {
      const passed = this.done ? task : null;
      this.go(this.at + 1);
      this.passed = passed;
    }
  }

  private finish(): void {
    this.finished = true;
    this.keep(0);
  }

  private keep(at: number): void {
    settings.lessons = { ...settings.lessons, [this.info.game]: at };
  }

  private lay(): void {
    this.visit += 1;
    const { now, log } = this.task.moment;
    this.receive({ type: 'welcome', seat: this.info.seat, host: false, invited: null, now, log: { ...log, whole: true }, chat: [], news: [], here: [], time: null });
  }

  /** What the table says and asks. */
  override async command(what: { type: string; [field: string]: unknown }): Promise<Answered> {
    if (what.type === 'play') await this.hear(what.actions as string[]);
    else if (what.type === 'ask') return (await this.asked(String(what.what), String(what.about ?? ''))) as unknown as Answered;
    return { version: this.now?.version ?? 0, token: null, table: null };
  }

  private asked(what: string, about: string): Promise<unknown> {
    return askAtStep(this.info.game, this.at + 1, what, about, this.now?.version ?? 0);
  }

  private async hear(actions: string[]): Promise<void> {
    const { at, task } = this;
    this.other = false;
    const heard = await sayAtStep(this.info.game, at + 1, actions);
    if (at !== this.at) return; // one has gone elsewhere meanwhile
    if (!heard.passed) {
      this.other = true;
      this.lay();
      return;
    }
    this.watch(heard.moments, task.goes_on);
    if (task.goes_on) {
      this.passed = task;
      this.at = at + 1;
      this.keep(this.at);
    } else this.done = true;
  }

  /** All that followed; who is not at the next step by then is asked nothing before he goes on. */
  private watch(moments: LessonMoment[], goesOn: boolean): void {
    for (const [n, { now, log }] of moments.entries()) {
      const question = goesOn && n === moments.length - 1 ? now.question : null;
      this.receive({ type: 'update', after: this.now!.version, now: { ...now, question }, log, chat: [], news: [] });
    }
  }
}
