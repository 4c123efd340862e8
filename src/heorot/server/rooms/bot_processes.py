"""Bots think in a process of their own, so that no table waits for them. They are given a View and a number to draw
chance from, never a table."""

import asyncio
import fcntl
import os
import secrets
import signal
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Any, Protocol

from heorot.bots import hints
from heorot.engine.accel import cache_directory, can_compile, can_keep, is_ready
from heorot.engine.game import play
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server.people import SIMPLEST, bots_of
from heorot.server.table import Table, box_of


class Thinker(Protocol):
    """Whoever answers for bots."""

    async def think(self, game: str, box: str | None, bot: str, view: Any) -> Any:
        """What a bot would do; raises whatever went wrong with it."""

    async def advise(self, game: str, box: str | None, view: Any) -> dict[str, Any]:
        """Hints for a person, as plain data."""

    def warm_up(self) -> None:
        """Someone will be asked soon."""

    async def be_ready(self) -> None:
        """Until a thought takes as long as it takes, and not longer because nobody was there yet."""

    def stop(self) -> None:
        """Nobody waits for an answer any more."""


Thought = Callable[[str, str | None, str, Any], Awaitable[Any]]  # what a bot would do


class Processes:
    """As many processes as are wanted, begun when a table needs bots; one that does not answer is ended. Those that
    stand back think only where others leave them time."""

    def __init__(self, number: int, stand_back: bool = False) -> None:
        self.number = number
        self.begin = stand_back_with_server if stand_back else end_with_server
        self.pool: ProcessPoolExecutor | None = None
        self.begun: asyncio.Future[list[Any]]  # when all of its processes are there

    def warm_up(self) -> None:
        """A process takes longer to begin than a bot to think, and that is not the bot's fault."""
        if self.pool is None:
            compile_beside()
            self.pool = self.new_pool()
            ready = [asyncio.wrap_future(self.pool.submit(get_ready)) for _ in range(self.number)]
            self.begun = asyncio.gather(*ready, return_exceptions=True)

    async def be_ready(self) -> None:
        self.warm_up()
        await asyncio.shield(self.begun)

    async def think(self, game: str, box: str | None, bot: str, view: Any) -> Any:
        return await self.work(think, game, box, bot, view)

    async def advise(self, game: str, box: str | None, view: Any) -> dict[str, Any]:
        found: dict[str, Any] = await self.work(advise, game, box, view)
        return found

    async def work(self, work: Callable[..., Any], *given: Any) -> Any:
        """Something is thought about in another process, with a number to draw chance from."""
        self.warm_up()
        assert self.pool is not None
        pool, seed = self.pool, secrets.randbits(63)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *given, seed))
        except asyncio.CancelledError:
            self.end(pool)
            raise
        except BrokenProcessPool:  # another bot was ended, or the system ended the process
            self.end(pool)
            return await self.work(work, *given)

    def new_pool(self) -> ProcessPoolExecutor:
        """Processes that end with the server, also if it is killed."""
        return ProcessPoolExecutor(self.number, get_context("spawn"), initializer=self.begin)

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

    async def advise(self, game: str, box: str | None, view: Any) -> dict[str, Any]:
        return advise(game, box, view, secrets.randbits(63))

    def warm_up(self) -> None:
        """Nothing takes long here."""

    async def be_ready(self) -> None:
        """It is."""

    def stop(self) -> None:
        """Nothing goes on."""


def end_with_server() -> None:
    """In such a process: wait beside all else for the end of the one that began it. Ctrl-C is for that one alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=outlive, daemon=True).start()


def stand_back_with_server() -> None:
    """The same, behind all others."""
    os.nice(10)
    end_with_server()


def outlive() -> None:
    """But not for long."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def compile_beside() -> None:
    """Let a process of its own compile what bots think ahead with, unless that is done: until then they think less."""
    waiting = [name for name in map("heorot.search.{}".format, GAMES) if can_compile() and not is_ready(name)]
    if waiting:
        get_context("spawn").Process(target=compile_all, args=(waiting,), daemon=True).start()


def compile_all(modules: Sequence[str]) -> None:
    """In such a process: at the lowest priority, and only if no other one is at it."""
    end_with_server()
    os.nice(19)
    folder = cache_directory()
    if not can_keep(folder):
        return
    with (folder / "compiling.lock").open("w") as lock, suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for module in modules:
            import_module(module).warm_up()


def get_ready() -> None:
    """In such a process: know all bots."""
    for game in GAMES:
        bots_of(game)


def think(game: str, box: str | None, bot: str, view: Any, seed: int) -> Any:
    """In such a process: what a bot would do."""
    return bots_of(game)[bot](box_of(game, box, view.box), view, Random(seed))


def advise(game: str, box: str | None, view: Any, seed: int) -> dict[str, Any]:
    """In such a process: hints for whoever sees this."""
    return hints.plain(hints.adviser(game)(box_of(game, box, view.box), view, Random(seed), None))


async def answer_of(think: Thought, table: Table, seat: Seat, bot: str | None = None) -> list[str]:
    """A bot's whole answer to the open question: a set piece by piece, each from what the seat may know then. It is
    held against the rules like anyone's; raises IllegalAction."""
    game, state, texts = table.game, table.state, list[str]()
    name = bot or table.places[seat].bot or SIMPLEST
    while not texts or game.in_a_set(state, seat):
        action = await think(table.created.game, table.created.box, name, game.view(state, seat))
        texts.append(game.write(state, action))
        state = play(game, state, seat, action)
    return texts
