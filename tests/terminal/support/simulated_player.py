"""A simulated player of a whole game: reads only the screen, types in many ways, makes mistakes and uses commands."""

import re
from random import Random

from heorot.locales import catalogue
from heorot.locales.keyboards import SAME_KEYS, normalize
from tests.cli.run_heorot import translated
from tests.terminal.support.pseudo_terminal import Terminal

CHOICE = re.compile(r"(\d+)\. (\S.*?)(?=\s{3,}\d+\. |$)")
OPEN_SPACE = re.compile(r"(?<=│)\s*([a-z]\d)\s*(?=│)")
END = re.compile(r"\b[a-z]\d(?:-[a-z]\d)?\b")
OTHER_KEYS = str.maketrans({latin: cyrillic for cyrillic, latin in SAME_KEYS.items()})
RARE = ("undo", "log", "save")
QUERIES = ("help", "why", "unseen", "hand", "table", "preview", "rule")
DEEDS = ("draw", "fill", "keep", "pass")
MISTAKES = ("juggle", "thane z9", "+98 a1", "0", "99", "999 a1", "!", "", "thnae", "cash", "swap a1", "yes", "first 1")
MOST_LINES = 500


class SimulatedPlayer:
    """Plays to the end; `typed` is everything that was typed."""

    def __init__(self, terminal: Terminal, language: str, seed: int) -> None:
        self.terminal = terminal
        self.language = language
        self.rng = Random(seed)
        self.typed: list[str] = []
        self.agenda = [*MISTAKES, *QUERIES, *RARE, "undo"]  # each of them is done once, in random order
        self.rng.shuffle(self.agenda)
        self.queries: tuple[str, ...] = QUERIES
        self.answered = 0
        self.page_prompt = translated(language, "play.page.prompt").strip()
        self.ways = [self.by_number, self.by_number_and_space, self.in_words, self.by_beginning, self.by_tab]
        self.ways += [self.by_layout] if language == "ru" else []

    def play(self) -> None:
        """Play until the last line of the game."""
        self.terminal.wait_for_prompt()
        while not self.terminal.ended:
            assert len(self.typed) < MOST_LINES, self.terminal.text
            self.answer()

    def answer(self) -> None:
        """Respond to one prompt."""
        prompt = self.terminal.line.strip()
        if prompt == self.page_prompt:
            self.enter_last("")
        elif not self.choices():
            self.enter_last("")
        elif translated(self.language, "play.where.prompt", what="").strip() in prompt:
            self.say_where()
        elif self.agenda and self.answered > 3 and self.rng.random() < 0.6:
            self.digress(self.agenda.pop())
        else:
            self.answered += 1
            self.ways[self.answered % len(self.ways)](self.rng.choice(list(self.choices())))

    def digress(self, matter: str) -> None:
        """Make a mistake, use a command or undo."""
        if matter in self.queries:
            self.ask(matter)
        elif matter in RARE:
            self.enter_last(self.word(f"play.command.{matter}"))
        else:
            self.enter_last(matter)

    def enter_last(self, text: str) -> None:
        self.typed.append(text)
        self.terminal.enter_last(text)

    # ---- Reading the screen ----------------------------------------------------------------------------------------

    def choices(self) -> dict[int, str]:
        """Return the numbered list on the screen."""
        rows = [row for row in self.terminal.rows if re.match(r"\d+\. ", row)]
        return {int(number): label for row in rows for number, label in CHOICE.findall(row)}

    def a_space(self) -> str:
        """Return a space of the board without a piece."""
        return self.rng.choice(OPEN_SPACE.findall(self.terminal.text) or ["a1"])

    # ---- Ways to answer --------------------------------------------------------------------------------------------

    def by_number(self, number: int) -> None:
        self.enter_last(str(number))

    def by_number_and_space(self, number: int) -> None:
        self.enter_last(f"{number} {self.a_space()}")

    def in_words(self, number: int) -> None:
        self.enter_last(f"{self.words_for(number)} {self.where(number)}".strip())

    def by_beginning(self, number: int) -> None:
        beginnings = " ".join(word[: self.rng.randint(2, 4)] for word in normalize(self.words_for(number)).split())
        self.enter_last(f"{beginnings} {self.where(number)}".strip())

    def by_tab(self, number: int) -> None:
        """Type the first letters, press Tab, and type the space."""
        space = self.where(number)
        line = self.terminal.complete(self.words_for(number).split()[0][:3])
        self.enter_last(space if line.endswith(" ") else f" {space}")

    def where(self, number: int) -> str:
        """Return a space, for choices that need one."""
        wordless = [translated(self.language, f"movie.choice.{deed}") for deed in DEEDS]
        return "" if self.choices()[number] in wordless else self.a_space()

    def by_layout(self, number: int) -> None:
        """Type the notation on a Russian keyboard layout."""
        word = self.rng.choice(["thane", "castle", "longship", "draw", "preview draw"])
        space = "" if "draw" in word else f" {self.a_space()}"
        self.enter_last(f"{word}{space}".translate(OTHER_KEYS))

    def words_for(self, number: int) -> str:
        """Return a phrase for a line of the list: a figure, a tile, or the verb."""
        label = self.choices()[number]
        for kind in ("tile", "counsel"):
            before, after = translated(self.language, f"movie.choice.{kind}", tile="|").split("|")
            if label.startswith(before) and label.endswith(after):
                return re.sub(r" \(.*\)", "", label[len(before) : len(label) - len(after)])
        for deed in (*DEEDS, "remove", "swap"):
            if label == translated(self.language, f"movie.choice.{deed}"):
                return self.word(f"movie.read.{deed}")
        return re.split(r"\W", label)[0]

    def say_where(self) -> None:
        """Type the ending of an action: sometimes a wrong one or none, else one that Tab offers."""
        if self.rng.random() < 0.1:
            self.enter_last(self.rng.choice(("z9", "", "hm")))
            return
        mark = len(self.terminal.transcript)
        if END.search(self.terminal.complete("")):  # the only ending was completed
            self.enter_last("")
            return
        ends = END.findall(self.terminal.transcript[mark:])
        self.terminal.press("Ctrl-U")
        self.enter_last(self.rng.choice(ends) if ends else "")

    # ---- Commands --------------------------------------------------------------------------------------------------

    def word(self, key: str) -> str:
        """Return a word of the language or of the notation, sometimes without accents."""
        phrases = [phrase for phrase in catalogue(self.language)[key].split("|") if phrase.isalpha()]
        phrase = self.rng.choice(phrases)
        return normalize(phrase) if self.rng.random() < 0.5 else phrase

    def ask(self, query: str) -> None:
        word = "?" if query == "help" and self.rng.random() < 0.5 else self.word(f"play.command.{query}")
        rest = {
            "why": self.rng.choice(["", "a1", "b2", "c3"]), "rule": self.rng.choice(["M4.10", "M2.3", "mead", "9"]),
            "preview": self.rng.choice([f"1 {self.a_space()}", f"2 {self.a_space()}", "1", ""]),
        }.get(query, "")  # fmt: skip
        self.enter_last(f"{word} {rest}".strip())
