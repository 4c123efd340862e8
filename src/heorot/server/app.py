"""The app: settings, store, hall and routes put together. `serving.py` lets it listen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request, Response
from starlette.middleware import Middleware
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from heorot.server import cardboard, fair, host, http, lessons, library, notices, replay
from heorot.server.address import Addressed
from heorot.server.bots import Thinker
from heorot.server.clock import Clock, SystemClock
from heorot.server.failures import LastResort, answer_failures
from heorot.server.gate import come_in
from heorot.server.headers import BodyCap, Headers
from heorot.server.household import Household, make_household, open_store, shared_windows
from heorot.server.limits import Limits
from heorot.server.logs import Requests
from heorot.server.metrics import CONTENT_TYPE, Metrics
from heorot.server.openapi import describe
from heorot.server.origin import Origin
from heorot.server.pages import Pages
from heorot.server.requests import Failure, Health
from heorot.server.settings import Settings
from heorot.server.store import Store
from heorot.server.turnstile import Turnstile

ROUTERS = (
    http.router, library.router, replay.router, cardboard.router, lessons.router, fair.router, notices.router,
    host.router,
)  # fmt: skip
FAILURES: dict[int | str, dict[str, Any]] = {"4XX": {"model": Failure}, "5XX": {"model": Failure}}


def make_app(
    settings: Settings, *, store: Store | None = None, clock: Clock | None = None, thinker: Thinker | None = None
) -> FastAPI:
    """The whole server. Without a store it opens the one that the settings name; it closes whichever it has."""
    metrics, time = Metrics(), clock or SystemClock()
    limits = Limits(settings, time, shared_windows(settings))

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        opened = store or await open_store(settings)
        app.state.household = make_household(settings, opened, limits, metrics, time, thinker)
        app.state.hall = app.state.household.hall
        await app.state.household.begin()
        yield
        await app.state.household.end()
        await limits.close()

    pages = Pages().routes()
    app = bare_app(settings, metrics, limits, [page.path for page in pages], life)
    app.state.settings, app.state.limits, app.state.metrics = settings, limits, metrics
    add_routes(app)
    app.router.routes.extend(pages)
    answer_failures(app, metrics, [*app.routes, *(route for router in ROUTERS for route in router.routes)])
    return app


def bare_app(settings: Settings, metrics: Metrics, limits: Limits, free: list[str], life: Any) -> FastAPI:
    """An app without routes. What every request passes through stands in the order in which it does."""
    return App(
        title="Heorot",
        version=version("heorot"),
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
        responses=FAILURES,
        middleware=[
            Middleware(Addressed, proxies=settings.proxies),
            Middleware(Requests, metrics=metrics),
            Middleware(Headers),
            Middleware(LastResort, metrics=metrics),
            Middleware(Turnstile, free=free, limits=limits, metrics=metrics),
            Middleware(BodyCap, most=settings.body_bytes),
            Middleware(Origin, allowed=settings.origins),
        ],
    )


class App(FastAPI):
    """FastAPI, but sockets come in by a gate of their own, and the description tells of them and of games too."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            return await super().__call__(scope, receive, send)
        scope["app"] = self
        await come_in(WebSocket(scope, receive, send))

    def openapi(self) -> dict[str, Any]:
        self.openapi_schema = self.openapi_schema or describe(self)
        return self.openapi_schema


# ---- Routes --------------------------------------------------------------------------------------------------------


def add_routes(app: FastAPI) -> None:
    """All but the pages of the client."""
    app.add_api_route("/api/health", health, methods=["GET"])
    app.add_api_route("/api/ready", ready, methods=["GET"])
    app.add_api_route("/metrics", measured, methods=["GET"], include_in_schema=False)
    for router in ROUTERS:
        app.include_router(router)


async def health() -> Health:
    """The server runs."""
    return Health(status="ok", version=version("heorot"))


async def ready(request: Request) -> Health:
    """The server can store a move."""
    household: Household = request.app.state.household
    await household.check_ready()
    return await health()


async def measured(request: Request) -> Response:
    """For Prometheus, on this machine or wherever the settings allow it."""
    host.let_near_ones_in(request)
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE)
