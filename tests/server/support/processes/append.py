"""A process that opens a store, appends events, and prints each acknowledgement at once.

python -m tests.server.support.processes.append FILE|URL TABLES EVENTS

All tables are filled concurrently; EVENTS may be `inf`. After a write conflict the table is loaded again.
"""

import asyncio
import itertools
import os
import sys
from pathlib import Path

from heorot.server.database_url import POSTGRES_URL
from heorot.server.store.interface import Conflict, NewEvent, Store, StoreError, Summary
from heorot.server.store.postgres import open_postgres
from heorot.server.store.sqlite import open_sqlite
from tests.server.support.rows import event_row, table_row


def print_line(*words: object) -> None:
    """Print a line in one write, so that a kill leaves no partial line."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def fill(store: Store, table: str, events: float) -> None:
    """Append a number of events to one table, even if other processes write there too."""
    seq = len(await store.load(table)) + 1
    for number in itertools.takewhile(lambda n: n < events, itertools.count()):
        body = f"{os.getpid()}:{number}"
        while not await appended(store, table, seq, body):
            seq = len(await store.load(table)) + 1
        print_line("stored", table, seq, body)
        seq += 1


async def appended(store: Store, table: str, seq: int, body: str) -> bool:
    """Append an event; return False after a write conflict."""
    try:
        await store.append(table, seq, [NewEvent(1, "said", body, body)], Summary("open", True, seq, "{}"))
    except Conflict:
        return False
    return True


async def open_any(location: Path | str) -> Store:
    """Open a SQLite file or a PostgreSQL database."""
    if str(location).startswith(POSTGRES_URL):
        return await open_postgres(str(location))
    return await open_sqlite(Path(location))


async def main(file: str, tables: str, events: str) -> None:
    store = await open_any(file)
    names = [f"t{number}" for number in range(int(tables))]
    for name in names:
        try:
            await store.create(table_row(name), [event_row(name)], [])
        except Conflict:
            continue  # by another process
    print_line("ready")
    try:
        await asyncio.gather(*(fill(store, name, float(events)) for name in names))
    except StoreError as error:
        print_line("failed", error.key)
    print_line("commits", store.writer.commits)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
