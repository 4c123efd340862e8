// Messages of the current language: the server sends keys and parameters, this module formats them.
import { IntlMessageFormat } from 'intl-messageformat';
import { untrack } from 'svelte';
import CHUNKS from 'virtual:catalogues';
import type { Problem, Sentence } from '../protocol';
import { withDe } from './elision';
import { unpack, type Packed } from './packedMessages';
import { settings, type Language } from '../browser/settings.svelte';

type Catalogue = Record<string, Packed>;
export type Params = Record<string, unknown>;
export type Names = (seat: number) => string; // seats from 1

const NAMED = ['player', 'name', 'host']; // parameters that are names, for French elision
const topicsInUse = new Set(['base']); // topics: `base` for every page, one for each game and for pages with messages of their own
const catalogues = new Map<string, Catalogue>();
let current: { language: Language; topics: string[]; words: Catalogue } = $state.raw({ language: 'en', topics: [], words: {} });
const formatters = new Map<string, IntlMessageFormat>();

/** Load the messages of a language; the page keeps the previous one until they are there. */
export async function loadLanguage(language: Language): Promise<void> {
  const topics = [...topicsInUse];
  const words = await Promise.all(topics.map((topic) => loadCatalogue(language, topic)));
  if (language !== settings.language || (language === current.language && topics.every((topic) => current.topics.includes(topic)))) return;
  current = { language, topics, words: Object.assign({}, ...words) };
}

/** Load the messages of a topic in the current language. */
export async function loadTopic(topic: string): Promise<void> {
  let language: Language;
  do {
    language = untrack(() => settings.language); // a change of language must not rerun the caller's effect
    await loadCatalogue(language, topic);
    topicsInUse.add(topic); // only after success: a topic that fails to load must not block other pages
    await loadLanguage(language);
  } while (language !== settings.language);
}

async function loadCatalogue(language: Language, topic: string): Promise<Catalogue> {
  const at = `${language} ${topic}`;
  if (!catalogues.has(at)) catalogues.set(at, (await CHUNKS[language]![topic]!()).default);
  return catalogues.get(at)!;
}

function format(key: string, filled: Record<string, string | number>): string {
  const words = current.words[key] ?? key;
  if (typeof words === 'string') return words;
  const at = `${current.language} ${key}`;
  let formatter = formatters.get(at);
  if (!formatter) formatters.set(at, (formatter = new IntlMessageFormat(unpack(words), current.language)));
  return String(formatter.format(filled));
}

export function hasMessage(key: string): boolean {
  return key in current.words;
}

/** Format the message of a key. */
export function say(key: string, params: Params = {}, names?: Names): string {
  const filled: Record<string, string | number> = {};
  for (const [name, part] of Object.entries(params)) filled[name] = fill(part, names);
  if (typeof params.seat === 'number') filled.player ??= nameOf(params.seat, names);
  if (params.seats !== undefined) filled.players ??= String(params.seats).replace(/\d+/g, (seat) => nameOf(Number(seat), names));
  if (current.language === 'fr') for (const name of NAMED) if (name in filled) filled[`of_${name}`] = withDe(String(filled[name]));
  return format(key, filled);
}

/** Join parts of a sentence in sequence. */
export const joinParts = (parts: string[]): string => parts.slice(1).reduce((first, then) => say('web.then', { first, then }), parts[0] ?? '');

/** Format a sentence that the server sent as data. */
export function sentenceText(sentence: Sentence, names?: Names): string {
  return say(sentence.key, sentence.params, names);
}

function fill(part: unknown, names?: Names): string | number {
  if (Array.isArray(part)) return part.map((item) => fill(item, names)).join(', ');
  if (part !== null && typeof part === 'object' && 'key' in part) return sentenceText(part as Sentence, names);
  return typeof part === 'number' ? part : String(part);
}

function nameOf(seat: number, names?: Names): string {
  return names ? names(seat) : say('web.player', { number: seat });
}

/** Format an error with its position and the rule that it names. */
export function problemText(problem: Problem, names?: Names): string {
  const params = problem.params as Params;
  let sentence = say(problem.key, params, names);
  if (params.near !== undefined) sentence = say('error.near', { near: params.near, sentence });
  if (params.line !== undefined) sentence = say('error.line', { line: params.line, sentence });
  if (params.rule !== undefined) sentence = say('error.rule', { rule: params.rule, sentence });
  return sentence;
}

export function language(): Language {
  return current.language;
}

/** Return paragraphs of the log as one text. */
export function paragraphsText(paragraphs: Sentence[][], names: Names): string {
  return paragraphs.flat().map((sentence) => sentenceText(sentence, names)).join(' ');
}

/** Resolve a lazily loaded part once the messages of a topic are loaded too. */
export async function withMessages<Part>(topic: string, part: Promise<Part>): Promise<Part> {
  return (await Promise.all([part, loadTopic(topic)]))[0];
}

/** Load a part with the messages that a title uses outside its table. */
export const withPageMessages = <Part>(game: string, part: Promise<Part>): Promise<Part> => withMessages(`${game}beside`, withMessages(game, part));
