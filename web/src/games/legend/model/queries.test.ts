import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/http';
import type { LiveTable } from '../../../api/liveTable.svelte';
import { QueryCache, parseFraction, wholePercents } from './queries.svelte';

afterEach(() => void vi.useRealTimers());

/** Query a set, then again after some seconds; return the answer and the number of requests. */
async function askedTwice(refusal: string): Promise<[unknown, number]> {
  vi.useFakeTimers();
  const told = { told: [], next: ['done'] };
  const ask = vi.fn().mockRejectedValueOnce(new ApiError({ code: refusal, key: 'server.too-fast', params: {} })).mockResolvedValue(told);
  const asker = new QueryCache({ shown: { version: 3 }, now: { version: 3 }, ask } as unknown as LiveTable);
  asker.get('next', 'bid fighting2');
  await vi.advanceTimersByTimeAsync(5_000);
  asker.get('next', 'bid fighting2');
  await vi.advanceTimersByTimeAsync(0);
  return [asker.get('next', 'bid fighting2')?.next, ask.mock.calls.length];
}

describe('queries', () => {
  it('are repeated after a rate limit', async () => {
    expect(await askedTwice('too-fast')).toEqual([['done'], 2]);
  });
  it('are not repeated after a refusal', async () => {
    expect(await askedTwice('illegal')).toEqual([undefined, 1]);
  });
});

describe('odds', () => {
  it('reads fractions', () => {
    expect(parseFraction('3/4')).toBe(0.75);
    expect(parseFraction('1')).toBe(1);
  });
  it.each([[[1 / 3, 1 / 3, 1 / 3]], [[0.005, 0.995]], [[0.384, 0.366, 0.25]], [[1, 0]]])('rounds %j to whole per cents of 100', (parts) => {
    const whole = wholePercents(parts);
    expect(whole.reduce((sum, part) => sum + part, 0)).toBe(100);
    whole.forEach((part, n) => expect(Math.abs(part - parts[n]! * 100)).toBeLessThan(1));
  });
});
