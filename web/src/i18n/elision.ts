// French elision of names after "de": d’Unferth, d’Hélène, d’Yves, but de Wiglaf, de Halga, de Yann.

/** True if a name starts with a vowel sound. An h is mute before most vowels, but aspirated before a and u in Norse names. */
export function elides(name: string): boolean {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return /^([aeiou\u00e6\u0153]|h[eioy\u0153]|y[^aeiouy\u0153])/.test(bare);
}

export function withDe(name: string): string {
  return `${elides(name) ? 'd’' : 'de '}${name}`;
}
