"""Random players of whole games, who find controls by visible names and press only what they can see."""

import json
import random
import re
import time
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache
from typing import NamedTuple

from playwright.sync_api import Locator

from heorot.locales import catalogue
from tests.support.patience import PATIENCE
from tests.web.support.browser_user import BrowserUser
from tests.web.support.catalogue import pattern

MAX_PRESSES = 1500
MAX_LOOKS = 100  # at a covered control, 20 ms apart; no piece flies for longer
# Find the visible controls and their accessible names. One script, because a call for each control is slow; and JSON,
# because Playwright is slow to read objects.
LOOK = """
const words = (node) => node.nodeType === Node.TEXT_NODE ? node.data
  : node.getAttribute?.('aria-hidden') === 'true' ? '' : [...node.childNodes].map(words).join('');
const called = (control) => (control.getAttribute('aria-label') ?? words(control)).replace(/\\s+/g, ' ').trim();
const chosen = (control) => control.getAttribute('aria-pressed') ?? control.getAttribute('aria-checked');
const barred = (control) => control.disabled || control.getAttribute('aria-disabled') === 'true';
const able = (control) => !barred(control) && control.checkVisibility();
const controls = () => [...document.querySelectorAll('main button')].filter(able);
"""
VISIBLE = f"""
() => {{
  {LOOK}
  return JSON.stringify({{
    title: document.title,
    regions: [...document.querySelectorAll('section[aria-label]')].map((region) => region.getAttribute('aria-label')),
    controls: controls().map((control) => [called(control), chosen(control)]),
  }});
}}
"""
# Return a visible point of a control, which in a fan of cards need not be its centre.
SPOT = f"""
([name, on]) => {{
  {LOOK}
  for (const control of controls().filter((other) => called(other) === name && chosen(other) === on)) {{
    control.scrollIntoView({{ block: 'center', inline: 'nearest', behavior: 'instant' }});
    const box = control.getBoundingClientRect();
    for (const down of [0.5, 0.25, 0.75, 0.1, 0.9])
      for (const along of [0.5, 0.25, 0.75, 0.1, 0.9]) {{
        const [x, y] = [box.left + box.width * along, box.top + box.height * down];
        const found = document.elementFromPoint(x, y);
        if (found && (found === control || control.contains(found))) return [x, y];
      }}
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const over = document.elementFromPoint(x, y);
    return `covered by ${{over ? over.outerHTML.slice(0, 200) : 'the edge of the screen'}}`;
  }}
  return 'gone';
}}
"""


class Control(NamedTuple):
    name: str
    on: str | None  # "true" or "false" for a choice, None for a button


class VisibleControls(NamedTuple):
    """What a person sees: the title, the named regions and the enabled controls."""

    title: str
    regions: list[str]
    controls: list[Control]


# Keys of the names of controls that are not choices: those that play an action, show more, or continue.
ACTIONS = {
    "movie": ["web.movie.do.*", "web.movie.on", "web.movie.on-end", "web.movie.draw-tile", "web.movie.fill",
              "web.movie.pass", "web.movie.keep-*"],
    "legend": ["web.legend.do.*", "web.legend.set.*", "web.legend.go-on", "web.legend.again"],
}
OPENERS = {"movie": ["web.movie.draw"], "legend": []}
# Words in the names of spaces that can be chosen.
MARKED_SPACES = {"movie": ["web.movie.space.legal", "web.movie.space.pick"], "legend": []}
CONTINUES = {"movie": ["web.movie.on", "web.movie.on-end"], "legend": ["web.legend.go-on"]}
ELSEWHERE = {"movie": ["web.movie.near.other"]}  # the control that shows the rest of a board on a phone
RARE_ACTIONS = {"legend": ["web.legend.set.nothing", "web.legend.do.give-up*", "web.legend.do.decline"]}


@cache
def name_patterns(game: str, language: str, which: str) -> list[re.Pattern[str]]:
    """Return patterns of the names of one group of controls."""
    by_group = {"action": ACTIONS, "rare": RARE_ACTIONS, "opener": OPENERS, "continue": CONTINUES,
                "elsewhere": ELSEWHERE}  # fmt: skip
    wanted = by_group[which].get(game, [])
    keys = [key for key in catalogue(language) if any(fnmatch(key, key_pattern) for key_pattern in wanted)]
    return [pattern(key, language) for key in keys]


@cache
def is_in_group(name: str, game: str, language: str, which: str) -> bool:
    """Return whether a control belongs to a group."""
    return any(name_pattern.fullmatch(name) for name_pattern in name_patterns(game, language, which))


@dataclass
class Player:
    """A player who presses random controls, with a preference for those that lead to the end of the game."""

    person: BrowserUser
    game: str
    chance: random.Random
    pressed: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)  # visible controls that could not be pressed

    # ---- State -----------------------------------------------------------------------------------------------------

    def look(self) -> VisibleControls:
        seen = json.loads(self.person.page.evaluate(VISIBLE))
        return VisibleControls(seen["title"], seen["regions"], [Control(*control) for control in seen["controls"]])

    @property
    def has_turn(self) -> bool:
        return self.shows_turn(self.look())

    def shows_turn(self, seen: VisibleControls) -> bool:
        return seen.title.startswith(self.person.say("web.frame.title-turn"))

    @property
    def ending(self) -> Locator:
        return self.person.page.get_by_role("region", name=self.person.say("web.end.title"))

    # ---- Presses ---------------------------------------------------------------------------------------------------

    def turn(self) -> bool | None:
        """Press one control if there is a question or a page to dismiss. Return None once the game is over."""
        seen = self.look()
        if self.person.say("web.end.title") in seen.regions:
            return None
        if self.shows_turn(seen) or any(self.is_one_of(control, "continue") for control in seen.controls):
            return self.press(self.choice(seen.controls))
        return False

    def go_on(self) -> bool:
        """Dismiss a page, and return whether there was one."""
        controls = self.look().controls
        return self.press(next((control for control in controls if self.is_one_of(control, "continue")), None))

    def press_any(self) -> bool:
        """Press one control, and return whether there was any to press."""
        return self.press(self.choice(self.look().controls))

    def press(self, control: Control | None) -> bool:
        if control is None:
            return False
        spot = self.spot(control)
        if isinstance(spot, str):
            self.covered += [f"{control.name} {spot}"] if spot != "gone" else []
            return False
        self.person.point_at(*spot)
        self.pressed.append(control.name)
        return True

    def spot(self, control: Control) -> list[float] | str:
        """Return a visible point of a control, or why there is none. Wait while moving pieces cover it."""
        for _ in range(MAX_LOOKS):
            spot: list[float] | str = self.person.page.evaluate(SPOT, list(control))
            if spot == "gone" or not isinstance(spot, str):
                break
            self.person.page.wait_for_timeout(20)
        return spot

    def choice(self, controls: list[Control]) -> Control | None:
        """Return a random control to press: actions before choices, and rare actions last."""
        actions = [control for control in controls if self.is_one_of(control, "action")]
        rare = [control for control in actions if self.is_one_of(control, "rare")]
        preferred = [control for control in actions if control not in rare]
        spaces = [control for control in controls if self.is_marked(control)]
        choices = [control for control in controls if control.on == "false" or self.is_one_of(control, "opener")]
        taken_up = any(control.on == "true" for control in controls)
        elsewhere = [control for control in controls if taken_up and self.is_one_of(control, "elsewhere")]
        for group, probability in ((preferred, 0.93), (spaces, 0.97), (elsewhere, 0.7), (choices, 0.95), (rare, 1.0)):
            if group and self.chance.random() < probability:
                return self.chance.choice(group)
        return self.chance.choice(remaining) if (remaining := [*preferred, *spaces, *choices]) else None

    def is_one_of(self, control: Control, which: str) -> bool:
        return is_in_group(control.name, self.game, self.person.language, which)

    def is_marked(self, control: Control) -> bool:
        return any(self.person.say(key) in control.name for key in MARKED_SPACES[self.game])


def play(*players: Player, presses: int | None = None) -> int:
    """Let all players act until the game is over or they have pressed `presses` controls. Return the number pressed."""
    pressed, moved_at = 0, time.monotonic()
    while presses is None or pressed < presses:
        turns = [player.turn() for player in players]
        if None in turns:
            break
        moved = sum(map(bool, turns))
        pressed, moved_at = pressed + moved, time.monotonic() if moved else moved_at
        if not moved:
            players[0].person.page.wait_for_timeout(20)
        assert pressed < MAX_PRESSES, describe_stuck(players)
        assert time.monotonic() < moved_at + PATIENCE, describe_stuck(players)
    return pressed


def describe_stuck(players: tuple[Player, ...]) -> str:
    states = [
        f"{player.person.page.title()}: {[control.name for control in player.look().controls]}; "
        f"pressed: {player.pressed[-12:]}; covered: {player.covered[-3:]}"
        for player in players
    ]
    return "no player can continue:\n" + "\n".join(states)
