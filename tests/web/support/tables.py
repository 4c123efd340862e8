"""Tables with seated users, created through the API."""

import random
import re
from typing import Any

from tests.server.support.host_process import ServerProcess
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import create_table
from tests.web.support.random_player import Player

RULE = re.compile(r" [ML]\d+\.\d+\b")  # the link to a rule at the end of a line


def seat_users(
    new_user: Any,
    server: ServerProcess,
    game: str,
    *bots: str,
    sizes: tuple[str, ...] = ("desktop", "phone"),
    **more: Any,
) -> list[Player]:
    """Create a table, and seat one user for each size. All but the first join by their links."""
    table_settings = {"options": more.pop("options", {}), "box": more.pop("box", None)}
    created = create_table(server.url, game, *["person"] * len(sizes), *bots, watchable=True, **table_settings)
    tokens = [created["token"], *(link["token"] for link in created["links"])]
    people = [new_user(size, at=server, **more) for size in sizes]
    for person, token in zip(people, tokens, strict=True):
        person.page.goto(f"{person.url}/#{created['table']}.{token}")
    for person in people[1:]:
        person.tap(person.button("web.hall.sit"))
    return [Player(person, game, random.Random(seed)) for seed, person in enumerate(people, 1)]


def seat_user(new_user: Any, server: ServerProcess, game: str, size: str = "desktop", **settings: Any) -> Player:
    """Create a table, and seat one user against two bots."""
    return seat_users(new_user, server, game, "greedy", "greedy", sizes=(size,), **settings)[0]


def log_lines(person: BrowserUser) -> list[str]:
    """Return the lines of the game log on the page."""
    button = person.page.get_by_role("button", name=person.say("web.frame.tale"), exact=True)
    is_sheet = button.is_visible()
    if is_sheet:
        person.tap(button)
    tab = person.page.get_by_role("tab", name=person.say("web.legend.tab.tale"), exact=True)
    if not is_sheet and tab.count() and tab.first.is_visible():
        person.tap(tab.first)
    person.page.locator("section.tale").first.wait_for()
    rows = person.page.locator("section.tale li p")
    lines = [RULE.sub("", " ".join(text.split())) for text in rows.all_inner_texts()]
    if is_sheet:
        person.page.keyboard.press("Escape")
    return lines
