"""A table that someone plays or watches now: one command after the other, stored before anyone is shown anything."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Container, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any

import structlog
from pydantic import BaseModel

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.server import events, messages, sight
from heorot.server.bus import ANEW
from heorot.server.clocks import due_at
from heorot.server.commands import decide
from heorot.server.deal import Deal, SecretDeal
from heorot.server.errors import Refusal, problem_of
from heorot.server.events import AMONG_PLAYERS, Created, Event
from heorot.server.fold import after, following
from heorot.server.forgetting import Forgetting, Retold, in_their_place, wiped
from heorot.server.means import Means
from heorot.server.messages import Answer, Here, LogPart, Moment, Refused, Welcome
from heorot.server.news import tell_news
from heorot.server.people import Who
from heorot.server.repeats import is_lasting, kept_as, key_of
from heorot.server.store import (
    CommandKnown,
    Conflict,
    EventRow,
    NewEvent,
    StoreBroken,
    StoreBusy,
    Summary,
    TokenRow,
)
from heorot.server.table import Table, Viewer, open_table
from heorot.server.watchers import Kind, Look, Watcher, keyless

log = structlog.get_logger()

REMEMBERED = 64  # answers to commands that may be repeated; older ones are found in the store
TRIES = 8  # against other processes that are faster
REKEYING = ("rekeyed", "placed", "resigned", "forgotten")  # events with which tokens may change
Work = Callable[[str], Awaitable[Answer | Refused]]  # given the name under which a command is stored
Keys = tuple[Sequence[TokenRow], Sequence[bytes]]  # that are given with something, and those that die by it
Keyring = Callable[[], Awaitable[Keys]]  # as they are now; a Refusal for who has none any more


class Room:
    """One table. Whoever asks it to do something waits for the lock; watchers never hold it up."""

    def __init__(self, id: str, means: Means, secret: bytes, changed: Callable[["Room"], None]) -> None:
        self.id = id
        self.means = means
        self.secret = secret
        self.deal: Deal = SecretDeal(secret, id)
        self.changed = changed  # who lets bots think
        self.table: Table | None = None  # None: it rests, and is read again from the store when it is needed
        self.shown = 0  # up to which event watchers know it, also while it rests
        self.unsure = False  # whether all that is stored is known here
        self.anew = False  # it was read again or rewritten: nobody can say what watchers know of it
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        self.gone: dict[int, Who] = {}  # whose keys died while they were here, each by its own identity
        self.tellers: dict[Viewer, tuple[Any, Any]] = {}  # up to which game each has told, and the teller
        self.answers: OrderedDict[str, Answer | Refused] = OrderedDict()
        self.seats = 0
        self.used_at = means.clock.now()

    @property
    def is_live(self) -> bool:
        """Whether anyone would miss its news."""
        return self.table is not None or bool(self.watchers)

    # ---- The table -----------------------------------------------------------------------------------------------

    async def now(self) -> Table:
        """The table with all that is stored of it; only under the lock."""
        self.used_at = self.means.clock.now()
        if self.table is None or self.unsure:
            await self.catch_up()
        assert self.table is not None
        return self.table

    async def catch_up(self) -> bool:
        """Read what another node has stored, and show it; whether there was anything. Only under the lock."""
        self.unsure = False  # whoever comes while it is read may know more again
        try:
            rows = await self.means.store.load(self.id, 0 if self.table is None else self.table.seq)
        except BaseException:
            self.unsure = True
            raise
        if self.table is None:
            known = self.shown if self.watchers else len(rows)
            self.table = await asyncio.to_thread(read_table, self.id, rows[:known])
            self.seats, self.anew, self.shown, rows = len(self.table.places), True, known, rows[known:]
        for row in rows:
            self.go_on(after(self.table, events.read(row.body), row.at))
        if any(row.kind in REKEYING for row in rows):
            await self.look_at_keys()
        return bool(rows)

    def rest(self) -> None:
        """Forget everything that can be read again, unless something is being done."""
        if not self.lock.locked():
            self.forget()

    def forget(self) -> None:
        """The same; only under the lock, or while nobody has it."""
        self.table = None
        self.tellers.clear()
        self.answers.clear()

    # ---- Commands ------------------------------------------------------------------------------------------------

    async def do(self, who: Who, command: messages.Change) -> Answer | Refused:
        """Carry out a command at the table; the answer comes when it is stored."""
        return await self.once(who, command.id, partial(self.answer, who, command))

    async def once(self, who: Who, id: str, work: Work) -> Answer | Refused:
        """Do something once, however often it comes. Whoever asked may be gone before it is done: what is begun is
        finished."""
        return await asyncio.shield(asyncio.ensure_future(self.remembered(who, id, work)))

    async def remembered(self, who: Who, id: str, work: Work) -> Answer | Refused:
        """One after the other. What was answered before is answered again."""
        key = key_of(who, id)
        async with self.lock:
            try:
                key = await kept_as(self.means.store, self.id, self.seats, who, id, self.answers)
                if key in self.answers:
                    return self.answers[key]
                self.must_have_a_key(who)
                answer = await work(key)
            except HeorotError as error:
                answer = self.refused(who, id, error)
            if is_lasting(key, answer):
                self.answers[key] = answer
            while len(self.answers) > REMEMBERED:
                self.answers.popitem(last=False)
            return answer

    async def answer(self, who: Who, command: messages.Change, key: str, keyring: Keyring | None = None) -> Answer:
        """What a command that was not heard before leads to; what was is found in the store. Only under the lock."""
        try:
            forgetting = partial(wiped, number=command.message) if isinstance(command, messages.Erase) else None
            decision = partial(self.decided, who=who, command=command)
            await self.carry_out(decision, key, keyring, forgetting)
        except CommandKnown as known:
            return self.answered(who, command.id, known.seq)
        except HeorotError:
            if (seq := await self.means.store.command(self.id, key)) is None:
                raise
            await self.catch_up()
            return self.answered(who, command.id, seq)
        return self.answered(who, command.id, (await self.now()).seq)

    def decided(self, table: Table, who: Who, command: messages.Change) -> Sequence[Event]:
        """What a command leads to; another node may just have told that its key is dead."""
        self.must_have_a_key(who)
        return decide(table, who, command, self.deal)

    def must_have_a_key(self, who: Who) -> None:
        """What waited for its turn while its speaker was sent away is not heard."""
        if id(who) in self.gone:
            raise Refusal("unknown-token", "server.unknown-token")

    def answered(
        self, who: Who, id: str, seq: int, token: str | None = None, table: str | None = None
    ) -> Answer:  # fmt: skip
        """A command is stored up to this event."""
        assert self.table is not None
        return Answer(id=id, version=self.table.version(who.seat, seq, who.host), token=token, table=table)

    def refused(self, who: Who, id: str, error: HeorotError) -> Refused:
        """A command is not carried out; who answered a closed question is shown what is asked now."""
        stale = isinstance(error, Refusal) and error.code == "stale" and self.table is not None
        return Refused(id=id, problem=problem_of(error), now=self.moment(who) if stale else None)

    async def carry_out(
        self, decision: Callable[[Table], Sequence[Event]], key: str | None = None,
        keyring: Keyring | None = None, forgetting: Forgetting | None = None, stays: Who | None = None,
    ) -> Table:  # fmt: skip
        """Store what is decided, and then show it; only under the lock. Whoever finds that another process was faster
        decides again, and looks again at keys and at what is to be forgotten: a key that dies elsewhere dies with an
        event, and so before this is stored or after it, and never beside it."""
        for _ in range(TRIES):
            table, at = await self.now(), self.means.clock.now()
            try:
                tokens, revoked = await keyring() if keyring else ((), ())
                found = decision(table)
            except HeorotError:  # perhaps only because another node knows more
                if self.means.bus.shared and await self.catch_up():
                    continue
                raise
            retold = await self.retold(table, forgetting) if forgetting else Retold(table)
            tables = following(retold.table, found, at)
            try:
                await self.store(retold, found, tables, at, key, tokens, revoked)
            except Conflict as conflict:
                await self.catch_up()
                if isinstance(conflict, CommandKnown):
                    raise
                continue
            except StoreBroken:  # it may have broken after all was stored
                self.unsure = True
                raise
            if forgetting:
                self.table, self.anew = retold.table, True
            if tables:
                self.go_on(tables[-1])
                self.means.bus.publish(self.id, ANEW if forgetting else tables[-1].seq)
            self.dismiss(revoked, {row.hash for row in tokens}, stays)
            return tables[-1] if tables else table
        raise Refusal("busy", "server.busy")

    async def store(
        self, retold: Retold, found: Sequence[Event], tables: Sequence[Table], at: int, key: str | None,
        tokens: Sequence[TokenRow], revoked: Sequence[bytes],
    ) -> None:  # fmt: skip
        """Make events durable. The command stands with the last of them."""
        last = len(found) - 1
        rows = [
            NewEvent(at, event.kind, events.write(event), key if place == last else None)
            for place, event in enumerate(found)
        ]
        after = summary(tables[-1], at) if not all(isinstance(event, AMONG_PLAYERS) for event in found) else None
        await self.means.store.append(self.id, retold.table.seq + 1, rows, after, tokens, revoked, retold.bodies)

    async def retold(self, table: Table, forgetting: Forgetting) -> Retold:
        """The table as it was, from events in which something is forgotten."""
        rows = (await self.means.store.load(self.id))[: table.seq]  # if there are more, its next number is taken
        bodies = in_their_place(rows, forgetting(rows))
        told_anew = [replace(row, body=bodies.get(row.seq, row.body)) for row in rows]
        return Retold(await asyncio.to_thread(read_table, self.id, told_anew), sorted(bodies.items()))

    async def scrub(self) -> None:
        """Leave nothing of what was forgotten, before it is told that it is gone. It may take a while, and nobody else
        waits for it: not under the lock."""
        with suppress(StoreBusy):  # it is stored; the log is emptied later, at the latest when the server ends
            await self.means.store.scrub()

    # ---- Watchers ------------------------------------------------------------------------------------------------

    def go_on(self, now: Table) -> None:
        """Another table: every watcher is sent its own view of it."""
        before, self.table, self.shown = self.table, now, now.seq
        assert before is not None
        known = None if self.anew else before
        news, sent = sight.text(tell_news(now, before.seq)), dict[Kind, str]()
        look = Look(cache(partial(self.look, before, now)), cache(partial(sight.change_text, known, now)))
        for watcher in self.watchers:
            kind = Kind(watcher.who.seat, watcher.who.host, watcher.chat and watcher.who.hears)
            if kind not in sent:
                sent[kind] = self.update_or_nothing(before, now, kind, look, news)
            if sent[kind]:
                watcher.push(sent[kind])
        self.anew = False
        self.changed(self)

    def update_or_nothing(self, before: Table, now: Table, kind: Kind, look: Look, news: str) -> str:
        """A fault in what one is told keeps nobody else from being told; who misses something comes again for it."""
        try:
            return self.update(before, now, kind, look, news)
        except Exception as error:
            log.error("update.failed", exc_info=error)
            return ""

    def update(self, before: Table, now: Table, kind: Kind, look: Look, news: str) -> str:
        """What one kind of watcher is sent; nothing, if all that happened was not for it."""
        viewer, host, chat = kind
        seen = before.version(viewer, host=host)
        if now.version(viewer, host=host) == seen:
            return ""
        own, log = look.game(viewer)
        told = sight.progress_text(now, viewer, own, host, look.table(viewer is not None or host))
        said = sight.chat_since(before, now, self.anew) if chat else ()
        return sight.update_text(seen, told, sight.text(log), sight.text(said), news)

    def look(self, before: Table, now: Table, viewer: Viewer) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        """The game as a viewer may see it, and what is new in its log: all of it, if something was taken back."""
        whole = now.undone != before.undone
        past = now.start() if whole or before.state is None else before.state
        own, entries = sight.own_view(now, viewer, 0 if whole else before.marks[-1])
        return own, {"whole": whole, "entries": entries, "told": self.tell(past, now, viewer)}

    def tell(self, past: Any, now: Table, viewer: Viewer) -> list[Any]:
        """The same in words. A teller who has told everything up to there goes on; else another one begins."""
        if now.state is None or now.state is past:
            return []
        told, teller = self.tellers.get(viewer, (None, None))
        if told is not past:
            teller = now.game.teller(past, viewer)
        self.tellers[viewer] = (now.state, teller)
        return sight.words(teller, past, now.state)

    def moment(self, who: Who) -> Moment:
        """The table as someone may see it now."""
        assert self.table is not None
        view, _ = sight.view_of(self.table, who.seat, self.table.marks[-1])
        return sight.moment(self.table, who.seat, view, who.host)

    async def welcome(self, watcher: Watcher, seen: int | None) -> None:
        """Send all that someone has not seen, and from now on whatever happens; only under the lock."""
        table, who = await self.now(), watcher.who
        who.must_see(table)
        self.watchers.append(watcher)
        watcher.push(encode(self.greeting(table, who, seen, watcher.chat)))
        self.tell_who_is_here(watcher)
        self.changed(self)  # it may have been another node that let bots think

    def greeting(self, table: Table, who: Who, seen: int | None, chat: bool) -> Welcome:
        """Who one is here, the table now, the log since the version that was seen, and the latest words."""
        since = table.history_at(who.seat, seen, who.host)
        view, entries = sight.view_of(table, who.seat, since)
        told = [] if table.state is None else self.tell(table.game_at(since), table, who.seat)
        return Welcome(
            seat=None if who.seat is None else who.seat + 1,
            host=who.host,
            invited=None if who.invited is None else who.invited + 1,
            now=sight.moment(table, who.seat, view, who.host),
            log=LogPart(whole=since == 0, entries=entries, told=told),
            chat=sight.latest_chat(table, seen is not None) if chat and who.hears else (),
            news=tell_news(table, 0 if seen is None else table.seq_at(who.seat, seen, who.host) or 0),
            here=self.here(),
            time=None if table.clocks is None else self.means.clock.now(),
        )

    def leave(self, watcher: Watcher) -> None:
        """Someone is sent nothing any more."""
        if watcher in self.watchers:
            self.watchers.remove(watcher)
            self.tell_who_is_here(watcher)

    def dismiss(
        self, revoked: Sequence[bytes], changed: Container[bytes | None], stays: Who | None = None
    ) -> None:  # fmt: skip
        """Whoever came with a token that is dead must go; if it opens something else now, to come again. Who has just
        changed the own one stays."""
        for watcher in [one for one in self.watchers if one.hash in revoked and one.who is not stays]:
            dead = problem_of(Refusal("unknown-token", "server.unknown-token"))
            watcher.close(dead, again=watcher.hash in changed)
            self.gone[id(watcher.who)] = watcher.who
            self.leave(watcher)

    async def look_at_keys(self) -> None:
        """Another node may have changed what tokens open: whoever came with one of those must go."""
        rows = {row.hash: row for row in await self.means.store.tokens(self.id)}
        self.dismiss(keyless(self.watchers, rows), rows)

    def here(self) -> tuple[bool, ...]:
        """At which seats someone is connected."""
        connected = {watcher.who.seat for watcher in self.watchers}
        return tuple(Seat(seat) in connected for seat in range(self.seats))

    def tell_who_is_here(self, changed: Watcher) -> None:
        """All others are told when the first comes to a seat, or the last leaves it."""
        others = [watcher for watcher in self.watchers if watcher is not changed]
        if changed.who.seat is not None and all(other.who.seat != changed.who.seat for other in others):
            message = encode(Here(here=self.here()))
            for other in others:
                other.push(message)


def read_table(id: str, rows: Sequence[EventRow]) -> Table:
    """A table from all its events."""
    if not rows:
        raise Refusal("no-such-table", "server.no-such-table")
    first = events.read(rows[0].body)
    assert isinstance(first, Created)
    table = open_table(id, first)
    for row in rows[1:]:
        table = after(table, events.read(row.body), row.at)
    return table


def summary(table: Table, at: int) -> Summary:
    """What lists show of a table, whether a bot must answer, and when someone will be out of time."""
    info = sight.written(sight.table_info(table))
    return Summary(table.status, table.created.listed, at, info, due_at(table.clocks))


def encode(message: BaseModel) -> str:
    """A message as it goes over the wire."""
    return message.model_dump_json()
