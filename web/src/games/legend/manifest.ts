import { withMessages, withPageMessages } from '../../i18n/messages.svelte';
import type { Manifest } from '../manifest';

export const legend: Manifest = {
  minutes: 30,
  ruleLetter: 'L',
  coachBeside: false,
  table: () => withMessages('legend', import('./TableLoader.svelte')),
  replay: () => withPageMessages('legend', import('./ReplayLoader.svelte')),
  art: () => import('./Art.svelte'),
  pointing: () => import('./pointerTargets'),
  example: () => withPageMessages('legend', import('./library/Example.svelte')),
  ruleMark: () => import('./library/RuleMark.svelte'),
  contents: () => withPageMessages('legend', import('./library/Contents.svelte')),
  pad: () => withMessages('hall', withMessages('pad', withPageMessages('legend', import('./pad/PadLoader.svelte')))), // its options use messages of the hall
  gallery: () => withPageMessages('legend', import('./library/PieceGallery.svelte')),
};
