"""Entry point of WebSockets. Runs the checks of the HTTP middleware in one place: a middleware stack would stay in
memory for the whole life of each connection."""

import secrets
import time

import structlog
from starlette.websockets import WebSocket, WebSocketState

from heorot.server.http import connection
from heorot.server.http.client_address import set_client_address
from heorot.server.http.headers import SECURITY_HEADERS
from heorot.server.http.origin import is_allowed_origin
from heorot.server.logs import log_request
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_errors import error_response

log = structlog.get_logger()

SOCKET_PATH = "/api/socket"
INTERNAL_ERROR = 1011  # close code


async def handle_websocket(websocket: WebSocket) -> None:
    """Serve one WebSocket from its handshake to its end, and log it like a request."""
    begun, status, state = time.perf_counter(), 101, websocket.app.state
    structlog.contextvars.bind_contextvars(request=secrets.token_hex(4))
    try:
        check_handshake(websocket)
        with state.limits.socket(websocket.state.address):
            await connection.serve(websocket)
    except Refusal as error:
        status = await deny_handshake(websocket, error)
    except Exception:
        status = await close_after_error(websocket)
    finally:
        route = SOCKET_PATH if websocket.scope["path"] == SOCKET_PATH else "-"
        log_request(state.metrics, "SOCKET", route, status, time.perf_counter() - begun)


def check_handshake(websocket: WebSocket) -> None:
    """Set the client's address; raise `Refusal` for a wrong path or a foreign origin."""
    settings = websocket.app.state.settings
    set_client_address(websocket.scope, settings.proxies)
    if websocket.scope["path"] != SOCKET_PATH:
        raise Refusal("not-found", "server.not-found")
    if not is_allowed_origin(websocket.scope, settings.origins):
        raise Refusal("foreign-origin", "server.foreign-origin")


async def deny_handshake(websocket: WebSocket, error: Refusal) -> int:
    """Answer the handshake with an HTTP error; return its status."""
    websocket.app.state.metrics.count_refusal(error.code)
    response = error_response(error, {**SECURITY_HEADERS, "Cache-Control": "no-store"})
    await websocket.send_denial_response(response)
    return response.status_code


async def close_after_error(websocket: WebSocket) -> int:
    """Log an unexpected error and close without telling the client any details; return the status."""
    log.exception("failed")
    if websocket.application_state == WebSocketState.CONNECTING:
        return await deny_handshake(websocket, Refusal("internal", "server.internal"))
    if websocket.application_state == WebSocketState.CONNECTED:
        await websocket.close(INTERNAL_ERROR)
    return 500
