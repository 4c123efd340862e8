"""Whole games between the Legend's bots: every answer is legal, and stronger bots win more."""

from random import Random

import pytest

from heorot.bots.budget import Budget
from heorot.bots.legend.players import BEGINNER_SOFTMAX, BOTS, CASUAL_SOFTMAX, evaluate_view
from heorot.bots.match import Match, play_game
from heorot.engine.kernels.compile_cache import can_compile
from heorot.games.legend.model.actions import Decline
from heorot.games.legend.model.state import FIRST_QUESTION
from heorot.games.legend.table.view import QUESTIONS
from heorot.search import Totals
from heorot.search.legend.simulate import Simulation
from tests.support.playing import LEGEND, box_named, random_game

ADVANCED, FALLEN = ("advanced", "yes"), ("fallen", "yes")
ORDER = ["random", "greedy", "beginner", "casual", "skilled"]
MATCHES = [
    (("skilled", "beginner"), ()),
    (("casual", "skilled"), (ADVANCED,)),
    (("skilled", "casual", "beginner"), (FALLEN,)),
    (("beginner", "skilled", "random", "casual"), (ADVANCED, FALLEN)),
    (("skilled", "beginner", "casual", "greedy", "skilled"), (ADVANCED,)),
]


def test_bots_are_listed_by_strength():
    assert list(BOTS) == ORDER


@pytest.mark.parametrize(("bots", "options"), MATCHES)
def test_whole_games_follow_the_rules(bots, options):
    """`play` refuses illegal answers."""
    played = play_game(Match("legend", bots, len(bots), options), 0)
    assert sum(played.shares) == 1 or FALLEN in options


@pytest.mark.parametrize("box", ["small", "strange"])
@pytest.mark.parametrize("options", [(), (ADVANCED,)])
def test_bots_play_other_boxes(box, options):
    text = LEGEND.box_text(box_named(box, "legend"))
    bots = ("skilled", "beginner", "casual")[: box_named(box, "legend").players[1]]
    assert sum(play_game(Match("legend", bots, 1, options, text), 0).shares) == 1


@pytest.mark.parametrize(("name", "softmax"), [("beginner", BEGINNER_SOFTMAX), ("casual", CASUAL_SOFTMAX)])
def test_soft_choices_are_within_the_cutoff_and_no_worse_than_declining(name, softmax):
    rng = Random(1)
    for table in random_game("built-in", 3, 4, "legend").tables:
        if table.state.phase < FIRST_QUESTION or QUESTIONS[table.state.phase] in ("bid", "lay", "lay-on"):
            continue  # rivals are sampled again there
        for seat in LEGEND.actors(table):
            view = LEGEND.view(table, seat)
            if len(view.legal) > 1:
                worths = dict(zip(view.legal, evaluate_view(table.box, view, Random(2), Budget(2)), strict=True))
                worth = worths[BOTS[name](table.box, view, rng)]
                assert worth >= max(worths.values()) - softmax.cutoff
                assert worth >= worths.get(Decline(), worth)


def test_a_beginner_beats_random():
    match = Match("legend", ("beginner", "random"), 1)
    assert sum(play_game(match, number).shares[0] for number in range(4)) >= 3


def share(totals: Totals) -> float:
    return float(totals.shares[0] / totals.games)


@pytest.mark.heavy
@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize("options", [{}, {"advanced": "yes"}])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_skilled_beats_greedy(seats, options):
    names = ("skilled", *("greedy",) * (seats - 1))
    assert share(Simulation(box_named("built-in", "legend"), names, 5, options).run(0, 500)) > 1.3 / seats
