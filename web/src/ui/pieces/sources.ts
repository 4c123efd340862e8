// Where the values of a box come from.
export type Origin = 'rulebook' | 'report' | 'partly' | 'ours';

/** A source as a box states it; a remark of more words says that a part is ours. */
export function sourceOf(source: string): Origin {
  if (source === 'rulebook' || source === 'report') return source;
  return source.startsWith('rulebook') ? 'partly' : 'ours';
}
