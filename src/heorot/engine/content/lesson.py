"""A lesson: moments of recorded games in which a person says what stands in the record. No rule is told a second time:
what is shown, allowed and counted is the game's own, and every number in a text is asked of it."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, Generic

from heorot.engine import record as records
from heorot.engine.game import A, B, Entry, Game, S, V_co, play
from heorot.engine.naming import plain_number
from heorot.engine.plain import Plain
from heorot.engine.record_text import NO_PLACES, Places, Record
from heorot.engine.seats import CHANCE, Seat

SHOWN = 16  # so many entries are watched as they happen; more of them have passed by the next step
REMEMBERED = 24  # so many entries before a moment are told with it
FRACTION, NEGATIVE = re.compile(r"\d+/\d+"), re.compile(r"-\d+")
ANSWER, VIEW, SCORE, PREVIEW, THEN = "answer", "view", "score", "preview", "then "


@dataclass(frozen=True, slots=True)
class Number:
    """A number, or a word, of a text: whom to ask, and where in what is told."""

    name: str
    source: str  # `answer`, `view`, `score` or a query; after `then`, once all has happened that the step shows
    path: str


@dataclass(frozen=True, slots=True)
class Step:
    """One idea: a moment of a record, and the person's turn."""

    name: str
    scene: str
    at: int  # so many entries stand before the answer
    rules: tuple[str, ...]
    numbers: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """Steps through one game or several, always at the same seat."""

    seat: Seat
    steps: tuple[Step, ...]
    scenes: Mapping[str, Record] = field(hash=False)


def read_lesson(folder: Traversable) -> Lesson:
    """The lesson of a game from its folder: `lesson.toml`, and the records that it names."""
    data = tomllib.loads((folder / "lesson.toml").read_text("utf-8"))
    steps = tuple(read_step(step) for step in data["step"])
    names = dict.fromkeys(step.scene for step in steps)
    scenes = {name: records.read((folder / f"{name}.record").read_text("utf-8")) for name in names}
    return Lesson(Seat(data["seat"] - 1), steps, scenes)


def read_step(data: dict[str, Any]) -> Step:
    """One step from its table."""
    numbers = (Number(name, source, path) for name, (source, path) in data.get("numbers", {}).items())
    return Step(data["name"], data["scene"], data["at"], tuple(data["rules"]), tuple(numbers))


class Course(Generic[B, S, A, V_co]):
    """A lesson with its game: every table of its records, and what may be said and told there."""

    def __init__(self, game: Game[B, S, A, V_co], lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson

    @cached_property
    def tables(self) -> dict[str, list[S]]:
        """Every table of every record; a false record raises BadRecord."""
        return {
            name: records.tables(self.game, one, Places(NO_PLACES, tuple(range(1, len(one.entries) + 1)), 0))
            for name, one in self.lesson.scenes.items()
        }

    def table(self, step: Step, at: int | None = None) -> S:
        """The table at a step, or after so many entries of its record."""
        return self.tables[step.scene][step.at if at is None else at]

    # ---- What is asked

    def answer(self, step: Step) -> tuple[Entry, ...]:
        """What passes a step, as it stands in the record: one action, or all pieces of a set."""
        entries, at = self.lesson.scenes[step.scene].entries, step.at + 1
        while self.game.in_a_set(self.table(step, at), self.lesson.seat):
            at += 1
        return entries[step.at : at]

    def say(self, step: Step, actions: Sequence[str]) -> S:
        """The table after someone's answer, which comes in by the one door; raises HeorotError."""
        state = self.table(step)
        for text in actions:
            state = play(self.game, state, self.lesson.seat, self.game.read(state, text))
        return state

    def passes(self, step: Step, actions: Sequence[str]) -> bool:
        """Whether that is what is asked for, or comes to the same."""
        answer = self.answer(step)
        asked = self.table(step, step.at + len(answer))
        return [*actions] == [entry.text for entry in answer] or self.same(self.say(step, actions), asked)

    def same(self, one: S, other: S) -> bool:
        """Whether two answers come to the same for the person: nothing that is seen tells them apart but the log."""
        seat = self.lesson.seat
        seen = ({**self.game.shown(state, seat), "log": None} for state in (one, other))
        return next(seen) == next(seen)

    # ---- What follows

    def next(self, step: Step) -> Step | None:
        """The step after a step."""
        after = self.lesson.steps.index(step) + 1
        return self.lesson.steps[after] if after < len(self.lesson.steps) else None

    def goes_on(self, step: Step) -> bool:
        """Whether the next step is only a few moves away, so that all up to it is watched as it happens."""
        after = self.next(step)
        return after is not None and after.scene == step.scene and after.at == self.end(step)

    def end(self, step: Step) -> int:
        """Up to which entry a step shows what happens: the person's next choice, or a little before it."""
        entries = self.lesson.scenes[step.scene].entries
        start = at = step.at + len(self.answer(step))
        while at < min(len(entries), start + SHOWN) and not self.chooses(step, at, entries[at].seat):
            at += 1
        while at < len(entries) and self.is_half_said(step, at):
            at += 1
        return at

    def is_half_said(self, step: Step, at: int) -> bool:
        """Whether what was begun goes on after so many entries: chance speaks, or another piece of a set is named."""
        entry = self.lesson.scenes[step.scene].entries[at]
        return entry.seat == CHANCE or self.game.in_a_set(self.table(step, at), entry.seat)

    def chooses(self, step: Step, at: int, who: Seat) -> bool:
        """Whether it is the person's turn, with more than one thing to say."""
        return who == self.lesson.seat and len(self.game.legal(self.table(step, at), who)) > 1

    def moments(self, step: Step, end: int) -> Iterator[tuple[int, int]]:
        """What happens from a step on, answer by answer with what chance adds to it: from which entry to which."""
        start = step.at
        for at in range(step.at + 1, end + 1):
            if at == end or not self.is_half_said(step, at):
                yield start, at
                start = at

    # ---- What is told

    def numbers(self, step: Step) -> dict[str, Plain]:
        """Every number of a step's text, asked of the game."""
        return {number.name: in_words(found(self.told(step, number), number.path)) for number in step.numbers}

    def told(self, step: Step, number: Number) -> Any:
        """What is told to whoever asks, before the answer or after all that it led to."""
        said = [entry.text for entry in self.answer(step)]
        source, seat = number.source.removeprefix(THEN), self.lesson.seat
        state = self.table(step, self.end(step) if number.source.startswith(THEN) else step.at)
        if source == ANSWER:
            return [text.split(" ") for text in said]
        if source == VIEW:
            return self.game.shown(state, seat)
        if source == SCORE:
            return self.game.score(state)
        return self.game.ask(state, seat, source, ", ".join(said) if source == PREVIEW else "")


def found(told: Any, path: str) -> Any:
    """What stands at a path, like `changes.0.after.points`."""
    for name in path.split("."):
        told = told[int(name)] if isinstance(told, list | tuple) else told[name]
    return told


def in_words(value: Any) -> Plain:
    """A fraction as whole per cents, and whatever is negative with a real minus; anything else as it is."""
    if FRACTION.fullmatch(str(value)):
        return round(Fraction(value) * 100)
    plain: Plain = plain_number(value) if NEGATIVE.fullmatch(str(value)) else value
    return plain
