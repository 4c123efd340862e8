"""Users at a table: through the API, or by hand where a test is about that."""

import random
import re
from typing import Any

from tests.server.support.host_process import ServerProcess
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import lay
from tests.web.support.random_player import Player

RULE = re.compile(r" [ML]\d+\.\d+\b")  # the rule of a sentence, which can be opened


def sit_down(
    new_user: Any,
    server: ServerProcess,
    game: str,
    *bots: str,
    sizes: tuple[str, ...] = ("desktop", "phone"),
    **more: Any,
) -> list[Player]:
    """Seat users with a browser each at one table; all but the first open their links."""
    chosen = {"options": more.pop("options", {}), "box": more.pop("box", None)}
    laid = lay(server.url, game, *["person"] * len(sizes), *bots, watchable=True, **chosen)
    tokens = [laid["token"], *(link["token"] for link in laid["links"])]
    people = [new_user(size, at=server, **more) for size in sizes]
    for person, token in zip(people, tokens, strict=True):
        person.page.goto(f"{person.url}/#{laid['table']}.{token}")
    for person in people[1:]:
        person.tap(person.button("web.hall.sit"))
    return [Player(one, game, random.Random(n)) for n, one in enumerate(people, 1)]


def alone(new_user: Any, server: ServerProcess, game: str, size: str = "desktop", **settings: Any) -> Player:
    """Seat one user against two bots."""
    return sit_down(new_user, server, game, "greedy", "greedy", sizes=(size,), **settings)[0]


def tale(person: BrowserUser) -> list[str]:
    """Return the lines of the game log on the page."""
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
