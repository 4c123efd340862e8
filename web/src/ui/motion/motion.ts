// Durations of animations, scaled by the settings and the system's preference for reduced motion.
import type { AnimationConfig } from 'svelte/animate';
import { prefersReducedMotion } from 'svelte/motion';
import { settings, type Speed } from '../../browser/settings.svelte';

const FACTOR: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };
// ms at normal speed
export const TOUCH = 120;
export const TURN = 200;
export const MOVE = 320;
export const WALK = 600;

/** Scale a duration in ms by the speed setting. */
export function scaledDuration(milliseconds: number): number {
  return milliseconds * FACTOR[settings.speed];
}

/** Scale the duration of a movement across the screen; 0 with reduced motion. */
export function motionDuration(milliseconds: number): number {
  return prefersReducedMotion.current ? 0 : scaledDuration(milliseconds);
}

/** Animate items of a row that change places, horizontally only: a row that moved vertically jumps. */
export function sideways(node: Element, { from, to }: { from: DOMRect; to: DOMRect }): AnimationConfig {
  const [own, x] = [getComputedStyle(node).transform.replace('none', ''), from.left - to.left];
  return { duration: motionDuration(x ? TURN : 0), css: (_, left) => `transform: ${own} translateX(${left * x}px)` };
}

export function isMotionOff(): boolean {
  return prefersReducedMotion.current || settings.speed === 'off';
}
