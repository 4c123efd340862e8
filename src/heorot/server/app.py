"""The application: settings, store, registry and routes put together. `serving.py` makes it listen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request, Response
from starlette.middleware import Middleware
from starlette.types import Lifespan, Receive, Scope, Send
from starlette.websockets import WebSocket

from heorot.server.client_limits import Limits
from heorot.server.clock import Clock, SystemClock
from heorot.server.http.client_address import ClientAddressMiddleware
from heorot.server.http.headers import BodyLimitMiddleware, SecurityHeadersMiddleware
from heorot.server.http.origin import OriginMiddleware
from heorot.server.http.rate_limit import RateLimitMiddleware
from heorot.server.http.static_pages import StaticPages
from heorot.server.http.ws_entry import handle_websocket
from heorot.server.lifecycle import Lifecycle, build_lifecycle, make_shared_limits, open_store
from heorot.server.logs import RequestLogMiddleware
from heorot.server.metrics import CONTENT_TYPE, Metrics
from heorot.server.protocol.http_errors import UnhandledErrorMiddleware, install_error_handlers
from heorot.server.protocol.http_models import Failure, Health
from heorot.server.protocol.openapi import openapi_schema
from heorot.server.rooms.bot_processes import BotRunner
from heorot.server.routes import fairness, host, lessons, library, notifications, replay, score_pad, tables
from heorot.server.settings import Settings
from heorot.server.store.interface import Store

ROUTERS = (
    tables.router, library.router, replay.router, score_pad.router, lessons.router, fairness.router,
    notifications.router, host.router,
)  # fmt: skip
FAILURE_RESPONSES: dict[int | str, dict[str, Any]] = {"4XX": {"model": Failure}, "5XX": {"model": Failure}}


def make_app(
    settings: Settings, *, store: Store | None = None, clock: Clock | None = None, bot_runner: BotRunner | None = None
) -> FastAPI:
    """Build the whole server. It opens the store of the settings unless one is given, and closes either."""
    metrics, time = Metrics(), clock or SystemClock()
    limits = Limits(settings, time, make_shared_limits(settings))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = store or await open_store(settings)
        app.state.lifecycle = build_lifecycle(settings, opened, limits, metrics, time, bot_runner)
        app.state.registry = app.state.lifecycle.registry
        await app.state.lifecycle.start()
        yield
        await app.state.lifecycle.stop()
        await limits.close()

    pages = StaticPages().routes()
    app = make_bare_app(settings, metrics, limits, [page.path for page in pages], lifespan)
    app.state.settings, app.state.limits, app.state.metrics = settings, limits, metrics
    add_routes(app)
    app.router.routes.extend(pages)
    install_error_handlers(app, metrics, [*app.routes, *(route for router in ROUTERS for route in router.routes)])
    return app


def make_bare_app(
    settings: Settings, metrics: Metrics, limits: Limits, unlimited: list[str], lifespan: Lifespan[FastAPI]
) -> FastAPI:
    """Build an app without routes; middleware stands in the order in which requests pass it."""
    return App(
        title="Heorot",
        version=version("heorot"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
        responses=FAILURE_RESPONSES,
        middleware=[
            Middleware(ClientAddressMiddleware, proxies=settings.proxies),
            Middleware(RequestLogMiddleware, metrics=metrics),
            Middleware(SecurityHeadersMiddleware),
            Middleware(UnhandledErrorMiddleware, metrics=metrics),
            Middleware(RateLimitMiddleware, unlimited=unlimited, limits=limits, metrics=metrics),
            Middleware(BodyLimitMiddleware, most=settings.body_bytes),
            Middleware(OriginMiddleware, allowed=settings.origins),
        ],
    )


class App(FastAPI):
    """FastAPI whose WebSockets bypass the middleware, and whose OpenAPI document includes messages and games."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            return await super().__call__(scope, receive, send)
        scope["app"] = self
        await handle_websocket(WebSocket(scope, receive, send))

    def openapi(self) -> dict[str, Any]:
        self.openapi_schema = self.openapi_schema or openapi_schema(self)
        return self.openapi_schema


# ---- Routes --------------------------------------------------------------------------------------------------------


def add_routes(app: FastAPI) -> None:
    """Add all routes but the pages of the client."""
    app.add_api_route("/api/health", health, methods=["GET"])
    app.add_api_route("/api/ready", ready, methods=["GET"])
    app.add_api_route("/metrics", metrics_page, methods=["GET"], include_in_schema=False)
    for router in ROUTERS:
        app.include_router(router)


async def health() -> Health:
    """The server runs."""
    return Health(status="ok", version=version("heorot"))


async def ready(request: Request) -> Health:
    """The server can store a move."""
    lifecycle: Lifecycle = request.app.state.lifecycle
    await lifecycle.check_ready()
    return await health()


async def metrics_page(request: Request) -> Response:
    """Return the metrics for Prometheus, to this machine or wherever the settings allow it."""
    host.check_metrics_access(request)
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE)
