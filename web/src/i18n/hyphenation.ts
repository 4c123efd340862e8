// Where long words may break on a narrow screen.
const VOWEL = 'aeiouyàâéèêëîïôûùœаеёиоуыэюя';
const SYLLABLE = new RegExp(`([${VOWEL}][^${VOWEL}\\s’'-]?)(?=[^${VOWEL}\\s’'ьъ-][${VOWEL}])`, 'giu');

/** Long words may break between syllables, also where a browser knows no hyphens of the language. */
export function soft(text: string): string {
  return text.replace(/\p{L}{10,}/gu, (word) => word.slice(0, 2) + word.slice(2, -3).replace(SYLLABLE, '$1\u00ad') + word.slice(-3));
}

/** As it is spoken: readers of screens stumble where a word may break. */
export const whole = (text: string): string => text.replaceAll('\u00ad', '');
