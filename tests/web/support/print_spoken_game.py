"""A whole game as a screen reader would tell it, written to the screen: `python -m tests.web.listen movie en`."""

import random
import sys
import tempfile
from pathlib import Path

from tests.server.serving import Served
from tests.web.browsing import at_work, chromium
from tests.web.listening import Ears
from tests.web.measuring import lay
from tests.web.person import Person
from tests.web.reader import Listener, listen_through


def main(game: str, language: str = "en", *bots: str) -> None:
    """One person against bots; every focus, and all that live regions say."""
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder) / "data") as served, chromium() as browser:
        with at_work(browser):
            person = Person(browser, served.url, language=language)
            ears = Ears(person.page)
            laid = lay(served.url, game, "person", *(bots or ("greedy", "greedy")))
            person.page.goto(f"{served.url}/#{laid['table']}.{laid['token']}")
            listener = Listener(person, game, random.Random(5), ears=ears)
            try:
                listen_through(listener)
                if listener.told_to_press():  # where a sheet stands before the end
                    listener.step()
                    person.page.wait_for_timeout(1000)
            finally:
                print(ears.text())
                person.context.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
