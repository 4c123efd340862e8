"""The page of a fair deal: what it says while a game goes on, and every draw worked out again when it is over."""

from random import Random

import pytest
from playwright.sync_api import expect

from heorot.games import GAMES
from tests.web.cases import thinly
from tests.web.person import SIZES
from tests.web.playing import Player, play


def verdict(person, key: str, **params: object) -> None:
    expect(person.page.get_by_role("status").first).to_contain_text(person.say(f"web.fairness.{key}", **params))


def keep_another(person, thing: str) -> None:
    """As if the table had shown or been sent something else than it says."""
    person.page.evaluate(
        "(thing) => localStorage.setItem('heorot.keys', JSON.stringify("
        "JSON.parse(localStorage.getItem('heorot.keys')).map((key) => ({ ...key, [thing]: '0'.repeat(64) }))))",
        thing,
    )
    person.page.reload()


@pytest.mark.parametrize("game", GAMES)
def test_p3_a_game_from_the_hall_can_be_verified_in_the_page(newcomer, server, game):
    person = newcomer(against={game: {"bots": 1, "bot": "random"}})
    person.visit()
    person.hall_card(game).get_by_role("button", name=person.say("web.hall.play")).click()
    person.page.wait_for_url(lambda url: len(url.split("#")[-1]) == 16)
    person.page.locator("main button:enabled").first.wait_for()
    table = person.table()
    assert len(person.keys()[0]["bound"]) == 64
    person.visit(f"#/fairness/{table}")
    verdict(person, "later")
    expect(person.page.get_by_text(person.say("web.fairness.as-shown"))).to_be_visible()
    person.check(where="while it goes on")
    person.visit(f"#{table}")
    play(Player(person, game, Random(1)))
    person.link("web.end.fair").first.click()
    expect(person.page.locator(".verdict.fair")).to_be_visible()
    expect(person.page.get_by_text(person.say("web.fairness.as-shown"))).to_be_visible()
    expect(person.page.get_by_text(person.say("web.fairness.salt-as-sent"))).to_be_visible()
    person.check(where="when it is over")
    keep_another(person, "salt")
    verdict(person, "unsalted")
    person.check(where="with another salt than was sent")


@pytest.mark.parametrize(
    ("kept", "holds", "fails"),
    [("bound", "as-shown", "not-as-shown"), ("salt", "salt-as-sent", "salt-not-as-sent")],
)
def test_another_commitment_or_salt_than_this_browser_kept_is_told(newcomer, server, kept, holds, fails):
    person = newcomer(against={"movie": {"bots": 1, "bot": "random"}})
    person.visit()
    person.hall_card("movie").get_by_role("button", name=person.say("web.hall.play")).click()
    person.page.wait_for_url(lambda url: len(url.split("#")[-1]) == 16)
    person.page.locator("main button:enabled").first.wait_for()
    person.visit(f"#/fairness/{person.table()}")
    expect(person.page.get_by_text(person.say(f"web.fairness.{holds}"))).to_be_visible()
    keep_another(person, kept)
    expect(person.page.get_by_text(person.say(f"web.fairness.{fails}"))).to_be_visible()


@pytest.mark.parametrize(("size", "language"), thinly(SIZES, ["fr", "ru"]))
def test_it_looks_well_everywhere(newcomer, size, language):
    person = newcomer(size, language=language)
    person.visit()
    person.tap(person.hall_card("legend").get_by_role("button", name=person.say("web.hall.play")))
    person.page.wait_for_url(lambda url: len(url.split("#")[-1]) == 16)
    person.page.locator("main button:enabled").first.wait_for()
    person.visit(f"#/fairness/{person.table()}")
    verdict(person, "later")
    person.check(where=f"{size}, {language}")
