"""Whole games by keyboard alone: the focus is always visible and never lost, and dialogs return it."""

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
from tests.web.support.measurements import create_table
from tests.web.support.random_player import name_patterns
from tests.web.support.screen_reader import accessible_nodes
from tests.web.support.screen_reader_log import ScreenReaderLog

MAX_TURNS = 300
# Return the focused element: role, name, value, and whether it is visible with a focus ring.
FOCUS = """
() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const box = focused.getBoundingClientRect();
  return {
    role: focused.getAttribute('role') ?? focused.tagName.toLowerCase(),
    name: (focused.getAttribute('aria-label') ?? focused.textContent).replace(/\\s+/g, ' ').trim(),
    value: focused.value ?? '', disabled: focused.ariaDisabled === 'true',
    ring: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    inView: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
}
"""

FOCUS_IN_DIALOG = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
RECORD_FOCUS = "window.reached = new Set(); addEventListener('focusin', ({ target }) => window.reached.add(target))"
REACHED_NAMES = "[...window.reached].map((element) => element.computedName)"
SEND_KEY = """
([key, modifier]) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {
  key, bubbles: true, cancelable: true, ctrlKey: modifier === 'Control',
  altKey: modifier === 'Alt', metaKey: modifier === 'Meta',
}))
"""


def is_visible(element: dict) -> bool:
    """Return whether the focused element is visible and has a focus ring."""
    return element["ring"] and element["inView"]


@dataclass
class KeyboardPlayer:
    """A player who uses only the keyboard."""

    person: BrowserUser
    game: str
    chance: random.Random
    log: ScreenReaderLog
    keys: list[str] = field(default_factory=list)
    invisible: list[str] = field(default_factory=list)

    @property
    def page(self):
        return self.person.page

    def press(self, key: str) -> dict:
        """Press a key, and return the focused element. Fail if the focus is lost. Tab after the last control of a page
        leads to the browser's own controls, so it is pressed once more."""
        self.page.keyboard.press(key)
        self.keys.append(key)
        if key in ("Tab", "Shift+Tab") and self.page.evaluate(FOCUS) is None:
            self.page.keyboard.press(key)
        end = time.monotonic() + PATIENCE
        while (element := self.page.evaluate(FOCUS)) is None:
            assert time.monotonic() < end, f"the focus is lost after {self.keys[-8:]}"
            self.page.wait_for_timeout(10)
        end = time.monotonic() + PATIENCE
        while not is_visible(element) and time.monotonic() < end:  # a disappearing element may keep the focus
            self.page.wait_for_timeout(50)
            element = self.page.evaluate(FOCUS) or element
        if not is_visible(element):
            self.invisible.append(f"{element['role']} {element['name']} after {key}")
        return element

    def tab_to(self, wanted, most: int = 80) -> bool:
        """Press Tab until an element is found."""
        return any(wanted(self.press("Tab")) for _ in range(most))

    def nodes(self):
        """Return the accessibility tree of the page."""
        return accessible_nodes(self.page.locator("body").aria_snapshot())

    @property
    def has_turn(self) -> bool:
        return self.page.title().startswith(self.person.say("web.frame.title-turn"))

    # ---- Turns -----------------------------------------------------------------------------------------------------

    def turn(self) -> bool | None:
        """Act once if there is something to do. Return None once the game is over."""
        nodes = self.nodes()
        if any(node.role == "region" and node.name == self.person.say("web.end.title") for node in nodes):
            return None
        continues = [node.name for node in nodes if node.role == "button" and self.is_continue(node.name)]
        if continues:
            assert self.tab_to(lambda node: node["name"] == continues[0]), f"{continues[0]} is not reached"
            self.press("Enter")
            return True
        if not self.has_turn:
            return False
        on_board = self.game == "movie" and self.chance.random() < 0.5
        return (on_board and self.play_on_board()) or self.play_in_notation()

    def is_continue(self, name: str) -> bool:
        return any(name_pattern.fullmatch(name) for name_pattern in name_patterns(self.game, "en", "continue"))

    def leave_notation_line(self) -> None:
        if (self.page.evaluate(FOCUS) or {}).get("role") == "combobox":
            self.press("Shift+Tab")

    def play_on_board(self) -> bool:
        """Play a piece on the board: take it up, go to a legal space, aim and confirm. Return False if that fails."""
        self.leave_notation_line()
        self.press("h")
        for _ in range(self.chance.randrange(1, 4)):
            piece = self.press("Tab")
        if piece["disabled"] or piece["role"] != "button" or self.press("Enter")["name"] != piece["name"]:
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

    def play_in_notation(self) -> bool:
        """Type an action in the notation, completed with the arrow keys."""
        if (self.page.evaluate(FOCUS) or {}).get("role") != "combobox":
            self.press("m")
            end = time.monotonic() + 5
            while (self.page.evaluate(FOCUS) or {}).get("role") != "combobox":
                if time.monotonic() > end:
                    return False  # a dialog has opened, which must be closed first
                self.page.wait_for_timeout(20)
        for _ in range(3):  # remains of a refused action
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
        """Complete one more part of the action: "done" where a set may end, else a random completion."""
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
        self.page.wait_for_timeout(150)  # the page queries whether the set continues


def seat_keyboard_player(new_user, server, game: str, *bots: str, size: str = "desktop", **more) -> KeyboardPlayer:
    """Create a table with bots, and seat a player who uses the keyboard."""
    person = new_user(size)
    log = ScreenReaderLog(person.page, follows=False)
    created = create_table(server.url, game, "person", *bots, **more)
    person.page.goto(f"{person.url}/#{created['table']}.{created['token']}")
    expect(person.button("web.frame.menu")).to_be_visible()
    return KeyboardPlayer(person, game, random.Random(3), log)


@pytest.mark.parametrize(("game", "most"), quick_or_heavy([*product(GAMES, [12])], *product(GAMES, [12, MAX_TURNS])))
def test_game_is_playable_by_keyboard(new_user, server, game, most):
    """Twelve turns in every run, whole games under `--all`."""
    player = seat_keyboard_player(new_user, server, game, "greedy", "greedy")
    moved_at, turns = time.monotonic(), 0
    while turns < most and (moved := player.turn()) is not None:
        moved_at, turns = time.monotonic() if moved else moved_at, turns + bool(moved)
        assert turns < MAX_TURNS, player.keys[-40:]  # the game must be over
        if not moved:
            player.page.wait_for_timeout(20)
        assert time.monotonic() < moved_at + PATIENCE, player.keys[-20:]
    print(f"{game}: {len(player.keys)} keys")
    assert player.invisible == []


@pytest.mark.parametrize("game", GAMES)
def test_every_control_is_reached_by_tab(new_user, server, game):
    """Tab reaches every enabled button and link outside the board."""
    player = seat_keyboard_player(new_user, server, game, "greedy")
    while not player.has_turn:
        player.page.wait_for_timeout(20)
    wanted = {node.name for node in player.nodes() if node.role in ("button", "link") and "disabled" not in node.states
              and not any(role == "gridcell" for role, _ in node.within)}  # fmt: skip
    assert len(wanted) > 5
    player.page.evaluate(RECORD_FOCUS)
    for _ in range(120):
        player.page.keyboard.press("Tab")
    assert wanted - set(player.page.evaluate(REACHED_NAMES)) == set()


def check_dialog(player: KeyboardPlayer, opener: str) -> None:
    """Check that the open dialog has a name, traps the focus, and returns it to the button that opened it."""
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    [name] = [node.name for node in player.nodes() if node.role == "dialog"]
    assert name
    for key in ["Tab"] * 12 + ["Shift+Tab"] * 14:
        player.page.keyboard.press(key)
        assert player.page.evaluate(FOCUS_IN_DIALOG)
    player.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert player.log.focused()[1] == opener


def test_sheets_trap_focus_and_return_it(new_user, server):
    player = seat_keyboard_player(new_user, server, "movie", "greedy", size="upright")
    for key in ("web.frame.tale", "web.frame.chat", "web.frame.menu"):
        player.person.button(key).focus()
        player.page.keyboard.press("Enter")
        check_dialog(player, player.person.say(key))


def test_cancelled_confirmation_returns_focus(new_user, server):
    player = seat_keyboard_player(new_user, server, "movie", "greedy")
    player.person.button("web.frame.menu").focus()
    player.page.keyboard.press("Enter")
    button = player.page.get_by_role("button", name=player.person.say("web.menu.forget"))
    button.focus()
    player.page.keyboard.press("Enter")
    player.page.get_by_role("button", name=player.person.say("web.cancel")).focus()
    player.page.keyboard.press("Enter")
    expect(button).to_be_focused()


def test_arrow_keys_move_along_road(new_user, server):
    player = seat_keyboard_player(new_user, server, "legend", "greedy")
    player.press("b")
    station = player.press("ArrowRight")
    player.press("Enter")
    expect(player.page.get_by_role("dialog")).to_be_visible()
    player.page.wait_for_timeout(150)
    focused = player.log.focused()[1]
    number = int(re.search(r"\d+", focused)[0])
    assert number == int(re.search(r"\d+", station["name"])[0])
    ahead = int(re.search(r"\d+", player.press("ArrowRight")["name"])[0])
    assert ahead == number + 1
    assert int(re.search(r"\d+", player.press("ArrowDown")["name"])[0]) > ahead
    assert int(re.search(r"\d+", player.press("Home")["name"])[0]) == 1
    last = int(re.search(r"\d+", player.press("End")["name"])[0])
    assert last > 30
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    assert int(re.search(r"\d+", player.log.focused()[1])[0]) == number


# ---- The notation line ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_notation_line_completes_and_explains_refusal(new_user, server, game):
    player = seat_keyboard_player(new_user, server, game, "greedy", options={"first": "1"})
    while not player.has_turn:
        player.page.wait_for_timeout(20)
    player.press("m")
    line = player.page.get_by_role("combobox")
    expect(line).to_be_focused()
    player.press("ArrowDown")
    options = player.page.get_by_role("listbox").get_by_role("option")
    assert options.count() > 1
    assert options.first.get_attribute("aria-selected") == "true"
    player.person.check(layout=False, where="the notation line with completions")
    player.press("Escape")
    expect(options).to_have_count(0)
    player.page.keyboard.type("nonsense")
    player.press("Enter")
    alert = player.page.get_by_role("alert")
    expect(alert).to_be_visible()
    assert len(alert.inner_text().split()) > 2
    expect(line).to_be_focused()


# ---- Keyboard shortcuts --------------------------------------------------------------------------------------------


def test_keyboard_shortcuts_are_listed_and_can_be_disabled(new_user, server):
    player = seat_keyboard_player(new_user, server, "movie", "greedy", options={"first": "1"})
    player.press("m")
    expect(player.page.get_by_role("combobox")).to_be_focused()
    player.person.button("web.movie.type.toggle").press("Enter")
    expect(player.page.get_by_role("combobox")).to_have_count(0)
    player.person.button("web.frame.menu").focus()
    player.page.keyboard.press("?")
    dialog = player.page.get_by_role("dialog", name=player.person.say("web.keys.title"))
    expect(dialog).to_be_visible()
    player.person.check(where="the list of shortcuts")
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
    """The client ignores keys with Ctrl, Alt or Meta, in the frame and on the board or the road, and typed letters."""
    player = seat_keyboard_player(new_user, server, game, "greedy")
    player.page.evaluate("addEventListener('keydown', (event) => (window.__taken = event.defaultPrevented))")
    player.press("h")
    assert player.page.evaluate("window.__taken") is True  # without a modifier it is a shortcut
    for place in ("menu", "b"):
        player.press(place) if place == "b" else player.person.button("web.frame.menu").focus()
        for modifier, key in product(("Control", "Alt", "Meta"), (*"bhlmnopsw", "ArrowRight", "ArrowDown")):
            player.page.evaluate("window.__taken = null")
            player.page.evaluate(SEND_KEY, [key, modifier])
            assert player.page.evaluate("window.__taken") is False, (place, modifier, key)
    player.person.button("web.frame.chat").press("Enter")
    textbox = player.page.get_by_role("textbox", name=player.person.say("web.chat.say"))
    textbox.press_sequentially("wpslhbnm?")
    expect(textbox).to_have_value("wpslhbnm?")
