"""Small examples to the rules: positions as short games in a file, and all that is shown of them worked out.

    [[example]]
    rule = "X4.10"           # to which rule it belongs
    box = "small"            # a box of the file, without it the built-in one
    seats = 2
    moves = "1 draw, * +3"   # what was said, as a record has it
    see = 1                  # whose eyes we look through; without it, those of someone who watches
    ask = ["why"]            # what is asked, perhaps with what it is about: "preview risk"
    tell = 2                 # so many of the last moves are told in words
    then = "+3 a1"           # an answer that is tried: what it would bring is asked, and the table after it is shown
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from heorot.engine.game import A, B, Entry, Game, S, V_co, play
from heorot.engine.plain import Plain, plain_sentence
from heorot.engine.seats import CHANCE, Seat

FILE = "examples.toml"
CHANCE_MARK = "*"
BETWEEN = ","
NOT_SHOWN = ("legal", "unseen")  # of a view: an example is to be looked at


@dataclass(frozen=True, slots=True)
class Example:
    """A position, and what is shown of it."""

    rule: str
    seats: int
    moves: str
    box: str = ""
    see: int = 0  # from 1; nothing for someone who watches
    ask: tuple[str, ...] = ()
    tell: int = 0
    then: str = ""
    options: tuple[tuple[str, str], ...] = ()

    @property
    def seat(self) -> Seat | None:
        return Seat(self.see - 1) if self.see else None


@cache
def read(package: str) -> tuple[dict[str, str], tuple[Example, ...]]:
    """The boxes of a game's examples by name, as texts, and the examples."""
    told = tomllib.loads((resources.files(package) / FILE).read_text("utf-8"))
    return told.get("boxes", {}), tuple(example(row) for row in told["example"])


def example(row: Mapping[str, object]) -> Example:
    """An example from its row; a row with a field that there is none of is no example."""
    values = dict(row)
    options = values.pop("options", {})
    asked = values.pop("ask", [])
    assert isinstance(options, dict)
    assert isinstance(asked, list)
    return Example(**values, ask=tuple(asked), options=tuple(options.items()))  # type: ignore[arg-type]


def entries(moves: str) -> Iterable[Entry]:
    """What was said, move by move."""
    for said in filter(None, (move.strip() for move in moves.split(BETWEEN))):
        who, _, text = said.partition(" ")
        yield Entry(CHANCE if who == CHANCE_MARK else Seat(int(who) - 1), text)


def positions(game: Game[B, S, A, V_co], box: B, of: Example) -> list[S]:
    """The table before each move of an example and after the last, every one through the one door."""
    states = [game.setup(box, of.seats, {"first": "1", **dict(of.options)}, game.about.rules[-1])]
    for seat, text in entries(of.moves):
        states.append(play(game, states[-1], seat, game.read(states[-1], text)))
    return states


def told(game: Game[B, S, A, V_co], states: Sequence[S], of: Example) -> Plain:
    """The last moves in words, as paragraphs."""
    before, now = states[-1 - of.tell], states[-1]
    paragraphs = game.teller(before, of.seat).recount(before, now) if of.tell else []
    return [[plain_sentence(one) for one in paragraph] for paragraph in paragraphs]


def after(game: Game[B, S, A, V_co], state: S, of: Example) -> S:
    """The table after what is tried, which may be a set."""
    for text in of.then.split(BETWEEN):
        state = play(game, state, game.actors(state)[0], game.read(state, text.strip()))
    return state


def shown(game: Game[B, S, A, V_co], state: S, of: Example, told: int) -> Plain:
    """What is looked at; of the log what came after so many moves."""
    return {name: value for name, value in game.shown(state, of.seat, told).items() if name not in NOT_SHOWN}


def answer(game: Game[B, S, A, V_co], state: S, seat: Seat | None, question: str) -> Plain:
    """What the rules answer."""
    what, _, about = question.partition(" ")
    return game.ask(state, seat, what, about)


def worked_out(game: Game[B, S, A, V_co], box: B, of: Example) -> Plain:
    """An example with all that is shown of it."""
    states, seat = positions(game, box, of), of.seat
    state, moves = states[-1], len(states) - 1
    questions = (*of.ask, *([f"preview {of.then}"] if of.then else []))
    answers: list[Plain] = [answer(game, state, seat, question) for question in questions]
    later = shown(game, after(game, state, of), of, moves) if of.then else None
    return {
        "rule": of.rule,
        "box": of.box,
        "seat": seat,
        "then": of.then or None,
        "view": shown(game, state, of, moves - of.tell),
        "after": later,
        "told": told(game, states, of),
        "asked": answers,
    }


def examples(game: Game[B, S, A, V_co], package: str) -> dict[str, Plain]:
    """All examples of a game with the boxes that they are played with; the built-in one has no name."""
    texts, all_of_them = read(package)
    boxes: dict[str, B] = {"": game.box, **{name: game.read_box(text, FILE) for name, text in texts.items()}}
    made: list[Plain] = [worked_out(game, boxes[one.box], one) for one in all_of_them]
    return {"boxes": {name: game.contents(box) for name, box in boxes.items()}, "examples": made}
