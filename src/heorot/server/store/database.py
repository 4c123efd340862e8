"""`Store` on any database that SQLAlchemy supports; `sqlite.py` and `postgres.py` add the differences."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Connection, Executable

from heorot.server.cluster.bus import RELOAD
from heorot.server.store import queries
from heorot.server.store.interface import (
    FIRST_NOTICE,
    Bodies,
    EventRow,
    NewEvent,
    NoticeCursor,
    NotificationRow,
    Store,
    Summary,
    TableRow,
    TokenRow,
    TransferRow,
)
from heorot.server.store.queries import Append
from heorot.server.store.writer import RunTransaction, TranslateError, Writer

Changes: TypeAlias = Sequence[tuple[str, int]]  # (table id, latest sequence number or RELOAD)
Notify: TypeAlias = Callable[[Connection, Changes], None]  # tells other nodes within the transaction


def notify_nobody(connection: Connection, changes: Changes) -> None:
    """Do nothing: there are no other nodes, or a separate bus notifies them."""


class Database(Store):
    """Every method of `Store` except `size`, `backup`, `startup_lock` and `scrub`."""

    def __init__(
        self,
        run_write: RunTransaction,
        run_read: RunTransaction,
        translate_error: TranslateError,
        notify: Notify = notify_nobody,
    ) -> None:
        self.writer = Writer(run_write, translate_error, self._append_all)
        self.notify = notify
        self.run_read = run_read  # separate connections, so that reads do not wait for the writer
        self.translate_error = translate_error

    # ---- Writing

    async def create(self, table: TableRow, rows: Sequence[EventRow], tokens: Sequence[TokenRow]) -> None:
        work = partial(queries.create, table=table, rows=rows, held=tokens)
        await self.writer.run(work, partial(queries.explain_create_error, table=table.id))

    async def append(
        self, table: str, seq: int, rows: Sequence[NewEvent], summary: Summary | None = None,
        tokens: Sequence[TokenRow] = (), revoked: Sequence[bytes] = (), bodies: Bodies = (),
    ) -> None:  # fmt: skip
        await self.writer.append(Append(table, seq, rows, summary, tokens, revoked, bodies))

    async def put_transfer(self, transfer: TransferRow, key: bytes) -> bool:
        return await self.writer.run(partial(queries.put_transfer, transfer=transfer, key=key))

    async def take_transfer(self, hash: bytes, now: int, key: bytes | None = None) -> TransferRow | None:
        return await self.writer.run(partial(queries.take_transfer, hash=hash, now=now, key=key))

    async def delete(self, table: str) -> None:
        await self.writer.run(partial(self._delete_table, table=table))

    async def ping(self) -> None:
        await self.writer.run(queries.ping)

    async def record_heartbeat(self, at: int) -> None:
        await self.writer.run(partial(queries.record_heartbeat, at=at))

    async def put_notice(self, notice: NotificationRow, key: bytes) -> bool:
        return await self.writer.run(partial(queries.put_notice, notice=notice, key=key))

    async def mark_looked(self, notice: NotificationRow, told: str, at: int) -> bool:
        return await self.writer.run(partial(queries.mark_looked, notice=notice, told=told, at=at))

    async def record_delivery(self, notice: NotificationRow, failures: int, url: str | None) -> None:
        await self.writer.run(partial(queries.record_delivery, notice=notice, failures=failures, url=url))

    def _append_all(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Store appends sorted by table, so that two nodes cannot deadlock, and notify other nodes."""
        queries.append_all(connection, sorted(appends, key=lambda append: append.table))
        if changes := [(a.table, RELOAD if a.bodies else a.seq + len(a.events) - 1) for a in appends if a.events]:
            self.notify(connection, changes)

    def _delete_table(self, connection: Connection, table: str) -> None:
        """Delete a table and notify other nodes."""
        connection.execute(queries.DELETE_TABLE, {"table": table})
        self.notify(connection, [(table, RELOAD)])

    # ---- Reading

    async def load(self, table: str, after: int = 0) -> list[EventRow]:
        return [EventRow(*row) for row in await self._fetch_all(queries.EVENTS_IN_ORDER, table=table, after=after)]

    async def find_table(self, table: str) -> TableRow | None:
        return next((TableRow(*row) for row in await self._fetch_all(queries.TABLE, table=table)), None)

    async def find_command(self, table: str, command: str) -> int | None:
        return next(
            (row[0] for row in await self._fetch_all(queries.SEQ_OF_COMMAND, table=table, command=command)), None
        )

    async def find_commands(self, table: str, commands: Sequence[str]) -> list[str]:
        return [row[0] for row in await self._fetch_all(queries.STORED_COMMANDS, table=table, commands=list(commands))]

    async def find_token(self, table: str, hash: bytes) -> TokenRow | None:
        return next((TokenRow(*row) for row in await self._fetch_all(queries.TOKEN, table=table, hash=hash)), None)

    async def list_tokens(self, table: str) -> list[TokenRow]:
        return [TokenRow(*row) for row in await self._fetch_all(queries.TOKENS_IN_ORDER, table=table)]

    async def find_transfer_table(self, hash: bytes) -> str | None:
        return next((row[0] for row in await self._fetch_all(queries.TABLE_OF_TRANSFER, hash=hash)), None)

    async def list_tables(self, statuses: Sequence[str], limit: int, before: int | None = None) -> list[TableRow]:
        return [TableRow(*row) for row in await self._fetch_all(queries.select_listed(statuses, limit, before))]

    async def unchanged_since(
        self, at: int, statuses: Sequence[str], limit: int, changed_after: int = 0
    ) -> list[TableRow]:
        return [
            TableRow(*row)
            for row in await self._fetch_all(queries.select_unchanged(at, statuses, limit, changed_after))
        ]

    async def latest_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        return dict(map(tuple, await self._fetch_all(queries.LATEST_SEQS, tables=list(tables))))

    async def acquire_leases(self, table: str, thoughts: Sequence[str], holder: str, seconds: float) -> list[str]:
        return list(thoughts)

    async def delete_expired_leases(self) -> None:
        """Do nothing: a single server needs no leases."""

    async def find_timed_out_tables(self, at: int, limit: int) -> list[str]:
        return [row[0] for row in await self._fetch_all(queries.TIMED_OUT_TABLES, at=at, most=limit)]

    async def last_heartbeat(self) -> int | None:
        return next((row[0] for row in await self._fetch_all(queries.LAST_HEARTBEAT)), None)

    async def find_notice(self, table: str, seat: int) -> NotificationRow | None:
        rows = await self._fetch_all(queries.NOTICE, table=table, seat=seat)
        return NotificationRow(*rows[0]) if rows else None

    async def find_notice_by_feed(self, hash: bytes) -> NotificationRow | None:
        return next((NotificationRow(*row) for row in await self._fetch_all(queries.NOTICE_OF_FEED, hash=hash)), None)

    async def changed_notices(
        self, limit: int, after: NoticeCursor = FIRST_NOTICE
    ) -> list[tuple[NotificationRow, int]]:
        at, table, seat = after
        rows = await self._fetch_all(queries.CHANGED_NOTICES, most=limit, at=at, table=table, seat=seat)
        return [(NotificationRow(*row[:-1]), row[-1]) for row in rows]

    async def _fetch_all(self, query: Executable, **params: Any) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        try:
            return await self.run_read(lambda connection: [tuple(row) for row in connection.execute(query, params)])
        except Exception as error:
            if translated := self.translate_error(error):
                raise translated from error
            raise

    # ---- The whole

    async def close(self) -> None:
        await self.writer.close()
