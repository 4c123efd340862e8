// Announcements for screen readers, each once and in order. Moves of other players are collected and announced together when
// this person's turn comes or nothing has happened for a moment.
import { untrack } from 'svelte';
import { ApiError } from '../api/http';
import { typedAsk, type Answer } from '../api/queries';
import { withoutHyphens } from '../i18n/hyphenation';
import { problemText, paragraphsText, say } from '../i18n/messages.svelte';
import type { LiveTable } from '../api/liveTable.svelte';

const PAUSE = 1_200; // ms without a new announcement before the collected ones are read out
const MAX_PAUSE = 6_000; // ms that the first collected announcement waits at most
const MAX_LINES = 12; // announcements kept in the live region

export interface Announcement {
  key: number;
  text: string;
}

class Announcer {
  lines: Announcement[] = $state.raw([]);
  private queued: string[] = [];
  private queuedSince = 0;
  private timer = 0;
  private count = 0;

  /** Queue a text; it is announced together with what happens in the meantime. */
  queue(text: string): void {
    if (!text) return;
    if (!this.queued.length) this.queuedSince = Date.now();
    this.queued.push(withoutHyphens(text));
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.flush(), Math.min(PAUSE, Math.max(0, this.queuedSince + MAX_PAUSE - Date.now())));
  }

  /** Announce a text now, after everything that is queued. */
  announce(text: string): void {
    this.queue(text);
    this.flush();
  }

  /** Repeat the last announcement. */
  repeat(): void {
    const last = untrack(() => this.lines).at(-1)?.text;
    this.flush();
    if (last) this.announce(last);
  }

  /** Drop everything, for another person, table or language. */
  clear(): void {
    clearTimeout(this.timer);
    this.queued = [];
    this.lines = [];
  }

  private flush(): void {
    clearTimeout(this.timer);
    const text = this.queued.join(' ');
    this.queued = [];
    const lines = untrack(() => this.lines); // callers must not depend on the announcements
    if (text) this.lines = [...lines, { key: ++this.count, text }].slice(-MAX_LINES);
  }
}

export const announcer = new Announcer();

/** Announces prompts to this person, each once. */
export class PromptAnnouncer {
  private question: number | null = null;
  private text = '';

  /** Announce a prompt. A new question starts with whose turn it is; later steps of it and texts without a question do not. */
  announce(text: string, question: number | null): void {
    const sameQuestion = question === this.question;
    if (sameQuestion && text === this.text) return;
    [this.question, this.text] = [question, text];
    const needsTurn = !sameQuestion && question !== null && !text.startsWith(say('web.frame.title-turn'));
    announcer.announce(withFullStop(needsTurn ? say('web.heard.turn', { prompt: text }) : text));
  }
}

/** End a text with a full stop, which screen readers need for a pause. */
const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Send a query about the game and announce the answer. */
export async function announceQuery(live: LiveTable, what: string, about?: string): Promise<void> {
  try {
    const answer = await typedAsk<Record<string, Answer>>(live)(what, about);
    announcer.announce(paragraphsText(answer.told, live.names));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    announcer.announce(problemText(error.problem, live.names));
  }
}
