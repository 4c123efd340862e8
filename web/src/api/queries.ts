// Types of query answers by query name. The answers of each title are generated (`model/answers.ts`); this file declares
// what pages that work with any title read of them.
import type { AdviceAnswer, Sentence } from '../protocol';
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
  hint: AdviceAnswer;
}

export type Ask<Answers> = <Name extends keyof Answers & string>(what: Name, about?: string) => Promise<Answers[Name]>;

/** Return `live.ask` typed by a map from the queries of a title to their answers. */
export function typedAsk<Answers = SharedAnswers>(live: LiveTable): Ask<Answers> {
  return <Name extends keyof Answers & string>(what: Name, about?: string) => live.ask(what, about) as Promise<Answers[Name]>;
}
