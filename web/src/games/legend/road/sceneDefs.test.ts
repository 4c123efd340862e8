// Scenes to load: the first chapter at every table, the others when the road comes near them.
import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import Vignette, { laterScenes } from '../pieces/Vignette.svelte';

test('the later scenes are loaded near the end of the first chapter', async () => {
  const { rerender, container } = render(Vignette, { number: 1 });
  expect(laterScenes.needed).toBe(false);
  await rerender({ number: 7 });
  expect(laterScenes.needed).toBe(false);
  await rerender({ number: 8 });
  expect(laterScenes.needed).toBe(true);
  expect(container.querySelector('use')?.getAttribute('href')).toBe('#v-8');
});
