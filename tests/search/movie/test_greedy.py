"""The Movie game's policy `greedy` against a slow one, written from its definition, that reads only a View."""

from collections import Counter
from random import Random

import pytest

from heorot.engine.chance import Stream, start_stream
from heorot.games.movie.inference.worlds import another_world
from heorot.games.movie.model.actions import FILL_UP, FillUp
from heorot.games.movie.model.state import FILL, FIRST_QUESTION, Choices, State
from heorot.games.movie.rules.decisions import legal
from heorot.games.movie.table.action_codes import decode
from heorot.games.movie.table.table import Table, open_table, table_after
from heorot.games.movie.table.view import QUESTIONS
from heorot.search.movie.greedy import GreedyWorkspace, greedy_answer
from heorot.search.movie.simulate import Simulation
from tests.search.movie.slow_greedy import best_actions, worths
from tests.support.playing import MOVIE, box_named, random_game

KINDS = ("fill", "turn", "play", "remove", "swap", "swap-with")
MOST_COST = 40_000  # spaces × tiles × figures that the slow policy tries


def think(table: Table, seed: int = 0) -> tuple[int, Choices, GreedyWorkspace]:
    """Return the answer of the fast policy, its list, and its workspace."""
    out, work, stream = Choices(), GreedyWorkspace(), Stream()
    start_stream(stream, seed, 0, 1)
    legal(table.box.printed, table.state, out)
    code = greedy_answer(table.box.printed, table.state.copy(), out, work, State(), Choices(), stream)
    return code, out, work


def best_of_fast_greedy(table: Table):
    code, out, work = think(table)
    if table.state.phase == FILL:
        assert code == FILL_UP
        return {FillUp()}
    worth = work.value[: out.count]
    best = [out.code[i] for i in range(out.count) if worth[i] == max(worth)]
    assert code in best
    return {decode(table.box, table.state.act, code) for code in best}


def asked_tables(line) -> dict[str, list[Table]]:
    """Return the tables at which a player must answer, by the kind of question."""
    found: dict[str, list[Table]] = {kind: [] for kind in KINDS}
    for table in line.tables[:-1]:
        if table.state.phase >= FIRST_QUESTION:
            found[QUESTIONS[table.state.phase]].append(table)
    return found


def sample(box: str, seats: int, seed: int, each: int) -> list[Table]:
    """Return a few tables of each kind of question, none too large for the slow policy."""
    chosen = []
    for tables in asked_tables(random_game(box, seats, seed)).values():
        light = [table for table in tables if search_cost(table) < MOST_COST]
        chosen += Random(seed).sample(light, min(each, len(light)))
    return chosen


def search_cost(table: Table) -> int:
    shown = MOVIE.view(table, MOVIE.actors(table)[0])
    return len(shown.open) * (len(shown.unseen[shown.act - 1]) + 3) * (len(shown.figures) + 1)


def check_choice(table: Table) -> None:
    view = MOVIE.view(table, MOVIE.actors(table)[0])
    assert best_of_fast_greedy(table) == best_actions(table.box, view)
    if table.state.phase != FILL:
        _, out, work = think(table)
        assert ranks(work.value[: out.count]) == ranks(list(worths(table.box, view).values()))


def ranks(numbers: list) -> list[int]:
    """Return the rank of each number. The fast policy uses other units, so only orders are compared."""
    order = sorted(set(numbers))
    return [order.index(number) for number in numbers]


@pytest.mark.parametrize("box", ["crooked", "tiny", "built-in"])
@pytest.mark.parametrize("seed", range(4))
def test_greedy_matches_its_definition(box, seed):
    fewest, most = box_named(box).players
    seats = fewest + seed % (most - fewest + 1)
    for table in sample(box, seats, seed, 3 if box == "built-in" else 8):
        check_choice(table)


@pytest.mark.heavy
@pytest.mark.parametrize("box", ["crooked", "tiny", "built-in"])
@pytest.mark.parametrize("seed", range(100, 110))
def test_greedy_matches_its_definition_on_many_more_tables(box, seed):
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
    table, checked = open_table(box, seats, {}, 1), 0
    for number, code in enumerate(Simulation(box, names, seed=3).codes(game=1)):
        mine = table.state.phase >= FIRST_QUESTION and names[table.state.seat] == "greedy"
        if mine and number % 5 == 0 and search_cost(table) < MOST_COST / 4:
            view = MOVIE.view(table, MOVIE.actors(table)[0])
            assert decode(box, table.state.act, code) in best_actions(box, view)
            checked += 1
        table = table_after(table, code)
    assert checked


@pytest.mark.parametrize("box", ["crooked", "built-in"])
def test_greedy_ignores_hidden_information(box):
    rng = Random(4)
    for table in sample(box, 3, 5, 3):
        other = another_world(table, MOVIE.actors(table)[0], rng)
        code, out, work = think(table)
        again, listed, works = think(other)
        assert (code, out.code[: out.count]) == (again, listed.code[: listed.count])
        assert work.value[: out.count] == works.value[: out.count]


def test_ties_are_broken_evenly():
    table = random_game("tiny", 2, 2).tables[3]
    best = best_actions(table.box, MOVIE.view(table, MOVIE.actors(table)[0]))
    assert len(best) > 3
    draws = 300 * len(best)
    chosen = Counter(think(table, seed)[0] for seed in range(draws))
    assert {decode(table.box, table.state.act, code) for code in chosen} == best
    assert sum((number - 300) ** 2 / 300 for number in chosen.values()) < 30  # at most six degrees of freedom
