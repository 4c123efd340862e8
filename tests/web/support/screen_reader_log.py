"""A log of what a screen reader would read: each focused element, and the announcements of live regions, in order.

Roles and names are Chromium's own (`computedRole`, `computedName`). `python -m tests.web.support.print_spoken_game
movie en` prints a whole game.
"""

from dataclasses import dataclass, field

from playwright.sync_api import Page

RECORDER = """
(() => {
  const entries = (window.__entries = []);
  const LIVE = '[aria-live], [role=log], [role=status], [role=alert]';
  const off = (region) => region.getAttribute('aria-live') === 'off';
  const behind = (node) => {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1);
    return (top && !top.contains(node)) || !!node.closest('[inert], [aria-hidden=true]');
  };
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const say = (kind, text) => plain(text) && entries.push([kind, plain(text)]);
  const heard = new Set();
  const hear = (region, node) => {
    if (off(region) || behind(region)) return;
    const whole = region.matches('[role=status], [role=alert], [aria-atomic=true]');
    const text = whole ? region.textContent : node.textContent;
    if (whole && heard.has(region)) return;
    heard.add(region);
    queueMicrotask(() => heard.delete(region));
    say(region.matches('[role=alert]') ? 'alert' : 'live', text);
  };
  const look = (mutations) => {
    for (const { target, addedNodes, type } of mutations) {
      const at = target.nodeType === 1 ? target : target.parentElement;
      const region = at?.closest(LIVE);
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        if (region) hear(region, node);
        else if (node.nodeType === 1) // a region that is added with its text is only announced if it is an alert
          [node, ...node.querySelectorAll('[role=alert]')].filter(isAlert).forEach((alert) => hear(alert, alert));
      }
    }
  };
  const isAlert = (element) => element.matches('[role=alert]');
  const STATES = { ariaPressed: 'pressed', ariaChecked: 'checked', ariaSelected: 'selected',
    ariaDisabled: 'unavailable', ariaExpanded: 'expanded', ariaCurrent: 'current' };
  const is = (element) => (name) => element[name] && element[name] !== 'false';
  const state = (element) => Object.keys(STATES).filter(is(element)).map((name) => STATES[name]);
  const words = (element) => [element.computedName, element.computedRole, ...state(element)].filter(Boolean);
  const focused = (element) => say('focus', words(element).join(', '));
  const begin = () => {
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
    if (FOLLOWS) document.addEventListener('focusin', ({ target }) => focused(target));
    let title = '';
    setInterval(() => { if (document.title !== title) say('title', (title = document.title)); }, 50);
  };
  begin();
})();
"""
FOCUSED = """
() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  return [element.computedRole, element.computedName];
}
"""


@dataclass
class ScreenReaderLog:
    """The log of one page, recorded from its start."""

    page: Page
    follows: bool = True  # record the focus too, which is slow: Chromium computes each name
    entries: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(RECORDER.replace("FOLLOWS", "true" if self.follows else "false"))

    def read_new(self) -> list[tuple[str, str]]:
        """Return the entries since the last call, and add them to the log."""
        fresh = [(kind, text) for kind, text in self.page.evaluate("(window.__entries ?? []).splice(0)")]
        self.entries += fresh
        return fresh

    def announcements(self) -> list[str]:
        """Return all announcements so far."""
        self.read_new()
        return [text for kind, text in self.entries if kind in ("live", "alert")]

    def focused(self) -> tuple[str, str] | None:
        """Return role and name of the focused element; None if there is no focus."""
        element = self.page.evaluate(FOCUSED)
        return None if element is None else (element[0], element[1])

    def text(self) -> str:
        """Return the whole log as text."""
        self.read_new()
        signs = {"focus": "        ", "live": "    >>> ", "alert": "    !!! ", "title": "=== "}
        return "\n".join(signs[kind] + text for kind, text in self.entries)
