"""Bots think in a process of their own, so that no table waits for them. They are given a View and a number to draw
chance from, never a table."""

import asyncio
import os
import secrets
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Any, Protocol

from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server.people import bots_of
from heorot.server.table import Table


class Thinker(Protocol):
    """Whoever answers for bots."""

    async def think(self, game: str, box: str | None, bot: str, view: Any) -> Any:
        """What a bot would do; raises whatever went wrong with it."""

    def stop(self) -> None:
        """Nobody waits for an answer any more."""


class Processes:
    """As many processes as are wanted, each begun when it is first needed; one that does not answer is ended."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.pool: ProcessPoolExecutor | None = None

    async def think(self, game: str, box: str | None, bot: str, view: Any) -> Any:
        self.pool = self.pool or ProcessPoolExecutor(self.number, get_context("spawn"), begin)
        pool, seed = self.pool, secrets.randbits(63)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, think, game, box, bot, view, seed)
        except asyncio.CancelledError:
            self.end(pool)
            raise
        except BrokenProcessPool:  # another bot was ended, or the system ended the process
            self.end(pool)
            return await self.think(game, box, bot, view)

    def end(self, pool: ProcessPoolExecutor) -> None:
        """A bot that does not stop by itself is stopped; the others think again in another process."""
        if self.pool is pool:
            self.pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        if self.pool:
            self.end(self.pool)


class AtOnce:
    """Here and now: for a bot that hardly thinks."""

    async def think(self, game: str, box: str | None, bot: str, view: Any) -> Any:
        return think(game, box, bot, view, secrets.randbits(63))

    def stop(self) -> None:
        """Nothing goes on."""


def begin() -> None:
    """In such a process: Ctrl-C is for the server, and without the server there is nobody to think for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    """However the server ended."""
    if server := parent_process():
        server.join()
        os._exit(0)


def think(game: str, box: str | None, bot: str, view: Any, seed: int) -> Any:
    """In such a process: what a bot would do."""
    return bots_of(game)[bot](box_of(game, box), view, Random(seed))


@lru_cache(maxsize=16)
def box_of(game: str, text: str | None) -> Any:
    """A box, read once."""
    return GAMES[game].box if text is None else GAMES[game].read_box(text, "box.toml")


async def answer_of(thinker: Thinker, table: Table, seat: Seat) -> list[str]:
    """A bot's whole answer to the open question: a set piece by piece, each from what the seat may know then."""
    game, state, texts = table.game, table.state, list[str]()
    bot = table.places[seat].bot
    assert bot is not None
    while not texts or game.in_a_set(state, seat):
        action = await thinker.think(table.created.game, table.created.box, bot, game.view(state, seat))
        texts.append(game.write(state, action))
        state = game.apply(state, seat, action)
    return texts
