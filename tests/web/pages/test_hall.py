"""The hall: its dialogs and settings at every size and in every language, and a table after one click."""

import time

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from heorot.locales import LANGUAGES
from tests.web.support.browser_user import SIZES

UNKNOWN_TABLE = "a" * 16
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "ru": "Русский"}


def dialog(person):
    return person.page.get_by_role("dialog")


@pytest.mark.parametrize("size", SIZES)
def test_hall_passes_checks_at_every_size(new_user, size):
    person = new_user(size).visit()
    for game in GAMES:
        expect(person.page.get_by_role("heading", name=person.say(f"web.game.{game}"), exact=True)).to_be_visible()
    person.check(where="the hall")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_hall_passes_checks_in_both_themes(new_user, theme):
    new_user(theme=theme).visit().check(where=f"the hall, {theme}")


@pytest.mark.parametrize("button", ["join", "watch", "record"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_hall_dialogs_open_and_close(new_user, button, size):
    person = new_user(size).visit()
    person.tap(person.button(f"web.hall.{button}"))
    expect(dialog(person)).to_be_visible()
    person.check(where=button)
    person.tap(dialog(person).get_by_role("button", name=person.say("web.close")).first)
    expect(dialog(person)).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_settings_switch_language(new_user, size):
    person = new_user(size).visit()
    person.tap(person.button("web.set.title"))
    person.check(where="settings")
    for language in ("fr", "ru", "en"):
        person.tap(dialog(person).get_by_role("button", name=LANGUAGE_NAMES[language], exact=True))
        person.language = language
        expect(dialog(person).get_by_text(person.say("web.set.language"), exact=True).first).to_be_visible()
        person.check(axe=False, where=f"settings in {language}")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_hall_language_survives_reload(new_user, language, size):
    person = new_user(size).visit()
    person.tap(person.page.get_by_role("button", name=LANGUAGE_NAMES[language], exact=True))
    person.language = language
    person.sees("web.hall.welcome")
    assert person.page.evaluate("document.documentElement.lang") == language
    person.check(axe=size == "phone", where=f"the hall in {language}")
    person.page.reload()
    person.sees("web.hall.welcome")


@pytest.mark.parametrize("game", GAMES)
def test_one_click_leads_from_empty_browser_to_table(new_user, game):
    """The second click is part of the first move: see test_first_minute.py."""
    person = new_user()
    person.page.goto(person.url)
    start = time.monotonic()
    person.hall_card(game).get_by_role("button", name=person.say("web.hall.play")).click()
    expect(person.page.get_by_role("status").first).to_be_visible()
    expect(person.page.get_by_role("heading", name=person.say(f"web.game.{game}"), level=1)).to_be_visible()
    print(f"{game}: {time.monotonic() - start:.2f} s from a click to the table")
    assert len(person.keys()) == 1


def test_join_dialog_rejects_text_that_is_no_link(new_user):
    person = new_user().visit()
    person.button("web.hall.join").click()
    dialog(person).get_by_role("textbox").fill("nonsense")
    dialog(person).get_by_role("button", name=person.say("web.hall.go")).click()
    expect(dialog(person).get_by_role("alert")).to_have_text(person.say("web.hall.join-wrong"))
    person.check(where="a wrong link")


def test_join_dialog_rejects_unknown_code(new_user):
    person = new_user().visit()
    person.monitor.forgive("status of 404")
    person.button("web.hall.join").click()
    dialog(person).get_by_role("textbox").fill("abcdefghij")
    dialog(person).get_by_role("button", name=person.say("web.hall.go")).click()
    expect(dialog(person).get_by_role("alert")).to_have_text(person.say("server.unknown-code"))


def test_missing_table_shows_message(new_user):
    person = new_user()
    person.page.goto(f"{person.url}/#{UNKNOWN_TABLE}")
    person.sees("server.no-such-table")
    person.check(where="no such table")


@pytest.mark.parametrize("place", ["#/nothing", "#nonsense", "#/new/nothing", "#%00"])
def test_unknown_address_leads_to_hall(new_user, place):
    new_user().visit(place).sees("web.hall.welcome")
