"""Whole games by keyboard alone: the focus is always visible and never lost, and dialogs give it back."""

import random
import re
import time
from dataclasses import dataclass, field
from itertools import product

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.support.case_sampling import quick_or_heavy
from tests.support.patience import PATIENCE
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import lay
from tests.web.support.random_player import names
from tests.web.support.screen_reader import things
from tests.web.support.screen_reader_log import ScreenReaderLog

MOST_TURNS = 300
# The focused element, whether it is visible, and its text.
FOCUS = """
() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  return {
    role: one.getAttribute('role') ?? one.tagName.toLowerCase(),
    name: (one.getAttribute('aria-label') ?? one.textContent).replace(/\\s+/g, ' ').trim(),
    value: one.value ?? '', barred: one.ariaDisabled === 'true',
    ring: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    there: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}
"""

HELD = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
SEND = """
([key, held]) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {
  key, bubbles: true, cancelable: true, ctrlKey: held === 'Control', altKey: held === 'Alt', metaKey: held === 'Meta',
}))
"""


def is_seen(found: dict) -> bool:
    """Return whether the focused element is visible and has a focus ring."""
    return found["ring"] and found["there"]


@dataclass
class KeyboardPlayer:
    """A player who uses only the keyboard."""

    person: BrowserUser
    game: str
    chance: random.Random
    ears: ScreenReaderLog
    keys: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)

    @property
    def page(self):
        return self.person.page

    def press(self, key: str) -> dict:
        """Press a key, and return the focused element. The focus may move to new elements, but must not be lost. After
        the last control of a page follow those of the browser, and then the first one."""
        self.page.keyboard.press(key)
        self.keys.append(key)
        if key in ("Tab", "Shift+Tab") and self.page.evaluate(FOCUS) is None:
            self.page.keyboard.press(key)
        end = time.monotonic() + PATIENCE
        while (found := self.page.evaluate(FOCUS)) is None:
            assert time.monotonic() < end, f"the focus is lost after {self.keys[-8:]}"
            self.page.wait_for_timeout(10)
        end = time.monotonic() + PATIENCE
        while not is_seen(found) and time.monotonic() < end:  # an element may keep it while it disappears
            self.page.wait_for_timeout(50)
            found = self.page.evaluate(FOCUS) or found
        if not is_seen(found):
            self.unseen.append(f"{found['role']} {found['name']} after {key}")
        return found

    def tab_to(self, wanted, most: int = 80) -> bool:
        """Press Tab until an element is found."""
        return any(wanted(self.press("Tab")) for _ in range(most))

    def told(self):
        return things(self.page.locator("body").aria_snapshot())

    @property
    def asked(self) -> bool:
        return self.page.title().startswith(self.person.say("web.frame.title-turn"))

    # ---- Turns -----------------------------------------------------------------------------------------------------

    def turn(self) -> bool | None:
        told = self.told()
        if any(one.role == "region" and one.name == self.person.say("web.end.title") for one in told):
            return None
        onward = [one.name for one in told if one.role == "button" and self.goes_on(one.name)]
        if onward:
            assert self.tab_to(lambda one: one["name"] == onward[0]), f"{onward[0]} is not reached"
            self.press("Enter")
            return True
        if not self.asked:
            return False
        on_board = self.game == "movie" and self.chance.random() < 0.5
        return (on_board and self.on_the_board()) or self.write()

    def goes_on(self, name: str) -> bool:
        return any(one.fullmatch(name) for one in names(self.game, "en", "goes on"))

    def leave_the_line(self) -> None:
        if (self.page.evaluate(FOCUS) or {}).get("role") == "combobox":
            self.press("Shift+Tab")

    def on_the_board(self) -> bool:
        """Take up a piece, go to the board, to a legal space, aim, and play."""
        self.leave_the_line()
        self.press("h")
        for _ in range(self.chance.randrange(1, 4)):
            piece = self.press("Tab")
        if piece["barred"] or piece["role"] != "button" or self.press("Enter")["name"] != piece["name"]:
            return False
        self.press("b")
        for _ in range(self.chance.randrange(1, 6)):
            space = self.press("n")
        if self.person.say("web.movie.space.legal") not in space["name"]:
            self.press("Escape")
            return False
        self.press(self.chance.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]))
        self.press("n")
        self.press("Enter")
        self.press("Enter")
        return True

    def write(self) -> bool:
        """Type an action in the notation, completed with the arrow keys."""
        if (self.page.evaluate(FOCUS) or {}).get("role") != "combobox":
            self.press("m")
            end = time.monotonic() + 5
            while (self.page.evaluate(FOCUS) or {}).get("role") != "combobox":
                if time.monotonic() > end:
                    return False  # a dialog has opened and is closed first
                self.page.wait_for_timeout(20)
        for _ in range(3):  # the rest of a refused action
            if self.value():
                self.press("Escape")
        for _ in range(9):
            self.complete()
            if (value := self.value()) and not value.endswith(", "):
                break
        self.press("Enter")
        return True

    def value(self) -> str:
        return (self.page.evaluate(FOCUS) or {}).get("value", "")

    def complete(self) -> None:
        """Complete one more part: the end of a set where it may end, else any completion."""
        if self.value():
            self.page.keyboard.type("done")
            self.page.wait_for_timeout(150)
            if self.page.get_by_role("option").count() == 0:
                for _ in "done":
                    self.press("Backspace")
                self.page.wait_for_timeout(50)
        for _ in range(1 if self.value().endswith("done") else self.chance.randrange(1, 5)):
            self.press("ArrowDown")
        self.press("Enter")
        self.page.wait_for_timeout(150)  # the page asks whether the set goes on


def typist(new_user, server, game: str, *bots: str, size: str = "desktop", **more) -> KeyboardPlayer:
    person = new_user(size)
    ears = ScreenReaderLog(person.page, follows=False)
    laid = lay(server.url, game, "person", *bots, **more)
    person.page.goto(f"{person.url}/#{laid['table']}.{laid['token']}")
    expect(person.button("web.frame.menu")).to_be_visible()
    return KeyboardPlayer(person, game, random.Random(3), ears)


@pytest.mark.parametrize(("game", "most"), quick_or_heavy([*product(GAMES, [12])], *product(GAMES, [12, MOST_TURNS])))
def test_game_is_playable_by_keyboard(new_user, server, game, most):
    """Play some turns in every run, whole games under `--all`."""
    player = typist(new_user, server, game, "greedy", "greedy")
    moved_at, turns = time.monotonic(), 0
    while turns < most and (moved := player.turn()) is not None:
        moved_at, turns = time.monotonic() if moved else moved_at, turns + bool(moved)
        assert turns < MOST_TURNS, player.keys[-40:]  # the game must be over
        if not moved:
            player.page.wait_for_timeout(20)
        assert time.monotonic() < moved_at + PATIENCE, player.keys[-20:]
    print(f"{game}: {len(player.keys)} keys")
    assert player.unseen == []


@pytest.mark.parametrize("game", GAMES)
def test_every_control_is_reached_by_tab(new_user, server, game):
    """Every control is reached, and after the last one the first again, or the browser."""
    player = typist(new_user, server, game, "greedy")
    while not player.asked:
        player.page.wait_for_timeout(20)
    wanted = {one.name for one in player.told() if one.role in ("button", "link") and "disabled" not in one.states
              and not any(role == "gridcell" for role, _ in one.within)}  # fmt: skip
    reached = set()
    for _ in range(120):
        player.page.keyboard.press("Tab")
        if found := player.ears.focused():
            reached.add(found[1])
    assert wanted - reached == set()


def closes(player: KeyboardPlayer, opener: str) -> None:
    """Check that a dialog has a name, holds the focus, and gives it back to its opener."""
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert [one.name for one in player.told() if one.role == "dialog"] != [""]
    for key in ["Tab"] * 12 + ["Shift+Tab"] * 14:
        player.page.keyboard.press(key)
        assert player.page.evaluate(HELD)
    player.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert player.ears.focused()[1] == opener


@pytest.mark.parametrize("key", ["web.frame.tale", "web.frame.chat", "web.frame.menu"])
def test_sheet_traps_focus_and_returns_it(new_user, server, key):
    player = typist(new_user, server, "movie", "greedy", size="upright")
    player.person.button(key).focus()
    player.page.keyboard.press("Enter")
    closes(player, player.person.say(key))


def test_cancelled_confirmation_returns_focus(new_user, server):
    player = typist(new_user, server, "movie", "greedy")
    player.person.button("web.frame.menu").focus()
    player.page.keyboard.press("Enter")
    grave = player.page.get_by_role("button", name=player.person.say("web.menu.forget"))
    grave.focus()
    player.page.keyboard.press("Enter")
    player.page.get_by_role("button", name=player.person.say("web.cancel")).focus()
    player.page.keyboard.press("Enter")
    expect(grave).to_be_focused()


def test_arrow_keys_move_along_road(new_user, server):
    player = typist(new_user, server, "legend", "greedy")
    player.press("b")
    station = player.press("ArrowRight")
    player.press("Enter")
    expect(player.page.get_by_role("dialog")).to_be_visible()
    player.page.wait_for_timeout(150)
    here = player.ears.focused()[1]
    number = int(re.search(r"\d+", here)[0])
    assert number == int(re.search(r"\d+", station["name"])[0])
    ahead = int(re.search(r"\d+", player.press("ArrowRight")["name"])[0])
    assert ahead == number + 1
    assert int(re.search(r"\d+", player.press("ArrowDown")["name"])[0]) > ahead
    assert int(re.search(r"\d+", player.press("Home")["name"])[0]) == 1
    last = int(re.search(r"\d+", player.press("End")["name"])[0])
    assert last > 30
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    assert int(re.search(r"\d+", player.ears.focused()[1])[0]) == number


# ---- The line ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_notation_line_completes_and_explains_refusal(new_user, server, game):
    player = typist(new_user, server, game, "greedy", options={"first": "1"})
    while not player.asked:
        player.page.wait_for_timeout(20)
    player.press("m")
    line = player.page.get_by_role("combobox")
    expect(line).to_be_focused()
    player.press("ArrowDown")
    options = player.page.get_by_role("listbox").get_by_role("option")
    assert options.count() > 1
    assert options.first.get_attribute("aria-selected") == "true"
    player.person.check(layout=False, where="the line with its completions")
    player.press("Escape")
    expect(options).to_have_count(0)
    player.page.keyboard.type("nonsense")
    player.press("Enter")
    alert = player.page.get_by_role("alert")
    expect(alert).to_be_visible()
    assert len(alert.inner_text().split()) > 2
    expect(line).to_be_focused()


# ---- Single keys ---------------------------------------------------------------------------------------------------


def test_keyboard_shortcuts_are_listed_and_can_be_disabled(new_user, server):
    player = typist(new_user, server, "movie", "greedy", options={"first": "1"})
    player.person.button("web.frame.menu").focus()
    player.page.keyboard.press("?")
    dialog = player.page.get_by_role("dialog", name=player.person.say("web.keys.title"))
    expect(dialog).to_be_visible()
    player.person.check(where="the keys")
    dialog.get_by_role("switch").press("Enter")
    player.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    player.page.keyboard.press("?")
    player.page.keyboard.press("m")
    player.page.wait_for_timeout(300)
    expect(dialog).to_have_count(0)
    assert player.page.get_by_role("combobox").count() == 0


@pytest.mark.parametrize("game", quick_or_heavy(["movie"], *GAMES))
def test_modified_keys_and_typed_letters_are_left_to_browser(new_user, server, game):
    """Keys with Ctrl, Alt or Meta, in the frame and on the board or the road, and letters while typing, are left
    alone."""
    player = typist(new_user, server, game, "greedy")
    player.page.evaluate("addEventListener('keydown', (event) => (window.__taken = event.defaultPrevented))")
    for place in ("menu", "b"):
        player.press(place) if place == "b" else player.person.button("web.frame.menu").focus()
        for held, key in product(("Control", "Alt", "Meta"), (*"bhlmnopsw", "ArrowRight", "ArrowDown")):
            player.page.evaluate(SEND, [key, held])
            assert player.page.evaluate("window.__taken") is False, (place, held, key)
    player.person.button("web.frame.chat").press("Enter")
    words = player.page.get_by_role("textbox", name=player.person.say("web.chat.say"))
    words.press_sequentially("wpslhbnm?")
    expect(words).to_have_value("wpslhbnm?")
