"""Repair what other nodes have left: updates that were never announced, and bots that no node runs."""

from heorot.server.periodic import repeat
from heorot.server.rooms.registry import Registry

ROUND_SECONDS = 2.0
QUIET_MS = 3_000  # a table with a waiting bot that has not changed for this long is checked
CLOCK_SKEW_MS = 30_000  # allowance for differing clocks and late nodes


class Reconciler:
    """Periodic check, where several nodes share a store. Failures are retried in the next round."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.looked_at = registry.context.clock.now()

    async def work(self) -> None:
        """Run until cancelled."""
        clock = self.registry.context.clock
        await clock.sleep(ROUND_SECONDS)
        await repeat(self.poll, clock, ROUND_SECONDS, "reconciler.failed")

    async def poll(self) -> None:
        """Run one round."""
        now = self.registry.context.clock.now()
        await self.registry.check_live_tables()
        await self.registry.resume_bots(now - QUIET_MS, self.looked_at - CLOCK_SKEW_MS)
        await self.registry.context.store.delete_expired_leases()
        self.looked_at = now
