// Rows of the game log: paragraphs with their actor and their move.
import type { Sentence } from '../../protocol';

/** Return the seat (from 0) that a paragraph is about, or null if it concerns all. */
export function actorOf(paragraph: Sentence[]): number | null {
  const sentence = paragraph.find(({ params }) => 'who' in params && typeof params.seat === 'number');
  return sentence ? (sentence.params.seat as number) - 1 : null;
}

/** Return the number of the last move within that many entries; 0 before the first. */
export function moveAt(stops: number[], entries: number): number {
  return Math.max(0, stops.findLastIndex((stop) => stop <= entries));
}

export interface LogRow {
  key: number;
  seat: number | null;
  sentences: Sentence[];
  upto: number | null; // number of entries up to this paragraph; null until loaded
  move: number | null; // set on the first paragraph of a move
}

const cache = new WeakMap<Sentence[], LogRow>(); // equal rows are identical objects, so that they are not rendered again

function row(key: number, sentences: Sentence[], upto: number | null, move: number | null): LogRow {
  const before = cache.get(sentences);
  if (before && before.key === key && before.upto === upto && before.move === move) return before;
  const created = { key, seat: actorOf(sentences), sentences, upto, move };
  cache.set(sentences, created);
  return created;
}

/** Return the paragraphs as rows with their positions in the log. */
export function logRows(paragraphs: Sentence[][], marks: number[] | null, stops: number[] | null): LogRow[] {
  let last = 0;
  return paragraphs.map((sentences, key) => {
    const upto = marks?.[key] ?? null;
    const move = upto === null || !stops ? 0 : moveAt(stops, upto);
    const fresh = move > last;
    last = Math.max(last, move);
    return row(key, sentences, upto, fresh ? move : null);
  });
}
