"""Matches between bots, each of which receives its View and random numbers. Seats are rotated: with n seats, n games in
a row have the same chance and every bot in every seat once."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from multiprocessing import get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from time import process_time
from typing import Any

from heorot.bots import bots_of
from heorot.engine.game import play
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES

PERCENTILES = (50, 95, 100)  # of the CPU time of an answer


@dataclass(frozen=True, slots=True)
class Match:
    """Game, bots, seed and options of a match."""

    game: str
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    box: str | None = None  # the text of a box that is not built in


@dataclass(frozen=True, slots=True)
class MatchGame:
    """Result of one game, by bot in the order of the match."""

    shares: tuple[Fraction, ...]
    points: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]  # CPU seconds of each answer that was not forced


@dataclass(frozen=True, slots=True)
class BotResult:
    """Result of one bot over all games of a match."""

    bot: str
    share: float  # of the victories, ties split
    points: float
    margin: float  # its points minus the best rival's, and ...
    margin_error: float  # ... the standard error of that mean
    answers: int
    seconds: tuple[float, ...]  # CPU seconds of an answer at PERCENTILES


# ---- One game ------------------------------------------------------------------------------------------------------


def play_game(match: Match, number: int) -> MatchGame:
    """Play one game of a match, by its number."""
    game, box, seats = GAMES[match.game], load_box(match.game, match.box), len(match.bots)
    bots = bots_of(match.game)
    turn = number % seats  # bot k sits at seat k + turn
    chance = Random(f"{match.seed} {number // seats}")
    rngs = [Random(f"{match.seed} {number} {bot}") for bot in range(seats)]
    seconds: list[list[float]] = [[] for _ in match.bots]
    state = game.setup(box, seats, dict(match.options), game.info.rules[-1])
    while actors := game.actors(state):
        if actors[0] == CHANCE:
            state = game.apply(state, CHANCE, draw_outcome(game.chance_outcomes(state), chance))
        else:
            bot, view = (actors[0] - turn) % seats, game.view(state, actors[0])
            action, spent = time_answer(bots[match.bots[bot]], box, view, rngs[bot])
            if len(view.legal) > 1:
                seconds[bot].append(spent)
            state = play(game, state, actors[0], action)
    order = [Seat((bot + turn) % seats) for bot in range(seats)]
    shares, points = game.victory_shares(state), game.score(state)
    return MatchGame(
        tuple(shares[seat] for seat in order), tuple(points[seat] for seat in order), tuple(map(tuple, seconds))
    )


@lru_cache(4)
def load_box(game: str, text: str | None) -> Any:
    """Return the built-in box, or one read from its text."""
    return GAMES[game].box if text is None else GAMES[game].read_box(text, "")


def draw_outcome(chances: Sequence[Any], rng: Random) -> Any:
    """Draw one of the outcomes of chance by their weights."""
    left = rng.randrange(sum(chance.weight for chance in chances))
    for chance in chances:
        left -= chance.weight
        if left < 0:
            return chance.action


def time_answer(bot: Any, box: Any, view: Any, rng: Random) -> tuple[Any, float]:
    """Return the answer of a bot and the CPU seconds that it took."""
    begun = process_time()
    action = bot(box, view, rng)
    return action, process_time() - begun


# ---- Many games ----------------------------------------------------------------------------------------------------


def play_match(match: Match, games: int, workers: int) -> Iterator[MatchGame]:
    """Yield the games of a match in order, played in `workers` processes; with one worker, in this process."""
    if workers == 1:
        yield from (play_game(match, number) for number in range(games))
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN))
    try:
        yield from pool.map(play_game, [match] * games, range(games))
    finally:
        pool.shutdown(cancel_futures=True)


def bot_results(match: Match, played: Sequence[MatchGame]) -> list[BotResult]:
    """Return the result of every bot."""
    return [bot_result(match.bots[bot], bot, played) for bot in range(len(match.bots))]


def bot_result(name: str, bot: int, played: Sequence[MatchGame]) -> BotResult:
    """Return the result of one bot."""
    games = len(played)
    margins = [game.points[bot] - max(game.points[:bot] + game.points[bot + 1 :]) for game in played]
    mean = sum(margins) / games
    error = (sum((margin - mean) ** 2 for margin in margins) / max(1, games - 1) / games) ** 0.5
    seconds = sorted(spent for game in played for spent in game.seconds[bot])
    return BotResult(
        name,
        float(sum(game.shares[bot] for game in played) / games),
        sum(game.points[bot] for game in played) / games,
        mean,
        error,
        len(seconds),
        tuple(seconds[(len(seconds) - 1) * part // 100] if seconds else 0.0 for part in PERCENTILES),
    )
