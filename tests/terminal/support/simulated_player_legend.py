"""A simulated player of a whole game of the Legend, who reads only the screen."""

import re

from heorot.locales.keyboards import normalize
from tests.terminal.support.pseudo_terminal import Terminal
from tests.terminal.support.simulated_player import OTHER_KEYS, RARE, SimulatedPlayer

MISTAKES = ("juggle", "bid wit9", "0", "99", "!", "", "beowolf", "take fame 99", "yes", "first 1", "lay, lay")
QUERIES = ("help", "why", "unseen", "hand", "table", "preview", "rule", "odds", "road")
SAID = ("done", "risk", "decline", "give up", "keep")


class SimulatedLegendPlayer(SimulatedPlayer):
    """Plays to the end; `typed` is everything that was typed."""

    def __init__(self, terminal: Terminal, language: str, seed: int) -> None:
        super().__init__(terminal, language, seed)
        self.agenda = [*MISTAKES, *QUERIES, *QUERIES, *RARE, "undo"]
        self.rng.shuffle(self.agenda)
        self.queries = QUERIES
        self.ways = [self.by_number, self.in_words, self.by_beginning, self.in_one_line, self.by_number, self.by_tab]
        self.ways += [self.by_layout] if language == "ru" else []

    def answer(self) -> None:
        """Respond to one prompt."""
        if self.terminal.line.strip() == self.page_prompt or not self.choices():
            self.enter_last("")
        elif self.agenda and self.answered > 3 and self.rng.random() < 0.6:
            self.digress(self.agenda.pop())
        else:
            self.answered += 1
            self.ways[self.answered % len(self.ways)](self.rng.choice(list(self.choices())))

    def words_for(self, number: int) -> str:
        """Return a phrase for a line of the list: its label without the consequences."""
        return re.split(r"\s*[:(]", self.choices()[number])[0]

    def in_words(self, number: int) -> None:
        self.enter_last(self.words_for(number))

    def by_beginning(self, number: int) -> None:
        words = normalize(self.words_for(number)).split()
        self.enter_last(" ".join(word[: self.rng.randint(2, 5)] for word in words))

    def in_one_line(self, number: int) -> None:
        """Type two actions separated by a comma; the second may come too late."""
        self.enter_last(f"{number}, {self.rng.choice(list(self.choices()))}")

    def by_tab(self, number: int) -> None:
        """Type the first letters and press Tab; type the number if nothing is completed."""
        line = self.terminal.complete(normalize(self.words_for(number)).split()[0][:3])
        if not line.endswith(" "):
            self.terminal.press("Ctrl-U")
        self.enter_last("" if line.endswith(" ") else str(number))

    def by_layout(self, number: int) -> None:
        """Type the notation on a Russian keyboard layout."""
        self.enter_last(self.rng.choice(SAID).translate(OTHER_KEYS))

    def ask(self, query: str) -> None:
        word = "?" if query == "help" and self.rng.random() < 0.5 else self.word(f"play.command.{query}")
        rest = {
            "why": self.rng.choice(["", "1", "naegling", "grendel"]), "rule": self.rng.choice(["L5.2", "L7.4", "3"]),
            "preview": self.rng.choice(["1", "2", ""]), "road": self.rng.choice(["", "6", "nowhere"]),
        }.get(query, "")  # fmt: skip
        self.enter_last(f"{word} {rest}".strip())
