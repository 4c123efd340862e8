"""The Movie game's bots: legal in whole games, the same for the same rng and budget, and blind to what is hidden."""

from inspect import signature
from random import Random

import pytest

from heorot.bots import movie
from heorot.bots.budget import Budget
from heorot.bots.match import Match, drawn, play_game
from heorot.bots.movie import BOTS, CASUAL, INTERPRETED, SKILLED, affordable, possible_states, thinking_bot
from heorot.engine.accel import can_compile, is_ready, mark_ready
from heorot.engine.seats import CHANCE
from heorot.games.movie.state import FIRST_QUESTION
from heorot.games.movie.table import Table
from heorot.games.movie.view import QUESTIONS, View
from heorot.games.movie.worlds import Worlds, another_world
from tests.playing import MOVIE, as_json, box_named, random_game

TINY = Budget(16)
compiled = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


def asked_tables(box: str, seats: int, seed: int, each: int = 2) -> list[Table]:
    """A few tables of a random game at which a seat has a choice, of each kind of question."""
    kinds: dict[str, list[Table]] = {}
    for table in random_game(box, seats, seed).tables[:-1]:
        if table.state.phase >= FIRST_QUESTION and len(MOVIE.legal(table, MOVIE.actors(table)[0])) > 1:
            kinds.setdefault(QUESTIONS[table.state.phase], []).append(table)
    return [table for tables in kinds.values() for table in Random(seed).sample(tables, min(each, len(tables)))]


def seen(table: Table) -> View:
    return MOVIE.view(table, MOVIE.actors(table)[0])


def test_the_bots_in_order_of_strength_the_opponent_last():
    assert list(BOTS) == ["random", "greedy", "beginner", "casual", "skilled"]
    assert CASUAL.playouts * 10 <= SKILLED.playouts


def test_until_everything_is_compiled_a_bot_thinks_less(monkeypatch):
    asked = []
    monkeypatch.setattr(movie, "thinking_bot", lambda *given, compiled: asked.append((given[-1], compiled)))
    for ready in (False, True):
        monkeypatch.setattr(movie, "is_ready", lambda module, ready=ready: ready)
        BOTS["skilled"](None, None, None)
    assert asked == [(INTERPRETED, False), (SKILLED, True)]


def test_ready_is_what_lies_in_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("HEOROT_CACHE", str(tmp_path))
    assert not is_ready("some.module")
    mark_ready("some.module")
    assert is_ready("some.module") == can_compile()
    assert not is_ready("another.module")


def test_fewer_spaces_afford_more_playouts():
    views = [seen(table) for table in asked_tables("built-in", 2, 3)]
    numbers = {(len(view.open), affordable(MOVIE.box, view, SKILLED)) for view in views}
    assert all(SKILLED.playouts <= number <= movie.MOST_TIMES * SKILLED.playouts for _, number in numbers)
    assert sorted(numbers) == sorted(numbers, key=lambda pair: (-pair[1], pair[0]))


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_given_a_box_a_view_and_an_rng_and_nothing_else(name):
    assert list(signature(BOTS[name]).parameters) == ["box", "view", "rng"]


# ---- No bot peeks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_hidden_changes_no_choice(seats):
    rng = Random(seats)
    for table in asked_tables("crooked", seats, 7 + seats):
        other = another_world(table, MOVIE.actors(table)[0], rng)
        view, twin = seen(table), seen(other)
        assert as_json(view) == as_json(twin)
        for seed in range(2):
            choices = [thinking_bot(table.box, v, Random(seed), TINY) for v in (view, twin)]
            assert choices[0] == choices[1]


@pytest.mark.parametrize("name", ["greedy", "beginner"])
def test_what_is_hidden_changes_no_choice_of_those_that_do_not_think_ahead(name):
    for table in asked_tables("crooked", 3, 12):
        other = another_world(table, MOVIE.actors(table)[0], Random(1))
        assert BOTS[name](table.box, seen(table), Random(5)) == BOTS[name](table.box, seen(other), Random(5))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_worlds_of_a_bot_look_the_same_to_its_seat(seats):
    """Each differs from a world that was replayed in what is hidden alone, and holds all tiles once."""
    for table in asked_tables("built-in", seats, 3, each=3):
        view, first = seen(table), Worlds(table.box, seen(table)).draw(Random(2)).state
        for state in possible_states(table.box, view, Random(2), 5):
            assert MOVIE.view(Table(table.box, 1, table.options, state, table.history), view.seat) == view
            held = [state.hand[seat][state.act] for seat in range(seats)] + [state.pool]
            assert sum(map(int.bit_count, held)) == sum(
                map(int.bit_count, [first.hand[seat][first.act] for seat in range(seats)] + [first.pool])
            )


# ---- Whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_answers_legally_in_whole_games(seats, monkeypatch):
    """`play_game` lets every answer through the one door."""
    monkeypatch.setitem(BOTS, "thinking", lambda box, view, rng: thinking_bot(box, view, rng, Budget(4)))
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
        choices = {repr(thinking_bot(table.box, seen(table), Random(3), TINY)) for _ in range(2)}
        assert len(choices) == 1


@compiled
@pytest.mark.parametrize(("box", "seats"), [("crooked", 2), ("crooked", 4), ("tiny", 2), ("built-in", 3)])
def test_compiled_and_interpreted_choose_the_same(box, seats):
    for table in asked_tables(box, seats, 9, each=2 if box != "built-in" else 1):
        view = seen(table)
        fast, slow = (thinking_bot(table.box, view, Random(4), TINY, compiled) for compiled in (True, False))
        assert fast == slow


def test_a_single_answer_is_given_at_once():
    table = random_game("crooked", 2, 1).tables[0]
    while MOVIE.actors(table) == (CHANCE,):
        table = MOVIE.apply(table, CHANCE, drawn(MOVIE.chances(table), Random(1)))
    for line in random_game("crooked", 2, 5).tables[:-1]:
        if line.state.phase >= FIRST_QUESTION and len(seen(line).legal) == 1:
            rng = Random(1)
            assert thinking_bot(line.box, seen(line), rng, TINY) == seen(line).legal[0]
            assert rng.getstate() == Random(1).getstate()


@compiled
def test_thinking_ahead_beats_greedy(monkeypatch):
    """A known truth, with a margin: a few playouts are enough for most of these games."""
    monkeypatch.setitem(BOTS, "thinking", lambda box, view, rng: thinking_bot(box, view, rng, Budget(200)))
    match = Match("movie", ("thinking", "greedy"), 1)
    assert sum(play_game(match, number).shares[0] for number in range(4)) >= 2
