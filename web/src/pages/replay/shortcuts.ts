// Keyboard shortcuts of a replay. Inputs, buttons and boards keep the keys that they use.
import type { ReplayPlayer } from './player.svelte';

const ACTIONS: Record<string, (replay: ReplayPlayer) => unknown> = {
  ArrowLeft: (replay) => replay.step(-1),
  ArrowRight: (replay) => replay.step(1),
  Home: (replay) => replay.go(0),
  End: (replay) => replay.go(replay.last),
  PageUp: (replay) => replay.leap(-1),
  PageDown: (replay) => replay.leap(1),
};

export function replayShortcuts(event: KeyboardEvent, replay: ReplayPlayer): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || document.querySelector('dialog[open]')) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input, select, textarea, [role=grid], [role=tablist]')) return;
  if (event.key === ' ') {
    if (target.closest('button, a, summary')) return;
    void replay.toggle();
  } else if (event.key in ACTIONS) {
    replay.playing = false;
    ACTIONS[event.key]!(replay);
  } else return;
  event.preventDefault();
}
