"""Zoom to 400 %, text spacing, reduced motion and forced colours."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.web.support.browser import wait_until
from tests.web.support.checks import layout_faults
from tests.web.support.random_player import play
from tests.web.support.tables import seat_user

ZOOMED = {"width": 320, "height": 256}  # 1280 × 1024 at 400 %: WCAG 2.2, 1.4.10
# WCAG 2.2, 1.4.12. A constructed style sheet, because the content security policy forbids inline styles.
ADD_TEXT_SPACING = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}
"""
RUNNING_ANIMATIONS = """
() => document.getAnimations().filter((animation) => animation.playState === 'running'
  && animation.effect.getComputedTiming().duration > 20)
  .map((animation) => animation.animationName ?? animation.transitionProperty ?? 'script')
"""
SETUP_PAGES = ["#/", "#/new/movie/friends", "#/new/legend/here"]
READING_PAGES = ["#/rules/legend", "#/box/movie", "#/about", "#/pad/movie", "#/pad/legend", "#/learn/legend"]
SHEETS = ["web.frame.tale", "web.frame.chat", "web.frame.menu"]


def faults(person, where: str) -> list[str]:
    """Return the layout faults of a page, except overlapping controls: one may be half scrolled below a bar."""
    all_faults = layout_faults(person.page, touch=False)
    return [f"{where}: {fault}" for fault in all_faults if not fault.startswith("controls over each other")]


@pytest.mark.parametrize(
    ("place", "language"), quick_or_heavy([*product(SETUP_PAGES, ["ru"])], *product(SETUP_PAGES, ["en", "ru"]))
)
def test_setup_pages_reflow_at_400_percent(new_user, place, language):
    person = new_user(language=language)
    person.page.set_viewport_size(ZOOMED)
    person.visit(place)
    assert faults(person, place) == []


@pytest.mark.parametrize("place", READING_PAGES)
def test_reading_pages_reflow_at_400_percent(new_user, place):
    person = new_user(language="ru")  # the longest words
    person.page.set_viewport_size(ZOOMED)
    person.visit(place)
    person.page.wait_for_load_state("networkidle")
    assert faults(person, place) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") == ZOOMED["width"]


@pytest.mark.heavy  # slow
@pytest.mark.parametrize("game", GAMES)
def test_table_reflows_at_400_percent(new_user, server, game):
    player = seat_user(new_user, server, game)
    player.person.page.set_viewport_size(ZOOMED)
    all_faults = []
    for state in range(5):
        play(player, presses=1 if state == 0 else 5)
        all_faults += faults(player.person, f"{game}, state {state}")
    opened = []
    for key in SHEETS:
        if player.person.button(key).is_visible():
            opened.append(key)
            player.person.button(key).click()
            expect(player.person.page.get_by_role("dialog")).to_be_visible()  # the menu is fetched first
            all_faults += faults(player.person, key)
            player.person.page.keyboard.press("Escape")
            expect(player.person.page.get_by_role("dialog")).to_be_hidden()
    assert "web.frame.menu" in opened
    assert all_faults == []


def test_new_question_keeps_scroll_position(new_user, server):
    """If the page moved, a person who has scrolled would press whatever comes under the pointer."""
    player = seat_user(new_user, server, "legend")
    page = player.person.page
    page.set_viewport_size(ZOOMED)
    turn, positions = player.person.say("web.frame.title-turn"), []
    play(player, presses=1)
    for _ in range(200):
        if len(positions) == 4 or player.turn() is None:
            break
        if not player.has_turn:
            page.evaluate("scrollTo(0, 120)")
            if not player.has_turn:
                wait_until(page, f"document.title.startsWith({turn!r}) || document.querySelector('[data-held=yes]')")
                positions += [page.evaluate("scrollY")] if player.has_turn else []
    assert positions  # how often somebody else acts for long enough depends on the machine
    assert 0 not in positions  # the exact position may change: browsers follow elements that grow above


@pytest.mark.heavy  # slow
def test_bid_of_whole_hand_fits_layout(new_user, server):
    player = seat_user(new_user, server, "legend")
    page = player.person.page
    while not page.locator("[data-question=bid]").count():
        play(player, presses=1)
        page.wait_for_timeout(100)
    hand = page.get_by_role("group", name=re.compile(player.person.say("web.legend.hand", number=0).split(",")[0]))
    rest = hand.get_by_role("button", pressed=False, disabled=False)
    while rest.count():
        rest.first.press("Enter")
    page.wait_for_timeout(500)
    all_faults = []
    for width in (320, 360, 700, 1280):
        page.set_viewport_size({"width": width, "height": 256 if width == 320 else 800})
        all_faults += faults(player.person, f"all cards at {width}")
    assert all_faults == []


@pytest.mark.parametrize(("place", "size"), thinly(SETUP_PAGES, ["desktop", "phone"]))
def test_page_fits_with_text_spacing(new_user, place, size):
    person = new_user(size).visit(place)
    person.page.evaluate(ADD_TEXT_SPACING)
    assert faults(person, place) == []


@pytest.mark.heavy  # slow
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_table_fits_with_text_spacing(new_user, server, game, size):
    player = seat_user(new_user, server, game, size)
    player.person.page.evaluate(ADD_TEXT_SPACING)
    all_faults = []
    for state in range(4):
        play(player, presses=1 if state == 0 else 5)
        all_faults += faults(player.person, f"{game}, state {state}")
    assert all_faults == []


@pytest.mark.parametrize(("game", "source"), thinly(GAMES, ["system", "setting"]))
def test_animations_stop_with_reduced_motion(new_user, server, game, source):
    player = seat_user(new_user, server, game, speed="fast" if source == "system" else "off")
    page = player.person.page
    if source == "system":
        assert animations_in(player, turns=200, enough=1)  # they are found as long as motion is allowed
        page.emulate_media(reduced_motion="reduce")
        wait_until(page, f"({RUNNING_ANIMATIONS})().length === 0")
    assert animations_in(player, turns=25) == []
    assert player.pressed


def animations_in(player, turns: int, enough: int = 1000) -> list[str]:
    """Return the animations that run during some turns; stop early once there are enough."""
    animations: list[str] = []
    for _ in range(turns):
        player.turn()
        for _ in range(3):
            animations += player.person.page.evaluate(RUNNING_ANIMATIONS)
            player.person.page.wait_for_timeout(15)
        if len(animations) >= enough:
            break
    return animations


@pytest.mark.parametrize("game", GAMES)
def test_selection_and_focus_are_visible_in_forced_colours(new_user, server, game):
    """Both are shown as outlines, since the system overrides colours."""
    player = seat_user(new_user, server, game)
    page = player.person.page
    page.emulate_media(forced_colors="active")
    wait_until(page, "document.querySelectorAll('main [aria-pressed]:not([aria-disabled=true])').length > 0")
    play(player, presses=3)
    player.person.check(axe=False, where="forced colours")
    menu = player.person.button("web.frame.menu")
    menu.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(menu).to_be_focused()
    assert menu.evaluate("(button) => getComputedStyle(button).outlineStyle") == "double"
