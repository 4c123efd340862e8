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


def test_json_object_has_the_documented_keys(figures):
    assert list(figures) == KEYS


def test_figures_are_consistent(figures):
    assert (figures["game"], figures["players"], figures["games"], figures["seed"]) == ("movie", 3, 6, 5)
    assert sum(figures["wins"]) == pytest.approx(1)
    assert [tuple(pair) for pair in figures["intervals"]] == [wilson_interval(share, 6) for share in figures["wins"]]
    assert figures["wins"][0] == 1
    assert figures["margins"][0] > 0 > figures["margins"][1]
    assert len(figures["cpu_seconds"]) == 3
    assert all(spent["p50"] <= spent["p95"] <= spent["max"] for spent in figures["cpu_seconds"])


def test_number_of_processes_does_not_change_the_results(figures):
    match = Match("movie", ("greedy", "random", "random"), 5)
    results = bot_results(match, list(play_match(match, 6, 1)))
    assert [bot.share for bot in results] == figures["wins"]
    assert [bot.points for bot in results] == figures["scores"]
    assert [bot.answers for bot in results] == figures["answers"]


def test_results_are_printed_as_a_table_without_json():
    code, out, err = run_heorot("match", "legend", "--seats", "greedy,random", "--games", 2, "--workers", 1)
    assert (code, err) == (0, "")
    assert [name for name in ("greedy", "random") if name not in out] == []


@pytest.mark.parametrize("name", CASES)
def test_game_is_determined_by_seed_and_number(name):
    first, again, other = (play_game(CASES[name], number) for number in (1, 1, 2))
    assert (first.points, first.shares) == (again.points, again.shares)
    assert first.points != other.points
    assert sum(first.shares) == 1


def test_every_bot_plays_every_seat_of_the_same_game(monkeypatch):
    """The points of identical bots depend on their seats only, so that rotated games give every bot the same sum."""
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
def test_invalid_arguments_are_refused_in_one_sentence(args):
    refused = run_heorot("match", "movie", *args)
    assert refused.code == 2
    assert len(refused.sentences) == 1
