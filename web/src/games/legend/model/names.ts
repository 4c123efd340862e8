// Names of what lies on the table, in the language of the page. The locales have the words.
import type { Sentence } from '../protocol';
import { inTurn, knows, say, utter, type Names } from '../lib/speech.svelte';
import { soft } from '../lib/soft';
import { readIcon, readToken, type Book, type Episode } from './book';

export function upper(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function symbolName(symbol: string): string {
  return say(`legend.symbol.${symbol}`);
}

export function cardName(book: Book, face: string): string {
  const name = book.names.get(face);
  return name ? utter(name) : face;
}

/** Short enough to stand under a drawing: of a special card one word. */
export function shortCard(book: Book, face: string): string {
  const key = `web.legend.short.${face}`;
  return knows(key) ? say(key) : upper(cardName(book, face));
}

export function tokenName(token: string): string {
  const { kind, value } = readToken(token);
  const key = `legend.token.${kind}`;
  return knows(key) ? say(key, { value }) : token;
}

export function iconName(book: Book, text: string): string {
  const icon = readIcon(text);
  const key = `legend.icon.${icon.kind.replaceAll(' ', '-')}`;
  if (icon.kind === 'card') return say(key, { card: cardName(book, icon.card) });
  return knows(key) ? say(key, { value: icon.number, number: icon.number }) : text;
}

/** Under a drawing that says the rest. */
export function shortIcon(book: Book, text: string): string {
  const icon = readIcon(text);
  if (icon.kind === 'card') return shortCard(book, icon.card);
  const key = `web.legend.short.${icon.kind.replaceAll(' ', '-')}`;
  return knows(key) ? say(key, { value: icon.number, number: icon.number }) : upper(iconName(book, text));
}

export function priceName(give: string): string {
  const [first, number] = give.split(/ (?=\d)/);
  if (give === 'one of each') return say('legend.price.one-of-each');
  if (first === 'any') return say('legend.price.any', { number: Number(number) });
  if (first === 'fame tokens') return say('legend.price.fame-tokens', { number: Number(number) });
  return say('legend.price.symbols', { number: Number(number), symbol: symbolName(first!) });
}

export function episodeName(episode: Episode): string {
  return soft(utter(episode.name));
}

/** All that an episode asks and brings, in words. */
export function episodeWords(book: Book, episode: Episode): string {
  return say('web.legend.heard.episode', { number: episode.number, name: utter(episode.name), what: episodeMore(book, episode) });
}

/** The same without its number and name, which are seen wherever it stands. */
export function episodeMore(book: Book, episode: Episode): string {
  const parts = [kindName(episode.kind)];
  const symbols = book.asks(episode);
  if (symbols.length) parts.push(say('web.legend.heard.asks', { symbols: symbols.map(symbolName).join(', ') }));
  const spaces = book.spaces(episode);
  if (spaces.length) parts.push(say('web.legend.heard.pays', { icons: listed(spaces.map((icon) => iconName(book, icon))) }));
  else if (episode.give) parts.push(say('web.legend.heard.trade', { price: priceName(episode.give), icon: iconName(book, episode.get ?? 'heal') }));
  else if (episode.reward) parts.push(say('web.legend.heard.pays', { icons: iconName(book, episode.reward) }));
  return inTurn(parts);
}

/** A sum without what was added up: the table of the end has that, token by token. */
function summed(one: Sentence): Sentence {
  const { arithmetic } = one.params;
  return typeof arithmetic === 'string' ? { ...one, params: { ...one.params, arithmetic: arithmetic.replace(/^.* = /, '') } } : one;
}

const REVEALS = /^legend\.does\.(shows|shows-tokens|goes-back|tie)$/;

/** Behind how many paragraphs of the tale all that was shown last has been told. */
export function afterReveal(told: Sentence[][]): number {
  return told.findLastIndex(([first]) => REVEALS.test(first?.key ?? '')) + 1;
}

/** What is read out where an episode arrives: also its spaces, for which one bids. */
function arrival(book: Book, told: Sentence[]): string {
  const number = told.find(({ key }) => key.startsWith('legend.does.arrives'))?.params.number;
  const spaces = typeof number === 'number' ? book.spaces(book.episode(number)) : [];
  return spaces.length ? ` ${say('web.legend.heard.spaces', { things: inTurn(spaces.map((icon) => iconName(book, icon))) })}` : '';
}

/** What is read out of a paragraph of the tale: signs as words, of a sum what it comes to. */
export function spoken(book: Book, told: Sentence[], names: Names): string {
  const text = paragraph(told.map(summed), names).replaceAll(' → ', ` ${say('web.legend.heard.for')} `);
  return text + arrival(book, told);
}

export function kindName(kind: string): string {
  return say(`legend.kind.${kind.replaceAll(' ', '-')}`);
}

/** Several things with their number: `2 × wit 1, Beowulf 1`. */
export function listed(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([thing, number]) => several(thing, number)).join(', ');
}

/** A thing, with how many there are of it if that is more than one. */
export function several(thing: string, number = 1): string {
  return number > 1 ? say('legend.several', { number, thing }) : thing;
}

/** What a piece of a set is called among the others: without a comma of its own. */
export function pieceName(book: Book, piece: string): string {
  if (book.names.has(piece)) return cardName(book, piece);
  const { kind, value } = readToken(piece);
  return kind.startsWith('alliance-') ? say('legend.listed', { kind: kind.replace('alliance-', ''), value }) : tokenName(piece);
}

const BARE: Record<string, string> = {
  done: 'done', decline: 'decline', risk: 'risk', 'give up': 'give-up', keep: 'keep', 'heal wound': 'heal-wound',
  'heal double wound': 'heal-double-wound', 'heal scratches': 'heal-scratches',
};

/** An answer of the notation in words, whatever it is. */
export function actionName(book: Book, action: string): string {
  const bare = BARE[action];
  if (bare) return say(`web.legend.do.${bare}`);
  const found = /^(bid|lay|pay|discard|take back|show|give|use|rest|take) (.+)$/.exec(action);
  if (!found) return action;
  const [, verb, what] = found as unknown as [string, string, string];
  if (verb === 'rest') return say('web.legend.do.rest', { number: Number(what) });
  const thing = verb === 'take' && !book.names.has(what) ? iconName(book, what) : pieceName(book, what);
  return say(`web.legend.do.${verb.replace(' ', '-')}`, { thing });
}

export function paragraph(sentences: Sentence[], names: Names): string {
  return sentences.map((one) => utter(one, names)).join(' ');
}
