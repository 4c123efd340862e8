"""No bot of the Legend reads hidden information: it never changes an answer. The same view, random numbers and budget
always give the same answer."""

from collections.abc import Iterator
from random import Random

import pytest

from heorot.bots.budget import Budget
from heorot.bots.legend.known_state import known_state
from heorot.bots.legend.players import BOTS, evaluating_bot
from heorot.engine.chance import Stream, start_stream
from heorot.engine.seats import Seat
from heorot.games.legend.inference.worlds import Worlds
from heorot.games.legend.model.state import FIRST_QUESTION, Choices, State
from heorot.games.legend.rules.decisions import legal
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import QUESTIONS
from heorot.search.legend.evaluation import forecast_for
from heorot.search.legend.simulate import Simulation
from heorot.search.legend.skilled import evaluate
from heorot.search.legend.workspace import new_workspace
from tests.support.playing import LEGEND, box_named, random_game

ADVANCED, FALLEN = ("advanced", "yes"), ("fallen", "yes")
GAMES = [
    ("built-in", 2, ()),
    ("built-in", 3, (ADVANCED,)),
    ("built-in", 4, (FALLEN,)),
    ("built-in", 5, (ADVANCED, FALLEN)),
    ("small", 2, (ADVANCED,)),
    ("strange", 4, (ADVANCED,)),
]
SEEDS = (0, 2)  # of the sample games


def questions(tables: tuple[Table, ...]) -> Iterator[tuple[Table, Seat]]:
    """Yield every table and seat that must answer and has a choice."""
    for table in tables:
        if table.state.phase >= FIRST_QUESTION:
            yield from ((table, seat) for seat in LEGEND.actors(table) if len(LEGEND.view(table, seat).legal) > 1)


def skilled_game(box: str, seats: int, options: tuple, seed: int) -> tuple[Table, ...]:
    """Return the tables of a game between skilled seats."""
    games = Simulation(box_named(box, "legend"), ("skilled",) * seats, seed, dict(options), compiled=False)
    tables = [games.opening]
    for code in games.codes(0):
        tables.append(games.after(tables[-1], code))
    return tuple(tables)


def worths(table: Table, seat: Seat, s: State) -> list[int]:
    """Return the worth of every answer, evaluated in a given state."""
    out, work, stream = Choices(), new_workspace(8), Stream()
    start_stream(stream, 7, 0, 1)
    legal(table.box.printed, table.state, seat, out)
    forecast = forecast_for(table.box, s.seats, s.advanced_game, s.fallen_variant)
    evaluate(table.box.printed, s, seat, out, forecast, work, stream)
    return work.value[: out.count]


@pytest.mark.parametrize(("box", "seats", "options"), GAMES)
def test_hidden_information_changes_no_answer(box, seats, options):
    rng = Random(seats)
    asked = list(questions(random_game(box, seats, SEEDS[-1], "legend", options).tables))
    for table, seat in rng.sample(asked, min(12, len(asked))):
        view = LEGEND.view(table, seat)
        worlds = Worlds(table.box, view)
        for bot in BOTS.values():
            chosen = bot(table.box, view, Random(3))
            assert chosen == bot(table.box, LEGEND.view(worlds.draw(rng), seat), Random(3))


@pytest.mark.parametrize(("box", "seats", "options"), GAMES)
def test_the_evaluation_is_the_same_from_a_state_and_from_a_view(box, seats, options):
    """Check that `skilled`, which gets the whole state in a simulation, reads no more than the bot."""
    tables = [random_game(box, seats, seed, "legend", options).tables for seed in SEEDS]
    asked = list(questions(sum(tables, ()) + skilled_game(box, seats, options, seats)))
    for table, seat in asked[:: seats - 1]:
        view = LEGEND.view(table, seat)
        assert worths(table, seat, known_state(table.box, view)) == worths(table, seat, table.state.copy()), view


def test_all_kinds_of_questions_are_among_the_samples():
    kinds = set()
    for box, seats, options in GAMES:
        for seed in SEEDS:
            for table, _ in questions(random_game(box, seats, seed, "legend", options).tables):
                kinds.add(QUESTIONS[table.state.phase])
    assert kinds == {question for phase, question in QUESTIONS.items() if phase >= FIRST_QUESTION} - {"over"}


def test_the_same_view_chance_and_budget_give_the_same_answer():
    for table, seat in list(questions(random_game("built-in", 3, 5, "legend").tables))[::7]:
        view = LEGEND.view(table, seat)
        for bot in BOTS.values():
            assert bot(table.box, view, Random(9)) == bot(table.box, view, Random(9))


def test_a_budget_has_bounds():
    table, seat = next(questions(random_game("built-in", 2, 1, "legend").tables))
    for playouts in (0, 1, 10**9):
        view = LEGEND.view(table, seat)
        assert evaluating_bot(table.box, view, Random(1), Budget(playouts)) in view.legal
