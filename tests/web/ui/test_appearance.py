"""Every page and state, at four sizes, by day and by night: nothing cut, nothing too small, nothing axe objects to."""

import pytest

from heorot.games import GAMES
from tests.cases import thinly
from tests.web.browsing import until
from tests.web.person import SIZES
from tests.web.playing import play
from tests.web.tables import alone

STATES = 4  # looked at in each game and size


@pytest.mark.parametrize(("game", "size"), thinly(GAMES, SIZES))
def test_in_play(newcomer, server, game, size):
    """The first question, and some of those after it, each with something taken up."""
    theme = "dark" if size in ("phone", "tablet") else "light"
    player = alone(newcomer, server, game, size, theme=theme)
    for state in range(STATES):
        play(player, until=1 if state == 0 else 4)
        player.person.check(axe=state % 2 == 1, where=f"{game}, state {state}")


@pytest.mark.parametrize("size", SIZES)
def test_the_gallery(newcomer, size):
    person = newcomer(size).visit("#/gallery")
    until(person.page, "!!document.getElementById('v-1') && !!document.getElementById('v-36')")  # all scenes came
    person.check(axe=size == "desktop", where="the gallery")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_gallery_by_day_and_by_night(newcomer, theme):
    newcomer(theme=theme).visit("#/gallery").check(layout=False, where=f"the gallery, {theme}")


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(("game", "mode"), thinly(GAMES, ["friends", "here"]))
def test_a_table_being_laid(newcomer, game, size, mode):
    newcomer(size).visit(f"#/new/{game}/{mode}").check(where=f"laying {game}, {mode}")


@pytest.mark.heavy  # takes long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "ru"])
def test_longer_words_fit_a_phone(newcomer, server, game, language):
    player = alone(newcomer, server, game, "phone", language=language)
    for _ in range(STATES):
        play(player, until=4)
        player.person.check(axe=False, where=f"{game} in {language}")


@pytest.mark.parametrize("game", GAMES)
def test_zoomed_to_twice_the_size(newcomer, server, game):
    """A desktop at 200 % is half as wide and high to the page."""
    player = alone(newcomer, server, game)
    player.person.page.set_viewport_size({"width": 640, "height": 400})
    play(player, until=3)
    player.person.check(axe=False, where=f"{game} at 200 %")


@pytest.mark.parametrize("game", GAMES)
def test_what_lies_over_a_table(newcomer, server, game):
    """The tale, the words, the menu."""
    player = alone(newcomer, server, game, "phone")
    play(player, until=3)
    for key in ("web.frame.tale", "web.frame.chat", "web.frame.menu"):
        player.person.tap(player.person.button(key))
        player.person.check(where=key)
        player.person.page.keyboard.press("Escape")
