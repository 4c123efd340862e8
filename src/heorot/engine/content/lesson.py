"""Lessons: steps at moments of recorded games, in which the learner plays what stands in the record.

A lesson states no rule. The game itself decides what is shown, legal and accepted, and every number in the text of a
step is queried from it.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, Generic

from heorot.engine import records
from heorot.engine.game import A, B, Entry, Game, S, V_co, play
from heorot.engine.records.text_format import NO_LINES, LineNumbers, Record
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.sentence_params import format_number
from heorot.engine.serialize import Json

MAX_SHOWN = 16  # entries that a step shows after the answer; further ones are skipped
MAX_REMEMBERED = 24  # entries of the log before a step
FRACTION, NEGATIVE = re.compile(r"\d+/\d+"), re.compile(r"-\d+")
ANSWER, VIEW, SCORE, PREVIEW, THEN = "answer", "view", "score", "preview", "then "


@dataclass(frozen=True, slots=True)
class LessonNumber:
    """A number or a word in the text of a step, and where it comes from."""

    name: str
    source: str  # `answer`, `view`, `score` or a query; with `then ` in front, after everything that the step shows
    path: str


@dataclass(frozen=True, slots=True)
class ScriptedStep:
    """A step of a lesson: a moment of a record at which the learner has to act."""

    name: str
    scene: str  # the record
    at: int  # entries before the answer
    rules: tuple[str, ...]
    numbers: tuple[LessonNumber, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """Steps through one or several records, always at the same seat."""

    seat: Seat
    steps: tuple[ScriptedStep, ...]
    scenes: Mapping[str, Record] = field(hash=False)


def read_lesson(folder: Traversable) -> Lesson:
    """Read `lesson.toml` and the records that it names."""
    data = tomllib.loads((folder / "lesson.toml").read_text("utf-8"))
    steps = tuple(read_step(step) for step in data["step"])
    names = dict.fromkeys(step.scene for step in steps)
    scenes = {name: records.read((folder / f"{name}.record").read_text("utf-8")) for name in names}
    return Lesson(Seat(data["seat"] - 1), steps, scenes)


def read_step(data: dict[str, Any]) -> ScriptedStep:
    """Read one step from its table."""
    numbers = (LessonNumber(name, source, path) for name, (source, path) in data.get("numbers", {}).items())
    return ScriptedStep(data["name"], data["scene"], data["at"], tuple(data["rules"]), tuple(numbers))


class LessonPlayer(Generic[B, S, A, V_co]):
    """Player of a lesson with its game: replays the records, checks answers and fills in numbers."""

    def __init__(self, game: Game[B, S, A, V_co], lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson

    @cached_property
    def tables(self) -> dict[str, list[S]]:
        """All tables of every record; raises BadRecord."""
        return {
            name: records.states(self.game, record, LineNumbers(NO_LINES, tuple(range(1, len(record.entries) + 1)), 0))
            for name, record in self.lesson.scenes.items()
        }

    def table(self, step: ScriptedStep, at: int | None = None) -> S:
        """Return the table at a step, or after `at` entries of its record."""
        return self.tables[step.scene][step.at if at is None else at]

    # ---- Answers

    def expected_answer(self, step: ScriptedStep) -> tuple[Entry, ...]:
        """Return the answer in the record: one entry, or all parts of an action that takes several."""
        entries, at = self.lesson.scenes[step.scene].entries, step.at + 1
        while self.game.has_unfinished_action(self.table(step, at), self.lesson.seat):
            at += 1
        return entries[step.at : at]

    def play_answer(self, step: ScriptedStep, actions: Sequence[str]) -> S:
        """Return the table after a learner's answer; raises HeorotError."""
        state = self.table(step)
        for text in actions:
            state = play(self.game, state, self.lesson.seat, self.game.read(state, text))
        return state

    def accepts(self, step: ScriptedStep, actions: Sequence[str]) -> bool:
        """Return whether an answer is the expected one, or leads to the same view apart from the log."""
        answer = self.expected_answer(step)
        if [*actions] == [entry.text for entry in answer]:
            return True
        tables = self.play_answer(step, actions), self.table(step, step.at + len(answer))
        views = ({**self.game.view_json(table, self.lesson.seat), "log": None} for table in tables)
        return next(views) == next(views)

    # ---- After an answer

    def next_step(self, step: ScriptedStep) -> ScriptedStep | None:
        """Return the step after a step."""
        after = self.lesson.steps.index(step) + 1
        return self.lesson.steps[after] if after < len(self.lesson.steps) else None

    def continues(self, step: ScriptedStep) -> bool:
        """Return whether the entries that a step shows lead up to the next step."""
        after = self.next_step(step)
        return after is not None and after.scene == step.scene and after.at == self.end(step)

    def end(self, step: ScriptedStep) -> int:
        """Return the number of entries when a step ends: at the learner's next choice, or a little before it."""
        entries = self.lesson.scenes[step.scene].entries
        start = at = step.at + len(self.expected_answer(step))
        while at < min(len(entries), start + MAX_SHOWN) and not self.has_choice(step, at, entries[at].seat):
            at += 1
        while at < len(entries) and self.is_unfinished(step, at):
            at += 1
        return at

    def is_unfinished(self, step: ScriptedStep, at: int) -> bool:
        """Return whether entry `at` belongs to the action before it: a draw, or another part of an action."""
        entry = self.lesson.scenes[step.scene].entries[at]
        return entry.seat == CHANCE or self.game.has_unfinished_action(self.table(step, at), entry.seat)

    def has_choice(self, step: ScriptedStep, at: int, seat: Seat) -> bool:
        """Return whether it is the learner's turn, with more than one legal action."""
        return seat == self.lesson.seat and len(self.game.legal(self.table(step, at), seat)) > 1

    def moments(self, step: ScriptedStep, end: int) -> Iterator[tuple[int, int]]:
        """Yield the entries from a step to `end` action by action, as ranges (start, stop)."""
        start = step.at
        for at in range(step.at + 1, end + 1):
            if at == end or not self.is_unfinished(step, at):
                yield start, at
                start = at

    # ---- Numbers in texts

    def numbers(self, step: ScriptedStep) -> dict[str, Json]:
        """Return every number of a step's text."""
        return {
            number.name: format_value(value_at(self.source_data(step, number), number.path)) for number in step.numbers
        }

    def source_data(self, step: ScriptedStep, number: LessonNumber) -> Any:
        """Return the data that a number is taken from, before the answer or after the step."""
        actions = [entry.text for entry in self.expected_answer(step)]
        source, seat = number.source.removeprefix(THEN), self.lesson.seat
        state = self.table(step, self.end(step) if number.source.startswith(THEN) else step.at)
        if source == ANSWER:
            return [text.split(" ") for text in actions]
        if source == VIEW:
            return self.game.view_json(state, seat)
        if source == SCORE:
            return self.game.score(state)
        return self.game.query(state, seat, source, ", ".join(actions) if source == PREVIEW else "")


def value_at(data: Any, path: str) -> Any:
    """Return the value at a path like `changes.0.after.points`."""
    for name in path.split("."):
        data = data[int(name)] if isinstance(data, list | tuple) else data[name]
    return data


def format_value(value: Any) -> Json:
    """Write a fraction as whole per cents and a negative number with a real minus; return anything else unchanged."""
    if FRACTION.fullmatch(str(value)):
        return round(Fraction(value) * 100)
    written: Json = format_number(value) if NEGATIVE.fullmatch(str(value)) else value
    return written
