"""`heorot match`: every bot plays every seat, with any number of processes."""

import json

import pytest

from heorot.bots.match import Match, bot_results, play_game, play_match
from heorot.search import wilson_interval
from tests.cli.run_heorot import run_heorot

KEYS = [
    "game", "players", "seats", "games", "seed", "options", "wins", "intervals", "scores", "margins", "margin_errors",
    "answers", "cpu_seconds", "compiled",
]  # fmt: skip
CASES = {
    "movie": Match("movie", ("greedy", "random"), 3),
    "legend": Match("legend", ("greedy", "random", "random"), 3, (("advanced", "yes"),)),
}


@pytest.fixture(scope="module")
def figures():
    """Return the output of a few games of three bots, played in two processes."""
    args = ("match", "movie", "--seats", "greedy,random,random", "--games", 6, "--seed", 5, "--json")
    code, out, err = run_heorot(*args)
    assert (code, err, out.count("\n")) == (0, "", 1)
    return json.loads(out)


def test_the_json_object_has_these_keys(figures):
    assert list(figures) == KEYS


def test_the_figures_fit_each_other(figures):
    assert (figures["game"], figures["players"], figures["games"], figures["seed"]) == ("movie", 3, 6, 5)
    assert sum(figures["wins"]) == pytest.approx(1)
    assert [tuple(pair) for pair in figures["intervals"]] == [wilson_interval(share, 6) for share in figures["wins"]]
    assert figures["wins"][0] == 1
    assert figures["margins"][0] > 0 > figures["margins"][1]
    assert len(figures["cpu_seconds"]) == 3
    assert all(spent["p50"] <= spent["p95"] <= spent["max"] for spent in figures["cpu_seconds"])


def test_two_processes_play_the_games_that_one_plays(figures):
    asked = Match("movie", ("greedy", "random", "random"), 5)
    ended = bot_results(asked, list(play_match(asked, 6, 1)))
    assert [one.share for one in ended] == figures["wins"]
    assert [one.points for one in ended] == figures["scores"]
    assert [one.answers for one in ended] == figures["answers"]


def test_people_get_a_table():
    code, out, err = run_heorot("match", "legend", "--seats", "greedy,random", "--games", 2, "--workers", 1)
    assert (code, err) == (0, "")
    assert [name for name in ("greedy", "random") if name not in out] == []


@pytest.mark.parametrize("name", CASES)
def test_a_game_follows_from_its_seed_and_number(name):
    one, again, other = (play_game(CASES[name], number) for number in (1, 1, 2))
    assert (one.points, one.shares) == (again.points, again.shares)
    assert one.points != other.points
    assert sum(one.shares) == 1


def test_every_bot_sits_in_every_seat_with_the_same_chance(monkeypatch):
    """Identical bots score by their seats; so each of them scores what every seat scored."""
    from heorot.bots.movie import players

    monkeypatch.setitem(players.BOTS, "first", lambda box, view, rng: view.legal[0])
    games = [play_game(Match("movie", ("first",) * 3, 8), number) for number in range(3)]
    seats = [sorted((game.points[k], (k + turn) % 3) for k in range(3)) for turn, game in enumerate(games)]
    assert seats[0] == seats[1] == seats[2]
    assert {sum(game.points[k] for game in games) for k in range(3)} == {sum(games[0].points)}


@pytest.mark.parametrize(
    "args",
    [("--seats", "you,random"), ("--seats", "random"), ("--seats", "random,random", "--workers", 0),
     ("--seats", "random,random", "--games", 0)],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_sentence(args):
    refused = run_heorot("match", "movie", *args)
    assert refused.code == 2
    assert len(refused.sentences) == 1
