// The games of the browser: the one place outside their folders that names them.
import type { Component, Snippet } from 'svelte';
import type { Example } from './lib/api';
import { need, type Names } from './lib/speech.svelte';
import type { Pointed } from './lib/pointing';
import type { LiveTable } from './lib/table.svelte';
import type { Parts, Reel } from './replay/reel.svelte';

type Table = Component<{ live: LiveTable }>;

export const GAMES: Record<string, () => Promise<{ default: Table }>> = {
  movie: () => withWords('movie', import('./movie/MovieTable.svelte')),
  legend: () => withWords('legend', import('./legend/LegendTable.svelte')),
};

/** The same for a game that is looked at again: it hands its parts to the page that lays them out. */
export const REPLAYS: Record<string, () => Promise<{ default: Component<{ reel: Reel; shell: Snippet<[Parts]> }> }>> = {
  movie: () => beside('movie', import('./movie/Replay.svelte')),
  legend: () => beside('legend', import('./legend/Replay.svelte')),
};

/** Something that is fetched, once what it says can be said. */
export async function withWords<Thing>(topic: string, thing: Promise<Thing>): Promise<Thing> {
  return (await Promise.all([thing, need(topic)]))[0];
}

/** The same for what a game says elsewhere than at its table. */
export const beside = <Thing>(game: string, thing: Promise<Thing>): Promise<Thing> => withWords(`${game}beside`, withWords(game, thing));

/** A few pieces of each, for its card in the hall. */
export const ART: Record<string, () => Promise<{ default: Component }>> = {
  movie: () => import('./movie/Art.svelte'),
  legend: () => import('./legend/Art.svelte'),
};

/** Where on its table an answer is given. */
export const POINTING: Record<string, () => Promise<{ pointsOf: (answer: string[]) => Pointed[] }>> = {
  movie: () => import('./movie/pointing'),
  legend: () => import('./legend/pointing'),
};

/** Where there is room for a teacher beside the table, instead of above it. */
export const BESIDE = new Set(['movie']);

/** About how long a game takes. */
export const MINUTES: Record<string, number> = { movie: 20, legend: 30 };

/** With which letter the numbers of its rules begin. */
const LETTERS: Record<string, string> = { M: 'movie', L: 'legend' };

/** The game to whose rules a number belongs: M4.10. */
export const gameOf = (rule: string): string | undefined => LETTERS[rule.charAt(0)];

/** An example to a rule, drawn. */
export const EXAMPLES: Record<string, () => Promise<{ default: Component<Exhibit> }>> = {
  movie: () => beside('movie', import('./movie/library/Example.svelte')),
  legend: () => beside('legend', import('./legend/library/Example.svelte')),
};
/** The piece that a rule is about, by what the rule is called; nothing where it is about none. */
export const RULE_MARKS: Record<string, () => Promise<{ default: Component<{ name: string }> }>> = {
  movie: () => import('./movie/library/Mark.svelte'),
  legend: () => import('./legend/library/Mark.svelte'),
};
export interface Exhibit {
  example: Example;
  box: Record<string, unknown>;
  names: Names;
}

/** What is in its box, drawn. */
export const BOXES: Record<string, () => Promise<{ default: Component<{ box: Record<string, unknown> }> }>> = {
  movie: () => beside('movie', import('./movie/library/Contents.svelte')),
  legend: () => beside('legend', import('./legend/library/Contents.svelte')),
};

/** The score pad of each, for owners of the cardboard. */
export const PADS: Record<string, () => Promise<{ default: Component<{ shared: string | null }> }>> = {
  movie: () => withWords('pad', beside('movie', import('./movie/pad/MoviePad.svelte'))),
  legend: () => withWords('hall', withWords('pad', beside('legend', import('./legend/pad/LegendPad.svelte')))), // its options are those of a table
};
