// Types of query answers. The protocol leaves them open; this file and `model/answers.ts` of each title declare them.
import type { Sentence } from '../protocol';
import type { Advice } from '../table/hints/hints';
import type { LiveTable } from './liveTable.svelte';

/** Every answer comes with its text. */
export interface Answer {
  told: Sentence[][];
}

/** Queries that every title answers. */
export interface SharedAnswers {
  preview: Answer;
  why: Answer;
  scores: Answer;
  next: Answer & { next: string[] };
  hint: Advice;
}

export type Ask<Answers> = <Name extends keyof Answers & string>(what: Name, about?: string) => Promise<Answers[Name]>;

/** Return `live.ask` typed by a map from the queries of a title to their answers. */
export function typedAsk<Answers = SharedAnswers>(live: LiveTable): Ask<Answers> {
  return <Name extends keyof Answers & string>(what: Name, about?: string) => live.ask(what, about) as Promise<Answers[Name]>;
}
