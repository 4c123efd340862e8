"""Nobody asks more often than the settings allow; some answers take work. Whether the server lives, anyone may ask, and
the pages of the client are at hand."""

from collections.abc import Collection

from starlette.types import ASGIApp, Receive, Scope, Send

from heorot.server.errors import Refusal
from heorot.server.failures import failure
from heorot.server.limits import Limits
from heorot.server.metrics import Metrics

FREE = ("/api/health", "/api/ready", "/metrics")


class Turnstile:
    """Counts every request of an address, but for those that any number may make."""

    def __init__(self, app: ASGIApp, free: Collection[str], limits: Limits, metrics: Metrics) -> None:
        self.app = app
        self.free = frozenset([*FREE, *free])
        self.limits = limits
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["type"] == "http" and scope["path"] not in self.free:
                await self.limits.count("request", scope["state"]["address"])
        except Refusal as error:
            self.metrics.refuse(error.code)
            return await failure(error)(scope, receive, send)
        await self.app(scope, receive, send)
