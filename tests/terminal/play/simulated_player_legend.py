"""A person who plays a whole game of the Legend: reads the screen and nothing else."""

import re

from heorot.locales.typed import plain
from tests.cli.person import OTHER_KEYS, RARE, Person
from tests.cli.terminal import Terminal

MISTAKES = ("juggle", "bid wit9", "0", "99", "!", "", "beowolf", "take fame 99", "yes", "first 1", "lay, lay")
QUERIES = ("help", "why", "unseen", "hand", "table", "preview", "rule", "odds", "road")
SAID = ("done", "risk", "decline", "give up", "keep")


class LegendPerson(Person):
    """Plays to the end; `typed` is all that was typed."""

    def __init__(self, terminal: Terminal, language: str, seed: int) -> None:
        super().__init__(terminal, language, seed)
        self.agenda = [*MISTAKES, *QUERIES, *QUERIES, *RARE, "undo"]
        self.rng.shuffle(self.agenda)
        self.queries = QUERIES
        self.ways = [self.by_number, self.in_words, self.by_beginning, self.in_one_line, self.by_number, self.by_tab]
        self.ways += [self.by_layout] if language == "ru" else []

    def answer(self) -> None:
        """One thing, whatever is asked."""
        if self.terminal.line.strip() == self.on or not self.choices():
            self.go("")
        elif self.agenda and self.answered > 3 and self.rng.random() < 0.6:
            self.digress(self.agenda.pop())
        else:
            self.answered += 1
            self.ways[self.answered % len(self.ways)](self.rng.choice(list(self.choices())))

    def words_for(self, number: int) -> str:
        """A line of the list as one might say it: up to what it would bring."""
        return re.split(r"\s*[:(]", self.choices()[number])[0]

    def in_words(self, number: int) -> None:
        self.go(self.words_for(number))

    def by_beginning(self, number: int) -> None:
        words = plain(self.words_for(number)).split()
        self.go(" ".join(word[: self.rng.randint(2, 5)] for word in words))

    def in_one_line(self, number: int) -> None:
        """Two answers with a comma between them; the second may come too late."""
        self.go(f"{number}, {self.rng.choice(list(self.choices()))}")

    def by_tab(self, number: int) -> None:
        """The first letters, and the key that completes; a number if that leads nowhere."""
        line = self.terminal.tab(plain(self.words_for(number)).split()[0][:3])
        if not line.endswith(" "):
            self.terminal.press("Ctrl-U")
        self.go("" if line.endswith(" ") else str(number))

    def by_layout(self, number: int) -> None:
        """The notation with the keyboard left in Russian."""
        self.go(self.rng.choice(SAID).translate(OTHER_KEYS))

    def ask(self, query: str) -> None:
        word = "?" if query == "help" and self.rng.random() < 0.5 else self.word(f"play.command.{query}")
        rest = {
            "why": self.rng.choice(["", "1", "naegling", "grendel"]), "rule": self.rng.choice(["L5.2", "L7.4", "3"]),
            "preview": self.rng.choice(["1", "2", ""]), "road": self.rng.choice(["", "6", "nowhere"]),
        }.get(query, "")  # fmt: skip
        self.go(f"{word} {rest}".strip())
