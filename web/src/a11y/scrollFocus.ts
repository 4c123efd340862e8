// Makes a scrollable box focusable while it overflows and holds no focusable element, so that keys can scroll it.
import type { Attachment } from 'svelte/attachments';

const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';

export const scrollableByKeys: Attachment<HTMLElement> = (box) => {
  const look = (): void => {
    const more = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    if (more && !box.querySelector(FOCUSABLE)) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  // Observing again makes the browser report after layout; measuring directly would force a second layout.
  const sizes = new ResizeObserver(look);
  const ask = (): void => {
    sizes.unobserve(box);
    sizes.observe(box);
  };
  const parts = new MutationObserver(ask);
  parts.observe(box, { childList: true, subtree: true, characterData: true });
  ask();
  return () => {
    sizes.disconnect();
    parts.disconnect();
  };
};
