"""Play random games, legal and illegal, check every invariant, and save the games in which a check fails.

    python -m tests.tools.fuzz --seconds 60 --seed 7
    python -m tests.tools.fuzz --game legend

Both games are played in turn, or the one that is named. Each run has a number; `--seed` is the first, so that every
failure can be repeated. A failure is written as a record into records/found (not in git), to be replayed; the exit
code is then 1.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from heorot.engine import records
from heorot.engine.errors import HeorotError, IllegalAction, Unreadable
from heorot.engine.game import Entry, play
from heorot.engine.records import UNDO
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.locales import LANGUAGES
from heorot.terminal.input_parser import InputParser
from heorot.terminal.translator import Translator
from tests.support.playing import OWN_BOXES, Line, as_json, box_named, pick, record_of, watchers

FOUND = Path(__file__).parents[2] / "records" / "found"
LONGEST = 2000  # entries; no game of these boxes comes near
LETTERS = "abcdefghi123456789 +-:*thaneswpdrkfILX−фис\u2028"
YES_OR_NO = ("advanced", "fallen", "open-tokens")  # options of one game or the other


class Find(Exception):
    """Raised when a check fails; the record shows the game that led to it."""


class Game:
    """One random game."""

    def __init__(self, number: int, name: str) -> None:
        self.rng = Random(number)
        self.name, self.rules = name, GAMES[name]
        self.invariants = import_module(f"tests.games.{name}.invariants")
        box = box_named(self.rng.choice(("built-in", *OWN_BOXES[name])), name)
        seats = self.rng.randint(*box.players)
        self.tables = [self.rules.setup(box, seats, self.options(seats), self.rules.info.rules[-1])]
        self.entries: list[Entry] = []
        self.said: list[Any] = []

    def options(self, seats: int) -> dict[str, str]:
        """Choose random options."""
        first = {"first": str(self.rng.randint(1, seats))} if self.rng.random() < 0.3 else {}
        known = [name for name in YES_OR_NO if name in self.rules.info.options]
        return first | {name: "yes" for name in known if self.rng.random() < 0.4}

    @property
    def table(self) -> Any:
        return self.tables[-1]

    def record(self) -> records.Record:
        ordered = records.to_record_order(self.rules, self.tables[0], self.entries)
        return record_of(self.rules, self.tables[0], ordered, self.table)

    def play(self) -> None:
        """Play to the end, and check everything on the way."""
        while self.rules.actors(self.table):
            if len(self.entries) > LONGEST:
                raise Find("the game does not end")
            for check in (self.check_dead_end, self.say_something_illegal, self.type_something, self.talk, self.step):
                check()
            if self.rng.random() < 0.25:
                self.invariants.check_table(self.table)
            if self.rng.random() < 0.02:
                self.check_views()
        self.invariants.check_table(self.table)
        self.check_views()
        self.check_whole_game()

    def check_dead_end(self) -> None:
        for seat in self.rules.actors(self.table):
            if not (self.rules.chance_outcomes(self.table) if seat == CHANCE else self.rules.legal(self.table, seat)):
                raise Find(f"a dead end: seat {seat} is asked and has no answer")

    def step(self) -> None:
        """Play one legal action."""
        seat, action = pick(self.rules, self.table, self.rng.getrandbits(16))
        text = self.rules.write(self.table, action)
        if self.rules.read(self.table, text) != action:
            raise Find(f"{text} is read as something else")
        before = self.table
        self.tables.append(play(self.rules, before, seat, action))
        self.entries.append(Entry(seat, text))
        self.said.append(action)

    def say_something_illegal(self) -> None:
        """Try an action from another table or by another seat: it must be refused by a rule, or be legal now."""
        if not self.said or self.rng.random() < 0.5:
            return
        action, seat = self.rng.choice(self.said), Seat(self.rng.randint(-1, len(self.rules.score(self.table))))
        allowed = action in self.rules.legal(self.table, seat)
        if allowed != accepted(self.rules, self.table, seat, action):
            raise Find(f"seat {seat}, {action}: {'refused, but legal' if allowed else 'accepted, but not legal'}")

    def type_something(self) -> None:
        """Read random letters: they are an action or unreadable."""
        text = "".join(self.rng.choices(LETTERS, k=self.rng.randint(0, 12)))
        try:
            self.rules.read(self.table, text)
        except Unreadable:
            pass

    def talk(self) -> None:
        """Parse typed input in a language, with or without typing errors: every response can be rendered."""
        seat = self.rng.choice(self.rules.actors(self.table))
        if seat == CHANCE or self.rng.random() < 0.9:
            return
        translator = Translator(self.rng.choice(LANGUAGES))
        view = self.rules.view(self.table, seat)
        choices = import_module(f"heorot.terminal.{self.name}.choices")
        parser = InputParser(self.rules, self.table, seat, choices.choices(self.table.box, view, translator.language))
        phrase, action = self.rng.choice(list(parser.phrases.items()))
        if parser.parse(phrase) != action:
            raise Find(f"{phrase} is understood as something else")
        try:
            parser.parse(self.garble(phrase))
        except HeorotError as error:
            translator.render_error(error)
        narrator, after = self.rules.narrator(self.table, seat), self.rules.apply(self.table, seat, view.legal[-1])
        for told in narrator.narrate(self.table, after):
            translator.render_paragraph(told)

    def garble(self, text: str) -> str:
        """Return a text with one letter changed, removed or added."""
        at = self.rng.randint(0, len(text))
        return text[:at] + self.rng.choice(["", self.rng.choice(LETTERS)]) + text[at + self.rng.randint(0, 1) :]

    def check_views(self) -> None:
        """Check that hidden information does not change what a seat sees."""
        worlds = import_module(f"heorot.games.{self.name}.inference.worlds")
        for me in watchers(self.table):
            other = worlds.another_world(self.table, me, self.rng)
            if as_json(self.rules.view(other, me)) != as_json(self.rules.view(self.table, me)):
                raise Find(f"the view of {me} depends on what it hides")

    def check_whole_game(self) -> None:
        """Check the sum of the points, and that the record with undone entries leads to the same table, up to the order
        of simultaneous actions."""
        self.invariants.check_line(Line(self.rules, tuple(self.tables), tuple(self.entries)))
        record = self.record()
        if records.read(records.write(record)) != record:
            raise Find("the record is read as another one")
        again = records.replay(self.rules, record)
        if again.state != self.table.state or (record.entries == tuple(self.entries) and again != self.table):
            raise Find("the record leads to another table")
        if records.replay(self.rules, self.with_take_back(record)) != again:
            raise Find("after a take-back the game goes another way")

    def with_take_back(self, record: records.Record) -> records.Record:
        """Return the same game with some entries undone and played again."""
        at = self.rng.randint(1, len(record.entries))
        back = self.rng.randint(1, at)
        again = (*record.entries[:at], Entry(UNDO, str(back)), *record.entries[at - back :])
        return replace(record, entries=again)


def accepted(rules: Any, table: Any, seat: Seat, action: Any) -> bool:
    try:
        play(rules, table, seat, action)
    except IllegalAction:
        return False
    return True


# ---- Finds ---------------------------------------------------------------------------------------------------------


def keep(number: int, game: Game, error: Exception) -> Path:
    """Write a record that ends at the failure, with the error in its notes."""
    FOUND.mkdir(parents=True, exist_ok=True)
    (FOUND / ".gitignore").write_text("*\n")
    notes = [f"fuzz {game.name} {number}", *"".join(traceback.format_exception(error)).split("\n")]
    file = FOUND / f"fuzz-{game.name}-{number}.record"
    record = replace(game.record(), notes=tuple(note.strip() for note in notes if note.strip()))
    file.write_text(records.write(record), "utf-8", errors="backslashreplace")
    return file


def numbers(seed: int, seconds: float) -> Iterator[int]:
    """Yield numbers of games until the time is over, and report progress."""
    start = said = time.monotonic()
    number = seed
    while time.monotonic() - start < seconds:
        yield number
        number += 1
        if time.monotonic() - said > 5:
            said = time.monotonic()
            print(f"{number - seed} games in {said - start:.0f} s", flush=True)
    print(f"{number - seed} games, nothing found", flush=True)


def run(seconds: float, seed: int, names: Sequence[str] = tuple(GAMES)) -> int:
    """Play games for some seconds, and return 1 if a check failed."""
    for number in numbers(seed, seconds):
        game = Game(number, names[number % len(names)])
        try:
            game.play()
        except Exception as error:
            found = f"{game.name} {number}: {type(error).__name__}: {error}"
            print(f"{found}\n{keep(number, game, error)}", flush=True)
            return 1
    return 0


def main(args: list[str]) -> int:
    summary, _, rest = __doc__.partition("\n\n")
    form = argparse.RawDescriptionHelpFormatter
    name = "python -m tests.tools.fuzz"
    parser = argparse.ArgumentParser(name, description=summary, epilog=rest, formatter_class=form)
    parser.add_argument("--seconds", type=float, default=60, help="how long (60)")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game (0)")
    parser.add_argument("--game", choices=list(GAMES), help="which (all in turn)")
    chosen = parser.parse_args(args)
    return run(chosen.seconds, chosen.seed, [chosen.game] if chosen.game else tuple(GAMES))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
