"""Whoever looks, now and then, for what other nodes have left: news that nobody told, bots that nobody thinks for."""

import structlog

from heorot.engine.errors import HeorotError
from heorot.server.hall import Hall

log = structlog.get_logger()

ROUND = 2.0  # seconds between two rounds
QUIET = 3_000  # milliseconds: a table at which nothing happens for so long, though a bot is asked
MARGIN = 30_000  # milliseconds by which the clocks of nodes may differ, and a node may be late


class Lookout:
    """Where there are several nodes. What cannot be done now is made up for in the next round."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.looked_at = hall.means.clock.now()

    async def work(self) -> None:
        """For ever."""
        while True:
            await self.hall.means.clock.sleep(ROUND)
            try:
                await self.look()
            except HeorotError as error:
                log.warning("lookout.failed", why=error.key)
            except Exception:
                log.exception("lookout.failed")

    async def look(self) -> None:
        """One round."""
        now = self.hall.means.clock.now()
        await self.hall.look_again()
        await self.hall.wake(now - QUIET, self.looked_at - MARGIN)
        await self.hall.means.store.expire()
        self.looked_at = now
