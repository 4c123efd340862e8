"""The policy `random` of each game: the probabilities of its answers, compiled and as a bot."""

from random import Random

import pytest

from heorot.bots.legend.players import random_bot
from heorot.engine.chance import Stream, start_stream
from heorot.engine.seats import CHANCE
from heorot.games.legend.model.actions import DONE, Bid, Done
from heorot.games.legend.model.state import BID, LAY
from heorot.games.legend.model.state import Choices as Answers
from heorot.games.legend.model.state import State as Legend
from heorot.games.movie.model.actions import DRAW, TILE
from heorot.games.movie.model.state import Choices
from heorot.search.legend.simulate import random_answer as legend_answer
from heorot.search.movie.simulate import Simulation, random_answer
from tests.support.playing import LEGEND, box_named, random_game

# ---- The Movie game ------------------------------------------------------------------------------------------------


def turn_list(figures: int, others: int) -> Choices:
    """Return the answers of a turn: figures first, then the rest."""
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
def test_random_chooses_evenly_if_there_is_one_group(figures, others):
    stream, out = Stream(), turn_list(figures, others)
    start_stream(stream, 6, 0, 1)
    chosen = [random_answer(out, stream) for _ in range(3500)]
    counts = [chosen.count(code) for code in out.code[:7]]
    assert sum((count - 500) ** 2 / 500 for count in counts) < 25


def test_the_first_turn_of_a_random_game_is_a_figure_half_of_the_time():
    games = Simulation(box_named("built-in"), ("random",) * 2, seed=41)
    first = [next(code for code in games.codes(game) if code <= DRAW) for game in range(2000)]
    assert abs(sum(code < TILE for code in first) - 1000) < 4 * 500**0.5


# ---- The Legend ----------------------------------------------------------------------------------------------------


def legend_answers(phase: int, codes: list[int], tosses: int) -> list[int]:
    """Return the answers of `random` to a list, many times."""
    s, out, stream = Legend(), Answers(), Stream()
    s.phase, out.count, out.code[: len(codes)] = phase, len(codes), codes
    start_stream(stream, 7, 0, 1)
    return [legend_answer(s, out, stream) for _ in range(tosses)]


def test_random_ends_a_sealed_bid_half_of_the_time_wherever_it_may():
    chosen = legend_answers(BID, [3, 8, 10, 11, DONE], 4000)
    assert abs(chosen.count(DONE) - 2000) < 4 * 1000**0.5
    counts = [chosen.count(code) for code in (3, 8, 10, 11)]
    assert sum((count - 500) ** 2 / 500 for count in counts) < 16


def test_random_ends_a_sealed_bid_from_an_empty_hand():
    assert set(legend_answers(BID, [DONE], 50)) == {DONE}


def test_random_chooses_evenly_if_no_set_is_staged():
    chosen = legend_answers(LAY, [40, 41, 60, 300, 301], 2500)
    assert sum((chosen.count(code) - 500) ** 2 / 500 for code in (40, 41, 60, 300, 301)) < 18


def test_the_random_bot_answers_with_the_same_probabilities():
    line = random_game("built-in", 3, 1, game="legend")
    bids = [table for table in line.tables if table.state.phase == BID and len(LEGEND.legal(table, asked(table))) > 3]
    view = LEGEND.view(bids[0], asked(bids[0]))
    rng, tosses = Random(3), 3000
    chosen = [random_bot(bids[0].box, view, rng) for _ in range(tosses)]
    others = [action for action in view.legal if isinstance(action, Bid)]
    mean = tosses / 2 / len(others)
    assert abs(chosen.count(Done()) - tosses / 2) < 4 * (tosses / 4) ** 0.5
    assert sum((chosen.count(action) - mean) ** 2 / mean for action in others) < 10 + 3 * len(others)


def test_the_random_bot_answers_every_question_of_whole_games():
    rng = Random(5)
    for table in random_game("strange", 4, 2, game="legend", options=(("advanced", "yes"),)).tables[:-1]:
        if asked(table) != CHANCE:
            view = LEGEND.view(table, asked(table))
            assert random_bot(table.box, view, rng) in view.legal


def asked(table):
    return LEGEND.actors(table)[-1]  # the last of several seats, since bids come in any order
