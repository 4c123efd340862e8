import { withMessages, withPageMessages } from '../../i18n/messages.svelte';
import type { Manifest } from '../manifest';

export const movie: Manifest = {
  minutes: 20,
  ruleLetter: 'M',
  coachBeside: true,
  table: () => withMessages('movie', import('./TableLoader.svelte')),
  replay: () => withPageMessages('movie', import('./ReplayLoader.svelte')),
  art: () => import('./Art.svelte'),
  pointing: () => import('./pointerTargets'),
  example: () => withPageMessages('movie', import('./library/Example.svelte')),
  ruleMark: () => import('./library/RuleMark.svelte'),
  contents: () => withPageMessages('movie', import('./library/Contents.svelte')),
  pad: () => withMessages('pad', withPageMessages('movie', import('./pad/PadLoader.svelte'))),
  gallery: () => withPageMessages('movie', import('./library/PieceGallery.svelte')),
};
