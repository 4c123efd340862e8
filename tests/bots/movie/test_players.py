"""Bots of the Movie game: legal in whole games, deterministic for the same random numbers and budget, and blind to
hidden information."""

from inspect import signature
from random import Random

import pytest

from heorot.bots.budget import Budget
from heorot.bots.match import Match, play_game
from heorot.bots.movie import players
from heorot.bots.movie.players import (
    BOTS,
    CASUAL,
    INTERPRETED_BUDGET,
    SKILLED,
    playout_bot,
    sample_states,
    scale_playouts,
)
from heorot.engine.kernels.compile_cache import can_compile, is_ready, mark_ready
from heorot.games.movie.inference.worlds import Worlds, another_world
from heorot.games.movie.model.state import FIRST_QUESTION
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import QUESTIONS, View
from tests.support.case_sampling import heavy
from tests.support.playing import MOVIE, as_json, box_named, random_game

TINY = Budget(16)
compiled = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


def asked_tables(box: str, seats: int, seed: int, each: int = 2) -> list[Table]:
    """Return a few tables of a random game at which a seat has a choice, of each kind of question."""
    kinds: dict[str, list[Table]] = {}
    for table in random_game(box, seats, seed).tables[:-1]:
        if table.state.phase >= FIRST_QUESTION and len(MOVIE.legal(table, MOVIE.actors(table)[0])) > 1:
            kinds.setdefault(QUESTIONS[table.state.phase], []).append(table)
    return [table for tables in kinds.values() for table in Random(seed).sample(tables, min(each, len(tables)))]


def seen(table: Table) -> View:
    return MOVIE.view(table, MOVIE.actors(table)[0])


def test_bots_are_listed_by_strength():
    assert list(BOTS) == ["random", "greedy", "beginner", "casual", "skilled"]
    assert CASUAL.playouts * 10 <= SKILLED.playouts


def test_bots_have_a_small_budget_until_playouts_are_compiled(monkeypatch):
    asked = []
    monkeypatch.setattr(players, "playout_bot", lambda *given, compiled: asked.append((given[-1], compiled)))
    for ready in (False, True):
        monkeypatch.setattr(players, "is_ready", lambda module, ready=ready: ready)
        BOTS["skilled"](None, None, None)
    assert asked == [(INTERPRETED_BUDGET, False), (SKILLED, True)]


def test_playouts_are_ready_when_the_cache_holds_them(monkeypatch, tmp_path):
    monkeypatch.setenv("HEOROT_CACHE", str(tmp_path))
    assert not is_ready("some.module")
    mark_ready("some.module")
    assert is_ready("some.module") == can_compile()
    assert not is_ready("another.module")


def test_fewer_open_spaces_allow_more_playouts():
    views = [seen(table) for table in asked_tables("built-in", 2, 3)]
    numbers = {(len(view.open), scale_playouts(MOVIE.box, view, SKILLED)) for view in views}
    assert len(numbers) > 2
    assert all(SKILLED.playouts <= number <= players.MOST_TIMES * SKILLED.playouts for _, number in numbers)
    assert sorted(numbers) == sorted(numbers, key=lambda pair: (-pair[1], pair[0]))


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_receives_only_a_box_a_view_and_random_numbers(name):
    assert list(signature(BOTS[name]).parameters) == ["box", "view", "rng"]


# ---- Hidden information --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_information_changes_no_choice(seats):
    rng = Random(seats)
    for table in asked_tables("crooked", seats, 7 + seats):
        other = another_world(table, MOVIE.actors(table)[0], rng)
        view, twin = seen(table), seen(other)
        assert as_json(view) == as_json(twin)
        for seed in range(2):
            choices = [playout_bot(table.box, v, Random(seed), TINY) for v in (view, twin)]
            assert choices[0] == choices[1]


@pytest.mark.parametrize("name", ["greedy", "beginner"])
def test_hidden_information_changes_no_choice_without_playouts(name):
    for table in asked_tables("crooked", 3, 12):
        other = another_world(table, MOVIE.actors(table)[0], Random(1))
        assert BOTS[name](table.box, seen(table), Random(5)) == BOTS[name](table.box, seen(other), Random(5))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sampled_states_look_the_same_to_the_seat(seats):
    """Check that each state differs from a replayed world in hidden information only, and has every tile once."""
    for table in asked_tables("built-in", seats, 3, each=3):
        view, first = seen(table), Worlds(table.box, seen(table)).draw(Random(2)).state
        for state in sample_states(table.box, view, Random(2), 5):
            assert MOVIE.view(Table(table.box, 1, table.options, state, table.history), view.seat) == view
            held = [state.hand[seat][state.act] for seat in range(seats)] + [state.pool]
            assert sum(map(int.bit_count, held)) == sum(
                map(int.bit_count, [first.hand[seat][first.act] for seat in range(seats)] + [first.pool])
            )


# ---- Whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_answers_legally_in_whole_games(seats, monkeypatch):
    """`play_game` checks every answer."""
    monkeypatch.setitem(BOTS, "thinking", lambda box, view, rng: playout_bot(box, view, rng, Budget(4)))
    text = box_named("crooked").text
    names = ("thinking", "beginner", "greedy", "random")
    assert sum(play_game(Match("movie", names[:seats], seats, box=text), seats - 1).shares) == 1


@compiled
@pytest.mark.parametrize("name", ["beginner", "casual", "skilled"])
def test_named_bots_answer_in_the_middle_of_the_built_in_game(name):
    for table in asked_tables("built-in", 2, 4, each=1):
        assert BOTS[name](table.box, seen(table), Random(1)) in seen(table).legal


# ---- One choice ----------------------------------------------------------------------------------------------------


def test_the_same_rng_and_budget_give_the_same_choice():
    for table in asked_tables("crooked", 2, 8):
        choices = {repr(playout_bot(table.box, seen(table), Random(3), TINY)) for _ in range(2)}
        assert len(choices) == 1


@compiled
@pytest.mark.parametrize(
    ("box", "seats"), [("crooked", 2), *map(heavy, [("crooked", 4), ("tiny", 2), ("built-in", 3)])]
)
def test_compiled_and_interpreted_choose_the_same(box, seats):
    for table in asked_tables(box, seats, 9, each=2 if box != "built-in" else 1):
        view = seen(table)
        fast, slow = (playout_bot(table.box, view, Random(4), TINY, compiled) for compiled in (True, False))
        assert fast == slow


def test_a_single_answer_is_given_at_once():
    tables = [table for table in random_game("crooked", 2, 5).tables[:-1]
              if table.state.phase >= FIRST_QUESTION and len(seen(table).legal) == 1]  # fmt: skip
    assert tables
    for table in tables:
        rng = Random(1)
        assert playout_bot(table.box, seen(table), rng, TINY) == seen(table).legal[0]
        assert rng.getstate() == Random(1).getstate()


@compiled
@pytest.mark.heavy  # statistical
def test_playouts_beat_greedy(monkeypatch):
    """A few playouts are enough to win most of these games."""
    monkeypatch.setitem(BOTS, "thinking", lambda box, view, rng: playout_bot(box, view, rng, Budget(200)))
    match = Match("movie", ("thinking", "greedy"), 1)
    assert sum(play_game(match, number).shares[0] for number in range(4)) >= 2
