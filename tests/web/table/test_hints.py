"""Hints in the browser: a button at the player's turn opens actions with values and reasons, which can be shown on the
board or played."""

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES, TITLES
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.web.support.browser import wait_until
from tests.web.support.tables import seat_user, seat_users


def hint_button(player):
    """Return the button of the hints, once it is visible."""
    button = player.person.button("web.frame.hint")
    expect(button).to_be_visible()
    return button


def open_hints(player):
    """Open the hints, and return their dialog once it is filled."""
    player.person.tap(hint_button(player))
    panel = player.person.page.get_by_role("dialog", name=player.person.say("web.hints.title"))
    expect(panel).to_be_visible()
    expect(panel.get_by_role("heading", level=3).first).to_be_visible()
    return panel


@pytest.mark.parametrize(("game", "size", "language"), thinly(GAMES, ["phone", "desktop"], ["fr", "ru"]))
def test_hint_shows_action_and_reasons_in_other_languages(new_user, server, game, size, language):
    player = seat_user(new_user, server, game, size, language=language)
    panel = open_hints(player)
    assert 1 <= panel.get_by_role("heading", level=3).count() <= 3
    assert panel.locator("li.why").count() >= 1
    links = [link.get_attribute("href") for link in panel.locator("a.rule").all()]
    assert len(links) >= panel.get_by_role("heading", level=3).count()
    assert set(links) <= {f"#/rules/{game}/{rule.number}" for rule in TITLES[game].rulebook.rules("en")}
    player.person.check(where=f"hints of {game} in {language}")
    player.person.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(player.person.button("web.frame.hint")).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
def test_hinted_action_is_shown_on_board_and_played(new_user, server, game):
    player = seat_user(new_user, server, game)
    panel = open_hints(player)
    person = player.person
    show = panel.get_by_role("button", name=person.say("web.hints.show")).first
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    person.check(layout=False, where=f"a hint shown in {game}")  # the panel covers the table
    before = person.page.evaluate("document.title")
    panel.get_by_role("button", name=person.say("web.hints.play")).first.click()
    expect(panel).to_be_hidden()
    assert before.startswith(person.say("web.frame.title-turn"))


@pytest.mark.parametrize("game", quick_or_heavy(["legend"], *GAMES))
def test_hint_is_played_by_keyboard(new_user, server, game):
    player = seat_user(new_user, server, game)
    page, person = player.person.page, player.person
    hint_button(player).focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog", name=person.say("web.hints.title"))
    expect(panel.get_by_role("heading", level=3).first).to_be_visible()
    wait_until(page, "document.activeElement.closest('[role=dialog]') !== null")
    reached = []
    while not reached or not reached[-1].startswith(person.say("web.hints.play")):
        page.keyboard.press("Tab")  # close, rules, show, play
        reached.append(page.evaluate("document.activeElement.textContent.trim()"))
        assert len(reached) < 12, reached
    assert any(text.startswith(person.say("web.hints.show")) for text in reached)
    page.keyboard.press("Enter")
    expect(panel).to_be_hidden()


def test_hints_are_off_by_default_between_people(new_user, server):
    players = seat_users(new_user, server, "movie", sizes=("desktop", "desktop"), options={"first": "1"})
    first = players[0].person
    wait_until(first.page, "document.querySelectorAll('main [aria-pressed]:enabled').length > 0")
    assert first.button("web.frame.hint").count() == 0


def test_joining_player_sees_that_hints_are_on(new_user, server):
    host = new_user()
    host.visit("#/new/movie/friends")
    switch = host.page.get_by_role("switch", name=host.say("web.setup.hints"), exact=True)
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    host.button("web.setup.open-table").click()
    host.sees("web.frame.hints-on")
    links = host.page.evaluate("JSON.parse(localStorage.getItem('heorot.links'))")[host.table()]
    guest = new_user("phone")
    guest.page.goto(f"{guest.url}/#{host.table()}.{links[0]['token']}")
    guest.sees("web.frame.hints-on")
    guest.check(where="joining a table with hints")
