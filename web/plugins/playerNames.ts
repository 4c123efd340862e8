// Replaces "Player 2" of the terminal by the player's name. Names are nominative, so where a language would decline them, the
// word for player stays before the name; in French the preceding word may be elided (i18n/elision.ts).
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

export function withPlayerNames(language: string, text: string): string {
  return (NAMED[language] ?? []).reduce((result, [phrase, name]) => result.replace(phrase, name), text);
}
