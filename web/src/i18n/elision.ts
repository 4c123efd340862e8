// A French name after "de": d’Unferth, d’Hélène, d’Yves, but de Wiglaf, de Halga, de Yann.

/** Whether a name begins as one hears a vowel. An h is mute before most vowels, and breathed before a and u, as in names of the North. */
export function elides(name: string): boolean {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return /^([aeiou\u00e6\u0153]|h[eioy\u0153]|y[^aeiouy\u0153])/.test(bare);
}

export function of(name: string): string {
  return `${elides(name) ? 'd’' : 'de '}${name}`;
}
