"""SQL statements for SQLite and PostgreSQL, and the operations made of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
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

from heorot.server.store.interface import (
    Bodies,
    CommandAlreadyStored,
    Conflict,
    EventRow,
    NewEvent,
    NoSuchTable,
    NotificationRow,
    SeqTaken,
    StoreBroken,
    Summary,
    TableRow,
    TokenRow,
    TransferRow,
)
from heorot.server.store.schema import events, notices, pulse, tables, tokens, transfers

Row = dict[str, object]

INSERT_EVENTS = insert(events)
UPDATE_TABLES = update(tables).where(tables.c.id == bindparam("of_table"))
INSERT_TOKENS = insert(tokens)
REVOKED = tokens.alias("dead")


def grants_same_access(other: SqlTable) -> ColumnElement[bool]:
    """Match rows with the same access as a revoked token, including those that another node has just created."""
    dead = select(REVOKED.c.hash).where(
        REVOKED.c.table_id == bindparam("of_table"), REVOKED.c.hash == bindparam("of_hash"),
        REVOKED.c.seat.is_not_distinct_from(other.c.seat), REVOKED.c.host == other.c.host,
    )  # fmt: skip
    return and_(other.c.table_id == bindparam("of_table"), dead.exists())


# Operations that derive from a token or revoke tokens lock the table row. Otherwise another node could create a code
# for a token while it is being revoked, and the code would survive.
LOCK_TABLE = select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update(key_share=True)
LOCK_TABLES = update(tables).where(tables.c.id == bindparam("of_table")).values(listed=tables.c.listed)
DELETE_TOKENS = delete(tokens).where(grants_same_access(tokens))
DELETE_TRANSFERS = delete(transfers).where(grants_same_access(transfers))
DELETE_NOTICES = delete(notices).where(
    notices.c.table_id == bindparam("of_table"),
    notices.c.seat.in_(
        select(tokens.c.seat).where(tokens.c.table_id == bindparam("of_table"), tokens.c.hash == bindparam("of_hash"))
    ),
)
UPDATE_BODIES = update(events).where(events.c.table_id == bindparam("of_table"), events.c.seq == bindparam("of_seq"))
COUNT_PING = update(pulse).values(beats=pulse.c.beats + 1)
UPDATE_HEARTBEAT = update(pulse).where(or_(pulse.c.alive_at.is_(None), pulse.c.alive_at < bindparam("at")))

EVENTS = select(events).where(events.c.table_id == bindparam("table"), events.c.seq > bindparam("after"))
EVENTS_IN_ORDER = EVENTS.order_by(events.c.seq)
LATEST_SEQS = (
    select(events.c.table_id, func.max(events.c.seq))
    .where(events.c.table_id.in_(bindparam("tables", expanding=True)))
    .group_by(events.c.table_id)
)
TABLE = select(tables).where(tables.c.id == bindparam("table"))
DELETE_TABLE = delete(tables).where(tables.c.id == bindparam("table"))
STORED_COMMANDS = select(events.c.command).where(
    events.c.table_id == bindparam("table"), events.c.command.in_(bindparam("commands", expanding=True))
)
SEQ_OF_COMMAND = select(events.c.seq).where(
    events.c.table_id == bindparam("table"), events.c.command == bindparam("command")
)
TOKENS = select(tokens).where(tokens.c.table_id == bindparam("table"))
TOKENS_IN_ORDER = TOKENS.order_by(tokens.c.created_at, tokens.c.hash)
TABLE_OF_TRANSFER = select(transfers.c.table_id).where(transfers.c.hash == bindparam("hash"))
TOKEN = TOKENS.where(tokens.c.hash == bindparam("hash"))
LAST_HEARTBEAT = select(pulse.c.alive_at)
TIMED_OUT_TABLES = (
    select(tables.c.id).where(tables.c.due_at <= bindparam("at")).order_by(tables.c.due_at).limit(bindparam("most"))
)
NOTICE = select(notices).where(notices.c.table_id == bindparam("table"), notices.c.seat == bindparam("seat"))
NOTICE_OF_FEED = select(notices).where(notices.c.feed == bindparam("hash"))
NOTICES_WITH_TABLES = notices.join(tables, tables.c.id == notices.c.table_id)
CURSOR = (tables.c.changed_at, notices.c.table_id, notices.c.seat)
CURSOR_PARAMS = [
    bindparam(name, type_=column.type) for name, column in zip(("at", "table", "seat"), CURSOR, strict=True)
]
CHANGED_NOTICES = (
    select(notices, tables.c.changed_at)
    .select_from(NOTICES_WITH_TABLES)
    .where(
        notices.c.url.is_not(None), tables.c.changed_at > notices.c.looked_at, tuple_(*CURSOR) > tuple_(*CURSOR_PARAMS)
    )
    .order_by(*CURSOR)
    .limit(bindparam("most"))
)


@dataclass(frozen=True, slots=True)
class Append:
    """Events of one table with everything they change; stored together or not at all."""

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


def to_db_row(row: EventRow | TokenRow | TransferRow | NotificationRow) -> Row:
    """Return a row with the database's column name `table_id` instead of `table`."""
    columns = asdict(row)
    return {"table_id": columns.pop("table"), **columns}


def summary_row(table: str, summary: Summary) -> Row:
    s = summary
    changed = {"status": s.status, "listed": s.listed, "changed_at": s.changed_at, "info": s.info, "due_at": s.due_at}
    return {"of_table": table, **changed}


# ---- Writing -------------------------------------------------------------------------------------------------------


def append_all(connection: Connection, appends: Sequence[Append]) -> None:
    """Store many appends with one statement for each kind of row, because every statement has a fixed cost."""
    steps = (
        (INSERT_EVENTS, [row for a in appends for row in event_rows(a)]),
        (UPDATE_BODIES, [{"of_table": a.table, "of_seq": n, "body": body} for a in appends for n, body in a.bodies]),
        (UPDATE_TABLES, [summary_row(a.table, a.summary) for a in appends if a.summary]),
        (LOCK_TABLES, [{"of_table": a.table} for a in appends if a.revoked]),
        (DELETE_NOTICES, revoked := [{"of_table": a.table, "of_hash": hash} for a in appends for hash in a.revoked]),
        (DELETE_TRANSFERS, revoked),
        (DELETE_TOKENS, revoked),
        (
            INSERT_TOKENS,
            [to_db_row(token) for a in appends for token in a.tokens],
        ),  # after DELETE: a token may change its access
    )
    for statement, rows in steps:
        if rows:
            connection.execute(statement, rows)


def create(connection: Connection, table: TableRow, rows: Sequence[EventRow], held: Sequence[TokenRow]) -> None:
    """Store a table with its first events."""
    connection.execute(insert(tables), asdict(table))
    for statement, new_rows in ((INSERT_EVENTS, rows), (INSERT_TOKENS, held)):
        if new_rows:
            connection.execute(statement, [to_db_row(row) for row in new_rows])


def lock_and_find_token(connection: Connection, table: str, key: bytes) -> TokenRow | None:
    """Lock the table until the end of the transaction and return the token's access. A host's token may lose its seat
    and stay valid."""
    connection.execute(LOCK_TABLE, {"table": table})
    row = connection.execute(TOKEN, {"table": table, "hash": key}).first()
    return None if row is None else TokenRow(*row)


def put_transfer(connection: Connection, transfer: TransferRow, key: bytes) -> bool:
    held = lock_and_find_token(connection, transfer.table, key)
    if held is None or (held.seat, held.host) != (transfer.seat, transfer.host):
        return False
    connection.execute(insert(transfers), to_db_row(transfer))
    return True


def take_transfer(connection: Connection, hash: bytes, now: int, key: bytes | None) -> TransferRow | None:
    """Use up a transfer code and delete all expired ones. The lock makes a concurrent revocation find the code or the
    new token."""
    connection.execute(LOCK_TABLE, {"table": connection.scalar(TABLE_OF_TRANSFER, {"hash": hash})})
    connection.execute(delete(transfers).where(transfers.c.expires_at <= now))
    taken = delete(transfers).where(transfers.c.hash == hash).returning(transfers)
    row = connection.execute(taken).one_or_none()
    if row is None:
        return None
    transfer = TransferRow(*row)
    if key is not None:
        connection.execute(INSERT_TOKENS, [to_db_row(TokenRow(transfer.table, key, transfer.seat, transfer.host, now))])
    return transfer


def ping(connection: Connection) -> None:
    connection.execute(COUNT_PING)


# ---- Heartbeat and notices -----------------------------------------------------------------------------------------


def record_heartbeat(connection: Connection, at: int) -> None:
    """Store a heartbeat, unless a later one is stored: clocks of several machines may differ."""
    connection.execute(UPDATE_HEARTBEAT.values(alive_at=at), {"at": at})


def put_notice(connection: Connection, notice: NotificationRow, key: bytes) -> bool:
    """Replace the notification settings of a seat."""
    held = lock_and_find_token(connection, notice.table, key)
    if held is None or held.seat != notice.seat:
        return False
    connection.execute(delete(notices).where(is_same_seat(notice)))
    connection.execute(insert(notices), to_db_row(notice))
    return True


def mark_looked(connection: Connection, notice: NotificationRow, told: str, at: int) -> bool:
    """Update only if no other server has updated the row since it was read."""
    first = (is_same_webhook(notice), notices.c.looked_at == notice.looked_at)
    return connection.execute(update(notices).where(*first).values(told=told, looked_at=at)).rowcount == 1


def record_delivery(connection: Connection, notice: NotificationRow, failures: int, url: str | None) -> None:
    """Update only if the webhook was not replaced since it was read."""
    connection.execute(update(notices).where(is_same_webhook(notice)).values(failures=failures, url=url))


def is_same_seat(notice: NotificationRow) -> ColumnElement[bool]:
    """Match the row of the same seat."""
    return and_(notices.c.table_id == notice.table, notices.c.seat == notice.seat)


def is_same_webhook(notice: NotificationRow) -> ColumnElement[bool]:
    """Match the row only if its webhook is unchanged: setting the same URL again creates a new secret."""
    return and_(is_same_seat(notice), notices.c.url == notice.url, notices.c.secret == notice.secret)


# ---- Lists of tables -----------------------------------------------------------------------------------------------


def select_listed(statuses: Sequence[str], limit: int, before: int | None) -> Executable:
    """Select publicly listed tables, latest change first."""
    query = select(tables).where(tables.c.status.in_(statuses), tables.c.listed)
    query = query if before is None else query.where(tables.c.changed_at < before)
    return query.order_by(tables.c.changed_at.desc(), tables.c.id).limit(limit)


def select_unchanged(at: int, statuses: Sequence[str], limit: int, changed_after: int) -> Executable:
    """Select tables without changes since `at`, oldest change first."""
    unchanged = tables.c.changed_at < at, tables.c.changed_at > changed_after
    query = select(tables).where(tables.c.status.in_(statuses), *unchanged)
    return query.order_by(tables.c.changed_at, tables.c.id).limit(limit)


# ---- Error explanations --------------------------------------------------------------------------------------------


def explain_append_error(connection: Connection, append: Append) -> Exception:
    """Return why an append failed: a stored command takes precedence over a taken sequence number."""
    for command in filter(None, (event.command for event in append.events)):
        known = connection.scalar(SEQ_OF_COMMAND, {"table": append.table, "command": command})
        if known is not None:
            return CommandAlreadyStored(known, "store.command-known")
    if not connection.execute(TABLE, {"table": append.table}).first():
        return NoSuchTable("store.no-such-table", table=append.table)
    last = last_seq(connection, append.table)
    return StoreBroken("store.broken") if last == append.seq - 1 else SeqTaken("store.seq-taken")


def last_seq(connection: Connection, table: str) -> int:
    """Return the sequence number of the latest event; 0 without events."""
    latest = select(events.c.seq).where(events.c.table_id == table).order_by(events.c.seq.desc()).limit(1)
    return connection.scalar(latest) or 0


def explain_create_error(connection: Connection, table: str) -> Exception:
    """Return `Conflict` if the table exists, else `StoreBroken`."""
    there = connection.execute(TABLE, {"table": table}).first()
    return Conflict("store.table-known", table=table) if there else StoreBroken("store.broken")
