"""Screenshots of the client during sensible play, for the README and for design reviews: `python -m
tests.web.support.screenshots FOLDER`. The player follows the hints. Each kind of question is shown once, and again with
the action taken up: in light and dark, on a desktop and a phone, in three languages."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from heorot.games import GAMES
from tests.server.support.host_process import ServerProcess
from tests.web.support.browser import at_work, chromium
from tests.web.support.browser_user import TOUCHED, BrowserUser
from tests.web.support.measurements import RandomBot, lay
from tests.web.support.random_player import Control, Player

PAGES = [("desktop", "light", "en"), ("desktop", "dark", "en"), ("phone", "light", "fr"), ("phone", "dark", "ru"),
         ("tablet", "light", "fr"), ("upright", "dark", "en")]  # fmt: skip
PLACES = {"hall": "", "laying": "#/new/movie/friends", "rules": "#/rules/movie", "box": "#/box/legend",
          "pad": "#/pad/movie", "learning": "#/learn/movie", "gallery": "#/gallery"}  # fmt: skip
OFTEN = {"HEOROT_RATE_HINT": "1000000/second"}
MOMENT = 350  # milliseconds to evaluate and show what was taken up


class HintBot(RandomBot):
    """A program that follows the hints for its seat."""

    def choose(self) -> list[str]:
        told = self.do(type="ask", what="hint").get("told")
        return told["hints"][0]["answer"] if told else super().choose()


@contextmanager
def people(browser: Browser, url: str) -> Iterator[list[BrowserUser]]:
    """Show one person's table on several screens at once."""
    came = [BrowserUser(browser, url, size, theme=theme, language=language) for size, theme, language in PAGES]
    try:
        yield came
    finally:
        for one in came:
            one.leave()


def keep(folder: Path, name: str, screens: list[BrowserUser]) -> None:
    for one, (size, theme, language) in zip(screens, PAGES, strict=True):
        one.page.wait_for_timeout(MOMENT)
        one.page.screenshot(path=str(folder / f"{name}.{size}.{theme}.{language}.png"))


def moment_of(game: str, view: dict[str, Any]) -> str:
    """Return the kind of a question; each is shown once."""
    if game != "movie":
        return f"{game}-{view['question']}"
    part = "start" if not view["figures"] else "late" if len(view["open"]) < 9 else "middle"
    return f"{game}-act{view['act']}-{part}-{view['question']}"


def take_up(person: BrowserUser, answer: list[str]) -> None:
    """Select what would be played, as far as it is a control."""
    for said in answer:
        verb, _, rest = said.partition(" ")
        spots = [f'[data-piece="{verb}"]', f'[data-piece="{rest}"]', f'[data-icon="{rest}"]', f'[data-space="{rest}"]']
        for spot in spots:
            found = person.page.locator(f"main {spot}:visible")
            if rest and found.count():
                (found.last.tap if person.size in TOUCHED else found.last.click)(force=True)


def waiting(game: str, person: BrowserUser) -> Control | None:
    """Return the control that dismisses a page in front of the table."""
    player = Player(person, game, random.Random(1))
    return next((control for control in player.see().controls if player.is_one_of(control, "goes on")), None)


def look_at(game: str, folder: Path, screens: list[BrowserUser]) -> None:
    """Take a screenshot of the page, and dismiss it."""
    if any(waiting(game, one) for one in screens):
        keep(folder, f"{game}-told", screens)
    for one in screens:
        while control := waiting(game, one):
            Player(one, game, random.Random(1)).press(control)
            one.page.wait_for_timeout(MOMENT)


def game_of(browser: Browser, url: str, game: str, folder: Path) -> None:
    """Play one game against bots, from its first question to its end."""
    laid = lay(url, game, "person", "skilled", "greedy", "greedy", hints=True)
    hand, seen = HintBot(url, laid["table"], laid["token"], random.Random(1)), set[str]()
    with people(browser, url) as screens:
        for one in screens:
            one.page.goto(f"{url}/#{laid['table']}.{laid['token']}")
        while hand.is_asked():
            moment, answer = moment_of(game, hand.now["view"]), hand.choose()
            if moment not in seen:
                seen.add(moment)
                look_at(game, folder, screens)
                keep(folder, moment, screens)
                for one in screens:
                    take_up(one, answer)
                keep(folder, f"{moment}-aimed", screens)
            hand.say(answer)
        look_at(game, folder, screens)
        keep(folder, f"{game}-end", screens)


def pages(browser: Browser, url: str, folder: Path) -> None:
    """Take screenshots of all pages without a table."""
    with people(browser, url) as screens:
        for name, place in PLACES.items():
            for one in screens:
                one.visit(place)
            keep(folder, name, screens)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, ServerProcess(Path(data) / "data", **OFTEN) as served, chromium() as browser:
        with at_work(browser):
            pages(browser, served.url, folder)
            for game in GAMES:
                game_of(browser, served.url, game, folder)


if __name__ == "__main__":
    main()
