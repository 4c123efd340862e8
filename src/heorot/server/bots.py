"""Bots think in a process of their own, so that no table waits for them. They are given a View and a number to draw
chance from, never a table."""

import asyncio
import os
import secrets
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Any, Protocol

from heorot.engine.game import play
from heorot.engine.seats import Seat
from heorot.server.people import SIMPLEST, bots_of
from heorot.server.table import Table, box_of


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
        self.pool = self.pool or self.new_pool()
        pool, seed = self.pool, secrets.randbits(63)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, think, game, box, bot, view, seed)
        except asyncio.CancelledError:
            self.end(pool)
            raise
        except BrokenProcessPool:  # another bot was ended, or the system ended the process
            self.end(pool)
            return await self.think(game, box, bot, view)

    def new_pool(self) -> ProcessPoolExecutor:
        """Processes that end with the server, also if it is killed."""
        return ProcessPoolExecutor(self.number, get_context("spawn"), initializer=end_with_server)

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


def end_with_server() -> None:
    """In such a process: wait beside all else for the end of the one that began it. Ctrl-C is for that one alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=outlive, daemon=True).start()


def outlive() -> None:
    """But not for long."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def think(game: str, box: str | None, bot: str, view: Any, seed: int) -> Any:
    """In such a process: what a bot would do."""
    return bots_of(game)[bot](box_of(game, box, view.box), view, Random(seed))


async def answer_of(thinker: Thinker, table: Table, seat: Seat, bot: str | None = None) -> list[str]:
    """A bot's whole answer to the open question: a set piece by piece, each from what the seat may know then. It is
    held against the rules like anyone's; raises IllegalAction."""
    game, state, texts = table.game, table.state, list[str]()
    name = bot or table.places[seat].bot or SIMPLEST
    while not texts or game.in_a_set(state, seat):
        action = await thinker.think(table.created.game, table.created.box, name, game.view(state, seat))
        texts.append(game.write(state, action))
        state = play(game, state, seat, action)
    return texts
