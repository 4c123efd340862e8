"""The first minute: two clicks to a first move, the rule behind an illegal action, pages that cannot be fetched."""

import random
import re

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.web.support.catalogue import pattern
from tests.web.support.random_player import Player
from tests.web.support.tables import seat_user

CLICKS = "window.clicks = 0; addEventListener('click', (event) => (window.clicks += event.isTrusted ? 1 : 0), true);"
SERVER_DOWN = "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
# An action in the notation that a rule forbids at the start of each game.
FORBIDDEN = {"movie": "thane z9", "legend": "take fame 5"}
FIGURES = re.compile("Beowulf|Thane|castle|longship", re.IGNORECASE)


@pytest.mark.parametrize("game", GAMES)
def test_first_move_takes_two_clicks_from_empty_browser(new_user, game):
    """One click creates the table. The other takes up a piece, or completes the first action."""
    person = new_user()
    person.context.add_init_script(CLICKS)
    person.page.goto(person.url)
    person.hall_card(game).get_by_role("button", name=person.say("web.hall.play")).click()
    expect(person.page.get_by_role("status").first).to_be_visible()
    expect(person.page.get_by_role("heading", name=person.say(f"web.game.{game}"), level=1)).to_be_visible()
    assert len(person.keys()) == 1
    player = Player(person, game, random.Random(5))
    for _ in range(600):
        if player.turn():
            break
        person.page.wait_for_timeout(25)
    assert person.page.evaluate("window.clicks") == 2
    chosen = [control for control in player.look().controls if control.on == "true"]
    assert chosen or not player.has_turn


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_occupied_space_is_refused_with_rule(new_user, server, size):
    player = seat_user(new_user, server, "movie", size)
    person = player.person
    piece = person.page.locator("main button[aria-pressed=false]:not([aria-disabled=true]):enabled").first
    occupied = person.page.get_by_role("grid").get_by_role("button", name=FIGURES).first
    for _ in range(600):  # until a figure is on the board and it is the player's turn
        if player.has_turn and occupied.count() and piece.count():
            break
        player.turn()
        person.page.wait_for_timeout(25)
    person.tap(piece)
    person.tap(occupied)
    expect(person.page.get_by_role("alert").first).to_have_text(pattern("error.rule"))
    person.check(where="a refused action")


@pytest.mark.parametrize("game", GAMES)
def test_refused_action_names_rule_number(new_user, server, game):
    player = seat_user(new_user, server, game)
    person = player.person
    for _ in range(600):
        if player.has_turn:
            break
        player.turn()
        person.page.wait_for_timeout(25)
    submit_notation(person, game, FORBIDDEN[game])
    alert = person.page.get_by_role("alert").first
    expect(alert).to_have_text(pattern("error.rule"))
    expect(alert).to_have_text(re.compile(rf"\b{game[0].upper()}\d+\.\d+\b"))


def submit_notation(person, game: str, text: str) -> None:
    """Type an action in the notation, and send it."""
    if game == "movie":
        person.button("web.movie.type.toggle").click()
    else:
        person.page.get_by_role("tab", name=person.say("web.legend.tab.words")).click()
    person.page.get_by_role("combobox", name=person.say("web.keys.type.label")).fill(text)
    person.button("web.keys.type.send").click()


def test_unreachable_language_and_page_are_reported_until_restart(own_server, new_user):
    person = new_user(at=own_server)
    person.monitor.forgive(SERVER_DOWN)
    person.visit()
    person.page.wait_for_load_state("networkidle")
    own_server.kill()
    person.page.evaluate("location.hash = '#/new/movie/friends'")
    alert = person.page.get_by_role("alert").first
    expect(alert).to_contain_text(person.say("web.offline.now"))
    person.check(where="the server is gone")
    person.page.evaluate("location.hash = '#/'")
    person.page.get_by_role("button", name="Français", exact=True).click()
    expect(person.page.get_by_role("button", name="English", exact=True)).to_have_attribute("aria-pressed", "true")
    person.sees("web.hall.welcome")
    person.page.evaluate("location.hash = '#/new/movie/friends'")
    expect(alert).to_contain_text(person.say("web.offline.now"))
    own_server.start()
    expect(person.page.get_by_role("heading", name=person.say("web.setup.title"))).to_be_visible()
