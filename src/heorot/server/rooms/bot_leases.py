"""Leases on bot moves between nodes: one node computes the answer to each question.

A lease only avoids duplicate work: any node may answer for any table, and the first stored answer counts.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from heorot.engine.seats import Seat
from heorot.server.context import Context
from heorot.server.store.interface import StoreError
from heorot.server.table.table import TableState

LEASE_SECONDS = 2.0  # after which another node may take over
RENEWAL_SECONDS = LEASE_SECONDS / 4


class BotLeases:
    """Leases of this node."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.holder = secrets.token_hex(8)

    @asynccontextmanager
    async def hold(self, table: TableState, seats: Sequence[Seat]) -> AsyncIterator[list[Seat]]:
        """Yield the seats whose questions this node may answer, and renew their leases meanwhile."""
        if not self.context.bus.shared:
            yield list(seats)
            return
        questions = {f"{seat}:{table.questions[seat]}": seat for seat in seats}
        mine = await self.acquire(table.id, list(questions))
        renewing = asyncio.create_task(self.renew(table.id, mine))
        try:
            yield [questions[question] for question in mine]
        finally:
            renewing.cancel()

    async def acquire(self, table: str, questions: Sequence[str]) -> list[str]:
        """Return the questions that no other node holds; none while the store fails."""
        try:
            return await self.context.store.acquire_leases(table, questions, self.holder, LEASE_SECONDS)
        except StoreError:
            return []

    async def renew(self, table: str, questions: Sequence[str]) -> None:
        """Renew leases until cancelled."""
        while questions:
            await self.context.clock.sleep(RENEWAL_SECONDS)
            await self.acquire(table, questions)
