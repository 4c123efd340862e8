"""The loop of a periodic worker."""

from collections.abc import Awaitable, Callable

import structlog

from heorot.engine.errors import HeorotError
from heorot.server.clock import Clock

log = structlog.get_logger()


async def repeat(work: Callable[[], Awaitable[None]], clock: Clock, seconds: float, failure: str) -> None:
    """Call `work` until cancelled, with a pause after each call. Log an error as `failure`, and try again next time."""
    while True:
        try:
            await work()
        except HeorotError as error:
            log.warning(failure, why=error.key)
        except Exception:
            log.exception(failure)
        await clock.sleep(seconds)
