"""Compiled and interpreted rules play identical games: the same lists of answers and the same states."""

from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest

from heorot.engine.chance import Stream, below, start_stream
from heorot.engine.kernels import compile_cache
from heorot.engine.kernels.structs import load_struct, store_struct
from heorot.search import Totals, simulator
from heorot.search.simulation import BaseSimulation, Tally
from tests.support.case_sampling import spread, thinly
from tests.support.playing import box_named

pytestmark = pytest.mark.skipif(not compile_cache.can_compile(), reason="Numba is not installed")


@dataclass(frozen=True)
class Case:
    """A game with its box and options, and the policies of its seats."""

    game: str
    box: str
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    games: int = 0  # number of games, for policies that are slow when interpreted

    def __str__(self) -> str:
        names = "".join(name[0] for name in self.seats)
        return "-".join((self.game, self.box, names, *(name for name, _ in self.options)))

    def simulation(self, seed: int, compiled: bool | None = None, **options: str) -> BaseSimulation:
        """Return the simulation of a seed."""
        search = simulator(self.game)
        chosen = dict(self.options) | options
        return search.Simulation(box_named(self.box, self.game), self.seats, seed, chosen, compiled)  # type: ignore[no-any-return]

    def steps(self, compiled: bool) -> Any:
        """Return a stepper for one game."""
        search = simulator(self.game)
        advanced = {"advanced": True} if ADVANCED[0] in self.options else {}
        return search.GameStepper(box_named(self.box, self.game), len(self.seats), compiled, **advanced)

    def state(self, tables: Any) -> Any:
        """Return the state of the last game, in plain lists."""
        return load_struct(import_module(f"heorot.games.{self.game}.model.state").State, tables.states)

    def listed(self, tables: Any) -> list[int]:
        """Return the last list of answers."""
        out = load_struct(import_module(f"heorot.games.{self.game}.model.state").Choices, tables.lists)
        return out.code[: out.count]


ADVANCED = (("advanced", "yes"),)
FALLEN = (("fallen", "yes"),)
LEGENDS = [
    *(("built-in", seats, options) for seats in (2, 3, 4, 5) for options in ((), ADVANCED, ADVANCED + FALLEN)),
    *(("small", seats, options) for seats in (2, 3) for options in ((), ADVANCED)),
    *(("strange", seats, options) for seats in (2, 3, 4, 5) for options in (FALLEN, ADVANCED)),
]
MOVIES = [*((box, seats) for box in ("built-in", "crooked") for seats in (2, 3, 4)), ("tiny", 2)]
RANDOM = [
    *(Case("movie", box, ("random",) * seats) for box, seats in MOVIES),
    *(Case("legend", box, ("random",) * seats, options) for box, seats, options in LEGENDS),
]
STEPPED = [case for case in RANDOM if not set(FALLEN) & set(case.options)]
MIXED = [
    Case("movie", "built-in", ("greedy", "random"), games=2),
    Case("movie", "built-in", ("random", "greedy", "random"), games=1),
    Case("movie", "built-in", ("random", "random", "random", "greedy"), games=2),
    Case("movie", "crooked", ("greedy", "greedy"), games=10),
    Case("movie", "crooked", ("greedy", "random", "greedy"), games=6),
    Case("movie", "crooked", ("greedy", "greedy", "random", "greedy"), games=6),
    Case("movie", "tiny", ("greedy", "greedy"), games=50),
    *(Case("legend", box, ("greedy",) * seats, options, 20) for box, seats, options in LEGENDS),
    *(
        Case("legend", box, ("random", *("greedy", "random") * 2)[:seats], options, 10)
        for box, seats, options in LEGENDS
    ),
]
THINKING = [
    Case("legend", box, ("skilled", *("greedy", "skilled") * 2)[:seats], options, 2) for box, seats, options in LEGENDS
]
EACH = [Case("movie", "crooked", ("random",) * 3), Case("legend", "strange", ("random",) * 3, ADVANCED)]


def check_games(case: Case, seed: int, games: range, **options: str) -> None:
    """Compare every entry and the final state of every game, and the totals."""
    fast, slow = (case.simulation(seed, compiled, **options) for compiled in (True, False))
    for game in games:
        assert fast.codes(game) == slow.codes(game), f"game {game}"
        assert case.state(fast) == case.state(slow), f"game {game}"
        assert case.listed(fast) == case.listed(slow)
    assert load_struct(Tally, fast.tallies).points == load_struct(Tally, slow.tallies).points
    assert load_struct(Tally, fast.tallies).shares == load_struct(Tally, slow.tallies).shares
    assert load_struct(Tally, fast.tallies).decisions == load_struct(Tally, slow.tallies).decisions


# ---- Games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", spread(9, RANDOM), ids=str)
def test_random_games_are_the_same_at_both_speeds(case):
    check_games(case, seed=11, games=range(250 if case.game == "movie" else 40))


@pytest.mark.parametrize("case", spread(11, MIXED), ids=str)
def test_games_of_greedy_are_the_same_at_both_speeds(case):
    check_games(case, seed=12, games=range(case.games))


@pytest.mark.heavy
@pytest.mark.parametrize("case", THINKING, ids=str)
def test_games_of_skilled_are_the_same_at_both_speeds(case):
    check_games(case, seed=14, games=range(case.games))


@pytest.mark.parametrize(("case", "first"), thinly(EACH, ["1", "2", "3"]), ids=str)
def test_games_with_a_named_first_seat_are_the_same_at_both_speeds(case, first):
    check_games(case, seed=13, games=range(20), first=first)


@pytest.mark.parametrize(("case", "seed"), thinly(EACH, [0, 1, 2**32 - 1, 2**32, 2**62, 2**63 - 1]), ids=str)
def test_any_seed_and_any_number_of_a_game_are_the_same_at_both_speeds(case, seed):
    check_games(case, seed, range(2))
    check_games(case, seed, range(2**32 - 1, 2**32 + 1))
    check_games(case, seed, range(2**40, 2**40 + 1))


@pytest.mark.heavy
@pytest.mark.parametrize("case", RANDOM, ids=str)
def test_thousands_of_random_games_are_the_same_at_both_speeds(case):
    check_games(case, seed=14, games=range(4000 if case.game == "movie" else 2000))


@pytest.mark.heavy
@pytest.mark.parametrize("case", MIXED, ids=str)
def test_many_games_of_greedy_are_the_same_at_both_speeds(case):
    check_games(case, seed=15, games=range((20 if case.game == "movie" else 50) * case.games))


# ---- Lists ---------------------------------------------------------------------------------------------------------


def check_lists(case: Case, seed: int, games: int) -> None:
    """Step through games and compare every list and every state."""
    fast, slow = (case.steps(compiled) for compiled in (True, False))
    dice = Stream()
    for game in range(games):
        start_stream(dice, seed, game, 9)
        left = fast.start(seed, game)
        assert left == slow.start(seed, game)
        while left:
            listed = [int(code) for code in fast.codes[:left]]
            assert listed == list(slow.codes[:left])
            assert case.state(fast) == case.state(slow)
            code = listed[below(dice, left)]
            left = fast.step(code)
            assert left == slow.step(code)
        assert case.state(fast) == case.state(slow)


@pytest.mark.parametrize("case", spread(8, STEPPED), ids=str)
def test_every_list_and_every_state_is_the_same_at_both_speeds(case):
    check_lists(case, seed=21, games=8 if case.game == "movie" else 3)


@pytest.mark.heavy
@pytest.mark.parametrize("case", STEPPED, ids=str)
def test_many_lists_and_states_are_the_same_at_both_speeds(case):
    check_lists(case, seed=22, games=300 if case.game == "movie" else 100)


@pytest.mark.parametrize("case", spread(9, RANDOM), ids=str)
def test_compiled_games_are_legal_on_a_table_for_people(case):
    games = case.simulation(seed=23, compiled=True)
    for game in range(6 if case.game == "movie" else 2):
        table = games.opening
        for code in games.codes(game):
            seat = games.game.actors(table)[0]
            after = games.after(table, code)
            said = after.history[-1].action
            assert said in (
                games.game.legal(table, seat) or [action for action, _ in games.game.chance_outcomes(table)]
            )
            table = after
        assert table.state == case.state(games)


# ---- Bounds and splits ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", EACH, ids=str)
def test_bounds_are_checked_in_compiled_code(case):
    assert compile_cache.COMPILE_OPTIONS["boundscheck"]
    steps = case.steps(compiled=True)
    steps.start(0)
    code = int(steps.codes[0])
    broken = case.state(steps)
    broken.seat = 99
    store_struct(broken, steps.states)
    with pytest.raises(IndexError):
        steps.step(code)


def totals(simulation: BaseSimulation, *parts: tuple[int, int]) -> tuple:
    """Return the totals of games played in one call or several, without their CPU time."""
    runs = [simulation.run(game, games) for game, games in parts]
    added = runs[0]
    for run in runs[1:]:
        added = added + run
    assert isinstance(added, Totals)
    return added.games, added.decisions, added.points, added.shares


@pytest.mark.parametrize("case", EACH, ids=str)
@pytest.mark.parametrize("compiled", [True, False])
def test_the_same_seed_gives_the_same_games_however_they_are_split(case, compiled):
    played = Case(case.game, case.box, ("random", "greedy", "random"), case.options).simulation(31, compiled)
    whole = totals(played, (0, 10))
    assert whole == totals(played, (0, 10))
    assert whole == totals(played, (0, 4), (4, 6)) == totals(played, (7, 3), (0, 7))
    assert whole == totals(played, *((game, 1) for game in range(10)))


@pytest.mark.parametrize("case", EACH, ids=str)
def test_games_of_a_seed_differ_and_so_do_seeds(case):
    one, other = (case.simulation(seed) for seed in (1, 2))
    games = [one.codes(game) for game in range(20)]
    assert all(a != b for a, b in pairwise(games))
    assert all(other.codes(game) != games[game] for game in range(20))
