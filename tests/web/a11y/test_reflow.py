"""Zoom to 400 %, text spacing, reduced motion and forced colours."""

import re

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.support.case_sampling import thinly
from tests.web.support.browser import until
from tests.web.support.checks import layout_faults
from tests.web.support.random_player import play
from tests.web.support.tables import alone

ZOOMED = {"width": 320, "height": 256}  # 1280 × 1024 at 400 %: WCAG 2.2, 1.4.10
# WCAG 2.2, 1.4.12. A style sheet of the server, because pages allow no style from elsewhere.
SPACED = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}
"""
MOVING = """
() => document.getAnimations().filter((one) => one.playState === 'running'
  && one.effect.getComputedTiming().duration > 20).map((one) => one.animationName ?? one.transitionProperty ?? 'script')
"""
PAGES = ["#/", "#/new/movie/friends", "#/new/legend/here"]
READ = ["#/rules/legend", "#/box/movie", "#/about", "#/pad/movie", "#/pad/legend", "#/learn/legend"]
LEAVES = ["web.frame.tale", "web.frame.chat", "web.frame.menu"]


def faults(person, where: str) -> list[str]:
    """Return texts that are cut off, off the page or overlapping. A control half scrolled below a bar does not
    count."""
    found = layout_faults(person.page, touch=False)
    return [f"{where}: {fault}" for fault in found if not fault.startswith("controls over each other")]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("place", PAGES)
def test_setup_pages_reflow_at_400_percent(new_user, place, language):
    person = new_user(language=language)
    person.page.set_viewport_size(ZOOMED)
    person.visit(place)
    assert faults(person, place) == []


@pytest.mark.parametrize("place", READ)
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
    player = alone(new_user, server, game)
    player.person.page.set_viewport_size(ZOOMED)
    found = []
    for state in range(5):
        play(player, until=1 if state == 0 else 5)
        found += faults(player.person, f"{game}, state {state}")
    for key in LEAVES:
        if player.person.button(key).is_visible():
            player.person.button(key).click()
            expect(player.person.page.get_by_role("dialog")).to_be_visible()  # fetched when it is first needed
            found += faults(player.person, key)
            player.person.page.keyboard.press("Escape")
            expect(player.person.page.get_by_role("dialog")).to_be_hidden()
    assert found == []


def test_new_question_keeps_scroll_position(new_user, server):
    """A person who has scrolled away would press what moves under the pointer: a station of the road."""
    player = alone(new_user, server, "legend")
    page = player.person.page
    page.set_viewport_size(ZOOMED)
    turn, stayed = player.person.say("web.frame.title-turn"), []
    play(player, until=1)
    for _ in range(200):
        if len(stayed) == 4 or player.turn() is None:
            break
        if not player.asked:
            page.evaluate("scrollTo(0, 120)")
            if not player.asked:
                until(page, f"document.title.startsWith({turn!r}) || document.querySelector('[data-held=yes]')")
                stayed += [page.evaluate("scrollY")] if player.asked else []
    assert len(stayed) == 4
    assert 0 not in stayed  # a browser may follow elements that grow above


@pytest.mark.heavy  # slow
def test_bid_of_whole_hand_fits_layout(new_user, server):
    player = alone(new_user, server, "legend")
    page = player.person.page
    while not page.locator("[data-question=bid]").count():
        play(player, until=1)
        page.wait_for_timeout(100)
    hand = page.get_by_role("group", name=re.compile(player.person.say("web.legend.hand", number=0).split(",")[0]))
    rest = hand.get_by_role("button", pressed=False, disabled=False)
    while rest.count():
        rest.first.press("Enter")
    page.wait_for_timeout(500)
    found = []
    for width in (320, 360, 700, 1280):
        page.set_viewport_size({"width": width, "height": 256 if width == 320 else 800})
        found += faults(player.person, f"all cards at {width}")
    assert found == []


@pytest.mark.parametrize("place", PAGES)
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_page_fits_with_text_spacing(new_user, place, size):
    person = new_user(size).visit(place)
    person.page.evaluate(SPACED)
    assert faults(person, place) == []


@pytest.mark.heavy  # slow
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_table_fits_with_text_spacing(new_user, server, game, size):
    player = alone(new_user, server, game, size)
    player.person.page.evaluate(SPACED)
    found = []
    for state in range(4):
        play(player, until=1 if state == 0 else 5)
        found += faults(player.person, f"{game}, state {state}")
    assert found == []


@pytest.mark.parametrize(("game", "quiet"), thinly(GAMES, ["system", "setting"]))
def test_animations_stop_with_reduced_motion(new_user, server, game, quiet):
    player = alone(new_user, server, game, speed="fast" if quiet == "system" else "off")
    player.person.page.emulate_media(reduced_motion="reduce" if quiet == "system" else "no-preference")
    moved: list[str] = []
    for _ in range(25):
        player.turn()
        for _ in range(3):
            moved += player.person.page.evaluate(MOVING)
            player.person.page.wait_for_timeout(15)
    assert moved == []


@pytest.mark.parametrize("game", GAMES)
def test_selection_and_focus_are_visible_in_forced_colours(new_user, server, game):
    """Selection and focus are visible as outlines."""
    player = alone(new_user, server, game)
    page = player.person.page
    page.emulate_media(forced_colors="active")
    until(page, "document.querySelectorAll('main [aria-pressed]:not([aria-disabled=true])').length > 0")
    play(player, until=3)
    player.person.check(axe=False, where="colours of the system")
    menu = player.person.button("web.frame.menu")
    menu.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(menu).to_be_focused()
    assert menu.evaluate("(one) => getComputedStyle(one).outlineStyle") == "double"
