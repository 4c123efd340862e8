// The parts that a title offers to the rest of the client. Components are loaded when a page needs them.
import type { Component, Snippet } from 'svelte';
import type { LiveTable } from '../api/liveTable.svelte';
import type { Names } from '../i18n/messages.svelte';
import type { BoxContents, Examples } from '../protocol';
import type { PointerTarget } from '../pages/learn/pointerTarget';
import type { LayoutParts, ReplayPlayer } from '../pages/replay/player.svelte';

type Lazy<Props extends Record<string, unknown> = Record<string, never>> = () => Promise<{ default: Component<Props> }>;

export interface Manifest {
  minutes: number; // usual duration of a game
  ruleLetter: string; // first letter of its rule numbers
  coachBeside: boolean; // the lesson shows its coach beside the table instead of above it
  table: Lazy<{ live: LiveTable }>;
  replay: Lazy<{ replay: ReplayPlayer; shell: Snippet<[LayoutParts]> }>; // hands its parts to the page that lays them out
  art: Lazy; // a few pieces, for the card in the hall
  pointing: () => Promise<{ pointerTargets: (answer: string[]) => PointerTarget[] }>; // targets of the lesson's pointer for an answer
  example: Lazy<ExampleProps>; // a drawn example of a rule
  ruleMark: Lazy<{ name: string }>; // the piece that a rule of this name is about
  contents: Lazy<{ box: BoxContents }>; // the drawn contents of the box
  pad: Lazy<{ shared: string | null }>; // the score pad
  gallery: Lazy; // every piece in every size and state
}

export type ExampleProps = {
  example: Examples['examples'][number];
  box: BoxContents;
  names: Names;
};
