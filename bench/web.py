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
from tests.web.support.browser import chromium, playwright_loop
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import (
    RandomBot,
    Updates,
    create_table,
    paint_times,
    summarize,
    wait_until_loaded,
    weigh,
)
from tests.web.support.random_player import Player, play

RUNS = 5  # of each timing
UPDATES = 60
PLAYABLE = "main [aria-pressed]:enabled, main [role=radio]:enabled, main .btn.act:enabled"


@contextmanager
def open_user(browser: Browser, url: str, **settings: Any) -> Iterator[BrowserUser]:
    user = BrowserUser(browser, url, **settings)
    try:
        yield user
    finally:
        user.close()


def load_bytes(browser: Browser, url: str) -> dict[str, dict[str, int]]:
    """Return the compressed bytes of a cold load by language: the hall, and each game until it is playable."""
    results: dict[str, dict[str, int]] = {"hall": {}, **{game: {} for game in GAMES}}
    for language in LANGUAGES:
        with open_user(browser, url, language=language) as user:
            results["hall"][language] = weigh(user, "").total
        for game in GAMES:
            created = create_table(url, game, "person", "greedy", "greedy")
            with open_user(browser, url, language=language) as user:
                results[game][language] = weigh(user, f"#{created['table']}.{created['token']}").total
    return results


def first_paint(browser: Browser, url: str, game: str) -> dict[str, float]:
    """Return the milliseconds of a cold load until the first paint, and until the table is playable."""
    runs = []
    for _ in range(RUNS):
        created = create_table(url, game, "person", "greedy", "greedy")
        with open_user(browser, url) as user:
            user.page.goto(f"{url}/#{created['table']}.{created['token']}")
            user.page.locator("main button:enabled").first.wait_for()
            runs.append(paint_times(user.page))
    return {name: round(median(run[name] for run in runs)) for name in ("first-contentful-paint", "ready")}


def measure_updates(browser: Browser, url: str, game: str) -> dict[str, Any]:
    """Measure one state update for a player: milliseconds of script, and bytes beyond the view."""
    created = create_table(url, game, "person", "greedy", "greedy")
    with open_user(browser, url) as user:
        timings = Updates(user.page)
        user.page.goto(f"{url}/#{created['table']}.{created['token']}")
        wait_until_loaded(user)
        timings.follow(RandomBot(url, created["table"], created["token"], random.Random(1)), UPDATES)
        return {
            "script_ms": summarize(timings.script), "after_ms": summarize(timings.after),
            "layout_ms": summarize(timings.layout),
            "updates": len(timings.whole),
            "beyond_bytes": summarize(list(timings.beyond)), "whole_bytes": summarize(list(timings.whole)),
        }  # fmt: skip


def first_move(browser: Browser, url: str, game: str) -> dict[str, float]:
    """Measure clicks and seconds from an empty browser to the first move."""
    seconds = []
    for _ in range(RUNS):
        with open_user(browser, url) as user:
            user.page.goto(url)
            start = user.hall_card(game).get_by_role("button", name=user.say("web.hall.play"))
            start.wait_for()
            began = time.monotonic()
            start.click()
            user.page.locator(PLAYABLE).first.wait_for()
            play(Player(user, game, random.Random(2)), presses=1)
            seconds.append(time.monotonic() - began)
    return {"clicks": 2, "seconds": round(median(seconds), 2)}


def measure() -> dict[str, Any]:
    with TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as served, chromium() as browser:
        with playwright_loop(browser):
            return measure_at(browser, served.url)


def measure_at(browser: Browser, url: str) -> dict[str, Any]:
    created = create_table(url, "movie", "person", "greedy")
    with open_user(browser, url) as user:  # warm up the server
        weigh(user, f"#{created['table']}.{created['token']}")
    results: dict[str, Any] = {"bytes": load_bytes(browser, url)}
    for game in GAMES:
        paint, move = first_paint(browser, url, game), first_move(browser, url, game)
        results[game] = {"paint_ms": paint, "first_move": move, "update": measure_updates(browser, url, game)}
    return results


def table(results: dict[str, Any]) -> str:
    """Return the results as the table of bench/web.md."""
    lines = [row("hall: bytes, cold (en, fr, ru)", kilobytes(results["bytes"]["hall"]), "128 KB")]
    for game in GAMES:
        paint, move, update = (results[game][metric] for metric in ("paint_ms", "first_move", "update"))
        lines += [
            row(f"{game}: bytes, cold, until it can be played", kilobytes(results["bytes"][game]), "128 KB"),
            row(f"{game}: painted; can be played", f"{paint['first-contentful-paint']}; {paint['ready']} ms", "1 s"),
            row(f"{game}: script of one update", percentiles(update["script_ms"], "ms"), "8 ms"),
            row(f"{game}: script of queries and animations after it", percentiles(update["after_ms"], "ms"), "–"),
            row(f"{game}: style and layout of one update", percentiles(update["layout_ms"], "ms"), "–"),
            row(f"{game}: an update beyond the view", percentiles(update["beyond_bytes"], "bytes"), "1 KB"),
            row(f"{game}: from the hall to a first move", f"{move['clicks']} clicks, {move['seconds']} s", "2 and 2 s"),
        ]
    return "\n".join(["| | measured | promised |", "|---|---|---|", *lines])


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def kilobytes(sizes: dict[str, int]) -> str:
    return f"{', '.join(f'{size / 1024:.1f}' for size in sizes.values())} KB"


def percentiles(values: dict[str, float], unit: str) -> str:
    """Return median, 95th percentile and maximum."""
    return f"{values['p50']:g}, {values['p95']:g}, {values['max']:g} {unit}"


def main() -> None:
    results = measure()
    print(json.dumps(results, indent=2) if "--json" in sys.argv else table(results))


if __name__ == "__main__":
    main()
