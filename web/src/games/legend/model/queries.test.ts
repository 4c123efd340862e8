import { afterEach, describe, expect, it, vi } from 'vitest';
import { Trouble } from '../lib/api';
import type { LiveTable } from '../lib/table.svelte';
import { Asker, fraction, percents } from './asker.svelte';

afterEach(() => void vi.useRealTimers());

/** What is told of a set when it is asked now and, whatever came then, asked again after some seconds. */
async function askedTwice(refusal: string): Promise<[unknown, number]> {
  vi.useFakeTimers();
  const told = { told: [], next: ['done'] };
  const ask = vi.fn().mockRejectedValueOnce(new Trouble({ code: refusal, key: 'server.too-fast', params: {} })).mockResolvedValue(told);
  const asker = new Asker({ shown: { version: 3 }, now: { version: 3 }, ask } as unknown as LiveTable);
  asker.get('next', 'bid fighting2');
  await vi.advanceTimersByTimeAsync(5_000);
  asker.get('next', 'bid fighting2');
  await vi.advanceTimersByTimeAsync(0);
  return [asker.get('next', 'bid fighting2')?.next, ask.mock.calls.length];
}

describe('questions about the game', () => {
  it('are asked again where there were too many at once', async () => {
    expect(await askedTwice('too-fast')).toEqual([['done'], 2]);
  });
  it('are not where the answer is no', async () => {
    expect(await askedTwice('illegal')).toEqual([undefined, 1]);
  });
});

describe('odds', () => {
  it('reads fractions', () => {
    expect(fraction('3/4')).toBe(0.75);
    expect(fraction('1')).toBe(1);
  });
  it.each([[[1 / 3, 1 / 3, 1 / 3]], [[0.005, 0.995]], [[0.384, 0.366, 0.25]], [[1, 0]]])('rounds %j to whole per cents of 100', (parts) => {
    const whole = percents(parts);
    expect(whole.reduce((sum, part) => sum + part, 0)).toBe(100);
    whole.forEach((part, n) => expect(Math.abs(part - parts[n]! * 100)).toBeLessThan(1));
  });
});
