// Keys and parameters into sentences of one language. The server sends no prose.
import { IntlMessageFormat } from 'intl-messageformat';
import { untrack } from 'svelte';
import CHUNKS from 'virtual:catalogues';
import type { Problem, Sentence } from '../protocol';
import { of } from './elision';
import { unpack, type Packed } from './packing';
import { settings, type Language } from './settings.svelte';

type Words = Record<string, Packed>;
export type Part = string | number | boolean | null | Sentence | Sentence[];
export type Params = Record<string, unknown>;
export type Names = (seat: number) => string; // seats from 1

const NAMED = ['player', 'name', 'host']; // in French a name can take the vowel of the word before it
const needed = new Set(['base']); // topics: what every page says, a game, a page with words of its own
const learned = new Map<string, Words>();
let spoken: { language: Language; topics: string[]; words: Words } = $state.raw({ language: 'en', topics: [], words: {} });
const made = new Map<string, IntlMessageFormat>();

/** Load the language of the settings; the page goes on in the old one until it is there. */
export async function learn(language: Language): Promise<void> {
  const topics = [...needed];
  const words = await Promise.all(topics.map((topic) => wordsOf(language, topic)));
  if (language !== settings.language || (language === spoken.language && topics.every((topic) => spoken.topics.includes(topic)))) return;
  spoken = { language, topics, words: Object.assign({}, ...words) };
}

/** Learn the words of a topic too, before anything is said in them. */
export async function need(topic: string): Promise<void> {
  let language: Language;
  do {
    language = untrack(() => settings.language); // another language is no reason to lay a page anew
    await wordsOf(language, topic);
    needed.add(topic); // and not before: a page that cannot be fetched keeps no other from being shown
    await learn(language);
  } while (language !== settings.language);
}

async function wordsOf(language: Language, topic: string): Promise<Words> {
  const at = `${language} ${topic}`;
  if (!learned.has(at)) learned.set(at, (await CHUNKS[language]![topic]!()).default);
  return learned.get(at)!;
}

function format(key: string, filled: Record<string, string | number>): string {
  const words = spoken.words[key] ?? key;
  if (typeof words === 'string') return words;
  const at = `${spoken.language} ${key}`;
  let found = made.get(at);
  if (!found) made.set(at, (found = new IntlMessageFormat(unpack(words), spoken.language)));
  return String(found.format(filled));
}

export function knows(key: string): boolean {
  return key in spoken.words;
}

/** The sentence of a key, filled in. */
export function say(key: string, params: Params = {}, names?: Names): string {
  const filled: Record<string, string | number> = {};
  for (const [name, part] of Object.entries(params)) filled[name] = fill(part, names);
  if (typeof params.seat === 'number') filled.player ??= nameOf(params.seat, names);
  if (params.seats !== undefined) filled.players ??= String(params.seats).replace(/\d+/g, (seat) => nameOf(Number(seat), names));
  if (spoken.language === 'fr') for (const one of NAMED) if (one in filled) filled[`of_${one}`] = of(String(filled[one]));
  return format(key, filled);
}

/** Several parts of a sentence, one after the other. */
export const inTurn = (parts: string[]): string => parts.slice(1).reduce((first, then) => say('web.then', { first, then }), parts[0] ?? '');

/** A sentence that came as data. */
export function utter(sentence: Sentence, names?: Names): string {
  return say(sentence.key, sentence.params, names);
}

function fill(part: unknown, names?: Names): string | number {
  if (Array.isArray(part)) return part.map((one) => fill(one, names)).join(', ');
  if (part !== null && typeof part === 'object' && 'key' in part) return utter(part as Sentence, names);
  return typeof part === 'number' ? part : String(part);
}

function nameOf(seat: number, names?: Names): string {
  return names ? names(seat) : say('web.player', { number: seat });
}

/** An error as a sentence, with the rule that it names. */
export function complain(problem: Problem, names?: Names): string {
  const params = problem.params as Params;
  let sentence = say(problem.key, params, names);
  if (params.near !== undefined) sentence = say('error.near', { near: params.near, sentence });
  if (params.line !== undefined) sentence = say('error.line', { line: params.line, sentence });
  if (params.rule !== undefined) sentence = say('error.rule', { rule: params.rule, sentence });
  return sentence;
}

export function language(): Language {
  return spoken.language;
}
