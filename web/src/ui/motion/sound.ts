// Synthesised sounds: wood, harp and horn. Off by default; never on hover, and never during a hand-over.
import type { LegendLogEntry, MovieLogEntry } from '../../protocol';
import { settings } from '../../browser/settings.svelte';

export type Sound = 'knock' | 'boon' | 'peril' | 'draw' | 'turn' | 'seal' | 'tick' | 'match' | 'scrape' | 'wound' | 'horn' | 'victory';

let context: AudioContext | null = null;
let out: AudioNode | null = null; // compressor, so that simultaneous sounds do not clip
let muted = false;

/** Mute all sounds during a hand-over. */
export function muteSounds(on: boolean): void {
  muted = on;
}

interface Note {
  pitch: number; // hertz
  at?: number; // seconds
  long?: number;
  loud?: number;
  wave?: OscillatorType;
  to?: number; // glide to this pitch
  rise?: number; // seconds of attack
}

function tone(audio: AudioContext, { pitch, at = 0, long = 0.25, loud = 0.2, wave = 'sine', to = pitch, rise = 0.008 }: Note): void {
  const begin = audio.currentTime + at;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = wave;
  voice.frequency.setValueAtTime(pitch, begin);
  voice.frequency.exponentialRampToValueAtTime(to, begin + long);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loud, begin + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + long);
  voice.connect(gain).connect(out ?? audio.destination);
  voice.start(begin);
  voice.stop(begin + long + 0.02);
}

/** Play band-passed noise. */
function noise(audio: AudioContext, { pitch, at = 0, long = 0.2, loud = 0.2 }: Note): void {
  const begin = audio.currentTime + at;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 2;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 0.9;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(band).connect(gain).connect(out ?? audio.destination);
  source.start(begin);
}

const knock = (audio: AudioContext) => {
  tone(audio, { pitch: 190, to: 90, long: 0.12, loud: 0.35, wave: 'triangle' });
  noise(audio, { pitch: 900, long: 0.05, loud: 0.25 });
};
const pluck = (audio: AudioContext, pitch: number, at = 0) => {
  tone(audio, { pitch, at, long: 0.7, loud: 0.16, wave: 'triangle' });
  tone(audio, { pitch: pitch * 2, at, long: 0.35, loud: 0.05 });
};

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  knock,
  boon: (audio) => (knock(audio), pluck(audio, 440, 0.06), pluck(audio, 660, 0.1)),
  peril: (audio) => (knock(audio), tone(audio, { pitch: 196, at: 0.05, long: 0.4, loud: 0.14 }), tone(audio, { pitch: 208, at: 0.05, long: 0.4, loud: 0.14 })),
  draw: (audio) => noise(audio, { pitch: 2600, long: 0.22, loud: 0.12 }),
  turn: (audio) => (pluck(audio, 392), pluck(audio, 523, 0.14)),
  seal: (audio) => (noise(audio, { pitch: 3400, long: 0.05, loud: 0.4 }), noise(audio, { pitch: 1200, at: 0.05, long: 0.09, loud: 0.2 })),
  tick: (audio) => (noise(audio, { pitch: 4200, long: 0.03, loud: 0.3 }), noise(audio, { pitch: 4200, at: 0.3, long: 0.03, loud: 0.3 })),
  match: (audio) => pluck(audio, 587),
  scrape: (audio) => noise(audio, { pitch: 700, long: 0.35, loud: 0.25 }),
  wound: (audio) => tone(audio, { pitch: 110, to: 45, long: 0.5, loud: 0.45 }),
  horn: (audio) => (tone(audio, { pitch: 147, to: 151, long: 1.3, loud: 0.16, wave: 'triangle', rise: 0.3 }), tone(audio, { pitch: 220, at: 0.1, long: 1.2, loud: 0.07, rise: 0.35 }), tone(audio, { pitch: 294, at: 0.15, long: 1, loud: 0.03, rise: 0.3 })),
  victory: (audio) => [392, 494, 587].forEach((pitch, n) => pluck(audio, pitch, n * 0.18)),
};

const MAX_DELAY = 250; // ms after which a sound no longer fits what is on the screen

/** Play a sound if sounds are on. Before the first user gesture the page stays silent, and nothing is played later. */
export function playSound(what: Sound): void {
  if (!settings.sound || muted || document.hidden || !('AudioContext' in window)) return;
  if (navigator.userActivation?.hasBeenActive === false) return; // browsers warn about a context created earlier
  try {
    context ??= new AudioContext();
    out ??= createOutput(context);
    const [audio, requestedAt] = [context, performance.now()];
    if (audio.state === 'running') SOUNDS[what](audio);
    else void audio.resume().then(() => performance.now() - requestedAt < MAX_DELAY && SOUNDS[what](audio)).catch(() => undefined);
  } catch {
    // A device without sound.
  }
}

function createOutput(audio: AudioContext): AudioNode {
  const all = audio.createDynamicsCompressor();
  all.connect(audio.destination);
  return all;
}

/** Return the sounds of log entries: of the action and of its consequences. */
export function soundsFor(entries: (MovieLogEntry | LegendLogEntry)[]): Sound[] {
  return entries.flatMap((entry) => {
    const events = 'events' in entry ? entry.events : [];
    const followed = events.flatMap((event): Sound[] => {
      if (event.is === 'gets-hurt') return [event.what === 'scratch' ? 'scrape' : 'wound'];
      if (event.is === 'shows-cards') return ['seal'];
      if (event.is === 'risk-over') return event.matches.length ? ['match'] : ['scrape'];
      return [];
    });
    return entry.seat < 0 ? followed : [...actionSounds(entry.action), ...followed];
  });
}

function actionSounds(action: string): Sound[] {
  if (/^(draw|discard|take)\b/.test(action)) return ['draw'];
  if (/^(risk|dare)\b/.test(action)) return ['tick'];
  if (/^(bid|actionSounds|decline|pass|withdraw)\b/.test(action)) return [];
  if (/^[a-z]*\+\d/.test(action)) return ['boon'];
  if (/^[a-z]*-\d/.test(action)) return ['peril'];
  return ['knock'];
}
