"""Print a whole game as a screen reader would read it: `python -m tests.web.support.print_spoken_game movie en`."""

import random
import sys
import tempfile
from pathlib import Path

from tests.server.support.host_process import ServerProcess
from tests.web.support.browser import at_work, chromium
from tests.web.support.browser_user import BrowserUser
from tests.web.support.measurements import lay
from tests.web.support.screen_reader import ScreenReaderPlayer, listen_through
from tests.web.support.screen_reader_log import ScreenReaderLog


def main(game: str, language: str = "en", *bots: str) -> None:
    """Play one person against bots, and print every focus and every announcement."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "data") as served, chromium() as browser:
        with at_work(browser):
            person = BrowserUser(browser, served.url, language=language)
            ears = ScreenReaderLog(person.page)
            laid = lay(served.url, game, "person", *(bots or ("greedy", "greedy")))
            person.page.goto(f"{served.url}/#{laid['table']}.{laid['token']}")
            listener = ScreenReaderPlayer(person, game, random.Random(5), ears=ears)
            try:
                listen_through(listener)
                if listener.told_to_press():  # a dialog before the end
                    listener.step()
                    person.page.wait_for_timeout(1000)
            finally:
                print(ears.text())
                person.context.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
