// What is read out to whoever listens, once and in order. What others do is gathered while they go on, and told in one
// breath when one's own turn has come, or when nothing more has happened for a moment: no flood of single announcements.
import { untrack } from 'svelte';
import type { Sentence } from '../protocol';
import { Trouble } from './api';
import { whole } from './soft';
import { complain, say, utter, type Names } from './speech.svelte';
import type { LiveTable } from './table.svelte';

const PAUSE = 1_200; // milliseconds without anything new
const LONG = 6_000; // that the first of it waits at most
const KEPT = 12; // lines that can be read again

export interface Line {
  key: number;
  text: string;
}

class Heard {
  lines: Line[] = $state.raw([]);
  private waiting: string[] = [];
  private since = 0;
  private timer = 0;
  private count = 0;

  /** Told with whatever else happens by then. */
  add(text: string): void {
    if (!text) return;
    if (!this.waiting.length) this.since = Date.now();
    this.waiting.push(whole(text));
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.tell(), Math.min(PAUSE, Math.max(0, this.since + LONG - Date.now())));
  }

  /** Told at once, behind what still waits. */
  now(text: string): void {
    this.add(text);
    this.tell();
  }

  /** Once more what was told last. */
  again(): void {
    const last = untrack(() => this.lines).at(-1)?.text;
    this.tell();
    if (last) this.now(last);
  }

  /** Another person, another table, another language: nothing of it is left. */
  clear(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.lines = [];
  }

  private tell(): void {
    clearTimeout(this.timer);
    const text = this.waiting.join(' ');
    this.waiting = [];
    const told = untrack(() => this.lines); // whoever speaks does not wait for what is said
    if (text) this.lines = [...told, { key: ++this.count, text }].slice(-KEPT);
  }
}

export const heard = new Heard();

/** What is asked of a person, told once. */
export class Caller {
  private question: number | null = null;
  private text = '';

  /** A new question begins with whose turn it is, a second step of it does not; what is of no question is told as it is. */
  call(text: string, question: number | null): void {
    const goesOn = question === this.question;
    if (goesOn && text === this.text) return;
    [this.question, this.text] = [question, text];
    const bare = !goesOn && question !== null && !text.startsWith(say('web.frame.title-turn'));
    heard.now(ended(bare ? say('web.heard.turn', { prompt: text }) : text));
  }
}

/** A heading has no full stop; a voice needs one. */
const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

export function inWords(told: Sentence[][], names: Names): string {
  return told.flat().map((one) => utter(one, names)).join(' ');
}

/** Ask about the game, and read the answer out. */
export async function aloud(live: LiveTable, what: string, about?: string): Promise<void> {
  try {
    const { told } = await live.ask<{ told: Sentence[][] }>(what, about);
    heard.now(inWords(told, live.names));
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    heard.now(complain(error.problem, live.names));
  }
}
