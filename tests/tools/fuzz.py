"""Play random games, legal and illegal, with every invariant checked, and keep what goes wrong.

    python -m tests.fuzz --seconds 60 --seed 7
    python -m tests.fuzz --game legend

Both games are played in turn, or the one that is named. Each has a number; `--seed` is the first of them, so that any
find can be played again. What is found is written as a record into records/found (not in git), to be opened and
replayed; then the exit code is 1.
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

from heorot.engine import record as records
from heorot.engine.errors import HeorotError, IllegalAction, Unreadable
from heorot.engine.game import play
from heorot.engine.record import UNDO, Entry
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.locales import LANGUAGES
from heorot.terminal.reading import Reader
from heorot.terminal.speech import Speech
from tests.playing import OWN_BOXES, Line, as_json, box_named, pick, record_of, watchers

FOUND = Path(__file__).parents[1] / "records" / "found"
LONGEST = 2000  # entries; no game of these boxes comes near
LETTERS = "abcdefghi123456789 +-:*thaneswpdrkfILX−фис\u2028"
YES_OR_NO = ("advanced", "fallen", "open-tokens")  # options of one game or the other


class Find(Exception):
    """Something is wrong. What led to it is in the record."""


class Game:
    """One random game."""

    def __init__(self, number: int, name: str) -> None:
        self.rng = Random(number)
        self.name, self.rules = name, GAMES[name]
        self.invariants = import_module(f"tests.invariants_{name}")
        box = box_named(self.rng.choice(("built-in", *OWN_BOXES[name])), name)
        seats = self.rng.randint(*box.players)
        self.tables = [self.rules.setup(box, seats, self.options(seats), self.rules.about.rules[-1])]
        self.entries: list[Entry] = []
        self.said: list[Any] = []

    def options(self, seats: int) -> dict[str, str]:
        """What a host may choose."""
        first = {"first": str(self.rng.randint(1, seats))} if self.rng.random() < 0.3 else {}
        known = [name for name in YES_OR_NO if name in self.rules.about.options]
        return first | {name: "yes" for name in known if self.rng.random() < 0.4}

    @property
    def table(self) -> Any:
        return self.tables[-1]

    def record(self) -> records.Record:
        ordered = records.in_record_order(self.rules, self.tables[0], self.entries)
        return record_of(self.rules, self.tables[0], ordered, self.table)

    def play(self) -> None:
        """To the end, with a look at everything on the way."""
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
            if not (self.rules.chances(self.table) if seat == CHANCE else self.rules.legal(self.table, seat)):
                raise Find(f"a dead end: seat {seat} is asked and has no answer")

    def step(self) -> None:
        """One legal answer."""
        seat, action = pick(self.rules, self.table, self.rng.getrandbits(16))
        text = self.rules.write(self.table, action)
        if self.rules.read(self.table, text) != action:
            raise Find(f"{text} is read as something else")
        before = self.table
        self.tables.append(play(self.rules, before, seat, action))
        self.entries.append(Entry(seat, text))
        self.said.append(action)

    def say_something_illegal(self) -> None:
        """An answer from another moment, or by another seat: refused by a rule, or legal now."""
        if not self.said or self.rng.random() < 0.5:
            return
        action, seat = self.rng.choice(self.said), Seat(self.rng.randint(-1, len(self.rules.score(self.table))))
        allowed = action in self.rules.legal(self.table, seat)
        if allowed != accepted(self.rules, self.table, seat, action):
            raise Find(f"seat {seat}, {action}: {'refused, but legal' if allowed else 'accepted, but not legal'}")

    def type_something(self) -> None:
        """Random letters: an action, or unreadable."""
        text = "".join(self.rng.choices(LETTERS, k=self.rng.randint(0, 12)))
        try:
            self.rules.read(self.table, text)
        except Unreadable:
            pass

    def talk(self) -> None:
        """A person types an answer in some language, with a slip or without: whatever comes of it can be said."""
        seat = self.rng.choice(self.rules.actors(self.table))
        if seat == CHANCE or self.rng.random() < 0.9:
            return
        speech = Speech(self.rng.choice(LANGUAGES))
        view = self.rules.view(self.table, seat)
        choices = import_module(f"heorot.terminal.{self.name}.choices")
        reader = Reader(self.rules, self.table, seat, choices.choices(self.table.box, view, speech.language))
        phrase, action = self.rng.choice(list(reader.phrases.items()))
        if reader.read(phrase) != action:
            raise Find(f"{phrase} is understood as something else")
        try:
            reader.read(self.garble(phrase))
        except HeorotError as error:
            speech.complain(error)
        teller, after = self.rules.teller(self.table, seat), self.rules.apply(self.table, seat, view.legal[-1])
        for told in teller.tell(self.table, after):
            speech.paragraph(told)

    def garble(self, text: str) -> str:
        """A text with one letter changed, left out or put in."""
        at = self.rng.randint(0, len(text))
        return text[:at] + self.rng.choice(["", self.rng.choice(LETTERS)]) + text[at + self.rng.randint(0, 1) :]

    def check_views(self) -> None:
        """What a seat cannot know does not change what it sees."""
        worlds = import_module(f"heorot.games.{self.name}.worlds")
        for me in watchers(self.table):
            other = worlds.another_world(self.table, me, self.rng)
            if as_json(self.rules.view(other, me)) != as_json(self.rules.view(self.table, me)):
                raise Find(f"the view of {me} depends on what it hides")

    def check_whole_game(self) -> None:
        """Points added up again; the record, with wrong turns taken back, leads to the same table, up to the order in
        which simultaneous answers came."""
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
        """The same game, in which some entries were taken back and said again."""
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
    """Write a record that ends where it went wrong, with what went wrong in its notes."""
    FOUND.mkdir(parents=True, exist_ok=True)
    (FOUND / ".gitignore").write_text("*\n")
    notes = [f"fuzz {game.name} {number}", *"".join(traceback.format_exception(error)).split("\n")]
    file = FOUND / f"fuzz-{game.name}-{number}.record"
    record = replace(game.record(), notes=tuple(note.strip() for note in notes if note.strip()))
    file.write_text(records.write(record), "utf-8", errors="backslashreplace")
    return file


def numbers(seed: int, seconds: float) -> Iterator[int]:
    """Numbers of games, as long as there is time, with a word on the way now and then."""
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
    """Play for so long, one game after the other; 1 if something was found."""
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
    parser = argparse.ArgumentParser("python -m tests.fuzz", description=summary, epilog=rest, formatter_class=form)
    parser.add_argument("--seconds", type=float, default=60, help="how long (60)")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game (0)")
    parser.add_argument("--game", choices=list(GAMES), help="which (all in turn)")
    chosen = parser.parse_args(args)
    return run(chosen.seconds, chosen.seed, [chosen.game] if chosen.game else tuple(GAMES))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
