// What a person has chosen on this device. Nothing of it is sent anywhere.

export type Language = 'en' | 'fr' | 'ru';
export const LANGUAGES: Record<Language, string> = { en: 'English', fr: 'Français', ru: 'Русский' };
export type Speed = 'slow' | 'normal' | 'fast' | 'off';

interface Chosen {
  language: Language;
  theme: 'system' | 'light' | 'dark';
  speed: Speed; // of what moves
  sound: boolean;
  confirm: 'needed' | 'always'; // always: each answer waits for a second tap
  letters: boolean; // single keys do something at a table
  ghosts: boolean; // what a figure would score on each space
  name: string; // under which this person sits down
  against: Record<string, { bots: number; bot: string }>; // by game: what "play now" sets against this person
  lessons: Record<string, number>; // by game: the step at which its lesson was left, from 0
}

const PLACE = 'heorot.settings';

function systemLanguage(): Language {
  const found = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}

function read(): Chosen {
  const first: Chosen = {
    language: systemLanguage(), theme: 'system', speed: 'normal', sound: false, confirm: 'needed', letters: true, ghosts: true, name: '', against: {}, lessons: {},
  };
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(PLACE) ?? '{}') };
  } catch {
    return first; // what lies there is not ours
  }
}

export const settings: Chosen = $state(read());

export function keepSettings(): void {
  $effect(() => {
    const kept = JSON.stringify(settings);
    try {
      localStorage.setItem(PLACE, kept);
    } catch {
      // a full or forbidden storage: the choice holds for this visit
    }
  });
  $effect(() => {
    if (settings.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
    document.documentElement.lang = settings.language;
    document.documentElement.dataset.motion = settings.speed;
  });
}
