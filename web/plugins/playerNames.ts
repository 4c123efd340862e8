// The terminal says "Player 2"; in the browser players have names. A name stands in the nominative, so where a language
// would bend it, the word for a player stays before it; in French the word before it may lose its vowel (lib/elision.ts).
const NAMED: Record<string, [RegExp, string][]> = {
  en: [
    [/\bPlayer \{seat\}/g, '{player}'],
    [/\bplayer \{seat\}/g, '{player}'],
    [/\bPlayers \{seats\}/g, '{players}'],
    [/\bplayers \{seats\}/g, '{players}'],
  ],
  fr: [
    [/\b[Ll]e joueur \{seat\}/g, '{player}'],
    [/\bdu joueur \{seat\}/g, '{of_player}'],
    [/\bau joueur \{seat\}/g, 'à {player}'],
    [/\b[Ll]es joueurs \{seats\}/g, '{players}'],
    [/\b([Jj])oueur \{seat\}/g, '{player}'],
    [/\b([Jj])oueurs \{seats\}/g, '{players}'],
    [/\bde \{(name|host)\}/g, '{of_$1}'],
  ],
  ru: [
    [/Игрок \{seat\}/g, '{player}'],
    [/игрок \{seat\}/g, '{player}'],
    [/Игроки \{seats\}/g, '{players}'],
    [/игроки \{seats\}/g, '{players}'],
    [/(игрок[а-я]+) \{seat\}/gi, '$1 {player}'],
    [/(игрок[а-я]+) \{seats\}/gi, '$1 {players}'],
  ],
};

export function nameThePlayers(language: string, text: string): string {
  return (NAMED[language] ?? []).reduce((said, [phrase, name]) => said.replace(phrase, name), text);
}
