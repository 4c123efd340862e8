// Sources of the values of a box.
export type Origin = 'rulebook' | 'report' | 'partly' | 'ours';

/** Return the origin of a source as a box states it; a remark of more words means that a part is proposed. */
export function originOf(source: string): Origin {
  if (source === 'rulebook' || source === 'report') return source;
  return source.startsWith('rulebook') ? 'partly' : 'ours';
}
