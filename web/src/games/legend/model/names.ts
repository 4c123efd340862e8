// Names of the Legend's pieces and episodes in the page's language.
import type { Sentence } from '../../../protocol';
import { joinParts, hasMessage, say, sentenceText, type Names } from '../../../i18n/messages.svelte';
import { hyphenate } from '../../../i18n/hyphenation';
import { parseIcon, parseToken, type Catalog, type Episode } from './box';

export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function symbolName(symbol: string): string {
  return say(`legend.symbol.${symbol}`);
}

export function cardName(catalog: Catalog, face: string): string {
  const name = catalog.names.get(face);
  return name ? sentenceText(name) : face;
}

/** Return a name short enough for a caption; one word for a special card. */
export function shortCardName(catalog: Catalog, face: string): string {
  const key = `web.legend.short.${face}`;
  return hasMessage(key) ? say(key) : capitalize(cardName(catalog, face));
}

export function tokenName(token: string): string {
  const { kind, value } = parseToken(token);
  const key = `legend.token.${kind}`;
  return hasMessage(key) ? say(key, { value }) : token;
}

export function iconName(catalog: Catalog, text: string): string {
  const icon = parseIcon(text);
  const key = `legend.icon.${icon.kind.replaceAll(' ', '-')}`;
  if (icon.kind === 'card') return say(key, { card: cardName(catalog, icon.card) });
  return hasMessage(key) ? say(key, { value: icon.number, number: icon.number }) : text;
}

/** Return the caption of an icon whose drawing shows the rest. */
export function shortIconName(catalog: Catalog, text: string): string {
  const icon = parseIcon(text);
  if (icon.kind === 'card') return shortCardName(catalog, icon.card);
  const key = `web.legend.short.${icon.kind.replaceAll(' ', '-')}`;
  return hasMessage(key) ? say(key, { value: icon.number, number: icon.number }) : capitalize(iconName(catalog, text));
}

export function priceName(give: string): string {
  const [first, number] = give.split(/ (?=\d)/);
  if (give === 'one of each') return say('legend.price.one-of-each');
  if (first === 'any') return say('legend.price.any', { number: Number(number) });
  if (first === 'fame tokens') return say('legend.price.fame-tokens', { number: Number(number) });
  return say('legend.price.symbols', { number: Number(number), symbol: symbolName(first!) });
}

export function episodeName(episode: Episode): string {
  return hyphenate(sentenceText(episode.name));
}

/** Return everything an episode requires and gives, in words. */
export function episodeDescription(catalog: Catalog, episode: Episode): string {
  return say('web.legend.heard.episode', { number: episode.number, name: sentenceText(episode.name), what: episodeDetails(catalog, episode) });
}

/** Return the description of an episode without its number and name. */
export function episodeDetails(catalog: Catalog, episode: Episode): string {
  const parts = [kindName(episode.kind)];
  const symbols = episode.required;
  if (symbols.length) parts.push(say('web.legend.heard.asks', { symbols: symbols.map(symbolName).join(', ') }));
  const spaces = catalog.spaces(episode);
  if (spaces.length) parts.push(say('web.legend.heard.pays', { icons: listWithCounts(spaces.map((icon) => iconName(catalog, icon))) }));
  else if (episode.give) parts.push(say('web.legend.heard.trade', { price: priceName(episode.give), icon: iconName(catalog, episode.get ?? 'heal') }));
  else if (episode.reward) parts.push(say('web.legend.heard.pays', { icons: iconName(catalog, episode.reward) }));
  return joinParts(parts);
}

/** Return a sum without its arithmetic, which the final table shows. */
function withoutArithmetic(sentence: Sentence): Sentence {
  const { arithmetic } = sentence.params;
  return typeof arithmetic === 'string' ? { ...sentence, params: { ...sentence.params, arithmetic: arithmetic.replace(/^.* = /, '') } } : sentence;
}

const REVEALS = /^legend\.does\.(shows|shows-tokens|goes-back|tie)$/;

/** Return the number of paragraphs up to the last reveal. */
export function paragraphsUpToReveal(paragraphs: Sentence[][]): number {
  return paragraphs.findLastIndex(([first]) => REVEALS.test(first?.key ?? '')) + 1;
}

/** Return the icon spaces to announce when an episode begins. */
function arrival(catalog: Catalog, paragraph: Sentence[]): string {
  const number = paragraph.find(({ key }) => key.startsWith('legend.does.arrives'))?.params.number;
  const spaces = typeof number === 'number' ? catalog.spaces(catalog.episode(number)) : [];
  return spaces.length ? ` ${say('web.legend.heard.spaces', { things: joinParts(spaces.map((icon) => iconName(catalog, icon))) })}` : '';
}

/** Return the text to announce for a paragraph: signs in words, totals without arithmetic. */
export function spokenText(catalog: Catalog, paragraph: Sentence[], names: Names): string {
  const text = paragraphText(paragraph.map(withoutArithmetic), names).replaceAll(' → ', ` ${say('web.legend.heard.for')} `);
  return text + arrival(catalog, paragraph);
}

export function kindName(kind: string): string {
  return say(`legend.kind.${kind.replaceAll(' ', '-')}`);
}

/** Join names with their counts: `2 × wit 1, Beowulf 1`. */
export function listWithCounts(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([thing, number]) => withCount(thing, number)).join(', ');
}

/** Return a name with its count, if that is more than one. */
export function withCount(thing: string, number = 1): string {
  return number > 1 ? say('legend.several', { number, thing }) : thing;
}

/** Return the name of a piece in a list, without a comma. */
export function pieceName(catalog: Catalog, piece: string): string {
  if (catalog.names.has(piece)) return cardName(catalog, piece);
  const { kind, value } = parseToken(piece);
  return kind.startsWith('alliance-') ? say('legend.listed', { kind: kind.replace('alliance-', ''), value }) : tokenName(piece);
}

const BARE: Record<string, string> = {
  done: 'done', decline: 'decline', risk: 'risk', 'give up': 'give-up', keep: 'keep', 'heal wound': 'heal-wound',
  'heal double wound': 'heal-double-wound', 'heal scratches': 'heal-scratches',
};

/** Return an action of the notation in words. */
export function actionName(catalog: Catalog, action: string): string {
  const bare = BARE[action];
  if (bare) return say(`web.legend.do.${bare}`);
  const match = /^(bid|lay|pay|discard|take back|show|give|use|rest|take) (.+)$/.exec(action);
  if (!match) return action;
  const [, verb, what] = match as unknown as [string, string, string];
  if (verb === 'rest') return say('web.legend.do.rest', { number: Number(what) });
  const thing = verb === 'take' && !catalog.names.has(what) ? iconName(catalog, what) : pieceName(catalog, what);
  return say(`web.legend.do.${verb.replace(' ', '-')}`, { thing });
}

export function paragraphText(sentences: Sentence[], names: Names): string {
  return sentences.map((sentence) => sentenceText(sentence, names)).join(' ');
}
