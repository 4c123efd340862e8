import { IntlMessageFormat } from 'intl-messageformat';
import { beforeEach, describe, expect, it } from 'vitest';
import { words } from '../../plugins/catalogues';
import { LANGUAGES, settings, type Language } from './settings.svelte';
import { elides, of } from './elision';
import { complain, language, learn, need, say, utter } from './speech.svelte';

const ALL = Object.keys(LANGUAGES) as Language[];
const names = (seat: number) => ['Anna', 'Mikkel', 'Inès'][seat - 1]!;

describe.each(ALL)('the words of %s', (one) => {
  const all = words(one);

  it('parse, every one of them', () => {
    for (const [key, text] of Object.entries(all)) expect(() => new IntlMessageFormat(text, one, undefined, { ignoreTag: true }), key).not.toThrow();
  });

  it('call players by their names', () => {
    const numbered = Object.entries(all).filter(([, text]) => /([Pp]layers?|[Jj]oueurs?|[Ии]грок[а-я]*) \{seats?\}/.test(text));
    expect(numbered.map(([key]) => key)).toEqual([]);
  });
});

describe('speaking', () => {
  beforeEach(async () => {
    settings.language = 'en';
    await learn('en');
    await Promise.all([need('hall'), need('movie'), need('legend')]);
  });

  it('fills sentences within sentences', () => {
    const told = { key: 'movie.does.tile', params: { who: 'other', seat: 2, tile: { key: 'movie.tile.none', params: { value: '+4' } }, space: 'c3' } };
    expect(utter(told, names)).toBe('Mikkel plays the tile +4 on c3.');
  });

  it('goes on where the words of one page cannot be fetched', async () => {
    await expect(need('nowhere')).rejects.toThrow();
    await need('pad');
    expect(say('web.pad.title')).not.toBe('web.pad.title');
  });

  it('switches to another language, and back', async () => {
    settings.language = 'fr';
    await learn('fr');
    expect(language()).toBe('fr');
    expect(say('web.hall.play')).toBe('Jouer');
    settings.language = 'ru';
    await learn('ru');
    expect(say('web.hall.bots', { number: 3, level: 'skilled' })).toBe('три умелых бота');
  });

  it('lets a French vowel go before a name that begins with one', async () => {
    settings.language = 'fr';
    await learn('fr');
    const back = { key: 'legend.does.goes-back', params: { who: 'other', seat: 2, cards: 'esprit 1' } };
    expect(utter(back, () => 'Unferth')).toMatch(/dans la main d’Unferth\s:\sesprit 1\.$/);
    expect(utter(back, () => 'Wiglaf')).toContain('dans la main de Wiglaf');
    expect(utter({ ...back, params: { ...back.params, who: 'you' } }, () => 'Unferth')).toContain('dans votre main');
    expect(['Anna', 'Émile', 'Ólaf', 'Æschere', 'Œnone', 'Hélène', 'Hygelac', 'Yves', 'Yrsa'].filter((name) => !elides(name))).toEqual([]);
    expect(['Wiglaf', 'Hrothgar', 'Halga', 'Harald', 'Hugo', 'Yann', 'Joueur 2', 'Ингрид', '3'].filter(elides)).toEqual([]);
    expect(of('Inès')).toBe('d’Inès');
  });

  it('stays in the language that is wanted by now', async () => {
    settings.language = 'en';
    await learn('fr');
    expect(language()).toBe('en');
  });

  it('makes a problem a sentence', () => {
    expect(complain({ code: 'taken', key: 'server.taken', params: { seat: 2 } }, names)).toContain('2');
    expect(complain({ code: 'illegal', key: 'illegal.not-open', params: { rule: 'M2.3', space: 'c3' } })).toBe('Space c3 is not open. (rule M2.3)');
    expect(complain({ code: 'x', key: 'no.such.key', params: {} })).toBe('no.such.key');
  });

  it('counts bots in words', () => {
    expect(say('web.hall.bots', { number: 2, level: 'skilled' })).toBe('two skilled bots');
    expect(say('web.hall.bots', { number: 1, level: 'greedy' })).toBe('one bot');
  });
});
