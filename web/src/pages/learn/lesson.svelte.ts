// Lesson of a game as a live table: actions and queries go to the lesson's routes, and only the progress is stored.
import { queryLessonStep, getBox, playLessonStep } from '../../api/http';
import { settings } from '../../browser/settings.svelte';
import { LiveTable, type CommandResult } from '../../api/liveTable.svelte';
import type { BoxContents, LessonInfo, LessonMoment, LessonStep } from '../../protocol';

export class Lesson extends LiveTable {
  override readonly frameless = true;
  at = $state(0); // the step, from 0
  visit = $state(0); // incremented whenever the table is set up again
  passed: LessonStep | null = $state.raw(null); // the previous step, if it was just passed
  other = $state(false); // the last action was not the expected one
  done = $state(false); // the step is passed, and the next one does not follow directly
  finished = $state(false);

  readonly task: LessonStep = $derived.by(() => this.info.steps[this.at]!);
  readonly last = $derived.by(() => this.at === this.info.steps.length - 1);

  constructor(readonly info: LessonInfo, first: number) {
    super('', null);
    this.go(Math.min(Math.max(first, 0), info.steps.length - 1));
  }

  override open(): void {} // there is no connection
  override close(): void {}
  override loadHistory(): Promise<void> { return Promise.resolve(); } // a lesson has no history

  override box(): Promise<BoxContents> {
    return getBox(`games/${this.info.game}`);
  }

  /** Set up the table of a step. */
  go(at: number): void {
    this.at = at;
    this.done = this.finished = this.other = false;
    this.passed = null;
    this.keep(at);
    this.lay();
  }

  /** Go to the next step, or finish. */
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

  /** Handle a command of the table. */
  override async command(what: { type: string; [field: string]: unknown }): Promise<CommandResult> {
    if (what.type === 'play') await this.hear(what.actions as string[]);
    return { version: this.now?.version ?? 0, token: null, table: null };
  }

  override async ask(what: string, about = ''): Promise<Record<string, unknown>> {
    return (await queryLessonStep(this.info.game, this.at + 1, what, about, this.now?.version ?? 0)).told;
  }

  private async hear(actions: string[]): Promise<void> {
    const { at, task } = this;
    this.other = false;
    const result = await playLessonStep(this.info.game, at + 1, actions);
    if (at !== this.at) return; // another step was opened in the meantime
    if (!result.passed) {
      this.other = true;
      this.lay();
      return;
    }
    this.watch(result.moments, task.goes_on);
    if (task.goes_on) {
      this.passed = task;
      this.at = at + 1;
      this.keep(this.at);
    } else this.done = true;
  }

  /** Show all moments that followed. Unless the next step follows directly, ask nothing until the player goes on. */
  private watch(moments: LessonMoment[], goesOn: boolean): void {
    for (const [n, { now, log }] of moments.entries()) {
      const question = goesOn && n === moments.length - 1 ? now.question : null;
      this.receive({ type: 'update', after: this.now!.version, now: { ...now, question }, log, chat: [], news: [] });
    }
  }
}
