"""The hall: its dialogs and settings at every size and in every language, and a table after one click."""

from itertools import product

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from heorot.locales import LANGUAGES
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.web.support.browser_user import SIZES

QUICK_LOOKS = {("desktop", "light"), ("desktop", "dark"), ("phone", "light")}
UNKNOWN_TABLE = "a" * 16
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "ru": "Русский"}


def dialog(person):
    return person.page.get_by_role("dialog")


@pytest.mark.parametrize(("size", "theme"), quick_or_heavy(QUICK_LOOKS, *product(SIZES, ["light", "dark"])))
def test_hall_passes_checks_at_every_size_and_in_both_themes(new_user, size, theme):
    person = new_user(size, theme=theme).visit()
    for game in GAMES:
        expect(person.page.get_by_role("heading", name=person.say(f"web.game.{game}"), exact=True)).to_be_visible()
    person.check(where=f"the hall, {theme}")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_hall_dialogs_open_and_close(new_user, size):
    person = new_user(size).visit()
    for button in ("join", "watch", "record"):
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


@pytest.mark.parametrize(
    ("size", "language"), thinly(["desktop", "phone"], [language for language in LANGUAGES if language != "en"])
)
def test_hall_language_survives_reload(new_user, language, size):
    person = new_user(size).visit()
    person.tap(person.page.get_by_role("button", name=LANGUAGE_NAMES[language], exact=True))
    person.language = language
    person.sees("web.hall.welcome")
    assert person.page.evaluate("document.documentElement.lang") == language
    person.check(axe=size == "phone", where=f"the hall in {language}")
    person.page.reload()
    person.sees("web.hall.welcome")


def test_join_dialog_rejects_text_that_is_no_link_and_unknown_code(new_user):
    person = new_user().visit()
    person.monitor.forgive("status of 404")
    person.button("web.hall.join").click()
    dialog(person).get_by_role("textbox").fill("nonsense")
    dialog(person).get_by_role("button", name=person.say("web.hall.go")).click()
    expect(dialog(person).get_by_role("alert")).to_have_text(person.say("web.hall.join-wrong"))
    person.check(where="a wrong link")
    dialog(person).get_by_role("textbox").fill("abcdefghij")
    dialog(person).get_by_role("button", name=person.say("web.hall.go")).click()
    expect(dialog(person).get_by_role("alert")).to_have_text(person.say("server.unknown-code"))


def test_missing_table_shows_message(new_user):
    person = new_user()
    person.page.goto(f"{person.url}/#{UNKNOWN_TABLE}")
    person.sees("server.no-such-table")
    person.check(where="no such table")


def test_unknown_address_leads_to_hall(person):
    for place in ("#/nothing", "#nonsense", "#/new/nothing", "#%00"):
        person.page.goto("about:blank")
        person.visit(place).sees("web.hall.welcome")
