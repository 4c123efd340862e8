// The keys of a replay. None of them is taken from a field, from a button that has it, or from a board one walks on.
import type { Reel } from './reel.svelte';

const WAYS: Record<string, (reel: Reel) => unknown> = {
  ArrowLeft: (reel) => reel.step(-1),
  ArrowRight: (reel) => reel.step(1),
  Home: (reel) => reel.go(0),
  End: (reel) => reel.go(reel.last),
  PageUp: (reel) => reel.leap(-1),
  PageDown: (reel) => reel.leap(1),
};

export function keyed(event: KeyboardEvent, reel: Reel): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || document.querySelector('dialog[open]')) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest('input, select, textarea, [role=grid], [role=tablist]')) return;
  if (event.key === ' ') {
    if (at.closest('button, a, summary')) return;
    void reel.toggle();
  } else if (event.key in WAYS) {
    reel.playing = false;
    WAYS[event.key]!(reel);
  } else return;
  event.preventDefault();
}
