"""The fairness page: the commitment during a game, and the verification of every draw afterwards."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random

import pytest
from playwright.sync_api import expect

from heorot import verifier
from heorot.games import GAMES
from tests.support.case_sampling import quick_or_heavy
from tests.web.support.browser_user import SIZES
from tests.web.support.measurements import RandomBot

QUICK_LOOKS = {("desktop", "fr"), ("phone", "ru")}


def expect_verdict(person, key: str, **params: object) -> None:
    expect(person.page.get_by_role("status").first).to_contain_text(person.say(f"web.fairness.{key}", **params))


def changed_proofs(proof: str) -> Iterator[tuple[str, str]]:
    """Yield proofs of a game with one change each, which the standalone verifier detects."""
    assert verifier.check(proof) == ""
    head, *blocks = proof.rstrip("\n").split("\n\n")
    for change, pattern, new in (("weight", r"\n(\d+) ", r"\n1\1 "), ("counter", r"undo (\d+)", r"undo 1\1")):
        attempts = [re.sub(pattern, new, block, count=1) for block in blocks]
        proofs = ("\n\n".join([head, *blocks[:n], attempts[n], *blocks[n + 1 :]]) for n in range(len(blocks)))
        yield change, next(changed for changed in proofs if verifier.check(changed))
    yield "draw", "\n\n".join([head, re.sub(r"= .*", "= another", blocks[0]), *blocks[1:]])
    yield "salt", re.sub(r"salt (\d) \S+", r"salt \1 another", proof)


def respond(text: str, route) -> None:
    """Respond in place of the server."""
    route.fulfill(body=text)


def replace_stored(person, field: str) -> None:
    """Replace a stored commitment or salt, as if the server had sent another one later."""
    person.page.evaluate(
        "(field) => localStorage.setItem('heorot.keys', JSON.stringify("
        "JSON.parse(localStorage.getItem('heorot.keys')).map((key) => ({ ...key, [field]: '0'.repeat(64) }))))",
        field,
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
    expect_verdict(person, "later")
    expect(person.page.get_by_text(person.say("web.fairness.as-shown"))).to_be_visible()
    person.check(where="during the game")
    bot = RandomBot(server.url, table, person.keys()[0]["token"], Random(1))
    while bot.act():
        pass
    person.visit(f"#{table}")
    person.link("web.end.fair").first.click()
    expect(person.page.locator(".verdict.fair")).to_be_visible()
    expect(person.page.get_by_text(person.say("web.fairness.as-shown"))).to_be_visible()
    expect(person.page.get_by_text(person.say("web.fairness.salt-as-sent"))).to_be_visible()
    person.check(where="after the game")
    key = {"Authorization": f"Bearer {person.keys()[0]['token']}"}
    proof = person.page.request.get(f"{server.url}/api/tables/{table}/proof", headers=key).text()
    for change, changed in changed_proofs(proof):
        person.page.route("**/proof", partial(respond, changed))
        person.page.reload()
        expect(person.page.locator(".verdict.wrong"), change).to_be_visible()
        person.page.unroute("**/proof")
    person.page.reload()
    expect(person.page.locator(".verdict.fair")).to_be_visible()
    replace_stored(person, "salt")
    expect_verdict(person, "unsalted")
    person.check(where="with another salt")


def test_changed_commitment_and_salt_are_reported(new_user, server):
    person = new_user(against={"movie": {"bots": 1, "bot": "random"}})
    person.visit()
    person.hall_card("movie").get_by_role("button", name=person.say("web.hall.play")).click()
    person.page.wait_for_url(lambda url: len(url.split("#")[-1]) == 16)
    person.page.locator("main button:enabled").first.wait_for()
    person.visit(f"#/fairness/{person.table()}")
    for kept, holds, fails in (("bound", "as-shown", "not-as-shown"), ("salt", "salt-as-sent", "salt-not-as-sent")):
        expect(person.page.get_by_text(person.say(f"web.fairness.{holds}"))).to_be_visible()
        replace_stored(person, kept)
        expect(person.page.get_by_text(person.say(f"web.fairness.{fails}"))).to_be_visible()


@pytest.mark.parametrize(("size", "language"), quick_or_heavy(QUICK_LOOKS, *product(SIZES, ["fr", "ru"])))
def test_page_passes_checks_at_every_size_and_language(new_user, size, language):
    person = new_user(size, language=language)
    person.visit()
    person.tap(person.hall_card("legend").get_by_role("button", name=person.say("web.hall.play")))
    person.page.wait_for_url(lambda url: len(url.split("#")[-1]) == 16)
    person.page.locator("main button:enabled").first.wait_for()
    person.visit(f"#/fairness/{person.table()}")
    expect_verdict(person, "later")
    person.check(where=f"{size}, {language}")
