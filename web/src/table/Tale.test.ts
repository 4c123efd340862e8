// The tale on the page: one paragraph a row, its sentences apart from each other.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { LiveTable } from '../lib/table.svelte';
import { learn } from '../lib/speech.svelte';
import Tale from './Tale.svelte';

afterEach(cleanup);

test('leaves a space between the sentences of a paragraph', async () => {
  await learn('en');
  const sentence = { key: 'web.tale.empty', params: {} };
  const live = { told: [[sentence, sentence, sentence]], marks: null, stops: [], story: [], past: null, shown: null };
  const { container } = render(Tale, { live: live as unknown as LiveTable });
  expect(container.querySelector('li p')!.textContent).toMatch(/^(.+\.) \1 \1$/);
});
