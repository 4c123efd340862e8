"""One connection: hello, then commands and questions one after the other, and whatever happens at the table."""

import asyncio
from collections import deque
from contextlib import suppress
from functools import partial

import structlog
from pydantic import ValidationError
from starlette.websockets import WebSocket

from heorot.engine.errors import HeorotError
from heorot.server import messages
from heorot.server.commands import must_come_to_an_end
from heorot.server.errors import Refusal, problem_of
from heorot.server.hall import Hall
from heorot.server.hints import HINT
from heorot.server.limits import Limits
from heorot.server.links import reissue, unseated
from heorot.server.messages import FROM_CLIENT, Answer, Goodbye, Hello, Pong, Problem, Refused, Told
from heorot.server.metrics import Metrics
from heorot.server.people import Who, seat_numbered
from heorot.server.room import Keys, Room, encode
from heorot.server.store import StoreError
from heorot.server.tables import rematch
from heorot.server.tokens import hash_of, token_from

log = structlog.get_logger()

MOST_WAITING = 100  # messages that a slow reader may be behind; then it must come again
MOST_WARNINGS = 50  # to whoever is too fast and does not wait
HELLO_WITHIN = 10.0  # seconds
GRACE = 2.0  # seconds in which to take leave
RATES = {"ask": "ask", "say": "chat", "leave": "leave", "return": "leave"}  # what is counted apart
REFUSED, TOO_SLOW, COME_AGAIN = 1008, 1013, 1012  # why a socket is closed, as the standard numbers it


async def serve(websocket: WebSocket) -> None:
    """One connection, from the handshake to the end."""
    state = websocket.app.state
    await websocket.accept()
    await Socket(websocket, state.hall, state.limits, state.metrics, websocket.state.address).run()


class Socket:
    """A watcher at the end of a wire."""

    def __init__(self, websocket: WebSocket, hall: Hall, limits: Limits, metrics: Metrics, address: str) -> None:
        self.websocket = websocket
        self.hall = hall
        self.limits = limits
        self.metrics = metrics
        self.address = address
        self.who = Who(None)
        self.token: str | None = None
        self.hash: bytes | None = None
        self.chat = True
        self.warned = 0  # how often in a row
        self.waiting: deque[str] = deque()
        self.sending: asyncio.Task[None] | None = None
        self.closing: int | None = None
        self.listening: asyncio.Task[None] | None = None
        self.beside: set[asyncio.Task[None]] = set()  # hints under way

    # ---- Out -----------------------------------------------------------------------------------------------------

    def push(self, message: str) -> None:
        """Nobody waits for a slow reader: one that is too far behind is sent away, and resumes when it comes again."""
        if self.closing is not None:
            return
        if len(self.waiting) >= MOST_WAITING:
            self.waiting.clear()
            self.metrics.slow_readers.inc()
            return self.end(TOO_SLOW)
        self.waiting.append(message)
        self.send_soon()

    def send_soon(self) -> None:
        """Only one task sends, and only while there is something to send."""
        if self.sending is None:
            self.sending = asyncio.get_running_loop().create_task(self.send_all())

    async def send_all(self) -> None:
        """Send what waits, and then the end, if that was said."""
        try:
            while self.waiting:
                await self.websocket.send_text(self.waiting.popleft())
            if self.closing is not None:
                await self.websocket.close(self.closing)
        except Exception:  # the other side is gone; the reading side finds out
            self.waiting.clear()
        self.sending = None

    def close(self, problem: Problem, again: bool) -> None:
        """Say goodbye, and whether to come again."""
        self.push(encode(Goodbye(problem=problem, again=again)))
        self.end(COME_AGAIN if again else REFUSED)

    def end(self, code: int) -> None:
        """Close once all is sent; who does not take leave within a while is left alone."""
        if self.closing is None:
            self.closing = code
            self.send_soon()
            if self.listening is not None:
                asyncio.get_running_loop().call_later(GRACE, self.listening.cancel)

    # ---- In ------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Listen until the other side is gone, or was told to go."""
        self.listening = asyncio.ensure_future(self.listen())
        with suppress(asyncio.CancelledError):
            await self.listening
        if self.sending is not None:
            await asyncio.wait((self.sending,), timeout=GRACE)

    async def listen(self) -> None:
        """From hello to the end."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await self.hear()
            room = await self.enter(hello)
        except TimeoutError:
            return self.close(problem_of(Refusal("no-hello", "server.no-hello")), again=True)
        except HeorotError as error:
            return self.close(problem_of(error), again=isinstance(error, StoreError))  # a store may recover
        except Exception as error:
            return self.fail(error)
        if room is not None:
            try:
                await self.serve(room)
            except Exception as error:
                self.fail(error)
            finally:
                room.leave(self)

    def fail(self, error: Exception) -> None:
        """A fault of ours: it is logged, and the other side may try again."""
        log.error("socket.failed", exc_info=error)
        self.close(problem_of(Refusal("internal", "server.internal")), again=True)

    async def hear(self) -> messages.FromClient | None:
        """The next message; None when the other side is gone."""
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

    async def enter(self, hello: messages.FromClient | None) -> Room | None:
        """Come to a table, with the token of a seat or to watch."""
        if hello is None:
            return None
        if not isinstance(hello, Hello):
            raise Refusal("no-hello", "server.no-hello")
        await self.limits.count("hello", self.address)
        room = await self.hall.room(hello.table)
        self.token, self.hash = hello.token, None if hello.token is None else hash_of(hello.token)
        self.chat = hello.chat
        async with room.lock:  # so that no key dies between being looked at and being let in
            self.who = await self.hall.who(hello.table, hello.token)
            await room.welcome(self, hello.seen)
        return room

    async def serve(self, room: Room) -> None:
        """Whatever is said; a message that is not understood is answered like a command that is refused."""
        while self.closing is None:
            try:
                message = await self.hear()
                if message is None:
                    return
                if isinstance(message, messages.Ask) and message.what == HINT:
                    self.answer_beside(room, message)
                    continue
                self.reply(await self.measured_answer(room, message))
            except HeorotError as error:
                self.reply(Refused(id=None, problem=problem_of(await self.counted(error))))

    def answer_beside(self, room: Room, asked: messages.Ask) -> None:
        """A hint takes its time: whatever else is said here is answered meanwhile."""

        async def work() -> None:
            try:
                self.reply(await self.measured_answer(room, asked))
            except Exception as error:
                self.fail(error)

        task = asyncio.get_running_loop().create_task(work())
        self.beside.add(task)
        task.add_done_callback(self.beside.discard)

    async def counted(self, error: HeorotError) -> HeorotError:
        """What was not understood counts too."""
        try:
            await self.limits.count("command", self.address)
        except Refusal as too_fast:
            return too_fast
        return error

    def reply(self, answer: Answer | Told | Refused | Pong) -> None:
        """Send an answer; whoever goes on and on too fast is sent away."""
        self.push(encode(answer))
        too_fast = isinstance(answer, Refused) and answer.problem.code == "too-fast"
        self.warned = self.warned + 1 if too_fast else 0
        if isinstance(answer, Refused) and self.warned >= MOST_WARNINGS:
            self.close(answer.problem, again=False)

    async def measured_answer(self, room: Room, message: messages.FromClient) -> Answer | Told | Refused | Pong:
        """What is sent back; a command is counted, and how long it took."""
        if isinstance(message, Hello | messages.Ping):
            return await self.answer(room, message)
        with self.metrics.command(message.type) as told:
            answer = await self.answer(room, message)
            told(answer.problem.code if isinstance(answer, Refused) else "done")
        return answer

    async def answer(self, room: Room, message: messages.FromClient) -> Answer | Told | Refused | Pong:
        """What is sent back."""
        match message:
            case messages.Ping():
                await self.limits.count("command", self.address)
                return Pong()
            case Hello():
                raise Refusal("bad-message", "server.hello-twice")
        try:
            await self.limits.count(RATES.get(message.type, "command"), self.address)
            match message:
                case messages.Ask(what=what) if what == HINT:
                    return await self.hint(room, message)
                case messages.Ask():
                    return await self.ask(room, message)
                case messages.Reissue():
                    return await self.make_key(room, message)
                case messages.Rematch():
                    return await self.play_again(room, message)
                case messages.Seat():
                    return await self.give_seat(room, message)
                case messages.Resign():
                    return await self.resign(room, message)
                case messages.Erase():
                    return await self.erase(room, message)
        except HeorotError as error:
            return Refused(id=message.id, problem=problem_of(error))
        return await room.do(self.who, message)

    # ---- What concerns more than the table -----------------------------------------------------------------------

    async def ask(self, room: Room, asked: messages.Ask) -> Told:
        """A question about the game, answered beside the loop: some take a while."""
        async with room.lock:
            table = await room.now()
        if table.state is None:
            raise Refusal("not-begun", "server.not-begun")
        if asked.what not in table.game.about.queries:
            raise Refusal("no-such-query", "server.no-such-query", what=asked.what)
        told = await self.hall.aside(table.game.ask, table.state, self.who.seat, asked.what, asked.about)
        return Told(id=asked.id, told=told)

    async def hint(self, room: Room, asked: messages.Ask) -> Told:
        """The best answers to the own open question, where the table has hints."""
        await self.limits.count("hint", self.address)
        return Told(id=asked.id, told=await self.hall.advisers.advise(room, self.who))

    async def make_key(self, room: Room, wanted: messages.Reissue) -> Answer | Refused:
        """A new key to a seat, the same whenever the command comes again; or the host's own."""
        if wanted.seat is None and wanted.token is None:
            raise Refusal("bad-message", "server.bad-message", where="reissue.token", why="missing")
        token = wanted.token or token_from(room.secret, self.token or "", f"reissue {wanted.seat} {wanted.id}")

        async def work(key: str) -> Answer:
            must_come_to_an_end(await room.now(), wanted)
            seq = await reissue(self.hall, room, self.who, token, wanted.seat, key)
            self.hash = hash_of(token) if wanted.seat is None else self.hash  # who asks stays, and is answered
            return room.answered(self.who, wanted.id, seq, token=token)

        return await room.once(self.who, wanted.id, work)

    async def play_again(self, room: Room, command: messages.Rematch) -> Answer | Refused:
        """The table of the rematch; a new table counts as one."""

        async def work(_: str) -> Answer:
            if (await room.now()).next is None:
                await self.limits.count("create", self.address)
            table, seq = await rematch(self.hall, room, self.who, command.salt)
            return room.answered(self.who, command.id, seq, table=table)

        return await room.once(self.who, command.id, work)

    async def erase(self, room: Room, command: messages.Erase) -> Answer | Refused:
        """Whoever is answered that it is gone finds it in no file. A refusal is no reason to hold up the disk."""
        answer = await room.do(self.who, command)
        if isinstance(answer, Answer):
            await room.scrub()
        return answer

    async def resign(self, room: Room, command: messages.Resign) -> Answer | Refused:
        """Whoever gives a seat back before the game begins has no key to it any more: someone else may sit there."""

        async def keyring() -> Keys:
            seat, table = self.who.seat, await room.now()
            return await unseated(self.hall, room.id, seat) if seat is not None and table.status == "open" else ((), ())

        async def work(key: str) -> Answer:
            return await room.answer(self.who, command, key, keyring)

        return await room.once(self.who, command.id, work)

    async def give_seat(self, room: Room, command: messages.Seat) -> Answer | Refused:
        """A seat for someone else: the keys of whoever sat there are dead."""

        async def work(key: str) -> Answer:
            self.who.must_host()
            seat = seat_numbered(await room.now(), command.seat)
            return await room.answer(self.who, command, key, partial(unseated, self.hall, room.id, seat))

        return await room.once(self.who, command.id, work)
