import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MovieSeen } from '../protocol';
import { settings } from './settings.svelte';

const param = () => ({ value: 0, setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 });
const node = (more = {}) => ({ connect: (next: unknown) => next, start: () => voices++, stop: () => 0, frequency: param(), gain: param(), Q: param(), ...more });
let voices = 0;
let touch: () => void;

/** One that sounds as soon as somebody touches the page. */
class Audio {
  state = 'suspended';
  currentTime = 0;
  sampleRate = 8000;
  destination = node();
  resume = () => new Promise<void>((done) => (touch = () => ((this.state = 'running'), done())));
  createOscillator = () => node();
  createGain = () => node();
  createBiquadFilter = () => node();
  createDynamicsCompressor = () => node();
  createBufferSource = () => node();
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

describe('sounds', () => {
  let sound: typeof import('./sound');
  beforeEach(async () => {
    vi.resetModules();
    vi.stubGlobal('AudioContext', Audio);
    voices = 0;
    settings.sound = true;
    (await import('./settings.svelte')).settings.sound = true;
    sound = await import('./sound');
  });

  it('are silent unless they are wanted', async () => {
    (await import('./settings.svelte')).settings.sound = false;
    sound.sound('turn');
    expect(voices).toBe(0);
  });

  it('come as soon as the page may sound, and what would come late stays out', async () => {
    vi.useFakeTimers();
    sound.sound('turn');
    vi.advanceTimersByTime(5_000);
    touch();
    await vi.runAllTimersAsync();
    expect(voices).toBe(0);
    sound.sound('turn');
    expect(voices).toBeGreaterThan(0);
    vi.useRealTimers();
  });

  it('do not even make ready before the page was touched', () => {
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
    vi.stubGlobal('AudioContext', class { constructor() { voices++; } });
    sound.sound('turn');
    vi.unstubAllGlobals();
    expect(voices).toBe(0);
  });

  it('say what happened: a boon and a peril are heard apart, and what is secret is not heard', () => {
    const seen = (action: string, seat = 1): MovieSeen => ({ act: 1, seat, to: null, action });
    expect(sound.soundsOf([seen('+5 c3'), seen('-4 c4'), seen('thane a1'), seen('draw'), seen('draw', -1)])).toEqual(['boon', 'peril', 'knock', 'draw']);
  });
});
