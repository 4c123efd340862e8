// Vite plugin: the catalogues of each language as lazy chunks, one for every page and one for each title and page with
// messages of its own. Messages that only the terminal uses are left out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { pack, type Packed } from '../src/i18n/packedMessages.ts';
import { withPlayerNames } from './playerNames.ts';

const LOCALES = join(import.meta.dirname, '../../src/heorot/locales');
export const LANGUAGES = Object.keys(JSON.parse(readFileSync(join(LOCALES, 'languages.json'), 'utf8')));
const CHUNK_MAP = 'virtual:catalogues'; // by language and topic
const CHUNK_PREFIX = 'virtual:catalogue/'; // en-base, fr-movie
const BASE_FILES = new Set(['common', 'server', 'web']);
// Score pads and their errors, boxes, galleries, replays, proposed values.
const OUTSIDE_TABLE = /^(?:web\.)?(?!web\.)\w+\.(?:pad|box|gallery|replay|ours)\.|^tally\./;
const RECORD = /^record\./;
const HALL = /^web\.(?:hall|setup|option|wait)\./; // used in the hall and in the waiting room
const TERMINAL_ONLY = /^(cli|doctor|notice|backup|restore|bench|play|settings|serve|contents|rules)\.|^verify\.(?!not-provable)|^box\.|^\w+\.(read|typed|screen|cell|help|plain|drawn|box|intro|choice|remark|road|unseen)\.|^\w+\.ask\.(risk|price|heal|select|take|bid|open|reach|add|lay|fame|inspiration|daring|special)|^store\.(seq|command|table|no-such|foreign|newer)/;

const filesOf = (language: string) => readdirSync(join(LOCALES, language)).filter((name) => name.endsWith('.json')).sort();

/** Return the topic of a file: `web-movie.json` and `movie.json` belong to `movie`, `common.json` to `base`. */
function topicOf(file: string): string {
  const name = file.replace(/\.json$/, '');
  return BASE_FILES.has(name) ? 'base' : name.replace(/^web-/, '');
}

/** Return the topic of one message: errors of records, the hall, and messages not used at the table have their own. */
function topicOfMessage(file: string, key: string): string {
  if (RECORD.test(key)) return 'record';
  if (HALL.test(key)) return 'hall';
  return topicOf(file) + (OUTSIDE_TABLE.test(key) ? 'beside' : '');
}

/** Return all topics of the browser. */
export const topics = () => [...new Set(filesOf('en').flatMap((file) => Object.keys(read('en', file)).map((key) => topicOfMessage(file, key))))];

/** Read the messages of a file that the browser uses. */
function read(language: string, file: string): Record<string, string> {
  const all: Record<string, string> = JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'));
  return Object.fromEntries(Object.entries(all).filter(([key]) => !TERMINAL_ONLY.test(key)));
}

/** Return the messages of a topic, or all. */
export function messagesOf(language: string, topic?: string): Record<string, string> {
  const all = filesOf(language).flatMap((name) => Object.entries(read(language, name)).filter(([key]) => topic === undefined || topicOfMessage(name, key) === topic));
  return Object.fromEntries(all.map(([key, text]) => [key, withPlayerNames(language, text)]));
}

/** Compile a message to its packed parts, so that the bundle needs no parser. */
export const compileMessage = (text: string): Packed => pack(parse(text, { ignoreTag: true, captureLocation: false }));

/** Return the module that maps languages and topics to chunks. */
function chunkMap(): string {
  const chunk = (language: string, topic: string) => `${topic}: () => import('${CHUNK_PREFIX}${language}-${topic}')`;
  const languages = LANGUAGES.map((language) => `${language}: { ${topics().map((topic) => chunk(language, topic)).join(', ')} }`);
  return `export default { ${languages.join(', ')} }`;
}

export function catalogues(): Plugin {
  return {
    name: 'heorot-catalogues',
    resolveId: (id) => (id === CHUNK_MAP || id.startsWith(CHUNK_PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${CHUNK_MAP}`) return chunkMap();
      if (!id.startsWith(`\0${CHUNK_PREFIX}`)) return;
      const [language, topic] = id.slice(CHUNK_PREFIX.length + 1).split('-') as [string, string];
      for (const name of filesOf(language)) this.addWatchFile(join(LOCALES, language, name));
      const messages = Object.entries(messagesOf(language, topic)).map(([key, text]) => [key, compileMessage(text)]);
      return `export default ${JSON.stringify(Object.fromEntries(messages))}`;
    },
  };
}
