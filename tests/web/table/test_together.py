"""Ways to a table: by link, with several people at one screen, and from an imported record."""

import random
import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from heorot.games import GAMES
from tests.architecture.source import ROOT
from tests.support.case_sampling import quick_or_heavy
from tests.web.support.catalogue import pattern
from tests.web.support.random_player import Player, play

HANDS = {"movie": "^Hand$", "legend": "^Your hand"}  # the names of the groups of cards
RECORD = ROOT / "records/released/rules-1/movie-2.record"


@pytest.mark.parametrize("game", quick_or_heavy(["legend"], *GAMES))
def test_link_brings_second_browser_to_same_table(new_user, game):
    host, guest = new_user(name="Anna"), new_user("phone", name="Bo")
    host.visit()
    host.hall_card(game).get_by_role("link", name=host.say("web.hall.invite")).click()
    host.page.get_by_role("button", name=host.say("web.setup.open-table")).click()
    expect(host.page.get_by_role("heading", name=host.say("web.wait.at-table"))).to_be_visible()
    host.check(where="waiting")
    link = invitation_links(host)[0]
    guest.page.goto(link)
    guest.check(where="invited")
    guest.tap(guest.button("web.hall.sit"))
    expect(host.page.get_by_text("Bo", exact=True)).to_be_visible()  # otherwise a bot might take the seat
    start_game(host)
    for person in (host, guest):
        expect(person.page.get_by_role("button", name=person.say("web.frame.menu"))).to_be_visible()
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    assert host.table() == guest.table()
    play(Player(host, game, random.Random(1)), Player(guest, game, random.Random(2)), presses=6)


def invitation_links(host) -> list[str]:
    """Return the link that the first copy button puts on the clipboard."""
    host.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=host.url)
    host.page.get_by_role("button", name=host.say("web.wait.copy-link")).first.click()
    return [host.page.evaluate("navigator.clipboard.readText()")]


def start_game(host) -> None:
    """Start the game with bots at the open seats."""
    with_bots = host.page.get_by_role("button", name=pattern("web.wait.with-bots"))
    while host.page.get_by_role("heading", name=host.say("web.wait.at-table")).count():
        with suppress(TimeoutError):  # it disappears as soon as the game starts
            with_bots.first.click(timeout=1000)
        host.page.wait_for_timeout(50)


@pytest.mark.parametrize("game", GAMES)
def test_players_at_one_screen_never_see_each_others_hands(new_user, game):
    person = new_user()
    hand = person.page.get_by_role("group", name=re.compile(HANDS[game]))
    person.visit(f"#/new/{game}/here")
    person.page.get_by_role("button", name=person.say("web.setup.begin")).click()
    for turn in range(3):
        ready = person.page.get_by_role("button", name=pattern("web.hand.ready"))
        expect(ready.first).to_be_visible()
        person.check(axe=turn == 0, where="handing over")
        assert person.page.get_by_role("grid").count() == 0
        assert hand.count() == 0
        ready.first.click()
        expect(hand).to_have_count(1)
        expect(person.page.get_by_role("grid")).to_have_count(1 if game == "movie" else 0)
        player = Player(person, game, random.Random(3))
        handed_over = person.page.get_by_text(person.say("web.hand.nothing"))
        for _ in range(60):
            if handed_over.count():
                break
            player.turn()
            person.page.wait_for_timeout(30)


def test_imported_record_is_viewed_move_by_move(new_user):
    person = new_user().visit()
    person.button("web.hall.record").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(RECORD.read_text("utf-8"))
    dialog.get_by_role("button", name=person.say("web.hall.record-open"), exact=True).click()
    person.sees("web.end.imported")
    person.button("web.end.look").click()
    person.sees("web.tale.looking")
    person.check(where="an earlier move")
    for _ in range(3):
        person.button("web.tale.forward").first.click()
    person.button("web.tale.now").click()
    person.sees("web.end.imported")


def test_broken_record_is_refused_with_line_number(new_user):
    person = new_user().visit()
    person.monitor.forgive("status of 4")
    person.button("web.hall.record").click()
    dialog = person.page.get_by_role("dialog")
    lines = RECORD.read_text("utf-8").splitlines()
    dialog.get_by_role("textbox").fill("\n".join(lines[:-3]))
    dialog.get_by_role("button", name=person.say("web.hall.record-open"), exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text(re.compile(r"\d+"))
    person.check(where="a broken record")
