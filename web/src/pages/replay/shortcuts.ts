// Keyboard shortcuts of a replay. Inputs, buttons and boards keep the keys that they use.
import type { ReplayPlayer } from './player.svelte';

const WAYS: Record<string, (replay: ReplayPlayer) => unknown> = {
  ArrowLeft: (replay) => replay.step(-1),
  ArrowRight: (replay) => replay.step(1),
  Home: (replay) => replay.go(0),
  End: (replay) => replay.go(replay.last),
  PageUp: (replay) => replay.leap(-1),
  PageDown: (replay) => replay.leap(1),
};

export function replayShortcuts(event: KeyboardEvent, replay: ReplayPlayer): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || document.querySelector('dialog[open]')) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest('input, select, textarea, [role=grid], [role=tablist]')) return;
  if (event.key === ' ') {
    if (at.closest('button, a, summary')) return;
    void replay.toggle();
  } else if (event.key in WAYS) {
    replay.playing = false;
    WAYS[event.key]!(replay);
  } else return;
  event.preventDefault();
}
