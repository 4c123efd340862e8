"""HTTP error responses: one body, `Failure`, with a status that depends on its code."""

from collections.abc import Mapping, Sequence

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heorot.engine.errors import HeorotError
from heorot.server.metrics import Metrics
from heorot.server.protocol.errors import Refusal, problem_of
from heorot.server.protocol.http_models import Failure

log = structlog.get_logger()

STATUSES = {  # all other codes: 400
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

FRAMEWORK_ERRORS = {  # raised by Starlette or FastAPI
    404: ("not-found", "server.not-found"),
    405: ("wrong-method", "server.wrong-method"),
    413: ("too-large", "server.too-large"),
}


def error_response(error: HeorotError, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error as a response; also used for denied WebSocket handshakes."""
    problem = problem_of(error)
    status = STATUSES.get(problem.code, 400)
    if problem.code == "too-fast":
        headers = {**(headers or {}), "Retry-After": str(problem.params["seconds"])}
    return Response(Failure(problem=problem).model_dump_json(), status, headers, "application/json")


def from_http_exception(error: HTTPException) -> Refusal:
    """Convert an exception of the framework."""
    code, key = FRAMEWORK_ERRORS.get(error.status_code, ("bad-request", "server.bad-request"))
    return Refusal(code, key)


def from_validation_error(error: RequestValidationError) -> Refusal:
    """Convert a validation error: where the first error is and of which type, but never the input."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))[:100].encode(errors="replace").decode()
    if first["type"] == "json_invalid":
        return Refusal("bad-request", "server.not-json")
    return Refusal("invalid", "server.invalid", where=where, why=str(first["type"]))


def allow_header(request: Request, routes: Sequence[BaseRoute]) -> dict[str, str]:
    """Return the Allow header of a path; the framework knows only the methods of the first matching route."""
    matching = [route for route in routes if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE]
    return {"Allow": ", ".join(sorted({method for route in matching for method in route.methods or ()}))}


def install_error_handlers(app: FastAPI, metrics: Metrics, routes: Sequence[BaseRoute]) -> None:
    """Register handlers that return all errors in our format."""

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HeorotError)
        metrics.count_refusal(problem_of(error).code)
        return error_response(error)

    async def by_framework(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        refusal = from_http_exception(error)
        metrics.count_refusal(refusal.code)
        headers = allow_header(request, routes) if error.status_code == 405 else error.headers
        return error_response(refusal, headers)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        refusal = from_validation_error(error)
        metrics.count_refusal(refusal.code)
        return error_response(refusal)

    app.add_exception_handler(HeorotError, refused)
    app.add_exception_handler(HTTPException, by_framework)
    app.add_exception_handler(RequestValidationError, invalid)


class UnhandledErrorMiddleware:
    """Log unexpected exceptions and answer with a 500 that reveals nothing about them."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except Exception:
            if scope["type"] == "lifespan":
                raise
            log.exception("failed")
            self.metrics.count_refusal("internal")
            if started:
                raise ResponseAlreadyStarted from None
            await error_response(Refusal("internal", "server.internal"))(scope, receive, send)


class ResponseAlreadyStarted(Exception):
    """An error after the response had started: only closing the connection can signal it."""
