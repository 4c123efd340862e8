"""Where sockets come in: the same checks as for requests, in one place, since a socket stays, and everything that it
passes through would stay in memory with it."""

import secrets
import time

import structlog
from starlette.websockets import WebSocket, WebSocketState

from heorot.server import socket
from heorot.server.address import note_address
from heorot.server.errors import Refusal
from heorot.server.failures import failure
from heorot.server.headers import HEADERS
from heorot.server.logs import tell_request
from heorot.server.origin import is_ours

log = structlog.get_logger()

PATH = "/api/socket"
BROKEN = 1011  # a fault of ours, as the standard numbers it


async def come_in(websocket: WebSocket) -> None:
    """One socket, from its handshake to its end, with a line in the log."""
    begun, status, state = time.perf_counter(), 101, websocket.app.state
    structlog.contextvars.bind_contextvars(request=secrets.token_hex(4))
    try:
        check(websocket)
        with state.limits.socket(websocket.state.address):
            await socket.serve(websocket)
    except Refusal as error:
        status = await refuse(websocket, error)
    except Exception:
        status = await give_up(websocket)
    finally:
        route = PATH if websocket.scope["path"] == PATH else "-"
        tell_request(state.metrics, "SOCKET", route, status, time.perf_counter() - begun)


def check(websocket: WebSocket) -> None:
    """The right address, from a page of ours."""
    settings = websocket.app.state.settings
    note_address(websocket.scope, settings.proxies)
    if websocket.scope["path"] != PATH:
        raise Refusal("not-found", "server.not-found")
    if not is_ours(websocket.scope, settings.origins):
        raise Refusal("foreign-origin", "server.foreign-origin")


async def refuse(websocket: WebSocket, error: Refusal) -> int:
    """A handshake is answered like a request; the status."""
    websocket.app.state.metrics.refuse(error.code)
    answer = failure(error, {**HEADERS, "Cache-Control": "no-store"})
    await websocket.send_denial_response(answer)
    return answer.status_code


async def give_up(websocket: WebSocket) -> int:
    """What nobody foresaw is written to the log, and nothing of it is told."""
    log.exception("failed")
    if websocket.application_state == WebSocketState.CONNECTING:
        return await refuse(websocket, Refusal("internal", "server.internal"))
    if websocket.application_state == WebSocketState.CONNECTED:
        await websocket.close(BROKEN)
    return 500
