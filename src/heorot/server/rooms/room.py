"""A live table. Commands run one at a time; every event is stored before it is broadcast."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Container, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial

import structlog
from pydantic import BaseModel

from heorot.engine.errors import HeorotError
from heorot.engine.game import Narrator
from heorot.engine.seats import Seat
from heorot.engine.serialize import Json
from heorot.server.cluster.bus import RELOAD
from heorot.server.context import Context
from heorot.server.protocol import messages
from heorot.server.protocol.errors import Refusal, problem_of
from heorot.server.protocol.messages import Answer, LogPart, PresenceChanged, Refused, TableSnapshot, Welcome
from heorot.server.rooms.idempotency import command_key, is_repeatable, stored_command_key
from heorot.server.rooms.subscribers import Audience, Subscriber, UpdateParts, audience_of, invalid_tokens
from heorot.server.store.interface import (
    CommandAlreadyStored,
    Conflict,
    NewEvent,
    StoreBroken,
    StoreBusy,
    Summary,
    TokenRow,
)
from heorot.server.table import events
from heorot.server.table.clocks import next_timeout
from heorot.server.table.commands import decide
from heorot.server.table.draws import ChanceSource, SecretChance
from heorot.server.table.events import PRIVATE_EVENTS, Event
from heorot.server.table.fold import apply_event, apply_events, fold_rows
from heorot.server.table.identity import Identity
from heorot.server.table.log_entries import log_entries_since
from heorot.server.table.opaque_game import GameState
from heorot.server.table.redaction import RedactedTable, Redaction, redact_message, replacement_bodies
from heorot.server.table.table import TableState, Viewer
from heorot.server.views import payload

log = structlog.get_logger()

CACHED_ANSWERS = 64  # answers kept for repeated commands; older ones are found in the store
MAX_TRIES = 8  # to append before other nodes do
TOKEN_EVENTS = ("rekeyed", "placed", "resigned", "forgotten")  # kinds of events with which tokens may change
Work = Callable[[str], Awaitable[Answer | Refused]]  # takes the key under which the command is stored
TokenChanges = tuple[Sequence[TokenRow], Sequence[bytes]]  # new tokens, and hashes of revoked ones
TokenPlan = Callable[[], Awaitable[TokenChanges]]  # reads the current tokens; raises Refusal


class Room:
    """One table. Callers wait for its lock; subscribers never hold it up."""

    def __init__(self, id: str, context: Context, secret: bytes, on_change: Callable[["Room"], None]) -> None:
        self.id = id
        self.context = context
        self.secret = secret
        self.chance: ChanceSource = SecretChance(secret, id)
        self.on_change = on_change  # schedules bots
        self.table: TableState | None = None  # None: evicted, loaded again when needed
        self.broadcast_seq = 0  # latest event that subscribers know, also while evicted
        self.stale = False  # other nodes may have stored more than is known here
        self.reloaded = False  # loaded again or redacted: what subscribers know is unknown
        self.lock = asyncio.Lock()
        self.subscribers: list[Subscriber] = []
        self.revoked: dict[int, Identity] = {}  # clients whose token was revoked meanwhile, by object id
        self.narrators: dict[Viewer, tuple[GameState, Narrator[GameState]]] = {}  # with the state narrated last
        self.answers: OrderedDict[str, Answer | Refused] = OrderedDict()
        self.seats = 0
        self.used_at = context.clock.now()

    @property
    def is_live(self) -> bool:
        """Return whether the room has state or subscribers that must be kept up to date."""
        return self.table is not None or bool(self.subscribers)

    # ---- State ----------------------------------------------------------------------------------------------------

    async def current(self) -> TableState:
        """Return the table with everything that is stored. Requires the lock."""
        self.used_at = self.context.clock.now()
        if self.table is None or self.stale:
            await self.sync()
        assert self.table is not None
        return self.table

    async def sync(self) -> bool:
        """Load and broadcast what other nodes have stored; return whether there was anything. Requires the lock."""
        self.stale = False  # set again by clients that arrive while loading
        try:
            rows = await self.context.store.load(self.id, 0 if self.table is None else self.table.seq)
        except BaseException:
            self.stale = True
            raise
        if self.table is None:
            known = self.broadcast_seq if self.subscribers else len(rows)
            self.table = await asyncio.to_thread(fold_rows, self.id, rows[:known])
            self.seats, self.reloaded, self.broadcast_seq, rows = len(self.table.places), True, known, rows[known:]
        for row in rows:
            self.broadcast(apply_event(self.table, events.read(row.body), row.at))
        if any(row.kind in TOKEN_EVENTS for row in rows):
            await self.disconnect_invalid()
        return bool(rows)

    def evict_if_idle(self) -> None:
        """Drop everything that can be loaded again, unless the lock is held."""
        if not self.lock.locked():
            self.evict()

    def evict(self) -> None:
        """Drop everything that can be loaded again. Requires the lock, or that nobody holds it."""
        self.table = None
        self.narrators.clear()
        self.answers.clear()

    # ---- Commands -------------------------------------------------------------------------------------------------

    async def execute(self, identity: Identity, command: messages.Change) -> Answer | Refused:
        """Execute a command, and return the answer once it is stored."""
        return await self.run_once(identity, command.id, partial(self.execute_locked, identity, command))

    async def run_once(self, identity: Identity, id: str, work: Work) -> Answer | Refused:
        """Run `work` at most once per command id; later calls get the stored answer. It finishes even if the caller is
        cancelled."""
        return await asyncio.shield(asyncio.ensure_future(self.run_under_lock(identity, id, work)))

    async def run_under_lock(self, identity: Identity, id: str, work: Work) -> Answer | Refused:
        """Run `work` under the lock, or return the cached answer of the same command."""
        key = command_key(identity, id)
        async with self.lock:
            try:
                key = await stored_command_key(self.context.store, self.id, self.seats, identity, id, self.answers)
                if key in self.answers:
                    return self.answers[key]
                self.require_valid_token(identity)
                answer = await work(key)
            except HeorotError as error:
                answer = self.refuse(identity, id, error)
            if is_repeatable(key, answer):
                self.answers[key] = answer
            while len(self.answers) > CACHED_ANSWERS:
                self.answers.popitem(last=False)
            return answer

    async def execute_locked(
        self, identity: Identity, command: messages.Change, key: str, token_plan: TokenPlan | None = None
    ) -> Answer:
        """Decide, store and broadcast a command, or find that it was stored before. Requires the lock."""
        try:
            redaction = partial(redact_message, number=command.message) if isinstance(command, messages.Erase) else None
            decision = partial(self.decide, identity=identity, command=command)
            await self.commit(decision, key, token_plan, redaction)
        except CommandAlreadyStored as known:
            return self.answer_at(identity, command.id, known.seq)
        except HeorotError:
            if (seq := await self.context.store.find_command(self.id, key)) is None:
                raise
            await self.sync()
            return self.answer_at(identity, command.id, seq)
        return self.answer_at(identity, command.id, (await self.current()).seq)

    def decide(self, table: TableState, identity: Identity, command: messages.Change) -> Sequence[Event]:
        """Return the events of a command. Checks the token again, since another node may have revoked it meanwhile."""
        self.require_valid_token(identity)
        return decide(table, identity, command, self.chance)

    def require_valid_token(self, identity: Identity) -> None:
        """Raise Refusal for a command that waited for the lock while its token was revoked."""
        if id(identity) in self.revoked:
            raise Refusal("unknown-token", "server.unknown-token")

    def answer_at(
        self, identity: Identity, id: str, seq: int, token: str | None = None, table: str | None = None
    ) -> Answer:  # fmt: skip
        """Return the answer to a command whose last event is `seq`."""
        assert self.table is not None
        return Answer(id=id, version=self.table.version(identity.seat, seq, identity.host), token=token, table=table)

    def refuse(self, identity: Identity, id: str, error: HeorotError) -> Refused:
        """Return the refusal of a command, with the current table if its question was closed."""
        stale = isinstance(error, Refusal) and error.code == "stale" and self.table is not None
        return Refused(id=id, problem=problem_of(error), now=self.snapshot(identity) if stale else None)

    async def commit(
        self, decision: Callable[[TableState], Sequence[Event]], key: str | None = None,
        token_plan: TokenPlan | None = None, redaction: Redaction | None = None, spared: Identity | None = None,
    ) -> TableState:  # fmt: skip
        """Store what `decision` returns, then broadcast it. Requires the lock.

        After a write conflict with another node it loads, reads the tokens and decides again. Tokens are revoked only
        together with an event, so that a revocation elsewhere comes strictly before or after this commit.
        """
        for _ in range(MAX_TRIES):
            table, at = await self.current(), self.context.clock.now()
            try:
                tokens, revoked = await token_plan() if token_plan else ((), ())
                new_events = decision(table)
            except HeorotError:  # perhaps only because another node has stored more
                if self.context.bus.shared and await self.sync():
                    continue
                raise
            redacted = await self.redact(table, redaction) if redaction else RedactedTable(table)
            tables = apply_events(redacted.table, new_events, at)
            try:
                await self.append(redacted, new_events, tables, at, key, tokens, revoked)
            except Conflict as conflict:
                await self.sync()
                if isinstance(conflict, CommandAlreadyStored):
                    raise
                continue
            except StoreBroken:  # the commit may have succeeded
                self.stale = True
                raise
            if redaction:
                self.table, self.reloaded = redacted.table, True
            if tables:
                self.broadcast(tables[-1])
                self.context.bus.publish(self.id, RELOAD if redaction else tables[-1].seq)
            self.disconnect_revoked(revoked, {row.hash for row in tokens}, spared)
            return tables[-1] if tables else table
        raise Refusal("busy", "server.busy")

    async def append(
        self, redacted: RedactedTable, new_events: Sequence[Event], tables: Sequence[TableState], at: int,
        key: str | None, tokens: Sequence[TokenRow], revoked: Sequence[bytes],
    ) -> None:  # fmt: skip
        """Append events to the store; the command's key goes with the last one."""
        last = len(new_events) - 1
        rows = [
            NewEvent(at, event.kind, events.write(event), key if number == last else None)
            for number, event in enumerate(new_events)
        ]
        is_private = all(isinstance(event, PRIVATE_EVENTS) for event in new_events)
        after = None if is_private else summarize(tables[-1], at)
        await self.context.store.append(self.id, redacted.table.seq + 1, rows, after, tokens, revoked, redacted.bodies)

    async def redact(self, table: TableState, redaction: Redaction) -> RedactedTable:
        """Return the table folded from redacted events, with the bodies to store."""
        rows = (await self.context.store.load(self.id))[: table.seq]  # if there are more, the append conflicts
        bodies = replacement_bodies(rows, redaction(rows))
        redacted_rows = [replace(row, body=bodies.get(row.seq, row.body)) for row in rows]
        return RedactedTable(await asyncio.to_thread(fold_rows, self.id, redacted_rows), sorted(bodies.items()))

    async def scrub(self) -> None:
        """Remove redacted content from all files. Slow, so it must not run under the lock."""
        with suppress(StoreBusy):  # the journal is emptied later, at the latest on shutdown
            await self.context.store.scrub()

    # ---- Subscribers ----------------------------------------------------------------------------------------------

    def broadcast(self, now: TableState) -> None:
        """Set the new state, and send every subscriber its own view of it."""
        before, self.table, self.broadcast_seq = self.table, now, now.seq
        assert before is not None
        known = None if self.reloaded else before
        news, sent = payload.to_text(log_entries_since(now, before.seq)), dict[Audience, str]()
        parts = UpdateParts(cache(partial(self.render, before, now)), cache(partial(payload.change_text, known, now)))
        for subscriber in self.subscribers:
            audience = audience_of(subscriber)
            if audience not in sent:
                sent[audience] = self.try_build_update(before, now, audience, parts, news)
            if sent[audience]:
                subscriber.push(sent[audience])
        self.reloaded = False
        self.on_change(self)

    def try_build_update(
        self, before: TableState, now: TableState, audience: Audience, parts: UpdateParts, news: str
    ) -> str:
        """Build an update, or log the error and return nothing, so that one faulty view does not affect other
        subscribers."""
        try:
            return self.build_update(before, now, audience, parts, news)
        except Exception as error:
            log.error("update.failed", exc_info=error)
            return ""

    def build_update(
        self, before: TableState, now: TableState, audience: Audience, parts: UpdateParts, news: str
    ) -> str:
        """Return the update for one audience; empty if nothing that happened is visible to it."""
        viewer, host, chat = audience
        seen = before.version(viewer, host=host)
        if now.version(viewer, host=host) == seen:
            return ""
        own, log = parts.game(viewer)
        progress = payload.progress_text(now, viewer, own, host, parts.table(viewer is not None or host))
        chat_lines = payload.chat_since(before, now, self.reloaded) if chat else ()
        return payload.update_text(seen, progress, payload.to_text(log), payload.to_text(chat_lines), news)

    def render(
        self, before: TableState, now: TableState, viewer: Viewer
    ) -> tuple[dict[str, Json] | None, dict[str, Json]]:
        """Return a viewer's part of the view, and what is new in the log: the whole log after an undo."""
        whole = now.undo_count != before.undo_count
        past = now.initial_state() if whole or before.state is None else before.state
        own, entries = payload.own_view(now, viewer, 0 if whole else before.history_lengths[-1])
        return own, {"whole": whole, "entries": entries, "told": self.narrate(past, now, viewer)}

    def narrate(self, past: GameState, now: TableState, viewer: Viewer) -> list[Json]:
        """Return the log sentences since `past`, from the viewer's last narrator if it stopped exactly there."""
        if now.state is None or now.state is past:
            return []
        narrated, narrator = self.narrators.get(viewer, (None, None))
        if narrator is None or narrated is not past:
            narrator = now.game.narrator(past, viewer)
        self.narrators[viewer] = (now.state, narrator)
        return payload.log_paragraphs(narrator, past, now.state)

    def snapshot(self, identity: Identity) -> TableSnapshot:
        """Return the table as this client may see it now."""
        assert self.table is not None
        view, _ = payload.view_of(self.table, identity.seat, self.table.history_lengths[-1])
        return payload.build_snapshot(self.table, identity.seat, view, identity.host)

    async def subscribe(self, subscriber: Subscriber, seen: int | None) -> None:
        """Send a client everything since version `seen`, and all later updates. Requires the lock."""
        table, identity = await self.current(), subscriber.identity
        identity.require_can_watch(table)
        self.subscribers.append(subscriber)
        subscriber.push(encode(self.build_welcome(table, identity, seen, subscriber.chat)))
        self.broadcast_presence(subscriber)
        self.on_change(self)  # bots may have been left to another node

    def build_welcome(self, table: TableState, identity: Identity, seen: int | None, chat: bool) -> Welcome:
        """Return the client's rights, the table, the log since version `seen`, and recent chat."""
        since = table.history_length_at(identity.seat, seen, identity.host)
        view, entries = payload.view_of(table, identity.seat, since)
        sentences = [] if table.state is None else self.narrate(table.state_at(since), table, identity.seat)
        return Welcome(
            seat=None if identity.seat is None else identity.seat + 1,
            host=identity.host,
            invited=None if identity.invited is None else identity.invited + 1,
            now=payload.build_snapshot(table, identity.seat, view, identity.host),
            log=LogPart(whole=since == 0, entries=entries, told=sentences),
            chat=payload.latest_chat(table, seen is not None) if chat and identity.reads_chat else (),
            news=log_entries_since(table, 0 if seen is None else table.seq_at(identity.seat, seen, identity.host) or 0),
            here=self.connected_seats(),
            time=None if table.clocks is None else self.context.clock.now(),
        )

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Send a client nothing more."""
        if subscriber in self.subscribers:
            self.subscribers.remove(subscriber)
            self.broadcast_presence(subscriber)

    def disconnect_revoked(
        self, revoked: Sequence[bytes], changed: Container[bytes | None], spared: Identity | None = None
    ) -> None:  # fmt: skip
        """Close connections with revoked tokens; ask to reconnect if the token has other rights now. `spared` reissued
        its own token."""
        problem = problem_of(Refusal("unknown-token", "server.unknown-token"))
        for subscriber in [subscriber for subscriber in self.subscribers if subscriber.hash in revoked]:
            if subscriber.identity is spared:
                continue
            subscriber.close(problem, again=subscriber.hash in changed)
            self.revoked[id(subscriber.identity)] = subscriber.identity
            self.unsubscribe(subscriber)

    async def disconnect_invalid(self) -> None:
        """Close connections whose token another node has revoked or changed."""
        rows = {row.hash: row for row in await self.context.store.list_tokens(self.id)}
        self.disconnect_revoked(invalid_tokens(self.subscribers, rows), rows)

    def connected_seats(self) -> tuple[bool, ...]:
        """Return by seat whether a client is connected."""
        connected = {subscriber.identity.seat for subscriber in self.subscribers}
        return tuple(Seat(seat) in connected for seat in range(self.seats))

    def broadcast_presence(self, changed: Subscriber) -> None:
        """Tell the others when the first client of a seat connects, or the last disconnects."""
        others = [subscriber for subscriber in self.subscribers if subscriber is not changed]
        if changed.identity.seat is not None and all(other.identity.seat != changed.identity.seat for other in others):
            message = encode(PresenceChanged(here=self.connected_seats()))
            for other in others:
                other.push(message)


def summarize(table: TableState, at: int) -> Summary:
    """Return the stored row of a table: status, lobby description and next timeout."""
    info = payload.info_text(payload.table_info(table))
    return Summary(table.status, table.created.listed, at, info, next_timeout(table.clocks))


def encode(message: BaseModel) -> str:
    """Encode a message as JSON."""
    return message.model_dump_json()
