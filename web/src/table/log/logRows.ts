// The tale: paragraphs with whose doing they tell, and which move that was.
import type { Sentence } from '../protocol';

/** Whose doing a paragraph tells, from 0; null for what happens to all. */
export function doer(paragraph: Sentence[]): number | null {
  const found = paragraph.find(({ params }) => 'who' in params && typeof params.seat === 'number');
  return found ? (found.params.seat as number) - 1 : null;
}

/** The number of the latest move among so many entries; 0: before the first. */
export function moveAt(stops: number[], entries: number): number {
  return Math.max(0, stops.findLastIndex((stop) => stop <= entries));
}

export interface Row {
  key: number;
  seat: number | null;
  sentences: Sentence[];
  upto: number | null; // entries told by then; unknown at first
  move: number | null; // with the first paragraph of each
}

const kept = new WeakMap<Sentence[], Row>(); // what is the same is the same thing: it is not shown anew

function row(key: number, sentences: Sentence[], upto: number | null, move: number | null): Row {
  const before = kept.get(sentences);
  if (before && before.key === key && before.upto === upto && before.move === move) return before;
  const found = { key, seat: doer(sentences), sentences, upto, move };
  kept.set(sentences, found);
  return found;
}

/** The paragraphs with their places in the log. */
export function rows(told: Sentence[][], marks: number[] | null, stops: number[] | null): Row[] {
  let last = 0;
  return told.map((sentences, key) => {
    const upto = marks?.[key] ?? null;
    const move = upto === null || !stops ? 0 : moveAt(stops, upto);
    const fresh = move > last;
    last = Math.max(last, move);
    return row(key, sentences, upto, fresh ? move : null);
  });
}
