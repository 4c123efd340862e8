// Keys: single letters that do something at a table, and arrows that move the focus within a group. No key with Ctrl, Alt or
// Meta, which belong to browsers and to screen readers; letters can be switched off, and none is taken while one types.
import type { Attachment } from 'svelte/attachments';
import { settings } from './settings.svelte';

/** The letter of a key, whatever alphabet the keyboard has; nothing where it is not ours to take. */
export function letterOf(event: KeyboardEvent): string | null {
  const { target } = event;
  if (!settings.letters || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return null;
  if (event.key === '?') return '?';
  const latin = /^[a-z]$/i.test(event.key) ? event.key : /^Key([A-Z])$/.exec(event.code)?.[1];
  return event.key.length === 1 && latin ? latin.toLowerCase() : null;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Arrows, Home and End move the focus among the controls of a group. */
export function arrows(selector = 'button', onmove?: (control: HTMLElement) => void): Attachment<HTMLElement> {
  return (group) => {
    const key = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      const controls = [...group.querySelectorAll<HTMLElement>(selector)].filter((one) => !one.matches(':disabled'));
      const at = controls.indexOf(event.target as HTMLElement);
      if (step === undefined || at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
      const next = controls[Math.min(Math.max(at + step, 0), controls.length - 1)]!;
      event.preventDefault();
      next.focus();
      onmove?.(next);
    };
    group.addEventListener('keydown', key);
    return () => group.removeEventListener('keydown', key);
  };
}

/** Whether the latest thing that was done was done by a finger or a mouse: then nothing takes the focus elsewhere. */
let pointed = false;
addEventListener('pointerdown', () => (pointed = true), true);
addEventListener('keydown', () => (pointed = false), true);

/** What has the focus may go away by what is done with it: then the focus goes to the place that is at hand next. */
export function keepsFocus(page: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const came = (event: FocusEvent) => (last = event.target as HTMLElement);
  const gone = (one: HTMLElement) => !one.isConnected || one.matches(':disabled') || !one.checkVisibility();
  const left = () => {
    const was = last;
    queueMicrotask(() => was && was === last && !gone(was) && document.activeElement === document.body && (last = null)); // by will
  };
  const check = () => {
    if (!last || pointed || (document.activeElement && document.activeElement !== document.body)) return;
    if (gone(last)) home(page);
    else last.focus(); // it was out of reach for a moment
  };
  const watch = new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(check)));
  watch.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden'] });
  page.addEventListener('focusin', came);
  page.addEventListener('focusout', left);
  return () => {
    watch.disconnect();
    page.removeEventListener('focusin', came);
    page.removeEventListener('focusout', left);
  };
}

/** Where an answer is written, if it is open. */
export function toTheLine(page: ParentNode | undefined): void {
  requestAnimationFrame(() => page?.querySelector<HTMLElement>('[role=combobox]')?.focus());
}

/** The place that is at hand: the heading of what has just come, else one's own pieces. */
export function home(page: ParentNode): void {
  const places = [...page.querySelectorAll<HTMLElement>('[data-home]')].filter((one) => one.checkVisibility());
  (places.find((one) => one.dataset.home === 'first') ?? places[0] ?? page.querySelector('main'))?.focus();
}
