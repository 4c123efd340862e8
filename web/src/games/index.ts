// The registry of titles: one manifest for each, with lazily loaded parts. Everything that knows the rules or pieces of
// a title stands in its own folder.
// May import: i18n.
import { legend } from './legend/manifest';
import type { Manifest } from './manifest';
import { movie } from './movie/manifest';

export const GAMES: Record<string, Manifest> = { movie, legend };

/** Return the title to which a rule number such as M4.10 belongs. */
export const gameOfRule = (rule: string): string | undefined => Object.keys(GAMES).find((game) => GAMES[game]!.ruleLetter === rule.charAt(0));
