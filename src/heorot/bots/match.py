"""Games between bots, as they would sit at a table: each is given its view and an rng, nothing else. Seats are rotated,
since where one sits matters: with n seats, n games in a row have the same chance and every bot in every seat once."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from multiprocessing import get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from time import process_time
from typing import Any

from heorot.engine.game import play
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES

PERCENT = (50, 95, 100)  # of the answers of a bot: so many take this long at most


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays what."""

    game: str
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    box: str | None = None  # the text of a box that is not built in


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game; everything by bot, in the order of the match."""

    shares: tuple[Fraction, ...]
    points: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]  # of CPU, for each answer where there was a choice


@dataclass(frozen=True, slots=True)
class Standing:
    """What one bot of a match has come to."""

    bot: str
    share: float  # of the victories, ties split
    points: float
    margin: float  # its points less the best rival's, and ...
    margin_error: float  # ... the standard error of that mean
    answers: int
    seconds: tuple[float, ...]  # of CPU: what PERCENT of the answers took at most


# ---- One game ------------------------------------------------------------------------------------------------------


def play_game(match: Match, number: int) -> Played:
    """One game of a match, by its number."""
    game, box, seats = GAMES[match.game], box_of(match.game, match.box), len(match.bots)
    bots = import_module(f"heorot.bots.{match.game}").BOTS
    turn = number % seats  # bot k sits at seat k + turn
    chance = Random(f"{match.seed} {number // seats}")
    minds = [Random(f"{match.seed} {number} {bot}") for bot in range(seats)]
    seconds: list[list[float]] = [[] for _ in match.bots]
    state = game.setup(box, seats, dict(match.options), game.about.rules[-1])
    while actors := game.actors(state):
        if actors[0] == CHANCE:
            state = game.apply(state, CHANCE, drawn(game.chances(state), chance))
        else:
            bot, view = (actors[0] - turn) % seats, game.view(state, actors[0])
            action, spent = timed(bots[match.bots[bot]], box, view, minds[bot])
            if len(view.legal) > 1:
                seconds[bot].append(spent)
            state = play(game, state, actors[0], action)
    order = [Seat((bot + turn) % seats) for bot in range(seats)]
    shares, points = game.shares(state), game.score(state)
    return Played(
        tuple(shares[seat] for seat in order), tuple(points[seat] for seat in order), tuple(map(tuple, seconds))
    )


@lru_cache(4)
def box_of(game: str, text: str | None) -> Any:
    """The built-in box, or the one that was read."""
    return GAMES[game].box if text is None else GAMES[game].read_box(text, "")


def drawn(chances: Sequence[Any], rng: Random) -> Any:
    """What chance says, by weight."""
    left = rng.randrange(sum(chance.weight for chance in chances))
    for chance in chances:
        left -= chance.weight
        if left < 0:
            return chance.action


def timed(bot: Any, box: Any, view: Any, rng: Random) -> tuple[Any, float]:
    """What a bot answers, and how much of a processor's time it took."""
    begun = process_time()
    action = bot(box, view, rng)
    return action, process_time() - begun


# ---- Many games ----------------------------------------------------------------------------------------------------


def play_match(match: Match, games: int, workers: int) -> Iterator[Played]:
    """The games of a match one after the other, played in so many processes; with one, in this one."""
    if workers == 1:
        yield from (play_game(match, number) for number in range(games))
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN))
    try:
        yield from pool.map(play_game, [match] * games, range(games))
    finally:
        pool.shutdown(cancel_futures=True)


def standings(match: Match, played: Sequence[Played]) -> list[Standing]:
    """What every bot has come to."""
    return [standing(match.bots[bot], bot, played) for bot in range(len(match.bots))]


def standing(name: str, bot: int, played: Sequence[Played]) -> Standing:
    """What one bot has come to."""
    games = len(played)
    margins = [game.points[bot] - max(game.points[:bot] + game.points[bot + 1 :]) for game in played]
    mean = sum(margins) / games
    error = (sum((margin - mean) ** 2 for margin in margins) / max(1, games - 1) / games) ** 0.5
    seconds = sorted(spent for game in played for spent in game.seconds[bot])
    return Standing(
        name,
        float(sum(game.shares[bot] for game in played) / games),
        sum(game.points[bot] for game in played) / games,
        mean,
        error,
        len(seconds),
        tuple(seconds[(len(seconds) - 1) * part // 100] if seconds else 0.0 for part in PERCENT),
    )
