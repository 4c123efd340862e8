// How fast things move, by the settings and by what the system asks for.
import type { AnimationConfig } from 'svelte/animate';
import { prefersReducedMotion } from 'svelte/motion';
import { settings, type Speed } from './settings.svelte';

const FACTOR: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };
export const TOUCH = 120;
export const TURN = 200;
export const MOVE = 320;
export const WALK = 600;

/** So many milliseconds at this person's speed. */
export function paced(milliseconds: number): number {
  return milliseconds * FACTOR[settings.speed];
}

/** The same for what moves across the screen: nothing does, where the system asks for less motion. */
export function moving(milliseconds: number): number {
  return prefersReducedMotion.current ? 0 : paced(milliseconds);
}

/** Things in a row change places sideways: where the row itself lies lower or higher now, they are there at once. */
export function sideways(node: Element, { from, to }: { from: DOMRect; to: DOMRect }): AnimationConfig {
  const [own, x] = [getComputedStyle(node).transform.replace('none', ''), from.left - to.left];
  return { duration: moving(x ? TURN : 0), css: (_, left) => `transform: ${own} translateX(${left * x}px)` };
}

export function still(): boolean {
  return prefersReducedMotion.current || settings.speed === 'off';
}
