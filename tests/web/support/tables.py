"""People brought to a table: by a program where a test is about something else, and by hand where it is about that."""

import random
import re
from typing import Any

from tests.server.serving import Served
from tests.web.measuring import lay
from tests.web.person import Person
from tests.web.playing import Player

RULE = re.compile(r" [ML]\d+\.\d+\b")  # the rule behind a sentence, which can be opened


def sit_down(
    newcomer: Any, server: Served, game: str, *bots: str, sizes: tuple[str, ...] = ("desktop", "phone"), **more: Any
) -> list[Player]:
    """People with a browser each at one table; all but the first came by their links."""
    laid = lay(server.url, game, *["person"] * len(sizes), *bots, watchable=True, options=more.pop("options", {}))
    tokens = [laid["token"], *(link["token"] for link in laid["links"])]
    people = [newcomer(size, at=server, **more) for size in sizes]
    for person, token in zip(people, tokens, strict=True):
        person.page.goto(f"{person.url}/#{laid['table']}.{token}")
    for person in people[1:]:
        person.tap(person.button("web.hall.sit"))
    return [Player(one, game, random.Random(n)) for n, one in enumerate(people, 1)]


def alone(newcomer: Any, server: Served, game: str, size: str = "desktop", **settings: Any) -> Player:
    """Someone against two bots."""
    return sit_down(newcomer, server, game, "greedy", "greedy", sizes=(size,), **settings)[0]


def tale(person: Person) -> list[str]:
    """What has happened so far, in words, as the page tells it."""
    region = person.page.get_by_role("button", name=person.say("web.frame.tale"), exact=True)
    leaf = region.is_visible()
    if leaf:
        person.tap(region)
    tab = person.page.get_by_role("tab", name=person.say("web.legend.tab.tale"), exact=True)
    if not leaf and tab.count() and tab.first.is_visible():
        person.tap(tab.first)
    person.page.locator("section.tale").first.wait_for()
    rows = person.page.locator("section.tale li p")
    words = [RULE.sub("", " ".join(text.split())) for text in rows.all_inner_texts()]
    if leaf:
        person.page.keyboard.press("Escape")
    return words
