"""Pictures of the client from sensible play, for the README and for whoever compares them with what was drawn:
`python -m tests.web.shots FOLDER`. The own seat answers as its hints advise. Each kind of question is kept once, and
again with the answer taken up: by day and by night, on a desktop and a phone, in three languages."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from heorot.games import GAMES
from tests.server.serving import Served
from tests.web.browsing import at_work, chromium
from tests.web.measuring import Hand, lay
from tests.web.person import TOUCHED, Person
from tests.web.playing import Control, Player

PAGES = [("desktop", "light", "en"), ("desktop", "dark", "en"), ("phone", "light", "fr"), ("phone", "dark", "ru"),
         ("tablet", "light", "fr"), ("upright", "dark", "en")]  # fmt: skip
PLACES = {"hall": "", "laying": "#/new/movie/friends", "rules": "#/rules/movie", "box": "#/box/legend",
          "pad": "#/pad/movie", "learning": "#/learn/movie", "gallery": "#/gallery"}  # fmt: skip
OFTEN = {"HEOROT_RATE_HINT": "1000000/second"}
MOMENT = 350  # milliseconds in which what was taken up is weighed and shown


class Advised(Hand):
    """A program that answers as the hints for its seat advise."""

    def choose(self) -> list[str]:
        told = self.do(type="ask", what="hint").get("told")
        return told["hints"][0]["answer"] if told else super().choose()


@contextmanager
def people(browser: Browser, url: str) -> Iterator[list[Person]]:
    """Someone on several screens at once."""
    came = [Person(browser, url, size, theme=theme, language=language) for size, theme, language in PAGES]
    try:
        yield came
    finally:
        for one in came:
            one.leave()


def keep(folder: Path, name: str, screens: list[Person]) -> None:
    for one, (size, theme, language) in zip(screens, PAGES, strict=True):
        one.page.wait_for_timeout(MOMENT)
        one.page.screenshot(path=str(folder / f"{name}.{size}.{theme}.{language}.png"))


def moment_of(game: str, view: dict[str, Any]) -> str:
    """The kind of a question; each is kept once."""
    if game != "movie":
        return f"{game}-{view['question']}"
    part = "start" if not view["figures"] else "late" if len(view["open"]) < 9 else "middle"
    return f"{game}-act{view['act']}-{part}-{view['question']}"


def take_up(person: Person, answer: list[str]) -> None:
    """What would be answered, as far as it can be pointed at."""
    for said in answer:
        verb, _, rest = said.partition(" ")
        spots = [f'[data-piece="{verb}"]', f'[data-piece="{rest}"]', f'[data-icon="{rest}"]', f'[data-space="{rest}"]']
        for spot in spots:
            found = person.page.locator(f"main {spot}:visible")
            if rest and found.count():
                (found.last.tap if person.size in TOUCHED else found.last.click)(force=True)


def waiting(game: str, person: Person) -> Control | None:
    """What stands before the table until it was looked at is put away by this."""
    player = Player(person, game, random.Random(1))
    return next((control for control in player.see().controls if player.is_one_of(control, "goes on")), None)


def look_at(game: str, folder: Path, screens: list[Person]) -> None:
    """Keep it, and put it away."""
    if any(waiting(game, one) for one in screens):
        keep(folder, f"{game}-told", screens)
    for one in screens:
        while control := waiting(game, one):
            Player(one, game, random.Random(1)).press(control)
            one.page.wait_for_timeout(MOMENT)


def game_of(browser: Browser, url: str, game: str, folder: Path) -> None:
    """One game against bots, from its first question to its end."""
    laid = lay(url, game, "person", "skilled", "greedy", "greedy", hints=True)
    hand, seen = Advised(url, laid["table"], laid["token"], random.Random(1)), set[str]()
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
    """All that is no table."""
    with people(browser, url) as screens:
        for name, place in PLACES.items():
            for one in screens:
                one.visit(place)
            keep(folder, name, screens)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, Served(Path(data) / "data", **OFTEN) as served, chromium() as browser:
        with at_work(browser):
            pages(browser, served.url, folder)
            for game in GAMES:
                game_of(browser, served.url, game, folder)


if __name__ == "__main__":
    main()
