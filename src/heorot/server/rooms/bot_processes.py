"""Bots run in separate processes, so that no table waits for them. They get a View and a random seed, never a table."""

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
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Protocol, TypeVar

from heorot.bots import bots_of, hinter_of, hints
from heorot.engine.game import play
from heorot.engine.kernels.compile_cache import cache_directory, can_compile, can_write_cache, is_ready
from heorot.engine.seats import Seat
from heorot.engine.serialize import Json
from heorot.games import GAMES
from heorot.search import simulator, simulator_name
from heorot.server.metrics import Metrics
from heorot.server.table.identity import FALLBACK_BOT
from heorot.server.table.opaque_game import GameAction, GameView
from heorot.server.table.table import TableState, load_box

T = TypeVar("T")


class BotRunner(Protocol):
    """Computes actions and hints of bots."""

    async def choose_action(self, game: str, box: str | None, bot: str, view: GameView) -> GameAction:
        """Return the action that a bot chooses; raises whatever fails in it."""

    async def find_hints(self, game: str, box: str | None, view: GameView) -> dict[str, Json]:
        """Return hints for a person, as plain data."""

    def warm_up(self) -> None:
        """Prepare for a request that will come soon."""

    async def wait_until_ready(self) -> None:
        """Wait until the time of a request no longer includes starting a process."""

    def stop(self) -> None:
        """Stop all work."""


ChooseAction = Callable[[str, str | None, str, GameView], Awaitable[GameAction]]


class BotProcessPool:
    """Pool of processes, started when a table needs bots; one that times out is killed. With `low_priority` they yield
    to all other processes."""

    def __init__(self, processes: int, low_priority: bool = False) -> None:
        self.processes = processes
        self.initializer = exit_with_server_niced if low_priority else exit_with_server
        self.pool: ProcessPoolExecutor | None = None
        self.started: asyncio.Future[list[BaseException | None]]  # done when all processes run

    def warm_up(self) -> None:
        """Start the processes, which takes longer than most bots compute."""
        if self.pool is None:
            compile_in_background()
            self.pool = ProcessPoolExecutor(self.processes, get_context("spawn"), initializer=self.initializer)
            ready = [asyncio.wrap_future(self.pool.submit(load_all_bots)) for _ in range(self.processes)]
            self.started = asyncio.gather(*ready, return_exceptions=True)

    async def wait_until_ready(self) -> None:
        self.warm_up()
        await asyncio.shield(self.started)

    async def choose_action(self, game: str, box: str | None, bot: str, view: GameView) -> GameAction:
        return await self.run(choose_action, game, box, bot, view)

    async def find_hints(self, game: str, box: str | None, view: GameView) -> dict[str, Json]:
        return await self.run(find_hints, game, box, view)

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Run a function in another process, with a random seed as its last argument."""
        self.warm_up()
        assert self.pool is not None
        pool, seed = self.pool, secrets.randbits(63)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *arguments, seed))
        except asyncio.CancelledError:
            self.kill(pool)
            raise
        except BrokenProcessPool:  # another bot was killed, or the system killed the process
            self.kill(pool)
            return await self.run(work, *arguments)

    def kill(self, pool: ProcessPoolExecutor) -> None:
        """Kill the processes of a pool; other bots that were running start again in a new one."""
        if self.pool is pool:
            self.pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        if self.pool:
            self.kill(self.pool)


class InlineBotRunner:
    """Runs bots in this process, for those that hardly compute."""

    async def choose_action(self, game: str, box: str | None, bot: str, view: GameView) -> GameAction:
        return choose_action(game, box, bot, view, secrets.randbits(63))

    async def find_hints(self, game: str, box: str | None, view: GameView) -> dict[str, Json]:
        return find_hints(game, box, view, secrets.randbits(63))

    def warm_up(self) -> None: ...

    async def wait_until_ready(self) -> None: ...

    def stop(self) -> None: ...


class MeasuredBotRunner:
    """Runs bots by another runner, and measures their time and failures."""

    def __init__(self, bot_runner: BotRunner, metrics: Metrics) -> None:
        self.bot_runner = bot_runner
        self.metrics = metrics

    async def choose_action(self, game: str, box: str | None, bot: str, view: GameView) -> GameAction:
        with self.metrics.bot_seconds.time(), self.metrics.bots_failed.count_exceptions(BaseException):
            return await self.bot_runner.choose_action(game, box, bot, view)

    async def find_hints(self, game: str, box: str | None, view: GameView) -> dict[str, Json]:
        return await self.bot_runner.find_hints(game, box, view)

    def warm_up(self) -> None:
        self.bot_runner.warm_up()

    async def wait_until_ready(self) -> None:
        await self.bot_runner.wait_until_ready()

    def stop(self) -> None:
        self.bot_runner.stop()


def exit_with_server() -> None:
    """Exit when the server does; ignore SIGINT, which is meant for the server. Runs in a bot process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=wait_for_server_exit, daemon=True).start()


def exit_with_server_niced() -> None:
    """Call `exit_with_server`, and lower the priority of the process."""
    os.nice(10)
    exit_with_server()


def wait_for_server_exit() -> None:
    """Exit once the parent process has ended."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def compile_in_background() -> None:
    """Start a process that compiles the bots' search, unless that is done; until then they search less."""
    waiting = [game for game in GAMES if can_compile() and not is_ready(simulator_name(game))]
    if waiting:
        get_context("spawn").Process(target=compile_all, args=(waiting,), daemon=True).start()


def compile_all(games: Sequence[str]) -> None:
    """Compile modules at the lowest priority, unless another process does. Runs in a separate process."""
    exit_with_server()
    os.nice(19)
    folder = cache_directory()
    if not can_write_cache(folder):
        return
    with (folder / "compiling.lock").open("w") as lock, suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for game in games:
            simulator(game).warm_up()


def load_all_bots() -> None:
    """Import all bots. Runs in a bot process."""
    for game in GAMES:
        bots_of(game)


def choose_action(game: str, box: str | None, bot: str, view: GameView, seed: int) -> GameAction:
    """Return the action that a bot chooses. Runs in a bot process."""
    action: GameAction = bots_of(game)[bot](load_box(game, box, view.box), view, Random(seed))
    return action


def find_hints(game: str, box: str | None, view: GameView, seed: int) -> dict[str, Json]:
    """Return hints on a view. Runs in a bot process."""
    return hints.advice_json(hinter_of(game)(load_box(game, box, view.box), view, Random(seed), None))


async def choose_answer(think: ChooseAction, table: TableState, seat: Seat, bot: str | None = None) -> list[str]:
    """Return a bot's whole answer to its open question: each action of a set is chosen from the view after the previous
    one. Raises IllegalAction."""
    game, state, texts = table.game, table.game_state, list[str]()
    name = bot or table.places[seat].bot or FALLBACK_BOT
    while not texts or game.has_unfinished_action(state, seat):
        action = await think(table.created.game, table.created.box, name, game.view(state, seat))
        texts.append(game.write(state, action))
        state = play(game, state, seat, action)
    return texts
