// Settings of this device. They are never sent to a server.

import languages from '../../../src/heorot/locales/languages.json';

export type Language = keyof typeof languages;
// Each language by its own name.
export const LANGUAGES = Object.fromEntries(Object.entries(languages).map(([code, { name }]) => [code, name])) as Record<Language, string>;
export type Speed = 'slow' | 'normal' | 'fast' | 'off';

interface Settings {
  language: Language;
  theme: 'system' | 'light' | 'dark';
  speed: Speed; // of animations
  sound: boolean;
  confirm: 'needed' | 'always'; // always: every action needs a second tap
  letters: boolean; // single-letter shortcuts
  ghosts: boolean; // show on each space what a figure would score there
  name: string; // player name
  against: Record<string, { bots: number; bot: string }>; // by game: the opponents of "play now"
  lessons: Record<string, number>; // by game: the lesson step left last, from 0
}

const STORAGE_KEY = 'heorot.settings';

function systemLanguage(): Language {
  const supported = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return (supported as Language | undefined) ?? 'en';
}

function read(): Settings {
  const defaults: Settings = {
    language: systemLanguage(), theme: 'system', speed: 'normal', sound: false, confirm: 'needed', letters: true, ghosts: true, name: '', against: {}, lessons: {},
  };
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') };
  } catch {
    return defaults; // not written by this client
  }
}

export const settings: Settings = $state(read());

export function persistSettings(): void {
  $effect(() => {
    const serialized = JSON.stringify(settings);
    try {
      localStorage.setItem(STORAGE_KEY, serialized);
    } catch {
      // Storage is full or blocked: the setting holds for this visit.
    }
  });
  $effect(() => {
    if (settings.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
    document.documentElement.lang = settings.language;
    document.documentElement.dataset.motion = settings.speed;
  });
}
