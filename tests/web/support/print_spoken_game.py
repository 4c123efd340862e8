"""Print a whole game as a screen reader would read it: `python -m tests.web.support.print_spoken_game movie en`."""

import random
import sys
import tempfile
from pathlib import Path

from tests.server.support.host_process import ServerProcess
from tests.web.support.browser import chromium, playwright_loop
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import create_table
from tests.web.support.screen_reader import ScreenReaderPlayer, play_by_announcements
from tests.web.support.screen_reader_log import ScreenReaderLog


def main(game: str, language: str = "en", *bots: str) -> None:
    """Play one person against bots, and print every focus and every announcement."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as served, chromium() as browser:
        with playwright_loop(browser):
            person = BrowserUser(browser, served.url, language=language)
            log = ScreenReaderLog(person.page)
            created = create_table(served.url, game, "person", *(bots or ("greedy", "greedy")))
            person.page.goto(f"{served.url}/#{created['table']}.{created['token']}")
            listener = ScreenReaderPlayer(person, game, random.Random(5), log=log)
            try:
                play_by_announcements(listener)
                if listener.announced_button():  # dismisses the dialog before the end
                    listener.press_any()
                    person.page.wait_for_timeout(1000)
            finally:
                print(log.text())
                person.context.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
