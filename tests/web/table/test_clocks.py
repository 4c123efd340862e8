"""Clocks in the browser: chosen for the table, shown, paused, expired; and feeds of notices."""

import re

import pytest
from playwright.sync_api import expect

from heorot.locales import LANGUAGES
from tests.support.case_sampling import thinly
from tests.web.support.measurements import create_table

TIME = re.compile(r"^\d+:\d\d$")


def at_table(new_user, server, clock, size="desktop", seats=("person", "random"), game="movie", **more):
    """Seat a user, who acts first, at a table with clocks."""
    created = create_table(server.url, game, *seats, options={"first": "1"}, clock=clock)
    person = new_user(size, **more)
    person.page.goto(f"{person.url}/#{created['table']}.{created['token']}")
    return person, created


def clocks(person):
    return person.page.get_by_role("region", name=person.say("web.clocks.title"))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_chosen_clock_is_shown_at_table(new_user, server, size):
    person = new_user(size).visit("#/new/movie/bots")
    person.page.get_by_label(person.say("web.setup.clock")).select_option(index=2)
    person.page.get_by_label(person.say("web.setup.when-out")).select_option("one-move")
    person.check(where="the setup page")
    person.tap(person.button("web.setup.begin"))
    expect(clocks(person).get_by_role("time").first).to_have_text(TIME)
    person.check(where="a table with clocks")


@pytest.mark.parametrize(("game", "language"), thinly(["movie", "legend"], LANGUAGES))
def test_clocks_of_several_days_fit_in_every_language(new_user, server, game, language):
    clock = {"per": "game", "seconds": 7 * 86400, "increment": 3600}
    person, _ = at_table(new_user, server, clock, "phone", ("person", "person", "random"), game, language=language)
    expect(person.page.get_by_role("heading", name=person.say("web.wait.at-table"))).to_be_visible()
    person.check(where=f"a table with clocks of days, {language}")


def test_pause_stops_clocks_until_resumed(new_user, server):
    person, _ = at_table(new_user, server, {"per": "game", "seconds": 600})
    person.tap(person.button("web.clocks.pause"))
    expect(clocks(person).get_by_role("status")).to_have_text(person.say("web.clocks.paused"))
    before = clocks(person).get_by_role("time").first.inner_text()
    person.page.wait_for_timeout(2100)
    assert clocks(person).get_by_role("time").first.inner_text() == before
    person.check(where="a pause")
    person.tap(person.button("web.clocks.resume"))
    expect(clocks(person).get_by_role("time").first).not_to_have_text(before)


def test_player_out_of_time_takes_seat_back(new_user, server):
    person, _ = at_table(new_user, server, {"per": "move", "seconds": 5})
    banner = person.page.get_by_text(person.say("web.away"))
    expect(banner).to_be_visible()
    person.check(where="a bot plays")
    for _ in range(50):
        if not banner.is_visible():
            break
        person.page.get_by_role("button", name=person.say("web.menu.return")).first.click()
        person.page.wait_for_timeout(300)
    expect(banner).to_have_count(0)


def test_menu_creates_feed_address(new_user, server):
    person, _ = at_table(new_user, server, None)
    person.tap(person.button("web.frame.menu"))
    person.tap(person.button("web.menu.notices"))
    person.tap(person.button("web.notices.feed"))
    expect(person.page.get_by_text("Atom", exact=True).first).to_be_visible()
    expect(person.button("web.notices.feed-anew")).to_be_visible()
    person.check(where="notices")
