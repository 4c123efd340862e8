"""Examples to the rules: positions as short games in `examples.toml`, rendered with the game's own views and queries.

    [[example]]
    rule = "X4.10"           # the rule that it illustrates
    box = "small"            # a box of the file; the built-in box by default
    seats = 2
    moves = "1 draw, * +3"   # entries as in a record
    see = 1                  # the viewer's seat; a spectator by default
    ask = ["why"]            # queries, each with an optional argument: "preview risk"
    tell = 2                 # number of last moves to narrate
    then = "+3 a1"           # an action to preview; the table after it is rendered too
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from heorot.engine.game import A, B, Entry, Game, S, V_co, play
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.serialize import Json, sentence_json

FILE = "examples.toml"
CHANCE_MARK = "*"
SEPARATOR = ","
HIDDEN_FIELDS = ("legal", "unseen")  # of a view: an example has no controls


@dataclass(frozen=True, slots=True)
class RuleExample:
    """A position and what is rendered of it; the fields are those of the file."""

    rule: str
    seats: int
    moves: str
    box: str = ""
    see: int = 0  # from 1; 0 for a spectator
    ask: tuple[str, ...] = ()
    tell: int = 0
    then: str = ""
    options: tuple[tuple[str, str], ...] = ()

    @property
    def seat(self) -> Seat | None:
        return Seat(self.see - 1) if self.see else None


@cache
def read_examples(package: str) -> tuple[dict[str, str], tuple[RuleExample, ...]]:
    """Read the examples of a game and the texts of their boxes by name."""
    data = tomllib.loads((resources.files(package) / FILE).read_text("utf-8"))
    return data.get("boxes", {}), tuple(make_example(row) for row in data["example"])


def make_example(row: Mapping[str, object]) -> RuleExample:
    """Make an example from its TOML table; an unknown field raises TypeError."""
    values = dict(row)
    options = values.pop("options", {})
    queries = values.pop("ask", [])
    assert isinstance(options, dict)
    assert isinstance(queries, list)
    return RuleExample(**values, ask=tuple(queries), options=tuple(options.items()))  # type: ignore[arg-type]


def parse_moves(moves: str) -> Iterator[Entry]:
    """Parse `1 draw, * +3` into entries."""
    for move in filter(None, (move.strip() for move in moves.split(SEPARATOR))):
        seat, _, text = move.partition(" ")
        yield Entry(CHANCE if seat == CHANCE_MARK else Seat(int(seat) - 1), text)


def play_example(game: Game[B, S, A, V_co], box: B, example: RuleExample) -> list[S]:
    """Return the state before each move of an example and after the last one."""
    options = {"first": "1", **dict(example.options)}
    states = [game.setup(box, example.seats, options, game.info.rules[-1])]
    for seat, text in parse_moves(example.moves):
        states.append(play(game, states[-1], seat, game.read(states[-1], text)))
    return states


def narration_json(game: Game[B, S, A, V_co], states: Sequence[S], example: RuleExample) -> Json:
    """Narrate the last moves, as paragraphs."""
    before, now = states[-1 - example.tell], states[-1]
    paragraphs = game.narrator(before, example.seat).narrate_moves(before, now) if example.tell else []
    return [[sentence_json(sentence) for sentence in paragraph] for paragraph in paragraphs]


def state_after(game: Game[B, S, A, V_co], state: S, example: RuleExample) -> S:
    """Return the state after the action in `then`, which may have several parts."""
    for text in example.then.split(SEPARATOR):
        state = play(game, state, game.actors(state)[0], game.read(state, text.strip()))
    return state


def view_json(game: Game[B, S, A, V_co], state: S, example: RuleExample, since: int) -> Json:
    """Return the view of an example; its log starts after `since` entries."""
    view = game.view_json(state, example.seat, since)
    return {name: value for name, value in view.items() if name not in HIDDEN_FIELDS}


def example_json(game: Game[B, S, A, V_co], box: B, example: RuleExample) -> Json:
    """Render an example: its views, its narration and the answers to its queries."""
    states, seat = play_example(game, box, example), example.seat
    state, moves = states[-1], len(states) - 1
    queries = (*example.ask, *([f"preview {example.then}"] if example.then else []))
    answers: list[Json] = []
    for query in queries:
        what, _, about = query.partition(" ")
        answers.append(game.query(state, seat, what, about))
    return {
        "rule": example.rule,
        "box": example.box,
        "seat": seat,
        "then": example.then or None,
        "view": view_json(game, state, example, moves - example.tell),
        "after": view_json(game, state_after(game, state, example), example, moves) if example.then else None,
        "told": narration_json(game, states, example),
        "asked": answers,
    }


def examples_json(game: Game[B, S, A, V_co], package: str) -> dict[str, Json]:
    """Render all examples of a game, with the boxes that they use; the built-in box has no name."""
    texts, examples = read_examples(package)
    boxes: dict[str, B] = {"": game.box, **{name: game.read_box(text, FILE) for name, text in texts.items()}}
    made: list[Json] = [example_json(game, boxes[example.box], example) for example in examples]
    return {"boxes": {name: game.contents(box) for name, box in boxes.items()}, "examples": made}
