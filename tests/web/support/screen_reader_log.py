"""A log of what a screen reader would say: every focus with role and name, and announcements of live regions, in order.

Roles and names are Chromium's own (`computedRole`, `computedName`). `python -m tests.web.support.print_spoken_game
movie en` prints a whole game.
"""

from dataclasses import dataclass, field

from playwright.sync_api import Page

EARS = """
(() => {
  const told = (window.__told = []);
  const LIVE = '[aria-live], [role=log], [role=status], [role=alert]';
  const off = (region) => region.getAttribute('aria-live') === 'off';
  const behind = (node) => {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1);
    return (top && !top.contains(node)) || !!node.closest('[inert], [aria-hidden=true]');
  };
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const say = (kind, text) => plain(text) && told.push([kind, plain(text)]);
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
        else if (node.nodeType === 1) // what comes with its words is only read if it is an alert
          [node, ...node.querySelectorAll('[role=alert]')].filter(alerts).forEach((one) => hear(one, one));
      }
    }
  };
  const alerts = (one) => one.matches('[role=alert]');
  const STATES = { ariaPressed: 'pressed', ariaChecked: 'checked', ariaSelected: 'selected',
    ariaDisabled: 'unavailable', ariaExpanded: 'expanded', ariaCurrent: 'current' };
  const is = (one) => (name) => one[name] && one[name] !== 'false';
  const state = (one) => Object.keys(STATES).filter(is(one)).map((name) => STATES[name]);
  const words = (one) => [one.computedName, one.computedRole, ...state(one)].filter(Boolean);
  const focused = (one) => say('focus', words(one).join(', '));
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
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  return [one.computedRole, one.computedName];
}
"""


@dataclass
class ScreenReaderLog:
    """Records one page from its start."""

    page: Page
    follows: bool = True  # also the focus: Chromium computes names slowly
    told: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(EARS.replace("FOLLOWS", "true" if self.follows else "false"))

    def listen(self) -> list[tuple[str, str]]:
        """Return what was said since the last call."""
        fresh = [(kind, text) for kind, text in self.page.evaluate("(window.__told ?? []).splice(0)")]
        self.told += fresh
        return fresh

    def heard(self) -> list[str]:
        """Return all announcements so far."""
        self.listen()
        return [text for kind, text in self.told if kind in ("live", "alert")]

    def focused(self) -> tuple[str, str] | None:
        """Return role and name of the focused element; None if the focus is lost."""
        found = self.page.evaluate(FOCUSED)
        return None if found is None else (found[0], found[1])

    def text(self) -> str:
        """Return the whole log as text."""
        self.listen()
        signs = {"focus": "        ", "live": "    >>> ", "alert": "    !!! ", "title": "=== "}
        return "\n".join(signs[kind] + text for kind, text in self.told)
