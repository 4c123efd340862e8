"""Screenshots of the client for the README and for design reviews: `python -m tests.web.support.screenshots FOLDER`.

A bot follows the hints. Each kind of question is shown once, and again with the action taken up, on screens of several
sizes, in light and dark and in three languages."""

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
from tests.web.support.browser import chromium, playwright_loop
from tests.web.support.browser_user import TOUCHED, BrowserUser
from tests.web.support.measurements import RandomBot, create_table
from tests.web.support.random_player import Control, Player

SCREENS = [("desktop", "light", "en"), ("desktop", "dark", "en"), ("phone", "light", "fr"), ("phone", "dark", "ru"),
         ("tablet", "light", "fr"), ("upright", "dark", "en")]  # fmt: skip
ADDRESSES = {"hall": "", "laying": "#/new/movie/friends", "rules": "#/rules/movie", "box": "#/box/legend",
          "pad": "#/pad/movie", "learning": "#/learn/movie", "gallery": "#/gallery"}  # fmt: skip
SETTINGS = {"HEOROT_RATE_HINT": "1000000/second"}
DELAY = 350  # milliseconds until a preview is computed and shown


class HintBot(RandomBot):
    """A bot that plays the first hint."""

    def choose_action(self) -> list[str]:
        reply = self.request(type="ask", what="hint").get("told")
        return reply["hints"][0]["answer"] if reply else super().choose_action()


@contextmanager
def users_at_all_sizes(browser: Browser, url: str) -> Iterator[list[BrowserUser]]:
    """Open one browser for each screen."""
    users = [BrowserUser(browser, url, size, theme=theme, language=language) for size, theme, language in SCREENS]
    try:
        yield users
    finally:
        for user in users:
            user.close()


def save_screenshots(folder: Path, name: str, screens: list[BrowserUser]) -> None:
    for user, (size, theme, language) in zip(screens, SCREENS, strict=True):
        user.page.wait_for_timeout(DELAY)
        user.page.screenshot(path=str(folder / f"{name}.{size}.{theme}.{language}.png"))


def question_kind(game: str, view: dict[str, Any]) -> str:
    """Return the kind of a question, which names its screenshots."""
    if game != "movie":
        return f"{game}-{view['question']}"
    part = "start" if not view["figures"] else "late" if len(view["open"]) < 9 else "middle"
    return f"{game}-act{view['act']}-{part}-{view['question']}"


def take_up(person: BrowserUser, actions: list[str]) -> None:
    """Select the pieces and spaces of an action that are controls."""
    for action in actions:
        verb, _, rest = action.partition(" ")
        selectors = [f'[data-piece="{verb}"]', *(f'[data-{kind}="{rest}"]' for kind in ("piece", "icon", "space"))]
        for selector in selectors:
            controls = person.page.locator(f"main {selector}:visible")
            if rest and controls.count():
                (controls.last.tap if person.size in TOUCHED else controls.last.click)(force=True)


def dismissing_control(game: str, person: BrowserUser) -> Control | None:
    """Return the control that dismisses a page in front of the table."""
    player = Player(person, game, random.Random(1))
    return next((control for control in player.look().controls if player.is_one_of(control, "continue")), None)


def dismiss_pages(game: str, folder: Path, screens: list[BrowserUser]) -> None:
    """Take screenshots of the page in front of the table, if there is one, and dismiss it."""
    if any(dismissing_control(game, user) for user in screens):
        save_screenshots(folder, f"{game}-told", screens)
    for user in screens:
        while control := dismissing_control(game, user):
            Player(user, game, random.Random(1)).press(control)
            user.page.wait_for_timeout(DELAY)


def show_game(browser: Browser, url: str, game: str, folder: Path) -> None:
    """Play a game against bots, and take screenshots of each kind of question and of the end."""
    created = create_table(url, game, "person", "skilled", "greedy", "greedy", hints=True)
    bot, seen = HintBot(url, created["table"], created["token"], random.Random(1)), set[str]()
    with users_at_all_sizes(browser, url) as screens:
        for user in screens:
            user.page.goto(f"{url}/#{created['table']}.{created['token']}")
        while bot.wait_for_question():
            kind, actions = question_kind(game, bot.now["view"]), bot.choose_action()
            if kind not in seen:
                seen.add(kind)
                dismiss_pages(game, folder, screens)
                save_screenshots(folder, kind, screens)
                for user in screens:
                    take_up(user, actions)
                save_screenshots(folder, f"{kind}-aimed", screens)
            bot.send_action(actions)
        dismiss_pages(game, folder, screens)
        save_screenshots(folder, f"{game}-end", screens)


def show_pages(browser: Browser, url: str, folder: Path) -> None:
    """Take screenshots of all pages without a table."""
    with users_at_all_sizes(browser, url) as screens:
        for name, place in ADDRESSES.items():
            for user in screens:
                user.visit(place)
            save_screenshots(folder, name, screens)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, ServerProcess(Path(data) / "data", **SETTINGS) as served, chromium() as browser:
        with playwright_loop(browser):
            show_pages(browser, served.url, folder)
            for game in GAMES:
                show_game(browser, served.url, game, folder)


if __name__ == "__main__":
    main()
