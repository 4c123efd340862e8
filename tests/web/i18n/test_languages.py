"""Games in each language with the game log; switching languages leaves no key and no English word."""

import re

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.web.support.browser import until
from tests.web.support.measurements import lay
from tests.web.support.random_player import play
from tests.web.support.tables import alone, tale

LEFT = re.compile(r"\b(the|your|turn|draw|card|hand|with)\b", re.IGNORECASE)
NAMES = {"en": "English", "fr": "Français", "ru": "Русский"}


def words_of(page) -> str:
    """Return all words of a page except names and typed text."""
    return page.locator("body").inner_text()


@pytest.mark.parametrize("language", ["fr", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_game_in_other_language_shows_no_english(new_user, server, game, language):
    player = alone(new_user, server, game, "phone" if language == "ru" else "desktop", language=language)
    play(player, until=14)
    person = player.person
    person.check(axe=False, where=f"{game} in {language}")
    assert not LEFT.findall(words_of(person.page))
    told = tale(person)
    assert len(told) > 2
    assert not LEFT.findall(" ".join(told))


def settled(person) -> list[str]:
    """Return the game log at this person's turn, when no more updates come: the latest click may still be on its
    way."""
    turn = f"document.title.startsWith({person.say('web.frame.title-turn')!r})"
    until(person.page, turn)
    told = tale(person)
    for _ in range(30):
        person.page.wait_for_timeout(500)
        until(person.page, turn)
        before, told = told, tale(person)
        if told == before:
            return told
    raise AssertionError("the tale never comes to rest")


@pytest.mark.parametrize("game", GAMES)
def test_language_switch_translates_game_log_at_once(new_user, server, game):
    player = alone(new_user, server, game)
    play(player, until=8)
    person = player.person
    before = settled(person)
    for language in ("ru", "fr", "en"):
        person.button("web.frame.menu").click()
        person.page.get_by_role("dialog").get_by_role("button", name=NAMES[language], exact=True).click()
        person.language = language
        expect(person.button("web.close").first).to_be_visible()
        person.page.keyboard.press("Escape")
        told = tale(person)
        assert len(told) == len(before)
        assert (told == before) == (language == "en")
        assert bool(re.search("[а-я]", " ".join(told))) == (language == "ru")


@pytest.mark.parametrize("game", GAMES)
def test_unnamed_player_is_named_in_language_of_viewer(new_user, server, game):
    laid = lay(server.url, game, "person", "person", name="")
    host, guest = new_user(language="ru"), new_user(language="fr")
    host.page.goto(f"{server.url}/#{laid['table']}.{laid['token']}")
    guest.page.goto(f"{server.url}/#{laid['table']}.{laid['links'][0]['token']}")
    guest.button("web.hall.sit").click()
    for person, other in ((host, "d"), (guest, "g")):
        name = person.page.get_by_role("main").get_by_text(person.say(f"web.nameless.{other}"), exact=True)
        expect(name.first).to_be_visible()
