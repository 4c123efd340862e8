"""Hints for people, computed from their seat's view in a separate process. No other client learns of them."""

import asyncio

from heorot.engine.seats import Seat
from heorot.engine.serialize import Json
from heorot.server.protocol.errors import Refusal
from heorot.server.rooms.bot_processes import BotRunner
from heorot.server.rooms.room import Room
from heorot.server.table.identity import Identity
from heorot.server.table.table import TableState

HINT_QUERY = "hint"  # name of the query


class HintService:
    """Computes one hint at a time, and at most one per seat."""

    def __init__(self, bot_runner: BotRunner, timeout: float) -> None:
        self.bot_runner = bot_runner
        self.timeout = timeout  # seconds
        self.slot = asyncio.Semaphore(1)
        self.running: set[tuple[str, Seat]] = set()

    async def hint(self, room: Room, identity: Identity) -> dict[str, Json]:
        """Return hints on the client's open question; raises Refusal."""
        async with room.lock:
            table = await room.current()
        seat = require_hint_seat(table, identity)
        if (room.id, seat) in self.running:
            raise Refusal("busy", "server.hint-under-way")
        self.running.add((room.id, seat))
        try:
            return await self.find(table, seat)
        finally:
            self.running.discard((room.id, seat))

    async def find(self, table: TableState, seat: Seat) -> dict[str, Json]:
        """Compute hints from the seat's view."""
        view = table.game.view(table.game_state, seat)
        try:
            async with self.slot, asyncio.timeout(self.timeout):
                advice = await self.bot_runner.find_hints(table.created.game, table.created.box, view)
        except TimeoutError:
            raise Refusal("busy", "server.no-hint-found") from None
        return {**advice, "question": table.open_question(seat)}

    def stop(self) -> None:
        """Stop the process."""
        self.bot_runner.stop()


def require_hint_seat(table: TableState, identity: Identity) -> Seat:
    """Return the seat of a player with an open question, where hints are allowed; raises Refusal."""
    seat = identity.require_seat()
    if not table.allows_hints:
        raise Refusal("no-hints", "server.no-hints")
    if table.state is None:
        raise Refusal("not-begun", "server.not-begun")
    if table.open_question(seat) is None or table.is_bot_seat(seat):
        raise Refusal("not-asked", "server.not-asked")
    return seat
