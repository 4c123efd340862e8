"""Every error over HTTP in one shape, `Failure`, with a status that follows from its code."""

from collections.abc import Sequence
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heorot.engine.errors import HeorotError
from heorot.server.errors import Refusal, problem_of
from heorot.server.metrics import Metrics
from heorot.server.requests import Failure

log = structlog.get_logger()

STATUSES = {  # whatever is not here is a plain 400
    "unknown-token": 401,
    "not-seated": 403,
    "not-host": 403,
    "muted": 403,
    "foreign-origin": 403,
    "not-watchable": 403,
    "far": 403,
    "no-such-table": 404,
    "no-such-game": 404,
    "unknown-code": 404,
    "no-such-message": 404,
    "no-such-move": 404,
    "no-such-feed": 404,
    "not-found": 404,
    "wrong-method": 405,
    "taken": 409,
    "begun": 409,
    "not-begun": 409,
    "over": 409,
    "not-over": 409,
    "resigned": 409,
    "busy": 409,
    "too-long": 409,
    "not-provable": 409,
    "not-asked": 409,
    "no-hints": 403,
    "no-webhooks": 403,
    "too-large": 413,
    "invalid": 422,
    "bad-option": 422,
    "bad-box": 422,
    "bad-record": 422,
    "bad-text": 422,
    "too-fast": 429,
    "too-many": 429,
    "internal": 500,
    "unavailable": 503,
    "stopping": 503,
    "full": 507,
}

BY_STATUS = {  # what the framework itself refuses
    404: ("not-found", "server.not-found"),
    405: ("wrong-method", "server.wrong-method"),
    413: ("too-large", "server.too-large"),
}


def failure(error: HeorotError, headers: dict[str, str] | None = None) -> Response:
    """An error as an answer; also to the handshake of a socket."""
    problem = problem_of(error)
    status = STATUSES.get(problem.code, 400)
    if problem.code == "too-fast":
        headers = {**(headers or {}), "Retry-After": str(problem.params["seconds"])}
    return Response(Failure(problem=problem).model_dump_json(), status, headers, "application/json")


def told_by_framework(error: HTTPException) -> Refusal:
    """What the framework refuses, in our words."""
    code, key = BY_STATUS.get(error.status_code, ("bad-request", "server.bad-request"))
    return Refusal(code, key)


def not_understood(error: RequestValidationError) -> Refusal:
    """Where a request is not as it should be, and which kind of thing is wrong there; never what was sent."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))[:100].encode(errors="replace").decode()
    if first["type"] == "json_invalid":
        return Refusal("bad-request", "server.not-json")
    return Refusal("invalid", "server.invalid", where=where, why=str(first["type"]))


def allowed(request: Request, routes: Sequence[BaseRoute]) -> dict[str, str]:
    """Which methods an address has; the framework knows only those of its first route."""
    found = [route for route in routes if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE]
    return {"Allow": ", ".join(sorted({method for route in found for method in route.methods or ()}))}


def answer_failures(app: FastAPI, metrics: Metrics, routes: Sequence[BaseRoute]) -> None:
    """Teach an app our shape."""

    async def refused(request: Request, error: Any) -> Response:
        metrics.refuse(problem_of(error).code)
        return failure(error)

    async def by_framework(request: Request, error: Any) -> Response:
        told = told_by_framework(error)
        metrics.refuse(told.code)
        return failure(told, allowed(request, routes) if error.status_code == 405 else error.headers)

    async def invalid(request: Request, error: Any) -> Response:
        told = not_understood(error)
        metrics.refuse(told.code)
        return failure(told)

    app.add_exception_handler(HeorotError, refused)
    app.add_exception_handler(HTTPException, by_framework)
    app.add_exception_handler(RequestValidationError, invalid)


class LastResort:
    """Whatever nobody foresaw is written to the log, and told without a word of what it was."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            if scope["type"] == "lifespan":
                raise
            log.exception("failed")
            self.metrics.refuse("internal")
            if begun:
                raise Unanswerable from None
            await failure(Refusal("internal", "server.internal"))(scope, receive, send)


class Unanswerable(Exception):
    """An answer had begun, so that nothing but the end of the connection tells of the error."""
