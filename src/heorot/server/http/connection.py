"""One WebSocket connection: a hello message, then commands and queries in order, and updates of the table."""

import asyncio
from collections import deque
from contextlib import suppress
from functools import partial

import structlog
from pydantic import ValidationError
from starlette.websockets import WebSocket

from heorot.engine.errors import HeorotError
from heorot.server.client_limits import Limits
from heorot.server.metrics import Metrics
from heorot.server.protocol import messages
from heorot.server.protocol.errors import Refusal, problem_of
from heorot.server.protocol.messages import FROM_CLIENT, Answer, Goodbye, Hello, Pong, Problem, QueryReply, Refused
from heorot.server.rooms.hints import HINT_QUERY
from heorot.server.rooms.registry import Registry
from heorot.server.rooms.room import Room, TokenChanges, encode
from heorot.server.rooms.seat_keys import reissue_token, revoke_seat_tokens
from heorot.server.rooms.table_service import create_rematch
from heorot.server.store.interface import StoreError
from heorot.server.table.commands import check_event_limit
from heorot.server.table.identity import Identity, seat_by_number
from heorot.server.tokens import derive_token, hash_of

log = structlog.get_logger()

MAX_OUTBOX = 100  # queued messages of a slow reader; beyond that it must reconnect
MAX_RATE_WARNINGS = 50  # consecutive rate limit errors until the connection is closed
HELLO_TIMEOUT = 10.0  # seconds
CLOSE_TIMEOUT = 2.0  # seconds until an unresponsive client is dropped
RATE_NAMES = {"ask": "ask", "say": "chat", "leave": "leave", "return": "leave"}  # other commands count as "command"
POLICY_VIOLATION, TRY_AGAIN_LATER, SERVICE_RESTART = 1008, 1013, 1012  # close codes of the WebSocket standard


async def serve(websocket: WebSocket) -> None:
    """Accept a WebSocket and serve it until it is closed."""
    state = websocket.app.state
    await websocket.accept()
    await Connection(websocket, state.registry, state.limits, state.metrics, websocket.state.address).run()


class Connection:
    """The connection of one client, which subscribes to a table."""

    def __init__(
        self, websocket: WebSocket, registry: Registry, limits: Limits, metrics: Metrics, address: str
    ) -> None:
        self.websocket = websocket
        self.registry = registry
        self.limits = limits
        self.metrics = metrics
        self.address = address
        self.identity = Identity(None)
        self.token: str | None = None
        self.hash: bytes | None = None
        self.chat = True
        self.rate_warnings = 0  # consecutive
        self.outbox: deque[str] = deque()
        self.send_task: asyncio.Task[None] | None = None
        self.close_code: int | None = None
        self.receive_task: asyncio.Task[None] | None = None
        self.background_tasks: set[asyncio.Task[None]] = set()  # running hints

    # ---- Sending ---------------------------------------------------------------------------------------------------

    def push(self, message: str) -> None:
        """Queue a message without blocking. A reader that is too far behind is disconnected and resumes when it
        reconnects."""
        if self.close_code is not None:
            return
        if len(self.outbox) >= MAX_OUTBOX:
            self.outbox.clear()
            self.metrics.slow_readers.inc()
            return self.close_after_sending(TRY_AGAIN_LATER)
        self.outbox.append(message)
        self.schedule_send()

    def schedule_send(self) -> None:
        """Start the send task unless it is running."""
        if self.send_task is None:
            self.send_task = asyncio.get_running_loop().create_task(self.send_outbox())

    async def send_outbox(self) -> None:
        """Send queued messages, then close if requested."""
        try:
            while self.outbox:
                await self.websocket.send_text(self.outbox.popleft())
            if self.close_code is not None:
                await self.websocket.close(self.close_code)
        except Exception:  # the client is gone; the receive task ends by itself
            self.outbox.clear()
        self.send_task = None

    def close(self, problem: Problem, again: bool) -> None:
        """Send a goodbye message that says whether to reconnect, then close."""
        self.push(encode(Goodbye(problem=problem, again=again)))
        self.close_after_sending(SERVICE_RESTART if again else POLICY_VIOLATION)

    def close_after_sending(self, code: int) -> None:
        """Close once the outbox is sent; drop the client if it does not answer the close frame in time."""
        if self.close_code is None:
            self.close_code = code
            self.schedule_send()
            if self.receive_task is not None:
                asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.receive_task.cancel)

    # ---- Receiving -------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the client until it disconnects or is disconnected."""
        self.receive_task = asyncio.ensure_future(self.receive_until_closed())
        with suppress(asyncio.CancelledError):
            await self.receive_task
        if self.send_task is not None:
            await asyncio.wait((self.send_task,), timeout=CLOSE_TIMEOUT)

    async def receive_until_closed(self) -> None:
        """Handle the hello message, then all others."""
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                hello = await self.receive_message()
            room = await self.join_room(hello)
        except TimeoutError:
            return self.close(problem_of(Refusal("no-hello", "server.no-hello")), again=True)
        except HeorotError as error:
            return self.close(problem_of(error), again=isinstance(error, StoreError))  # the store may recover
        except Exception as error:
            return self.close_on_internal_error(error)
        if room is not None:
            try:
                await self.serve_room(room)
            except Exception as error:
                self.close_on_internal_error(error)
            finally:
                room.unsubscribe(self)

    def close_on_internal_error(self, error: Exception) -> None:
        """Log an unexpected error and close; the client may reconnect."""
        log.error("socket.failed", exc_info=error)
        self.close(problem_of(Refusal("internal", "server.internal")), again=True)

    async def receive_message(self) -> messages.FromClient | None:
        """Return the next message; None when the client has disconnected. Raise `Refusal` if it is invalid."""
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        if (text := message.get("text")) is None:
            raise Refusal("bad-message", "server.not-text")
        try:
            return FROM_CLIENT.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))[:100]
            raise Refusal("bad-message", "server.bad-message", where=where, why=first["type"]) from error

    async def join_room(self, hello: messages.FromClient | None) -> Room | None:
        """Subscribe to the table of a hello message, with the token of a seat or as a spectator."""
        if hello is None:
            return None
        if not isinstance(hello, Hello):
            raise Refusal("no-hello", "server.no-hello")
        await self.limits.count("hello", self.address)
        room = await self.registry.room(hello.table)
        self.token, self.hash = hello.token, None if hello.token is None else hash_of(hello.token)
        self.chat = hello.chat
        async with room.lock:  # so that no token is revoked between the check and the subscription
            self.identity = await self.registry.identify(hello.table, hello.token)
            await room.subscribe(self, hello.seen)
        return room

    async def serve_room(self, room: Room) -> None:
        """Handle messages until the connection closes. An invalid message is answered like a refused command."""
        while self.close_code is None:
            try:
                message = await self.receive_message()
                if message is None:
                    return
                if isinstance(message, messages.Ask) and message.what == HINT_QUERY:
                    self.handle_in_background(room, message)
                    continue
                self.reply(await self.handle_measured(room, message))
            except HeorotError as error:
                self.reply(Refused(id=None, problem=problem_of(await self.count_invalid(error))))

    def handle_in_background(self, room: Room, query: messages.Ask) -> None:
        """Compute a hint without delaying the other messages of this connection."""

        async def work() -> None:
            try:
                self.reply(await self.handle_measured(room, query))
            except Exception as error:
                self.close_on_internal_error(error)

        task = asyncio.get_running_loop().create_task(work())
        self.background_tasks.add(task)
        task.add_done_callback(self.background_tasks.discard)

    async def count_invalid(self, error: HeorotError) -> HeorotError:
        """Count an invalid message against the rate limit; return the rate limit's error if it is exceeded."""
        try:
            await self.limits.count("command", self.address)
        except Refusal as too_fast:
            return too_fast
        return error

    def reply(self, answer: Answer | QueryReply | Refused | Pong) -> None:
        """Send an answer; close the connection after too many consecutive rate limit errors."""
        self.push(encode(answer))
        too_fast = isinstance(answer, Refused) and answer.problem.code == "too-fast"
        self.rate_warnings = self.rate_warnings + 1 if too_fast else 0
        if isinstance(answer, Refused) and self.rate_warnings >= MAX_RATE_WARNINGS:
            self.close(answer.problem, again=False)

    async def handle_measured(self, room: Room, message: messages.FromClient) -> Answer | QueryReply | Refused | Pong:
        """Handle a message; count commands and measure their time."""
        if isinstance(message, Hello | messages.Ping):
            return await self.handle(room, message)
        with self.metrics.command(message.type) as set_outcome:
            answer = await self.handle(room, message)
            set_outcome(answer.problem.code if isinstance(answer, Refused) else "done")
        return answer

    async def handle(self, room: Room, message: messages.FromClient) -> Answer | QueryReply | Refused | Pong:
        """Handle a message and return its answer."""
        match message:
            case messages.Ping():
                await self.limits.count("command", self.address)
                return Pong()
            case Hello():
                raise Refusal("bad-message", "server.hello-twice")
        try:
            await self.limits.count(RATE_NAMES.get(message.type, "command"), self.address)
            match message:
                case messages.Ask(what=what) if what == HINT_QUERY:
                    return await self.hint(room, message)
                case messages.Ask():
                    return await self.query(room, message)
                case messages.Reissue():
                    return await self.reissue_key(room, message)
                case messages.Rematch():
                    return await self.start_rematch(room, message)
                case messages.ConfigureSeat():
                    return await self.reassign_seat(room, message)
                case messages.Resign():
                    return await self.resign(room, message)
                case messages.Erase():
                    return await self.erase(room, message)
        except HeorotError as error:
            return Refused(id=message.id, problem=problem_of(error))
        return await room.execute(self.identity, message)

    # ---- Commands that need more than the table --------------------------------------------------------------------

    async def query(self, room: Room, asked: messages.Ask) -> QueryReply:
        """Answer a query about the game in a worker thread, because some take long."""
        async with room.lock:
            table = await room.current()
        if table.state is None:
            raise Refusal("not-begun", "server.not-begun")
        if asked.what not in table.game.info.queries:
            raise Refusal("no-such-query", "server.no-such-query", what=asked.what)
        answer = await self.registry.run_in_thread(
            table.game.query, table.state, self.identity.seat, asked.what, asked.about
        )
        return QueryReply(id=asked.id, told=answer)

    async def hint(self, room: Room, asked: messages.Ask) -> QueryReply:
        """Return the best answers to the seat's open question, if the table allows hints."""
        await self.limits.count("hint", self.address)
        return QueryReply(id=asked.id, told=await self.registry.hint_service.hint(room, self.identity))

    async def reissue_key(self, room: Room, wanted: messages.Reissue) -> Answer | Refused:
        """Replace the key of a seat, or the host's own. The new token is derived from the command id, so a repeated
        command returns the same one."""
        if wanted.seat is None and wanted.token is None:
            raise Refusal("bad-message", "server.bad-message", where="reissue.token", why="missing")
        token = wanted.token or derive_token(room.secret, self.token or "", f"reissue {wanted.seat} {wanted.id}")

        async def work(key: str) -> Answer:
            check_event_limit(await room.current(), wanted)
            seq = await reissue_token(self.registry, room, self.identity, token, wanted.seat, key)
            self.hash = hash_of(token) if wanted.seat is None else self.hash  # keep the host's own connection open
            return room.answer_at(self.identity, wanted.id, seq, token=token)

        return await room.run_once(self.identity, wanted.id, work)

    async def start_rematch(self, room: Room, command: messages.Rematch) -> Answer | Refused:
        """Return the table of the rematch; creating it counts against the rate limit of new tables."""

        async def work(_: str) -> Answer:
            if (await room.current()).rematch_table is None:
                await self.limits.count("create", self.address)
            table, seq = await create_rematch(self.registry, room, self.identity, command.salt)
            return room.answer_at(self.identity, command.id, seq, table=table)

        return await room.run_once(self.identity, command.id, work)

    async def erase(self, room: Room, command: messages.Erase) -> Answer | Refused:
        """Erase a message and scrub it from the store's files before answering."""
        answer = await room.execute(self.identity, command)
        if isinstance(answer, Answer):
            await room.scrub()
        return answer

    async def resign(self, room: Room, command: messages.Resign) -> Answer | Refused:
        """Resign; before the game begins this also revokes the keys of the seat, which another player may take."""

        async def token_plan() -> TokenChanges:
            seat, table = self.identity.seat, await room.current()
            return (
                await revoke_seat_tokens(self.registry, room.id, seat)
                if seat is not None and table.status == "open"
                else ((), ())
            )

        async def work(key: str) -> Answer:
            return await room.execute_locked(self.identity, command, key, token_plan)

        return await room.run_once(self.identity, command.id, work)

    async def reassign_seat(self, room: Room, command: messages.ConfigureSeat) -> Answer | Refused:
        """Give a seat to another player; revoke the keys of the previous one."""

        async def work(key: str) -> Answer:
            self.identity.require_host()
            seat = seat_by_number(await room.current(), command.seat)
            return await room.execute_locked(
                self.identity, command, key, partial(revoke_seat_tokens, self.registry, room.id, seat)
            )

        return await room.run_once(self.identity, command.id, work)
