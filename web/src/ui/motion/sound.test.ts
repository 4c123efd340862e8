import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MovieLogEntry } from '../../protocol';
import { settings } from '../../browser/settings.svelte';

const param = () => ({ value: 0, setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 });
const node = (more = {}) => ({ connect: (next: unknown) => next, start: () => voices++, stop: () => 0, frequency: param(), gain: param(), Q: param(), ...more });
let voices = 0;
let touch: () => void;

/** Fake context that starts once the page is touched. */
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
    (await import('../../browser/settings.svelte')).settings.sound = true;
    sound = await import('./sound');
  });

  it('are off unless the setting is on', async () => {
    (await import('../../browser/settings.svelte')).settings.sound = false;
    sound.playSound('turn');
    expect(voices).toBe(0);
  });

  it('start once the context may run, and late ones are dropped', async () => {
    vi.useFakeTimers();
    sound.playSound('turn');
    vi.advanceTimersByTime(5_000);
    touch();
    await vi.runAllTimersAsync();
    expect(voices).toBe(0);
    sound.playSound('turn');
    expect(voices).toBeGreaterThan(0);
    vi.useRealTimers();
  });

  it('create no context before the first user gesture', () => {
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
    vi.stubGlobal('AudioContext', class { constructor() { voices++; } });
    sound.playSound('turn');
    vi.unstubAllGlobals();
    expect(voices).toBe(0);
  });

  it('follow the action: boon and peril differ, hidden actions are silent', () => {
    const seen = (action: string, seat = 1): MovieLogEntry => ({ act: 1, seat, to: null, action });
    expect(sound.soundsFor([seen('+5 c3'), seen('-4 c4'), seen('thane a1'), seen('draw'), seen('draw', -1)])).toEqual(['boon', 'peril', 'knock', 'draw']);
  });
});
