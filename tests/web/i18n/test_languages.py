"""Games in each language: neither page nor game log contains English words, also after switching languages."""

import re

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.support.case_sampling import thinly
from tests.web.support.browser import wait_until
from tests.web.support.measurements import create_table
from tests.web.support.random_player import play
from tests.web.support.tables import log_lines, seat_user

ENGLISH_WORDS = re.compile(r"\b(the|your|turn|draw|card|hand|with)\b", re.IGNORECASE)
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "ru": "Русский"}


def visible_text(page) -> str:
    """Return the visible text of a page."""
    return page.locator("body").inner_text()


@pytest.mark.parametrize(("game", "language"), thinly(GAMES, ["fr", "ru"]))
def test_game_in_other_language_shows_no_english(new_user, server, game, language):
    player = seat_user(new_user, server, game, "phone" if language == "ru" else "desktop", language=language)
    play(player, presses=14)
    person = player.person
    person.check(axe=False, where=f"{game} in {language}")
    assert len(visible_text(person.page)) > 100
    assert not ENGLISH_WORDS.findall(visible_text(person.page))
    lines = log_lines(person)
    assert len(lines) > 2
    assert not ENGLISH_WORDS.findall(" ".join(lines))


def settled_log(person) -> list[str]:
    """Wait for this person's turn and a log that no longer changes, and return the log: the latest click may still
    be on its way to the server."""
    turn = f"document.title.startsWith({person.say('web.frame.title-turn')!r})"
    wait_until(person.page, turn)
    lines = log_lines(person)
    for _ in range(30):
        person.page.wait_for_timeout(500)
        wait_until(person.page, turn)
        before, lines = lines, log_lines(person)
        if lines == before:
            return lines
    raise AssertionError("the game log keeps changing")


@pytest.mark.parametrize("game", GAMES)
def test_language_switch_translates_game_log_at_once(new_user, server, game):
    player = seat_user(new_user, server, game)
    play(player, presses=8)
    person = player.person
    before = settled_log(person)
    assert ENGLISH_WORDS.search(" ".join(before))
    for language in ("ru", "fr", "en"):
        person.button("web.frame.menu").click()
        person.page.get_by_role("dialog").get_by_role("button", name=LANGUAGE_NAMES[language], exact=True).click()
        person.language = language
        expect(person.button("web.close").first).to_be_visible()
        person.page.keyboard.press("Escape")
        lines = log_lines(person)
        assert len(lines) == len(before)
        assert (lines == before) == (language == "en")
        assert bool(re.search("[а-я]", " ".join(lines))) == (language == "ru")


@pytest.mark.parametrize("game", GAMES)
def test_unnamed_player_is_named_in_language_of_viewer(new_user, server, game):
    created = create_table(server.url, game, "person", "person", name="")
    host, guest = new_user(language="ru"), new_user(language="fr")
    host.page.goto(f"{server.url}/#{created['table']}.{created['token']}")
    guest.page.goto(f"{server.url}/#{created['table']}.{created['links'][0]['token']}")
    guest.button("web.hall.sit").click()
    for person, other in ((host, "d"), (guest, "g")):
        name = person.page.get_by_role("main").get_by_text(person.say(f"web.nameless.{other}"), exact=True)
        expect(name.first).to_be_visible()
