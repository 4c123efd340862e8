"""Layout and axe checks of tables, the gallery and setup pages at four sizes, in light and dark."""

from itertools import product

import pytest

from heorot.games import GAMES
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.web.support.browser import wait_until
from tests.web.support.browser_user import PAGE_SIZES, SIZES
from tests.web.support.random_player import play
from tests.web.support.tables import seat_user

STATES = 4  # checked in each game and size
QUICK_TABLES = {("movie", "desktop"), ("legend", "phone")}


@pytest.mark.parametrize(("game", "size"), quick_or_heavy(QUICK_TABLES, *product(GAMES, SIZES)))
def test_table_passes_checks_during_game(new_user, server, game, size):
    """Check the first question and some later ones, at random points of an action."""
    theme = "dark" if size in ("phone", "tablet") else "light"
    player = seat_user(new_user, server, game, size, theme=theme)
    for state in range(STATES):
        play(player, presses=1 if state == 0 else 4)
        player.person.check(axe=state % 2 == 1, where=f"{game}, state {state}")


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_gallery_passes_checks_at_every_size(new_user, size):
    person = new_user(size).visit("#/gallery")
    loaded = "!!document.getElementById('v-1') && !!document.getElementById('v-36')"  # the first and the last scene
    wait_until(person.page, loaded)
    person.check(axe=size == "desktop", where="the gallery")


def test_gallery_passes_checks_in_dark_theme(new_user):
    new_user(theme="dark").visit("#/gallery").check(layout=False, where="the dark gallery")


@pytest.mark.parametrize(("game", "mode", "size"), thinly(GAMES, ["friends", "here"], ["desktop", "phone"]))
def test_setup_page_passes_checks(new_user, game, size, mode):
    new_user(size).visit(f"#/new/{game}/{mode}").check(where=f"setting up {game}, {mode}")


@pytest.mark.heavy  # slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "ru"])
def test_longer_languages_fit_on_phone(new_user, server, game, language):
    player = seat_user(new_user, server, game, "phone", language=language)
    for _ in range(STATES):
        play(player, presses=4)
        player.person.check(axe=False, where=f"{game} in {language}")


@pytest.mark.parametrize("game", GAMES)
def test_table_passes_checks_at_200_percent(new_user, server, game):
    """At 200 %, a desktop is half as wide and half as high in CSS pixels."""
    player = seat_user(new_user, server, game)
    player.person.page.set_viewport_size({"width": 640, "height": 400})
    play(player, presses=3)
    player.person.check(axe=False, where=f"{game} at 200 %")


@pytest.mark.parametrize("game", quick_or_heavy(["legend"], *GAMES))
def test_log_chat_and_menu_pass_checks_on_phone(new_user, server, game):
    """The game log, the chat, the menu."""
    player = seat_user(new_user, server, game, "phone")
    play(player, presses=3)
    for key in ("web.frame.tale", "web.frame.chat", "web.frame.menu"):
        player.person.tap(player.person.button(key))
        player.person.check(where=key)
        player.person.page.keyboard.press("Escape")
