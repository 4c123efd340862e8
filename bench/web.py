"""Benchmark of the browser client in Chromium against a real server: ./dev bench web."""

import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from heorot.games import GAMES
from heorot.locales import LANGUAGES
from tests.server.support.host_process import ServerProcess
from tests.web.support.browser import at_work, chromium
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import RandomBot, Updates, lay, paints, settle, spread, weigh
from tests.web.support.random_player import Player, play

RUNS = 5  # of each timing
UPDATES = 60
ANSWERS = "main [aria-pressed]:enabled, main [role=radio]:enabled, main .btn.act:enabled"


@contextmanager
def person(browser: Browser, url: str, **settings: Any) -> Iterator[BrowserUser]:
    one = BrowserUser(browser, url, **settings)
    try:
        yield one
    finally:
        one.leave()


def bytes_of(browser: Browser, url: str) -> dict[str, dict[str, int]]:
    """Return the compressed bytes of a cold load: the hall, and each game until it is playable."""
    found: dict[str, dict[str, int]] = {"hall": {}, **{game: {} for game in GAMES}}
    for language in LANGUAGES:
        with person(browser, url, language=language) as one:
            found["hall"][language] = weigh(one, "").total
        for game in GAMES:
            laid = lay(url, game, "person", "greedy", "greedy")
            with person(browser, url, language=language) as one:
                found[game][language] = weigh(one, f"#{laid['table']}.{laid['token']}").total
    return found


def first_paint(browser: Browser, url: str, game: str) -> dict[str, float]:
    """Return the milliseconds of a cold load until the first paint, and until the table is playable."""
    runs = []
    for _ in range(RUNS):
        laid = lay(url, game, "person", "greedy", "greedy")
        with person(browser, url) as one:
            one.page.goto(f"{url}/#{laid['table']}.{laid['token']}")
            one.page.locator("main button:enabled").first.wait_for()
            runs.append(paints(one.page))
    return {name: round(median(run[name] for run in runs)) for name in ("first-contentful-paint", "ready")}


def updates(browser: Browser, url: str, game: str) -> dict[str, Any]:
    """Measure one state update for a player: milliseconds of script, and bytes beyond the view."""
    laid = lay(url, game, "person", "greedy", "greedy")
    with person(browser, url) as one:
        seen = Updates(one.page)
        one.page.goto(f"{url}/#{laid['table']}.{laid['token']}")
        settle(one)
        seen.follow(RandomBot(url, laid["table"], laid["token"], random.Random(1)), UPDATES)
        return {
            "script_ms": spread(seen.script), "after_ms": spread(seen.after), "layout_ms": spread(seen.layout),
            "updates": len(seen.whole),
            "beyond_bytes": spread(list(seen.beyond)), "whole_bytes": spread(list(seen.whole)),
        }  # fmt: skip


def first_move(browser: Browser, url: str, game: str) -> dict[str, float]:
    """Measure clicks and seconds from an empty browser to the first move."""
    seconds = []
    for _ in range(RUNS):
        with person(browser, url) as one:
            one.page.goto(url)
            start = one.hall_card(game).get_by_role("button", name=one.say("web.hall.play"))
            start.wait_for()
            began = time.monotonic()
            start.click()
            one.page.locator(ANSWERS).first.wait_for()
            play(Player(one, game, random.Random(2)), until=1)
            seconds.append(time.monotonic() - began)
    return {"clicks": 2, "seconds": round(median(seconds), 2)}


def measure() -> dict[str, Any]:
    with TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as served, chromium() as browser:
        with at_work(browser):
            return measured(browser, served.url)


def measured(browser: Browser, url: str) -> dict[str, Any]:
    laid = lay(url, "movie", "person", "greedy")
    with person(browser, url) as one:  # whatever is loaded at the first table
        weigh(one, f"#{laid['table']}.{laid['token']}")
    found: dict[str, Any] = {"bytes": bytes_of(browser, url)}
    for game in GAMES:
        paint, move = first_paint(browser, url, game), first_move(browser, url, game)
        found[game] = {"paint_ms": paint, "first_move": move, "update": updates(browser, url, game)}
    return found


def table(found: dict[str, Any]) -> str:
    """Return the results as the table of bench/web.md."""
    lines = [row("hall: bytes, cold (en, fr, ru)", kilobytes(found["bytes"]["hall"]), "128 KB")]
    for game in GAMES:
        paint, move, update = (found[game][what] for what in ("paint_ms", "first_move", "update"))
        lines += [
            row(f"{game}: bytes, cold, until it can be played", kilobytes(found["bytes"][game]), "128 KB"),
            row(f"{game}: painted; can be played", f"{paint['first-contentful-paint']}; {paint['ready']} ms", "1 s"),
            row(f"{game}: script of one update", three(update["script_ms"], "ms"), "8 ms"),
            row(f"{game}: script of queries and animations after it", three(update["after_ms"], "ms"), "–"),
            row(f"{game}: style and layout of one update", three(update["layout_ms"], "ms"), "–"),
            row(f"{game}: an update beyond the view", three(update["beyond_bytes"], "bytes"), "1 KB"),
            row(f"{game}: from the hall to a first move", f"{move['clicks']} clicks, {move['seconds']} s", "2 and 2 s"),
        ]
    return "\n".join(["| | measured | promised |", "|---|---|---|", *lines])


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def kilobytes(sizes: dict[str, int]) -> str:
    return f"{', '.join(f'{size / 1024:.1f}' for size in sizes.values())} KB"


def three(values: dict[str, float], unit: str) -> str:
    """Return median, 95th percentile and maximum."""
    return f"{values['p50']:g}, {values['p95']:g}, {values['max']:g} {unit}"


def main() -> None:
    found = measure()
    print(json.dumps(found, indent=2) if "--json" in sys.argv else table(found))


if __name__ == "__main__":
    main()
