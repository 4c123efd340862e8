"""The Movie game's seat `greedy` against a slow one, written from its definition, that knows nothing but a view."""

from collections import Counter
from random import Random

import pytest

from heorot.engine.chance import Stream, start_stream
from heorot.games.movie.actions import FILL_UP, FillUp, decode
from heorot.games.movie.questions import legal
from heorot.games.movie.state import FILL, FIRST_QUESTION, Choices, State
from heorot.games.movie.table import Table, after, open_table
from heorot.games.movie.view import QUESTIONS
from heorot.games.movie.worlds import another_world
from heorot.search.movie import Simulation
from heorot.search.movie_greedy import Thought, greedy_answer
from tests.playing import MOVIE, box_named, random_game
from tests.search.slow_movie_greedy import best_actions, worths

KINDS = ("fill", "turn", "play", "remove", "swap", "swap-with")
MOST_WORK = 40_000  # spaces × tiles × figures to think through


def think(table: Table, seed: int = 0) -> tuple[int, Choices, Thought]:
    """What the fast greedy answers, its list and what it thought of it."""
    out, thought, stream = Choices(), Thought(), Stream()
    start_stream(stream, seed, 0, 1)
    legal(table.box.printed, table.state, out)
    code = greedy_answer(table.box.printed, table.state.copy(), out, thought, State(), Choices(), stream)
    return code, out, thought


def best_of_the_fast(table: Table):
    code, out, thought = think(table)
    if table.state.phase == FILL:
        assert code == FILL_UP
        return {FillUp()}
    worth = thought.worth[: out.count]
    best = [out.code[i] for i in range(out.count) if worth[i] == max(worth)]
    assert code in best
    return {decode(table.box, table.state.act, code) for code in best}


def asked_tables(line) -> dict[str, list[Table]]:
    """Tables at which a player is asked, by the kind of question."""
    found: dict[str, list[Table]] = {kind: [] for kind in KINDS}
    for table in line.tables[:-1]:
        if table.state.phase >= FIRST_QUESTION:
            found[QUESTIONS[table.state.phase]].append(table)
    return found


def sample(box: str, seats: int, seed: int, each: int) -> list[Table]:
    """A few tables of each kind of question, none too big for slow thinking."""
    chosen = []
    for tables in asked_tables(random_game(box, seats, seed)).values():
        light = [table for table in tables if work(table) < MOST_WORK]
        chosen += Random(seed).sample(light, min(each, len(light)))
    return chosen


def work(table: Table) -> int:
    shown = MOVIE.view(table, MOVIE.actors(table)[0])
    return len(shown.open) * (len(shown.unseen[shown.act - 1]) + 3) * (len(shown.figures) + 1)


def check_choice(table: Table) -> None:
    view = MOVIE.view(table, MOVIE.actors(table)[0])
    assert best_of_the_fast(table) == best_actions(table.box, view)
    if table.state.phase != FILL:
        _, out, thought = think(table)
        assert ranks(thought.worth[: out.count]) == ranks(list(worths(table.box, view).values()))


def ranks(numbers: list) -> list[int]:
    """Each number's place among all, so that equal orders are equal lists; the fast greedy counts in other units."""
    order = sorted(set(numbers))
    return [order.index(number) for number in numbers]


@pytest.mark.parametrize("box", ["crooked", "tiny", "built-in"])
@pytest.mark.parametrize("seed", range(4))
def test_greedy_is_what_its_definition_says(box, seed):
    fewest, most = box_named(box).players
    seats = fewest + seed % (most - fewest + 1)
    for table in sample(box, seats, seed, 3 if box == "built-in" else 8):
        check_choice(table)


@pytest.mark.heavy
@pytest.mark.parametrize("box", ["crooked", "tiny", "built-in"])
@pytest.mark.parametrize("seed", range(100, 110))
def test_greedy_is_what_its_definition_says_on_many_more_tables(box, seed):
    fewest, most = box_named(box).players
    for table in sample(box, fewest + seed % (most - fewest + 1), seed, 10):
        check_choice(table)


def test_all_kinds_of_questions_are_among_the_samples():
    tables = [table for seed in range(4) for table in sample("crooked", 2 + seed % 3, seed, 8)]
    assert {QUESTIONS[table.state.phase] for table in tables} == set(KINDS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_greedy_chooses_one_of_the_best(seats):
    box = box_named("crooked")
    names = ["greedy" if seat % 2 == 0 else "random" for seat in range(seats)]
    table = open_table(box, seats, {}, 1)
    for number, code in enumerate(Simulation(box, names, seed=3).codes(game=1)):
        mine = table.state.phase >= FIRST_QUESTION and names[table.state.seat] == "greedy"
        if mine and number % 5 == 0 and work(table) < MOST_WORK / 4:
            view = MOVIE.view(table, MOVIE.actors(table)[0])
            assert decode(box, table.state.act, code) in best_actions(box, view)
        table = after(table, code)


@pytest.mark.parametrize("box", ["crooked", "built-in"])
def test_greedy_never_looks_at_what_its_seat_cannot_know(box):
    rng = Random(4)
    for table in sample(box, 3, 5, 3):
        other = another_world(table, MOVIE.actors(table)[0], rng)
        code, out, thought = think(table)
        again, listed, thoughts = think(other)
        assert (code, out.code[: out.count]) == (again, listed.code[: listed.count])
        assert thought.worth[: out.count] == thoughts.worth[: out.count]


def test_ties_are_broken_evenly():
    table = random_game("tiny", 2, 2).tables[3]
    best = best_actions(table.box, MOVIE.view(table, MOVIE.actors(table)[0]))
    assert len(best) > 3
    draws = 300 * len(best)
    chosen = Counter(think(table, seed)[0] for seed in range(draws))
    assert {decode(table.box, table.state.act, code) for code in chosen} == best
    assert sum((number - 300) ** 2 / 300 for number in chosen.values()) < 30  # at most six degrees of freedom
