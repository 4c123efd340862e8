"""A player who is told only roles, names, states and announcements, and uses no selector.

Roles and names come from Playwright's snapshot, announcements from live regions (screen_reader_log.py).
"""

import re
import time
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from playwright.sync_api import Locator, TimeoutError

from tests.support.patience import PATIENCE
from tests.web.support.catalogue import pattern
from tests.web.support.random_player import Control, Player, VisibleControls
from tests.web.support.screen_reader_log import ScreenReaderLog

MOST_STEPS = 2500
LINE = re.compile(r'^(?P<role>[a-z]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?: \[[^\]]+\])*)')
PIECES = {"group", "radiogroup", "list", "grid"}  # containers of choices
NEXT = {
    "movie": ["web.movie.heard.press", "web.movie.heard.again"],
    "legend": ["web.legend.heard.press"],
}
MARKS = {"pressed", "checked"}
SOFT = "\u00ad"  # soft hyphen
BECOMES = re.compile(" (?:→|becomes|for) ")
HALF = re.compile(r" chooses? the tile .+ for a swap\.$")  # the second half tells all of it


class AccessibleNode(NamedTuple):
    """An element of the accessibility tree, and its ancestors."""

    role: str
    name: str
    states: frozenset[str]
    within: tuple[tuple[str, str], ...]


def things(snapshot: str) -> list[AccessibleNode]:
    """Return the elements of a snapshot."""
    found: list[AccessibleNode] = []
    above: list[tuple[int, tuple[str, str]]] = []
    for line in snapshot.splitlines():
        depth, told = len(line) - len(line.lstrip()), line.strip().removeprefix("- ")
        if told.startswith("'"):  # quoted if it contains a colon or the like
            told = told[1:].rsplit("'", 1)[0].replace("''", "'")
        if not (match := LINE.match(told)) or match["role"] == "text":
            continue
        above = [one for one in above if one[0] < depth]
        name = re.sub(r"\\(.)", r"\1", match["name"] or "")
        states = frozenset(re.findall(r"\[([^\]]+)\]", match["states"] or ""))
        found.append(AccessibleNode(match["role"], name, states, tuple(one for _, one in above)))
        above.append((depth, (match["role"], name)))
    return found


@dataclass
class ScreenReaderPlayer(Player):
    """Plays by announcements: chooses among named elements, then does what was announced."""

    ears: ScreenReaderLog = field(kw_only=True)
    last: str = ""  # the latest announcement
    followed: bool = True
    upto: int = 0  # number of announcements read
    stop: str = ""  # a sentence after which nothing is pressed
    stopped: bool = False  # it was announced, whatever else was announced with it

    def see(self) -> VisibleControls:
        self.hear()
        page = self.person.page
        told = things(page.locator("body").aria_snapshot())
        regions = [one.name for one in told if one.role == "region"]
        pressable = [one for one in told if one.role in ("button", "radio") and "disabled" not in one.states]
        inside = [one for one in pressable if ("main", "") in one.within]
        return VisibleControls(page.title(), regions, [Control(one.name, self.state(one)) for one in inside])

    def state(self, thing: AccessibleNode) -> str | None:
        """Return whether an element is chosen, if it is one of several pieces; None for a button."""
        if thing.states & MARKS:
            return "true"
        chosen_from = any(role in PIECES and name for role, name in thing.within) and not self.is_a_space(thing)
        return "false" if chosen_from else None

    def is_a_space(self, thing: AccessibleNode) -> bool:
        return any(role == "grid" for role, _ in thing.within)

    def hear(self) -> list[str]:
        fresh = self.ears.heard()[self.upto :]
        self.upto += len(fresh)
        if fresh:
            self.last, self.followed = fresh[-1], False
        self.stopped = self.stopped or (bool(self.stop) and any(self.stop in one for one in fresh))
        return fresh

    def choice(self, controls: list[Control]) -> Control | None:
        """Return the control that was announced to press next; else something to choose."""
        if self.stop and not self.stopped:
            self.person.page.wait_for_timeout(300)  # a question is announced shortly after it is shown
            self.hear()
        if self.stopped:
            return None
        if not self.followed and (deed := self.told_to_press()):
            self.followed = True
            named = [one for one in controls if one.name.replace(SOFT, "") == deed and one.on is None]
            if named and self.chance.random() < 0.9:
                return named[0]
        return super().choice(controls)

    def told_to_press(self) -> str | None:
        """Return the name of a button in the latest announcement."""
        for sentence in sayings(self.game, self.person.language):
            if found := sentence.search(self.last):
                return found[1]
        return None

    def press(self, control: Control | None) -> bool:
        if control is None:
            return False
        one = self.find(control)
        if one.count() == 0:
            return False
        try:  # an action comes after the pieces that it uses
            (one.last if control.on is None else one.first).focus(timeout=1500)
        except TimeoutError:
            return False  # gone meanwhile
        self.person.page.keyboard.press("Enter")
        self.pressed.append(control.name)
        return True

    def find(self, control: Control) -> Locator:
        main = self.person.page.get_by_role("main")
        if control.on == "false":
            radios = main.get_by_role("radio", name=control.name, exact=True)
            return radios.or_(main.get_by_role("button", name=control.name, exact=True, pressed=False))
        return main.get_by_role("button", name=control.name, exact=True)


@cache
def sayings(game: str, language: str) -> list[re.Pattern[str]]:
    """Return patterns of sentences that name a control to press, with the name as a group."""
    found = []
    for key in NEXT[game]:
        whole = pattern(key, language).pattern
        found.append(re.compile(whole.replace(".+?", "(.+?)") + r"$", re.DOTALL))
    return found


def listen_through(listener: ScreenReaderPlayer) -> int:
    """Play a whole game."""
    pressed, moved_at = 0, time.monotonic()
    while (turn := listener.turn()) is not None:
        pressed, moved_at = pressed + bool(turn), time.monotonic() if turn else moved_at
        if not turn:
            listener.person.page.wait_for_timeout(15)
        assert pressed < MOST_STEPS, listener.pressed[-20:]
        assert time.monotonic() < moved_at + PATIENCE, f"{listener.pressed[-12:]}; heard: {listener.last}"
    listener.person.page.wait_for_timeout(200)
    listener.hear()
    return pressed


def told_in_order(heard: list[str], tale: list[str]) -> list[str]:
    """Return the events that were not announced in order, or more than once. Sums with their terms are told on request
    only."""
    plain = [BECOMES.sub(" → ", one) for one in tale if " = " not in one and not HALF.search(one)]
    text, at, wrong = BECOMES.sub(" → ", " ".join(heard)), 0, []
    for paragraph in plain:
        found = text.find(paragraph, at)
        if found < 0:
            wrong.append(f"not in order: {paragraph}")
            continue
        at = found + len(paragraph)
    others = {one for one in plain if not one.startswith("You")}  # own actions were announced as previews too
    alone = [one for one in others if not any(one in other for other in set(plain) - {one})]
    return wrong + [f"{text.count(one)} times: {one}" for one in alone if text.count(one) != plain.count(one)]
