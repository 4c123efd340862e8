"""A player who knows only roles, names, states and announcements, and uses no CSS selector.

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

MAX_PRESSES = 2500
SNAPSHOT_LINE = re.compile(r'^(?P<role>[a-z]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?: \[[^\]]+\])*)')
CHOICE_ROLES = {"group", "radiogroup", "list", "grid"}  # roles of containers whose buttons are choices
PRESS_KEYS = {
    "movie": ["web.movie.heard.press", "web.movie.heard.again"],
    "legend": ["web.legend.heard.press"],
}
CHOSEN_STATES = {"pressed", "checked"}
SOFT_HYPHEN = "\u00ad"
CHANGE = re.compile(" (?:→|becomes|for) ")
FIRST_HALF = re.compile(r" chooses? the tile .+ for a swap\.$")  # the second half repeats it


class AccessibleNode(NamedTuple):
    """An element of the accessibility tree, with role and name of its ancestors."""

    role: str
    name: str
    states: frozenset[str]
    within: tuple[tuple[str, str], ...]


def accessible_nodes(snapshot: str) -> list[AccessibleNode]:
    """Return the elements of a snapshot."""
    nodes: list[AccessibleNode] = []
    ancestors: list[tuple[int, tuple[str, str]]] = []
    for line in snapshot.splitlines():
        depth, text = len(line) - len(line.lstrip()), line.strip().removeprefix("- ")
        if text.startswith("'"):  # quoted if it contains a colon or the like
            text = text[1:].rsplit("'", 1)[0].replace("''", "'")
        if not (match := SNAPSHOT_LINE.match(text)) or match["role"] == "text":
            continue
        ancestors = [ancestor for ancestor in ancestors if ancestor[0] < depth]
        name = re.sub(r"\\(.)", r"\1", match["name"] or "")
        states = frozenset(re.findall(r"\[([^\]]+)\]", match["states"] or ""))
        nodes.append(AccessibleNode(match["role"], name, states, tuple(node for _, node in ancestors)))
        ancestors.append((depth, (match["role"], name)))
    return nodes


@dataclass
class ScreenReaderPlayer(Player):
    """A player who chooses among named elements, then presses the button that was announced."""

    log: ScreenReaderLog = field(kw_only=True)
    latest: str = ""  # the latest announcement
    is_followed: bool = True
    read_count: int = 0  # number of announcements that were read
    stop_sentence: str = ""  # once it is announced, nothing more is pressed
    is_stopped: bool = False  # whether `stop_sentence` was announced, alone or with others

    def look(self) -> VisibleControls:
        self.read_announcements()
        page = self.person.page
        nodes = accessible_nodes(page.locator("body").aria_snapshot())
        regions = [node.name for node in nodes if node.role == "region"]
        pressable = [node for node in nodes if node.role in ("button", "radio") and "disabled" not in node.states]
        inside = [node for node in pressable if ("main", "") in node.within]
        return VisibleControls(page.title(), regions, [Control(node.name, self.state(node)) for node in inside])

    def state(self, node: AccessibleNode) -> str | None:
        """Return "true" or "false" for a choice, depending on whether it is chosen; None for a button."""
        if node.states & CHOSEN_STATES:
            return "true"
        chosen_from = any(role in CHOICE_ROLES and name for role, name in node.within) and not self.is_space(node)
        return "false" if chosen_from else None

    def is_space(self, node: AccessibleNode) -> bool:
        return any(role == "grid" for role, _ in node.within)

    def read_announcements(self) -> list[str]:
        fresh = self.log.announcements()[self.read_count :]
        self.read_count += len(fresh)
        if fresh:
            self.latest, self.is_followed = fresh[-1], False
        if self.stop_sentence and any(self.stop_sentence in text for text in fresh):
            self.is_stopped = True
        return fresh

    def choice(self, controls: list[Control]) -> Control | None:
        """Return the control that was announced to press next, or else a random choice."""
        if self.stop_sentence and not self.is_stopped:
            self.person.page.wait_for_timeout(300)  # questions are announced shortly after they are shown
            self.read_announcements()
        if self.is_stopped:
            return None
        if not self.is_followed and (button_name := self.announced_button()):
            self.is_followed = True
            buttons = [control for control in controls if control.on is None]
            named = [button for button in buttons if button.name.replace(SOFT_HYPHEN, "") == button_name]
            if named and self.chance.random() < 0.9:
                return named[0]
        return super().choice(controls)

    def announced_button(self) -> str | None:
        """Return the name of the button that the latest announcement asks to press."""
        for sentence in announcement_patterns(self.game, self.person.language):
            if match := sentence.search(self.latest):
                return match[1]
        return None

    def press(self, control: Control | None) -> bool:
        if control is None:
            return False
        locator = self.find(control)
        if locator.count() == 0:
            return False
        try:  # a button of the same name as a piece comes after it
            (locator.last if control.on is None else locator.first).focus(timeout=1500)
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
def announcement_patterns(game: str, language: str) -> list[re.Pattern[str]]:
    """Return patterns of announcements that ask to press a control, with its name as a group."""
    patterns = []
    for key in PRESS_KEYS[game]:
        whole = pattern(key, language).pattern
        patterns.append(re.compile(whole.replace(".+?", "(.+?)") + r"$", re.DOTALL))
    return patterns


def play_by_announcements(listener: ScreenReaderPlayer) -> int:
    """Play a whole game, and return the number of presses."""
    pressed, moved_at = 0, time.monotonic()
    while (turn := listener.turn()) is not None:
        pressed, moved_at = pressed + bool(turn), time.monotonic() if turn else moved_at
        if not turn:
            listener.person.page.wait_for_timeout(15)
        assert pressed < MAX_PRESSES, listener.pressed[-20:]
        assert time.monotonic() < moved_at + PATIENCE, f"{listener.pressed[-12:]}; latest: {listener.latest}"
    listener.person.page.wait_for_timeout(200)
    listener.read_announcements()
    return pressed


def order_faults(announcements: list[str], log: list[str]) -> list[str]:
    """Return the log lines that were not announced in order, or more than once. Sums are announced on demand only."""
    plain = [CHANGE.sub(" → ", line) for line in log if " = " not in line and not FIRST_HALF.search(line)]
    text, position, faults = CHANGE.sub(" → ", " ".join(announcements)), 0, []
    for line in plain:
        start = text.find(line, position)
        if start < 0:
            faults.append(f"not in order: {line}")
            continue
        position = start + len(line)
    others = {line for line in plain if not line.startswith("You")}  # own actions were announced as previews too
    unique = [line for line in others if not any(line in longer for longer in set(plain) - {line})]
    return faults + [f"{text.count(line)} times: {line}" for line in unique if text.count(line) != plain.count(line)]
