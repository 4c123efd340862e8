import { IntlMessageFormat } from 'intl-messageformat';
import { beforeEach, describe, expect, it } from 'vitest';
import { messagesOf } from '../../plugins/catalogues';
import { LANGUAGES, settings, type Language } from '../browser/settings.svelte';
import { elides, withDe } from './elision';
import { problemText, language, loadLanguage, loadTopic, say, sentenceText } from './messages.svelte';

const ALL = Object.keys(LANGUAGES) as Language[];
const names = (seat: number) => ['Anna', 'Mikkel', 'Inès'][seat - 1]!;

describe.each(ALL)('messages of %s', (code) => {
  const all = messagesOf(code);

  it('all parse', () => {
    for (const [key, text] of Object.entries(all)) expect(() => new IntlMessageFormat(text, code, undefined, { ignoreTag: true }), key).not.toThrow();
  });

  it('name players', () => {
    const numbered = Object.entries(all).filter(([, text]) => /([Pp]layers?|[Jj]oueurs?|[Ии]грок[а-я]*) \{seats?\}/.test(text));
    expect(numbered.map(([key]) => key)).toEqual([]);
  });
});

describe('speaking', () => {
  beforeEach(async () => {
    settings.language = 'en';
    await loadLanguage('en');
    await Promise.all([loadTopic('hall'), loadTopic('movie'), loadTopic('legend')]);
  });

  it('formats nested sentences', () => {
    const sentence = { key: 'movie.does.tile', params: { who: 'other', seat: 2, tile: { key: 'movie.tile.none', params: { value: '+4' } }, space: 'c3' } };
    expect(sentenceText(sentence, names)).toBe('Mikkel plays the tile +4 on c3.');
  });

  it('continues if a topic cannot be loaded', async () => {
    await expect(loadTopic('nowhere')).rejects.toThrow();
    await loadTopic('pad');
    expect(say('web.pad.title')).not.toBe('web.pad.title');
  });

  it('switches the language and back', async () => {
    settings.language = 'fr';
    await loadLanguage('fr');
    expect(language()).toBe('fr');
    expect(say('web.hall.play')).toBe('Jouer');
    settings.language = 'ru';
    await loadLanguage('ru');
    expect(say('web.hall.bots', { number: 3, level: 'skilled' })).toBe('три умелых бота');
  });

  it('elides French “de” before a vowel', async () => {
    settings.language = 'fr';
    await loadLanguage('fr');
    const back = { key: 'legend.does.goes-back', params: { who: 'other', seat: 2, cards: 'esprit 1' } };
    expect(sentenceText(back, () => 'Unferth')).toMatch(/dans la main d’Unferth\s:\sesprit 1\.$/);
    expect(sentenceText(back, () => 'Wiglaf')).toContain('dans la main de Wiglaf');
    expect(sentenceText({ ...back, params: { ...back.params, who: 'you' } }, () => 'Unferth')).toContain('dans votre main');
    expect(['Anna', 'Émile', 'Ólaf', 'Æschere', 'Œnone', 'Hélène', 'Hygelac', 'Yves', 'Yrsa'].filter((name) => !elides(name))).toEqual([]);
    expect(['Wiglaf', 'Hrothgar', 'Halga', 'Harald', 'Hugo', 'Yann', 'Joueur 2', 'Ингрид', '3'].filter(elides)).toEqual([]);
    expect(withDe('Inès')).toBe('d’Inès');
  });

  it('keeps the language chosen last', async () => {
    settings.language = 'en';
    await loadLanguage('fr');
    expect(language()).toBe('en');
  });

  it('formats a problem', () => {
    expect(problemText({ code: 'taken', key: 'server.taken', params: { seat: 2 } }, names)).toContain('2');
    expect(problemText({ code: 'illegal', key: 'illegal.not-open', params: { rule: 'M2.3', space: 'c3' } })).toBe('Space c3 is not open. (rule M2.3)');
    expect(problemText({ code: 'x', key: 'no.such.key', params: {} })).toBe('no.such.key');
  });

  it('pluralises bots', () => {
    expect(say('web.hall.bots', { number: 2, level: 'skilled' })).toBe('two skilled bots');
    expect(say('web.hall.bots', { number: 1, level: 'greedy' })).toBe('one bot');
  });
});
