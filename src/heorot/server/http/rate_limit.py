"""Rate limit for HTTP requests. Health checks, metrics and static pages are not limited."""

from collections.abc import Collection

from starlette.types import ASGIApp, Receive, Scope, Send

from heorot.server.client_limits import Limits
from heorot.server.metrics import Metrics
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_errors import error_response

UNLIMITED = ("/api/health", "/api/ready", "/metrics")


class RateLimitMiddleware:
    """Count every request against the limit of its address, except for `unlimited` paths."""

    def __init__(self, app: ASGIApp, unlimited: Collection[str], limits: Limits, metrics: Metrics) -> None:
        self.app = app
        self.unlimited = frozenset([*UNLIMITED, *unlimited])
        self.limits = limits
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["type"] == "http" and scope["path"] not in self.unlimited:
                await self.limits.count("request", scope["state"]["address"])
        except Refusal as error:
            self.metrics.count_refusal(error.code)
            return await error_response(error)(scope, receive, send)
        await self.app(scope, receive, send)
