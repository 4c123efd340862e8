// Keyboard: single-letter shortcuts at a table, and arrow keys that move the focus within a group. Keys with Ctrl, Alt or
// Meta belong to browsers and screen readers; shortcuts can be switched off and are ignored while typing.
import type { Attachment } from 'svelte/attachments';
import { settings } from '../browser/settings.svelte';

/** Return the shortcut letter of a key event for any keyboard layout, or null if the event is not a shortcut. */
export function shortcutLetter(event: KeyboardEvent): string | null {
  const { target } = event;
  if (!settings.letters || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')) return null;
  if (event.key === '?') return '?';
  const latin = /^[a-z]$/i.test(event.key) ? event.key : /^Key([A-Z])$/.exec(event.code)?.[1];
  return event.key.length === 1 && latin ? latin.toLowerCase() : null;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Move the focus among the controls of a group with arrows, Home and End. */
export function arrowNavigation(selector = 'button', onmove?: (control: HTMLElement) => void): Attachment<HTMLElement> {
  return (group) => {
    const key = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      const controls = [...group.querySelectorAll<HTMLElement>(selector)].filter((control) => !control.matches(':disabled'));
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

/** True after pointer input: then the focus is not moved. */
let pointed = false;
addEventListener('pointerdown', () => (pointed = true), true);
addEventListener('keydown', () => (pointed = false), true);

/** Watch the page and move the focus to the home position when the focused element disappears. Return a stop function. */
export function restoreFocus(page: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const remember = (event: FocusEvent) => (last = event.target as HTMLElement);
  const isGone = (element: HTMLElement) => !element.isConnected || element.matches(':disabled') || !element.checkVisibility();
  const forgetBlurred = () => {
    const focused = last;
    queueMicrotask(() => focused && focused === last && !isGone(focused) && document.activeElement === document.body && (last = null)); // blurred on purpose
  };
  const check = () => {
    if (!last || pointed || (document.activeElement && document.activeElement !== document.body)) return;
    if (isGone(last)) focusHome(page);
    else last.focus(); // it was hidden for a moment
  };
  const watch = new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(check)));
  watch.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden'] });
  page.addEventListener('focusin', remember);
  page.addEventListener('focusout', forgetBlurred);
  return () => {
    watch.disconnect();
    page.removeEventListener('focusin', remember);
    page.removeEventListener('focusout', forgetBlurred);
  };
}

/** Focus the notation line, if it is open. */
export function focusNotationLine(page: ParentNode | undefined): void {
  requestAnimationFrame(() => page?.querySelector<HTMLElement>('[role=combobox]')?.focus());
}

/** Focus the home position: the heading of new content, else this person's pieces. */
export function focusHome(page: ParentNode): void {
  const places = [...page.querySelectorAll<HTMLElement>('[data-home]')].filter((element) => element.checkVisibility());
  (places.find((element) => element.dataset.home === 'first') ?? places[0] ?? page.querySelector('main'))?.focus();
}
