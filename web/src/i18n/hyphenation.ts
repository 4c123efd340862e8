// Soft hyphens in long words for narrow screens.
const VOWEL = 'aeiouyàâéèêëîïôûùœаеёиоуыэюя';
const SYLLABLE = new RegExp(`([${VOWEL}][^${VOWEL}\\s’'-]?)(?=[^${VOWEL}\\s’'ьъ-][${VOWEL}])`, 'giu');

/** Insert soft hyphens between the syllables of long words, for languages that the browser cannot hyphenate. */
export function hyphenate(text: string): string {
  return text.replace(/\p{L}{10,}/gu, (word) => word.slice(0, 2) + word.slice(2, -3).replace(SYLLABLE, '$1\u00ad') + word.slice(-3));
}

/** Remove soft hyphens, which screen readers mispronounce. */
export const withoutHyphens = (text: string): string => text.replaceAll('\u00ad', '');
