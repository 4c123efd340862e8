"""One source, two speeds: compiled and interpreted rules play the very same games, list for list, field for field."""

from itertools import pairwise

import pytest

from heorot.engine import accel
from heorot.engine.accel import load, store
from heorot.engine.chance import Stream, below, start_stream
from heorot.games.movie.actions import DRAW, TILE
from heorot.games.movie.state import Choices, State
from heorot.games.movie.table import after, answers, open_table
from heorot.search import Totals
from heorot.search.movie import Simulation, Steps, Tally, random_answer
from tests.playing import box_named

pytestmark = pytest.mark.skipif(not accel.can_compile(), reason="Numba is not installed")

RANDOM = [*((box, seats) for box in ("built-in", "crooked") for seats in (2, 3, 4)), ("tiny", 2)]
MIXED = [
    ("built-in", ("greedy", "random"), 2),
    ("built-in", ("random", "greedy", "random"), 1),
    ("built-in", ("random", "random", "random", "greedy"), 2),
    ("crooked", ("greedy", "greedy"), 10),
    ("crooked", ("greedy", "random", "greedy"), 6),
    ("crooked", ("greedy", "greedy", "random", "greedy"), 6),
    ("tiny", ("greedy", "greedy"), 50),
]  # the box, the seats, and how many games: greedy thinks long when interpreted


def both(box: str, seats: tuple[str, ...], seed: int, first: int | None = None) -> tuple[Simulation, Simulation]:
    """The same games, compiled and interpreted."""
    options = {} if first is None else {"first": str(first + 1)}
    fast, slow = (Simulation(box_named(box), seats, seed, options, compiled) for compiled in (True, False))
    return fast, slow


def check_games(box: str, seats: tuple[str, ...], seed: int, games: range, first: int | None = None) -> None:
    """Every entry and the final state of every game, and all that was added up."""
    fast, slow = both(box, seats, seed, first)
    for game in games:
        assert fast.codes(game) == slow.codes(game), f"game {game}"
        assert load(State, fast.states) == load(State, slow.states), f"game {game}"
        assert last_list(fast) == last_list(slow)
    assert load(Tally, fast.tallies).points == load(Tally, slow.tallies).points
    assert load(Tally, fast.tallies).shares == load(Tally, slow.tallies).shares
    assert load(Tally, fast.tallies).decisions == load(Tally, slow.tallies).decisions


def last_list(simulation: Simulation) -> tuple[int, list[int]]:
    out = load(Choices, simulation.lists)
    return out.figures, out.code[: out.count]


# ---- The same games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "seats"), RANDOM)
def test_random_games_are_the_same_at_both_speeds(box, seats):
    check_games(box, ("random",) * seats, seed=11, games=range(250))


@pytest.mark.parametrize(("box", "names", "games"), MIXED)
def test_games_of_greedy_are_the_same_at_both_speeds(box, names, games):
    check_games(box, names, seed=12, games=range(games))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_games_with_a_named_first_seat_are_the_same_at_both_speeds(first):
    check_games("crooked", ("random",) * 3, seed=13, games=range(20), first=first)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**62, 2**63 - 1])
def test_any_seed_and_any_number_of_a_game_are_the_same_at_both_speeds(seed):
    check_games("crooked", ("random",) * 2, seed, range(2))
    check_games("crooked", ("random",) * 2, seed, range(2**32 - 1, 2**32 + 1))
    check_games("crooked", ("random",) * 2, seed, range(2**40, 2**40 + 1))


@pytest.mark.heavy
@pytest.mark.parametrize(("box", "seats"), RANDOM)
def test_thousands_of_random_games_are_the_same_at_both_speeds(box, seats):
    check_games(box, ("random",) * seats, seed=14, games=range(4000))


@pytest.mark.heavy
@pytest.mark.parametrize(("box", "names", "games"), MIXED)
def test_many_games_of_greedy_are_the_same_at_both_speeds(box, names, games):
    check_games(box, names, seed=15, games=range(20 * games))


# ---- The same lists ------------------------------------------------------------------------------------------------


def check_lists(box: str, seats: int, seed: int, games: int) -> None:
    """Step through games by hand: every list and every state on the way."""
    fast, slow = (Steps(box_named(box), seats, compiled) for compiled in (True, False))
    dice = Stream()
    for game in range(games):
        start_stream(dice, seed, game, 9)
        left = fast.start(seed, game)
        assert left == slow.start(seed, game)
        while left:
            listed = [int(code) for code in fast.codes[:left]]
            assert listed == list(slow.codes[:left])
            assert load(State, fast.states) == load(State, slow.states)
            code = listed[below(dice, left)]
            left = fast.step(code)
            assert left == slow.step(code)
        assert load(State, fast.states) == load(State, slow.states)


@pytest.mark.parametrize(("box", "seats"), RANDOM)
def test_every_list_and_every_state_is_the_same_at_both_speeds(box, seats):
    check_lists(box, seats, seed=21, games=8)


@pytest.mark.heavy
@pytest.mark.parametrize(("box", "seats"), RANDOM)
def test_many_lists_and_states_are_the_same_at_both_speeds(box, seats):
    check_lists(box, seats, seed=22, games=300)


@pytest.mark.parametrize(("box", "seats"), RANDOM)
def test_compiled_games_are_legal_on_a_table_for_people(box, seats):
    games = Simulation(box_named(box), ("random",) * seats, seed=23, compiled=True)
    for game in range(6):
        table = open_table(box_named(box), seats, {}, 1)
        for code in games.codes(game):
            assert code in answers(table)
            table = after(table, code)
        assert table.state == load(State, games.states)


# ---- Bounds, splits and coins --------------------------------------------------------------------------------------


def test_bounds_are_checked_in_compiled_code():
    assert accel._options()["boundscheck"]
    steps = Steps(box_named("crooked"), 2, compiled=True)
    steps.start(0)
    broken = load(State, steps.states)
    broken.seat = 99
    store(broken, steps.states)
    with pytest.raises(IndexError):
        steps.step(DRAW)


def totals(simulation: Simulation, *parts: tuple[int, int]) -> tuple:
    """Some games in one call or in several, added up; how long they took is left out."""
    runs = [simulation.run(game, games) for game, games in parts]
    added = runs[0]
    for run in runs[1:]:
        added = added + run
    assert isinstance(added, Totals)
    return added.games, added.decisions, added.points, added.shares


@pytest.mark.parametrize("compiled", [True, False])
def test_the_same_seed_gives_the_same_games_however_they_are_split(compiled):
    played = Simulation(box_named("crooked"), ("random", "greedy", "random"), 31, compiled=compiled)
    whole = totals(played, (0, 10))
    assert whole == totals(played, (0, 10))
    assert whole == totals(played, (0, 4), (4, 6)) == totals(played, (7, 3), (0, 7))
    assert whole == totals(played, *((game, 1) for game in range(10)))


def test_games_of_a_seed_differ_and_so_do_seeds():
    one, other = (Simulation(box_named("crooked"), ("random",) * 2, seed) for seed in (1, 2))
    games = [one.codes(game) for game in range(20)]
    assert all(a != b for a, b in pairwise(games))
    assert all(other.codes(game) != games[game] for game in range(20))


def turn_list(figures: int, others: int) -> Choices:
    """A list of a turn: figures first, then the rest."""
    out = Choices()
    out.count, out.figures = figures + others, figures
    out.code[: out.count] = list(range(figures)) + [TILE + i for i in range(others)]
    return out


@pytest.mark.parametrize(("figures", "others"), [(90, 1), (4, 12), (1, 1)])
def test_random_tosses_a_fair_coin_between_figures_and_tiles(figures, others):
    stream, out, tosses = Stream(), turn_list(figures, others), 4000
    start_stream(stream, 5, 0, 1)
    chosen = [random_answer(out, stream) for _ in range(tosses)]
    heads = sum(code < TILE for code in chosen)
    assert abs(heads - tosses / 2) < 4 * (tosses / 4) ** 0.5
    for group, size in ((range(figures), figures), (range(TILE, TILE + others), others)):
        counts = [chosen.count(code) for code in group]
        mean = tosses / 2 / size
        assert sum((count - mean) ** 2 / mean for count in counts) < size + 5 * (2 * size) ** 0.5 + 5


@pytest.mark.parametrize(("figures", "others"), [(7, 0), (0, 7)])
def test_random_takes_any_of_the_list_where_there_is_but_one_group(figures, others):
    stream, out = Stream(), turn_list(figures, others)
    start_stream(stream, 6, 0, 1)
    chosen = [random_answer(out, stream) for _ in range(3500)]
    counts = [chosen.count(code) for code in out.code[:7]]
    assert sum((count - 500) ** 2 / 500 for count in counts) < 25


def test_the_first_turn_of_a_random_game_is_a_figure_half_of_the_time():
    games = Simulation(box_named("built-in"), ("random",) * 2, seed=41)
    first = [next(code for code in games.codes(game) if code <= DRAW) for game in range(2000)]
    assert abs(sum(code < TILE for code in first) - 1000) < 4 * 500**0.5
