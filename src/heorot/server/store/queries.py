"""What is asked of the database, in words that SQLite and PostgreSQL both understand."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy import Table as SqlTable

from heorot.server.schema import events, notices, pulse, tables, tokens, transfers
from heorot.server.store import (
    Bodies,
    CommandKnown,
    Conflict,
    EventRow,
    NewEvent,
    NoSuchTable,
    NoticeRow,
    SeqTaken,
    StoreBroken,
    Summary,
    TableRow,
    TokenRow,
    TransferRow,
)

Row = dict[str, Any]

INSERT_EVENTS = insert(events)
UPDATE_TABLES = update(tables).where(tables.c.id == bindparam("of_table"))
INSERT_TOKENS = insert(tokens)
DEAD = tokens.alias("dead")  # a key that must not work any more


def opens_the_same(other: SqlTable) -> ColumnElement[bool]:
    """What dies with a key: whatever opens the same, also what another node made of a code just now."""
    dead = select(DEAD.c.hash).where(
        DEAD.c.table_id == bindparam("of_table"), DEAD.c.hash == bindparam("of_hash"),
        DEAD.c.seat.is_not_distinct_from(other.c.seat), DEAD.c.host == other.c.host,
    )  # fmt: skip
    return and_(other.c.table_id == bindparam("of_table"), dead.exists())


# Whoever makes something of a key, or kills keys, holds the table meanwhile, so that nobody at another node does: else
# a code could be made for a key that dies just then, and neither would know of the other.
HOLD = select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update(key_share=True)
HOLD_MANY = update(tables).where(tables.c.id == bindparam("of_table")).values(listed=tables.c.listed)
DELETE_TOKENS = delete(tokens).where(opens_the_same(tokens))
DELETE_TRANSFERS = delete(transfers).where(opens_the_same(transfers))
DELETE_NOTICES = delete(notices).where(
    notices.c.table_id == bindparam("of_table"),
    notices.c.seat.in_(
        select(tokens.c.seat).where(tokens.c.table_id == bindparam("of_table"), tokens.c.hash == bindparam("of_hash"))
    ),
)
UPDATE_BODIES = update(events).where(events.c.table_id == bindparam("of_table"), events.c.seq == bindparam("of_seq"))
BEAT = update(pulse).values(beats=pulse.c.beats + 1)
ALIVE = update(pulse).where(or_(pulse.c.alive_at.is_(None), pulse.c.alive_at < bindparam("at")))

EVENTS = select(events).where(events.c.table_id == bindparam("table"), events.c.seq > bindparam("after"))
EVENTS_IN_ORDER = EVENTS.order_by(events.c.seq)
LATEST = (
    select(events.c.table_id, func.max(events.c.seq))
    .where(events.c.table_id.in_(bindparam("tables", expanding=True)))
    .group_by(events.c.table_id)
)
TABLE = select(tables).where(tables.c.id == bindparam("table"))
COMMANDS = select(events.c.command).where(
    events.c.table_id == bindparam("table"), events.c.command.in_(bindparam("commands", expanding=True))
)
COMMAND = select(events.c.seq).where(events.c.table_id == bindparam("table"), events.c.command == bindparam("command"))
TOKENS = select(tokens).where(tokens.c.table_id == bindparam("table"))
TOKENS_IN_ORDER = TOKENS.order_by(tokens.c.created_at, tokens.c.hash)
TRANSFER = select(transfers.c.table_id).where(transfers.c.hash == bindparam("hash"))
TOKEN = TOKENS.where(tokens.c.hash == bindparam("hash"))
LAST_ALIVE = select(pulse.c.alive_at)
DUE = select(tables.c.id).where(tables.c.due_at <= bindparam("at")).order_by(tables.c.due_at).limit(bindparam("most"))
NOTICE = select(notices).where(notices.c.table_id == bindparam("table"), notices.c.seat == bindparam("seat"))
FEED = select(notices).where(notices.c.feed == bindparam("hash"))
CHANGED = notices.join(tables, tables.c.id == notices.c.table_id)
LOOK = (tables.c.changed_at, notices.c.table_id, notices.c.seat)
LAST_LOOK = [bindparam(name, type_=of.type) for name, of in zip(("at", "table", "seat"), LOOK, strict=True)]
TO_LOOK_AT = (
    select(notices, tables.c.changed_at)
    .select_from(CHANGED)
    .where(notices.c.url.is_not(None), tables.c.changed_at > notices.c.looked_at, tuple_(*LOOK) > tuple_(*LAST_LOOK))
    .order_by(*LOOK)
    .limit(bindparam("most"))
)


@dataclass(frozen=True, slots=True)
class Append:
    """Events of one table with all that they change: they are stored together or not at all."""

    table: str
    seq: int
    events: Sequence[NewEvent]
    summary: Summary | None = None
    tokens: Sequence[TokenRow] = ()
    revoked: Sequence[bytes] = ()
    bodies: Bodies = ()


# ---- Rows ----------------------------------------------------------------------------------------------------------


def event_rows(append: Append) -> list[Row]:
    return [
        {"table_id": append.table, "seq": seq, "at": e.at, "kind": e.kind, "body": e.body, "command": e.command}
        for seq, e in enumerate(append.events, append.seq)
    ]


def body_rows(append: Append) -> list[Row]:
    return [{"of_table": append.table, "of_seq": seq, "body": body} for seq, body in append.bodies]


def owned(row: EventRow | TokenRow | TransferRow | NoticeRow) -> Row:
    """A row as the database has it: there the table is called `table_id`."""
    found = asdict(row)
    return {"table_id": found.pop("table"), **found}


def summary_row(table: str, summary: Summary) -> Row:
    s = summary
    told = {"status": s.status, "listed": s.listed, "changed_at": s.changed_at, "info": s.info, "due_at": s.due_at}
    return {"of_table": table, **told}


# ---- Writing -------------------------------------------------------------------------------------------------------


def append_all(connection: Connection, appends: Sequence[Append]) -> None:
    """Many appends with one statement for each kind of row, since every statement has its price."""
    steps = (
        (INSERT_EVENTS, [row for a in appends for row in event_rows(a)]),
        (UPDATE_BODIES, [row for a in appends for row in body_rows(a)]),
        (UPDATE_TABLES, [summary_row(a.table, a.summary) for a in appends if a.summary]),
        (HOLD_MANY, [{"of_table": a.table} for a in appends if a.revoked]),
        (DELETE_NOTICES, revoked := [{"of_table": a.table, "of_hash": hash} for a in appends for hash in a.revoked]),
        (DELETE_TRANSFERS, revoked),
        (DELETE_TOKENS, revoked),  # who had a key to a seat is told nothing of it any more
        (INSERT_TOKENS, [owned(token) for a in appends for token in a.tokens]),  # a token may change what it opens
    )
    for statement, rows in steps:
        if rows:
            connection.execute(statement, rows)


def create(connection: Connection, table: TableRow, rows: Sequence[EventRow], held: Sequence[TokenRow]) -> None:
    """A table with its first events."""
    connection.execute(insert(tables), asdict(table))
    for statement, found in ((INSERT_EVENTS, rows), (INSERT_TOKENS, held)):
        if found:
            connection.execute(statement, [owned(row) for row in found])


def opened_by(connection: Connection, table: str, key: bytes) -> TokenRow | None:
    """What a key opens, now and until the end of this transaction. One of a host may lose its seat and live on."""
    connection.execute(HOLD, {"table": table})
    row = connection.execute(TOKEN, {"table": table, "hash": key}).first()
    return None if row is None else TokenRow(*row)


def put_transfer(connection: Connection, transfer: TransferRow, key: bytes) -> bool:
    held = opened_by(connection, transfer.table, key)
    if held is None or (held.seat, held.host) != (transfer.seat, transfer.host):
        return False
    connection.execute(insert(transfers), owned(transfer))
    return True


def take_transfer(connection: Connection, hash: bytes, now: int, key: bytes | None) -> TransferRow | None:
    """Whatever has expired goes too: nobody else looks after it. Whoever kills keys meanwhile finds the code or the key
    that it became."""
    connection.execute(HOLD, {"table": connection.scalar(TRANSFER, {"hash": hash})})
    connection.execute(delete(transfers).where(transfers.c.expires_at <= now))
    taken = delete(transfers).where(transfers.c.hash == hash).returning(transfers)
    row = connection.execute(taken).one_or_none()
    if row is None:
        return None
    found = TransferRow(*row)
    if key is not None:
        connection.execute(INSERT_TOKENS, [owned(TokenRow(found.table, key, found.seat, found.host, now))])
    return found


def remove(connection: Connection, table: str) -> None:
    connection.execute(delete(tables).where(tables.c.id == table))


def beat(connection: Connection) -> None:
    connection.execute(BEAT)


# ---- Time and notices ----------------------------------------------------------------------------------------------


def live(connection: Connection, at: int) -> None:
    """The latest word counts: the machines of a server may not quite agree."""
    connection.execute(ALIVE.values(alive_at=at), {"at": at})


def put_notice(connection: Connection, notice: NoticeRow, key: bytes) -> bool:
    """Instead of the one before."""
    held = opened_by(connection, notice.table, key)
    if held is None or held.seat != notice.seat:
        return False
    connection.execute(delete(notices).where(is_of(notice)))
    connection.execute(insert(notices), owned(notice))
    return True


def looked(connection: Connection, notice: NoticeRow, told: str, at: int) -> bool:
    """Only one of several servers gets ahead."""
    first = (is_same(notice), notices.c.looked_at == notice.looked_at)
    return connection.execute(update(notices).where(*first).values(told=told, looked_at=at)).rowcount == 1


def called(connection: Connection, notice: NoticeRow, failures: int, url: str | None) -> None:
    """What came of it, unless an address was set anew meanwhile."""
    connection.execute(update(notices).where(is_same(notice)).values(failures=failures, url=url))


def is_of(notice: NoticeRow) -> ColumnElement[bool]:
    """The row of the same seat."""
    return and_(notices.c.table_id == notice.table, notices.c.seat == notice.seat)


def is_same(notice: NoticeRow) -> ColumnElement[bool]:
    """The same wish: whoever sets the same address once more has another secret."""
    return and_(is_of(notice), notices.c.url == notice.url, notices.c.secret == notice.secret)


# ---- Lists of tables -----------------------------------------------------------------------------------------------


def in_list(statuses: Sequence[str], limit: int, before: int | None) -> Select[Any]:
    """What anyone may find, the latest changed first."""
    found = select(tables).where(tables.c.status.in_(statuses), tables.c.listed)
    found = found if before is None else found.where(tables.c.changed_at < before)
    return found.order_by(tables.c.changed_at.desc(), tables.c.id).limit(limit)


def quiet(at: int, statuses: Sequence[str], limit: int, changed_after: int) -> Select[Any]:
    """What has not changed since, the longest quiet first."""
    lately = tables.c.changed_at < at, tables.c.changed_at > changed_after
    found = select(tables).where(tables.c.status.in_(statuses), *lately)
    return found.order_by(tables.c.changed_at, tables.c.id).limit(limit)


# ---- Why not -------------------------------------------------------------------------------------------------------


def why_not(connection: Connection, append: Append) -> Exception:
    """What stood in the way of an append: a command that is known tells more than a number that is taken."""
    for command in filter(None, (event.command for event in append.events)):
        known = connection.scalar(COMMAND, {"table": append.table, "command": command})
        if known is not None:
            return CommandKnown(known, "store.command-known")
    if not connection.execute(TABLE, {"table": append.table}).first():
        return NoSuchTable("store.no-such-table", table=append.table)
    last = last_seq(connection, append.table)
    return StoreBroken("store.broken") if last == append.seq - 1 else SeqTaken("store.seq-taken")


def last_seq(connection: Connection, table: str) -> int:
    """The number of the latest event; 0 without any."""
    latest = select(events.c.seq).where(events.c.table_id == table).order_by(events.c.seq.desc()).limit(1)
    return connection.scalar(latest) or 0


def why_not_create(connection: Connection, table: str) -> Exception:
    """A table of that name is there, unless the rows themselves are at odds."""
    there = connection.execute(TABLE, {"table": table}).first()
    return Conflict("store.table-known", table=table) if there else StoreBroken("store.broken")
