"""A store in a database that SQLAlchemy speaks to. What differs between databases is in a file for each."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable

from heorot.server import queries
from heorot.server.bus import ANEW
from heorot.server.queries import Append
from heorot.server.store import (
    FIRST_LOOK,
    Bodies,
    EventRow,
    Look,
    NewEvent,
    NoticeRow,
    Store,
    Summary,
    TableRow,
    TokenRow,
    TransferRow,
)
from heorot.server.writer import Access, Trouble, Writer

News: TypeAlias = Sequence[tuple[str, int]]  # tables with their latest number, or ANEW
Tell: TypeAlias = Callable[[Connection, News], None]  # others, with the commit and not without it


def tell_nobody(connection: Connection, news: News) -> None:
    """Nobody else is there, or they are told otherwise."""


class Database(Store):
    """All of the `Store` but its size, its backup, who else has it, and how nothing is left of what is deleted."""

    def __init__(self, writing: Access, reading: Access, trouble: Trouble, tell: Tell = tell_nobody) -> None:
        self.writer = Writer(writing, trouble, self._append_all)
        self.tell = tell
        self.reading = reading  # a way of its own, so that nobody who reads waits for the disk to write
        self.trouble = trouble

    # ---- Writing

    async def create(self, table: TableRow, rows: Sequence[EventRow], tokens: Sequence[TokenRow]) -> None:
        work = partial(queries.create, table=table, rows=rows, held=tokens)
        await self.writer.do(work, partial(queries.why_not_create, table=table.id))

    async def append(
        self, table: str, seq: int, rows: Sequence[NewEvent], summary: Summary | None = None,
        tokens: Sequence[TokenRow] = (), revoked: Sequence[bytes] = (), bodies: Bodies = (),
    ) -> None:  # fmt: skip
        await self.writer.append(Append(table, seq, rows, summary, tokens, revoked, bodies))

    async def put_transfer(self, transfer: TransferRow, key: bytes) -> bool:
        return await self.writer.do(partial(queries.put_transfer, transfer=transfer, key=key))

    async def take_transfer(self, hash: bytes, now: int, key: bytes | None = None) -> TransferRow | None:
        return await self.writer.do(partial(queries.take_transfer, hash=hash, now=now, key=key))

    async def delete(self, table: str) -> None:
        await self.writer.do(partial(self._remove, table=table))

    async def ping(self) -> None:
        await self.writer.do(queries.beat)

    async def alive(self, at: int) -> None:
        await self.writer.do(partial(queries.live, at=at))

    async def put_notice(self, notice: NoticeRow, key: bytes) -> bool:
        return await self.writer.do(partial(queries.put_notice, notice=notice, key=key))

    async def looked(self, notice: NoticeRow, told: str, at: int) -> bool:
        return await self.writer.do(partial(queries.looked, notice=notice, told=told, at=at))

    async def called(self, notice: NoticeRow, failures: int, url: str | None) -> None:
        await self.writer.do(partial(queries.called, notice=notice, failures=failures, url=url))

    def _append_all(self, connection: Connection, appends: Sequence[Append]) -> None:
        """In one order everywhere, so that no two nodes wait for each other; and word of it."""
        queries.append_all(connection, sorted(appends, key=lambda append: append.table))
        if news := [(a.table, ANEW if a.bodies else a.seq + len(a.events) - 1) for a in appends if a.events]:
            self.tell(connection, news)

    def _remove(self, connection: Connection, table: str) -> None:
        """A table, and word of it."""
        queries.remove(connection, table)
        self.tell(connection, [(table, ANEW)])

    # ---- Reading

    async def load(self, table: str, after: int = 0) -> list[EventRow]:
        return [EventRow(*row) for row in await self._all(queries.EVENTS_IN_ORDER, table=table, after=after)]

    async def find(self, table: str) -> TableRow | None:
        return next((TableRow(*row) for row in await self._all(queries.TABLE, table=table)), None)

    async def command(self, table: str, command: str) -> int | None:
        return next((row[0] for row in await self._all(queries.COMMAND, table=table, command=command)), None)

    async def commands(self, table: str, commands: Sequence[str]) -> list[str]:
        return [row[0] for row in await self._all(queries.COMMANDS, table=table, commands=list(commands))]

    async def token(self, table: str, hash: bytes) -> TokenRow | None:
        return next((TokenRow(*row) for row in await self._all(queries.TOKEN, table=table, hash=hash)), None)

    async def tokens(self, table: str) -> list[TokenRow]:
        return [TokenRow(*row) for row in await self._all(queries.TOKENS_IN_ORDER, table=table)]

    async def transfer(self, hash: bytes) -> str | None:
        return next((row[0] for row in await self._all(queries.TRANSFER, hash=hash)), None)

    async def listed(self, statuses: Sequence[str], limit: int, before: int | None = None) -> list[TableRow]:
        return [TableRow(*row) for row in await self._all(queries.in_list(statuses, limit, before))]

    async def unchanged_since(
        self, at: int, statuses: Sequence[str], limit: int, changed_after: int = 0
    ) -> list[TableRow]:
        return [TableRow(*row) for row in await self._all(queries.quiet(at, statuses, limit, changed_after))]

    async def latest(self, tables: Sequence[str]) -> dict[str, int]:
        return dict(map(tuple, await self._all(queries.LATEST, tables=list(tables))))

    async def lease(self, table: str, thoughts: Sequence[str], holder: str, seconds: float) -> list[str]:
        return list(thoughts)

    async def expire(self) -> None:
        """There are none."""

    async def due(self, at: int, limit: int) -> list[str]:
        return [row[0] for row in await self._all(queries.DUE, at=at, most=limit)]

    async def last_alive(self) -> int | None:
        return next((row[0] for row in await self._all(queries.LAST_ALIVE)), None)

    async def notice(self, table: str, seat: int) -> NoticeRow | None:
        return next((NoticeRow(*row) for row in await self._all(queries.NOTICE, table=table, seat=seat)), None)

    async def feed(self, hash: bytes) -> NoticeRow | None:
        return next((NoticeRow(*row) for row in await self._all(queries.FEED, hash=hash)), None)

    async def to_look_at(self, limit: int, after: Look = FIRST_LOOK) -> list[tuple[NoticeRow, int]]:
        at, table, seat = after
        found = await self._all(queries.TO_LOOK_AT, most=limit, at=at, table=table, seat=seat)
        return [(NoticeRow(*row[:-1]), row[-1]) for row in found]

    async def _all(self, query: Executable, **params: Any) -> list[tuple[Any, ...]]:
        """Every row of an answer, as it was at one moment."""
        try:
            return await self.reading(lambda connection: [tuple(row) for row in connection.execute(query, params)])
        except Exception as error:
            if told := self.trouble(error):
                raise told from error
            raise

    # ---- The whole

    async def close(self) -> None:
        await self.writer.close()
