"""Random players of whole games, who see and press only visible controls, by their names."""

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

MOST_STEPS = 1500
MOST_LOOKS = 100  # at a covered control, 20 ms apart: the longest flight of a piece takes less
# The visible controls as a screen reader would name them. One script, because a call for each control is slow.
LOOK = """
const words = (node) => node.nodeType === Node.TEXT_NODE ? node.data
  : node.getAttribute?.('aria-hidden') === 'true' ? '' : [...node.childNodes].map(words).join('');
const called = (control) => (control.getAttribute('aria-label') ?? words(control)).replace(/\\s+/g, ' ').trim();
const chosen = (control) => control.getAttribute('aria-pressed') ?? control.getAttribute('aria-checked');
const barred = (control) => control.disabled || control.getAttribute('aria-disabled') === 'true';
const able = (control) => !barred(control) && control.checkVisibility();
const controls = () => [...document.querySelectorAll('main button')].filter(able);
"""
SEEN = f"""
() => {{
  {LOOK}
  return {{
    title: document.title,
    regions: [...document.querySelectorAll('section[aria-label]')].map((one) => one.getAttribute('aria-label')),
    controls: controls().map((one) => [called(one), chosen(one)]),
  }};
}}
"""
# A visible point of a control: in a fan of cards that is not always its centre.
SPOT = f"""
([name, on]) => {{
  {LOOK}
  for (const control of controls().filter((one) => called(one) === name && chosen(one) === on)) {{
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
    """The controls that a person sees at a glance."""

    title: str
    regions: list[str]
    controls: list[Control]


# Names of controls that play an action, step back, or only look; all others choose something.
SAYS = {
    "movie": ["web.movie.do.*", "web.movie.on", "web.movie.on-end", "web.movie.draw-tile", "web.movie.fill",
              "web.movie.pass", "web.movie.keep-*"],
    "legend": ["web.legend.do.*", "web.legend.set.*", "web.legend.go-on", "web.legend.again"],
}
OPENS = {"movie": ["web.movie.draw"], "legend": []}
MARKED = {"movie": ["web.movie.space.legal", "web.movie.space.pick"], "legend": []}  # part of the name of a space
GOES_ON = {"movie": ["web.movie.on", "web.movie.on-end"], "legend": ["web.legend.go-on"]}
ELSEWHERE = {"movie": ["web.movie.near.other"]}  # where a phone shows the rest of a board
RARELY = {"legend": ["web.legend.set.nothing", "web.legend.do.give-up*", "web.legend.do.decline"]}


@cache
def names(game: str, language: str, which: str) -> list[re.Pattern[str]]:
    """Return patterns of the sentences of these keys."""
    families = {"says": SAYS, "rarely": RARELY, "opens": OPENS, "goes on": GOES_ON, "elsewhere": ELSEWHERE}
    wanted = families[which].get(game, [])
    keys = [key for key in catalogue(language) if any(fnmatch(key, one) for one in wanted)]
    return [pattern(key, language) for key in keys]


@dataclass
class Player:
    """A player who presses random controls but gets to the end."""

    person: BrowserUser
    game: str
    chance: random.Random
    pressed: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)  # visible controls that could not be pressed

    # ---- What is the matter ----------------------------------------------------------------------------------------

    def see(self) -> VisibleControls:
        found = self.person.page.evaluate(SEEN)
        return VisibleControls(found["title"], found["regions"], [Control(*one) for one in found["controls"]])

    @property
    def asked(self) -> bool:
        return self.is_asked(self.see())

    def is_asked(self, seen: VisibleControls) -> bool:
        return seen.title.startswith(self.person.say("web.frame.title-turn"))

    @property
    def ending(self) -> Locator:
        return self.person.page.get_by_role("region", name=self.person.say("web.end.title"))

    # ---- What is done ----------------------------------------------------------------------------------------------

    def turn(self) -> bool | None:
        """Press one control if there is a question or a page to dismiss. Return None once the game is over."""
        seen = self.see()
        if self.person.say("web.end.title") in seen.regions:
            return None
        if self.is_asked(seen) or any(self.is_one_of(one, "goes on") for one in seen.controls):
            return self.press(self.choice(seen.controls))
        return False

    def go_on(self) -> bool:
        """Dismiss a page, and return whether there was one."""
        return self.press(next((one for one in self.see().controls if self.is_one_of(one, "goes on")), None))

    def step(self) -> bool:
        """Press one control that leads on, and return whether there was any."""
        return self.press(self.choice(self.see().controls))

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
        """Return a visible point of a control, or why there is none. Moving pieces may cover it for a moment."""
        for _ in range(MOST_LOOKS):
            spot: list[float] | str = self.person.page.evaluate(SPOT, list(control))
            if spot == "gone" or not isinstance(spot, str):
                break
            self.person.page.wait_for_timeout(20)
        return spot

    def choice(self, controls: list[Control]) -> Control | None:
        """Return the control to press: actions before choices, and rarely one that leads nowhere."""
        says = [one for one in controls if self.is_one_of(one, "says")]
        rarely = [one for one in says if self.is_one_of(one, "rarely")]
        fine = [one for one in says if one not in rarely]
        spaces = [one for one in controls if self.is_marked(one)]
        chooses = [one for one in controls if one.on == "false" or self.is_one_of(one, "opens")]
        taken_up = any(one.on == "true" for one in controls)
        elsewhere = [one for one in controls if taken_up and self.is_one_of(one, "elsewhere")]
        for some, how_often in ((fine, 0.93), (spaces, 0.97), (elsewhere, 0.7), (chooses, 0.95), (rarely, 1.0)):
            if some and self.chance.random() < how_often:
                return self.chance.choice(some)
        return self.chance.choice(left) if (left := [*fine, *spaces, *chooses]) else None

    def is_one_of(self, control: Control, which: str) -> bool:
        return any(name.fullmatch(control.name) for name in names(self.game, self.person.language, which))

    def is_marked(self, control: Control) -> bool:
        return any(self.person.say(key) in control.name for key in MARKED[self.game])


def play(*players: Player, until: int | None = None) -> int:
    """Let all players act until the game is over or `most` controls were pressed."""
    pressed, moved_at = 0, time.monotonic()
    while until is None or pressed < until:
        turns = [player.turn() for player in players]
        if None in turns:
            break
        moved = sum(map(bool, turns))
        pressed, moved_at = pressed + moved, time.monotonic() if moved else moved_at
        if not moved:
            players[0].person.page.wait_for_timeout(20)
        assert pressed < MOST_STEPS, stuck(players)
        assert time.monotonic() < moved_at + PATIENCE, stuck(players)
    return pressed


def stuck(players: tuple[Player, ...]) -> str:
    shown = [
        f"{player.person.page.title()}: {[one.name for one in player.see().controls]}; "
        f"pressed: {player.pressed[-12:]}; covered: {player.covered[-3:]}"
        for player in players
    ]
    return "nobody can go on:\n" + "\n".join(shown)
