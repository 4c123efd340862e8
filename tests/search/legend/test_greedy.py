"""The Legend's policy `greedy` against a slow one, written from its definition, that reads only a View."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from heorot.bots.legend.known_state import known_state
from heorot.bots.legend.players import greedy_bot
from heorot.engine.chance import Stream, start_stream
from heorot.engine.seats import Seat
from heorot.games.legend.inference.worlds import another_world
from heorot.games.legend.model.state import FIRST_QUESTION, PLAIN, Choices, State
from heorot.games.legend.rules.decisions import legal
from heorot.games.legend.table.action_codes import decode, encode
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import QUESTIONS
from heorot.search.legend.greedy import evaluate, greedy_answer
from heorot.search.legend.greedy_values import GreedyWorkspace, greedy_workspace_for, is_match_likely
from heorot.search.legend.simulate import Simulation
from tests.search.legend.slow_greedy import best_actions
from tests.support.case_sampling import quick_or_heavy
from tests.support.playing import LEGEND, box_named, random_game

ADVANCED = (("advanced", "yes"),)
BOXES = [("built-in", ()), ("built-in", ADVANCED), ("small", ADVANCED), ("strange", ()), ("strange", ADVANCED)]
ASKED = {question for phase, question in QUESTIONS.items() if phase >= FIRST_QUESTION} - {"over"}


def think(table: Table, seat: Seat, s: State | None = None) -> tuple[Choices, GreedyWorkspace]:
    """Return the answers of a seat, and the workspace of the fast policy after evaluating them."""
    s, out, work = s or table.state.copy(), Choices(), greedy_workspace_for(table.box)
    legal(table.box.printed, table.state, seat, out)
    evaluate(table.box.printed, s, seat, out, work)
    return out, work


def worths(table: Table, seat: Seat, s: State | None = None) -> list[tuple[int, int]]:
    """Return every answer and its worth."""
    out, work = think(table, seat, s)
    return list(zip(out.code[: out.count], work.value[: out.count], strict=True))


def best_of_fast_greedy(table: Table, seat: Seat) -> set:
    found = worths(table, seat)
    best = max(worth for _, worth in found)
    return {decode(table.box, table.state, code) for code, worth in found if worth == best or len(found) == 1}


def answer(table: Table, seat: Seat, seed: int) -> int:
    out, stream = Choices(), Stream()
    start_stream(stream, seed, 0, 1)
    legal(table.box.printed, table.state, seat, out)
    return greedy_answer(table.box.printed, table.state.copy(), seat, out, greedy_workspace_for(table.box), stream)


def questions(tables: tuple[Table, ...]) -> Iterator[tuple[Table, Seat]]:
    """Yield every table and seat that must answer."""
    for table in tables:
        if table.state.phase >= FIRST_QUESTION:
            yield from ((table, seat) for seat in LEGEND.actors(table))


def seats_of(box: str, seed: int) -> int:
    fewest, most = box_named(box, "legend").players
    return fewest + seed % (most - fewest + 1)


def tables_of_greedy(box: str, options: tuple, seed: int) -> tuple[Table, ...]:
    """Return the tables of a game between greedy seats."""
    games = Simulation(box_named(box, "legend"), ("greedy",) * seats_of(box, seed), seed, dict(options), compiled=False)
    tables = [games.opening]
    for code in games.codes(seed):
        tables.append(games.after(tables[-1], code))
    return tuple(tables)


def check_choice(table: Table, seat: Seat) -> None:
    """Check that fast policy, slow policy and bot agree, and that the bot finds the same worths."""
    view = LEGEND.view(table, seat)
    best = best_actions(table.box, view)
    assert best_of_fast_greedy(table, seat) == best, view
    assert greedy_bot(table.box, view, Random(0)) in best
    assert worths(table, seat, known_state(table.box, view)) == worths(table, seat)


# ---- Definition ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "options"), BOXES)
@pytest.mark.parametrize("seed", quick_or_heavy(range(2), *range(4)))
def test_greedy_matches_its_definition_in_random_games(box, options, seed):
    for table, seat in questions(random_game(box, seats_of(box, seed), seed, "legend", options).tables):
        check_choice(table, seat)


@pytest.mark.parametrize(("box", "options"), BOXES)
@pytest.mark.parametrize("seed", quick_or_heavy(range(2), *range(4)))
def test_greedy_matches_its_definition_in_its_own_games(box, options, seed):
    for table, seat in questions(tables_of_greedy(box, options, seed)):
        check_choice(table, seat)


@pytest.mark.heavy
@pytest.mark.parametrize(("box", "options"), BOXES)
@pytest.mark.parametrize("seed", range(100, 140))
def test_greedy_matches_its_definition_in_many_more_games(box, options, seed):
    games = random_game(box, seats_of(box, seed), seed, "legend", options).tables
    for table, seat in questions(games + tables_of_greedy(box, options, seed)):
        check_choice(table, seat)


def test_all_kinds_of_questions_are_among_the_samples():
    games = [
        random_game(box, seats_of(box, seed), seed, "legend", options) for box, options in BOXES for seed in range(4)
    ]
    assert {QUESTIONS[table.state.phase] for game in games for table, _ in questions(game.tables)} == ASKED


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_compiled_greedy_chooses_one_of_the_best(seats):
    names = tuple("greedy" if seat % 2 == 0 else "random" for seat in range(seats))
    games = Simulation(box_named("built-in", "legend"), names, 3, {"advanced": "yes"})
    table, checked = games.opening, 0
    for code in games.codes(game=1):
        seat = LEGEND.actors(table)[0]
        if table.state.phase >= FIRST_QUESTION and names[seat] == "greedy":
            best = best_actions(table.box, LEGEND.view(table, seat))
            assert code in {encode(table.box, table.state, action) for action in best}
            checked += 1
        table = games.after(table, code)
    assert checked


@pytest.mark.parametrize(("others", "likely"), [(4, True), (5, False)])
def test_a_match_is_likely_from_sixty_percent_on(others, likely):
    """Two cards that match and four others: 1 - 4/6 * 3/5 is exactly 60 %."""
    box, s = box_named("built-in", "legend"), State()
    s.seats, s.episode = 2, next(n for n, episode in enumerate(box.episodes) if episode.kind == "risk")
    fits, other = (next(f for f in range(PLAIN) if (box.printed.matching[s.episode] >> f & 1) == m) for m in (1, 0))
    for face, number in ((fits, 2), (other, others)):
        s.pile[face] = s.stock[face] = number
    s.pile_size = 2 + others
    assert is_match_likely(box.printed, s, 0) == likely


# ---- Hidden information and ties ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "options"), BOXES)
def test_greedy_ignores_hidden_information(box, options):
    rng = Random(4)
    asked = list(questions(random_game(box, seats_of(box, 5), 5, "legend", options).tables))
    for table, seat in rng.sample(asked, min(25, len(asked))):
        other = another_world(table, seat, rng)
        assert worths(table, seat) == worths(other, seat)
        assert answer(table, seat, seed=1) == answer(other, seat, seed=1)


def test_ties_are_broken_evenly():
    asked = questions(random_game("built-in", 5, 1, "legend").tables)
    table, seat = max(asked, key=lambda question: len(best_of_fast_greedy(*question)))
    best = best_of_fast_greedy(table, seat)
    assert len(best) > 2
    chosen = Counter(answer(table, seat, seed) for seed in range(300 * len(best)))
    assert {decode(table.box, table.state, code) for code in chosen} == best
    assert sum((number - 300) ** 2 / 300 for number in chosen.values()) < 30  # at most six degrees of freedom


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [(), ADVANCED])
def test_greedy_beats_random(seats, options):
    names = ("greedy", *("random",) * (seats - 1))
    totals = Simulation(box_named("built-in", "legend"), names, 5, dict(options)).run(0, 100)
    assert totals.shares[0] > 90
