"""Which node thinks for which bots: one for each question, as long as it lives.

Any node may think for any table, and whatever is stored first counts. A lease only saves the others the trouble."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from heorot.engine.seats import Seat
from heorot.server.means import Means
from heorot.server.store import StoreError
from heorot.server.table import Table

LEASE = 2.0  # seconds; then another node may take what a dead one has left
RENEWAL = LEASE / 4


class Leases:
    """Of one node."""

    def __init__(self, means: Means) -> None:
        self.means = means
        self.holder = secrets.token_hex(8)

    @asynccontextmanager
    async def kept(self, table: Table, seats: Sequence[Seat]) -> AsyncIterator[list[Seat]]:
        """For which of some seats that are asked this node thinks; it stays so until that is done."""
        if not self.means.bus.shared:
            yield list(seats)
            return
        thoughts = {f"{seat}:{table.questions[seat]}": seat for seat in seats}
        mine = await self.take(table.id, list(thoughts))
        renewing = asyncio.create_task(self.renew(table.id, mine))
        try:
            yield [thoughts[thought] for thought in mine]
        finally:
            renewing.cancel()

    async def take(self, table: str, thoughts: Sequence[str]) -> list[str]:
        """What nobody else thinks about; nothing, while the store cannot say."""
        try:
            return await self.means.store.lease(table, thoughts, self.holder, LEASE)
        except StoreError:
            return []

    async def renew(self, table: str, thoughts: Sequence[str]) -> None:
        """Some thoughts take longer."""
        while thoughts:
            await self.means.clock.sleep(RENEWAL)
            await self.take(table, thoughts)
