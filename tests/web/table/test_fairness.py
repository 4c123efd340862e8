"""The page about a fair deal: during a game, and with every draw verified afterwards."""

import re
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from playwright.sync_api import expect

from heorot import verifier
from heorot.games import GAMES
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.web.support.browser_user import SIZES
from tests.web.support.measurements import RandomBot


def verdict(person, key: str, **params: object) -> None:
    expect(person.page.get_by_role("status").first).to_contain_text(person.say(f"web.fairness.{key}", **params))


def changes(proof: str) -> Iterator[tuple[str, str]]:
    """Return proofs of a game with one change each; the standalone verifier detects all of them."""
    assert verifier.check(proof) == ""
    head, *blocks = proof.rstrip("\n").split("\n\n")
    for what, pattern, new in (("weight", r"\n(\d+) ", r"\n1\1 "), ("counter", r"undo (\d+)", r"undo 1\1")):
        tried = [re.sub(pattern, new, block, count=1) for block in blocks]
        proofs = ("\n\n".join([head, *blocks[:n], tried[n], *blocks[n + 1 :]]) for n in range(len(blocks)))
        yield what, next(changed for changed in proofs if verifier.check(changed))
    yield "draw", "\n\n".join([head, re.sub(r"= .*", "= another", blocks[0]), *blocks[1:]])
    yield "salt", re.sub(r"salt (\d) \S+", r"salt \1 another", proof)


def answer(text: str, route) -> None:
    """Respond instead of the server."""
    route.fulfill(body=text)


def keep_another(person, thing: str) -> None:
    """Store another commitment than the table's, as if the server had changed it."""
    person.page.evaluate(
        "(thing) => localStorage.setItem('heorot.keys', JSON.stringify("
        "JSON.parse(localStorage.getItem('heorot.keys')).map((key) => ({ ...key, [thing]: '0'.repeat(64) }))))",
        thing,
    )
    person.page.reload()


@pytest.mark.parametrize("game", quick_or_heavy(["legend"], *GAMES))
def test_p3_game_from_hall_can_be_verified(new_user, server, game):
    person = new_user(against={game: {"bots": 1, "bot": "random"}})
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
    hand = RandomBot(server.url, table, person.keys()[0]["token"], Random(1))
    while hand.answer():
        pass
    person.visit(f"#{table}")
    person.link("web.end.fair").first.click()
    expect(person.page.locator(".verdict.fair")).to_be_visible()
    expect(person.page.get_by_text(person.say("web.fairness.as-shown"))).to_be_visible()
    expect(person.page.get_by_text(person.say("web.fairness.salt-as-sent"))).to_be_visible()
    person.check(where="when it is over")
    key = {"Authorization": f"Bearer {person.keys()[0]['token']}"}
    proof = person.page.request.get(f"{server.url}/api/tables/{table}/proof", headers=key).text()
    for what, changed in changes(proof):
        person.page.route("**/proof", partial(answer, changed))
        person.page.reload()
        expect(person.page.locator(".verdict.wrong"), what).to_be_visible()
        person.page.unroute("**/proof")
    person.page.reload()
    expect(person.page.locator(".verdict.fair")).to_be_visible()
    keep_another(person, "salt")
    verdict(person, "unsalted")
    person.check(where="with another salt than was sent")


@pytest.mark.parametrize(
    ("kept", "holds", "fails"),
    [("bound", "as-shown", "not-as-shown"), ("salt", "salt-as-sent", "salt-not-as-sent")],
)
def test_changed_commitment_or_salt_is_reported(new_user, server, kept, holds, fails):
    person = new_user(against={"movie": {"bots": 1, "bot": "random"}})
    person.visit()
    person.hall_card("movie").get_by_role("button", name=person.say("web.hall.play")).click()
    person.page.wait_for_url(lambda url: len(url.split("#")[-1]) == 16)
    person.page.locator("main button:enabled").first.wait_for()
    person.visit(f"#/fairness/{person.table()}")
    expect(person.page.get_by_text(person.say(f"web.fairness.{holds}"))).to_be_visible()
    keep_another(person, kept)
    expect(person.page.get_by_text(person.say(f"web.fairness.{fails}"))).to_be_visible()


@pytest.mark.parametrize(("size", "language"), thinly(SIZES, ["fr", "ru"]))
def test_page_passes_checks_at_every_size_and_language(new_user, size, language):
    person = new_user(size, language=language)
    person.visit()
    person.tap(person.hall_card("legend").get_by_role("button", name=person.say("web.hall.play")))
    person.page.wait_for_url(lambda url: len(url.split("#")[-1]) == 16)
    person.page.locator("main button:enabled").first.wait_for()
    person.visit(f"#/fairness/{person.table()}")
    verdict(person, "later")
    person.check(where=f"{size}, {language}")
