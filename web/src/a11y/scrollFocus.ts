// What scrolls can be scrolled by keys: it takes the focus as long as there is more in it than can be seen, and nothing else
// in it does.
import type { Attachment } from 'svelte/attachments';

const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';

export const scrolls: Attachment<HTMLElement> = (box) => {
  const look = (): void => {
    const more = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    if (more && !box.querySelector(FOCUSABLE)) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  // Asked anew, the browser looks once everything has its place; to look at once would have it placed once more.
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
