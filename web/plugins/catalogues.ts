// The words of one language as lazy chunks: what every page says, and the words of each game and of each page that has its own.
// All catalogues that the terminal reads too, without what only it says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { pack, type Packed } from '../src/lib/packing.ts';
import { nameThePlayers } from './players.ts';

const LOCALES = join(import.meta.dirname, '../../src/heorot/locales');
const LANGUAGES = ['en', 'fr', 'ru'];
const ALL = 'virtual:catalogues'; // by language and topic
const ONE = 'virtual:catalogue/'; // en-base, fr-movie
const EVERYWHERE = new Set(['common', 'server', 'web']);
// Score pads and what is wrong with what is typed there, boxes, galleries, replays, what is our proposal.
const BESIDE = /^(?:web\.)?(?!web\.)\w+\.(?:pad|box|gallery|replay|ours)\.|^tally\./;
const RECORD = /^record\./;
const HALL = /^web\.(?:hall|setup|option|wait)\./; // said where one finds a game, and waits for it
const NOT_HERE = /^(cli|doctor|notice|backup|restore|bench|play|settings|serve|contents|rules)\.|^verify\.(?!not-provable)|^box\.|^\w+\.(read|typed|screen|cell|help|plain|drawn|box|intro|choice|remark|road|unseen)\.|^\w+\.ask\.(risk|price|heal|select|take|bid|open|reach|add|lay|fame|inspiration|daring|special)|^store\.(seq|command|table|no-such|foreign|newer)/;

const filesOf = (language: string) => readdirSync(join(LOCALES, language)).filter((name) => name.endsWith('.json')).sort();

/** What a file is about: `web-movie.json` and `movie.json` about the Movie game, `common.json` about everything. */
function topicOf(file: string): string {
  const name = file.replace(/\.json$/, '');
  return EVERYWHERE.has(name) ? 'base' : name.replace(/^web-/, '');
}

/** The topic of one sentence: what is not said at the table of a game is a topic of its own, and so is what is wrong with a record. */
function topicIn(file: string, key: string): string {
  if (RECORD.test(key)) return 'record';
  if (HALL.test(key)) return 'hall';
  return topicOf(file) + (BESIDE.test(key) ? 'beside' : '');
}

/** The topics of which the browser says anything. */
export const topics = () => [...new Set(filesOf('en').flatMap((file) => Object.keys(read('en', file)).map((key) => topicIn(file, key))))];

/** What a file has to say in the browser. */
function read(language: string, file: string): Record<string, string> {
  const all: Record<string, string> = JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'));
  return Object.fromEntries(Object.entries(all).filter(([key]) => !NOT_HERE.test(key)));
}

/** The words of a topic, or of all. */
export function words(language: string, topic?: string): Record<string, string> {
  const all = filesOf(language).flatMap((name) => Object.entries(read(language, name)).filter(([key]) => topic === undefined || topicIn(name, key) === topic));
  return Object.fromEntries(all.map(([key, text]) => [key, nameThePlayers(language, text)]));
}

/** A sentence as the browser gets it: what it says, or its parts where something is filled in. So no browser need be sent a parser. */
export const compiled = (text: string): Packed => pack(parse(text, { ignoreTag: true, captureLocation: false }));

/** Which chunk has the words of which topic in which language. */
function listed(): string {
  const chunk = (language: string, topic: string) => `${topic}: () => import('${ONE}${language}-${topic}')`;
  const languages = LANGUAGES.map((language) => `${language}: { ${topics().map((topic) => chunk(language, topic)).join(', ')} }`);
  return `export default { ${languages.join(', ')} }`;
}

export function catalogues(): Plugin {
  return {
    name: 'heorot-catalogues',
    resolveId: (id) => (id === ALL || id.startsWith(ONE) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${ALL}`) return listed();
      if (!id.startsWith(`\0${ONE}`)) return;
      const [language, topic] = id.slice(ONE.length + 1).split('-') as [string, string];
      for (const name of filesOf(language)) this.addWatchFile(join(LOCALES, language, name));
      const sentences = Object.entries(words(language, topic)).map(([key, text]) => [key, compiled(text)]);
      return `export default ${JSON.stringify(Object.fromEntries(sentences))}`;
    },
  };
}
