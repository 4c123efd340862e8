"""Hints for people: from what their seat may know, in a process beside those of the bots, so that no table waits for
them. Nobody else learns that one was asked for."""

import asyncio
from typing import Any

from heorot.engine.seats import Seat
from heorot.server.bots import Thinker
from heorot.server.errors import Refusal
from heorot.server.people import Who
from heorot.server.room import Room
from heorot.server.table import Table

HINT = "hint"  # what is asked


class Advisers:
    """Whoever gives hints: one at a time, and to each seat no second one before the first is there."""

    def __init__(self, thinker: Thinker, patience: float) -> None:
        self.thinker = thinker
        self.patience = patience  # seconds of thinking
        self.turn = asyncio.Semaphore(1)
        self.asked: set[tuple[str, Seat]] = set()

    async def advise(self, room: Room, who: Who) -> dict[str, Any]:
        """Hints on the question that is open for a seat; raises Refusal."""
        async with room.lock:
            table = await room.now()
        seat = seat_that_may_ask(table, who)
        if (room.id, seat) in self.asked:
            raise Refusal("busy", "server.hint-under-way")
        self.asked.add((room.id, seat))
        try:
            return await self.find(table, seat)
        finally:
            self.asked.discard((room.id, seat))

    async def find(self, table: Table, seat: Seat) -> dict[str, Any]:
        """What is given is the view of the seat, and what comes back is for it alone."""
        view = table.game.view(table.state, seat)
        try:
            async with self.turn, asyncio.timeout(self.patience):
                found = await self.thinker.advise(table.created.game, table.created.box, view)
        except TimeoutError:
            raise Refusal("busy", "server.no-hint-found") from None
        return {**found, "question": table.question(seat)}

    def stop(self) -> None:
        """Nobody waits for a hint any more."""
        self.thinker.stop()


def seat_that_may_ask(table: Table, who: Who) -> Seat:
    """Someone who plays, at a table with hints, and has an open question."""
    seat = who.seat_at(table)
    if not table.hints:
        raise Refusal("no-hints", "server.no-hints")
    if table.state is None:
        raise Refusal("not-begun", "server.not-begun")
    if table.question(seat) is None or table.plays_by_itself(seat):
        raise Refusal("not-asked", "server.not-asked")
    return seat
