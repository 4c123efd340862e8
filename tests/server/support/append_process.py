"""A process that opens a store and appends to it; whatever is acknowledged it says at once, a line each.

    python -m tests.server.appender FILE|URL TABLES EVENTS

Every table gets its events one after the other, all tables at the same time; EVENTS may be `inf`. Where another process
is quicker, the table is loaded and tried again. A body says who wrote it and how often that one has written there.
"""

import asyncio
import itertools
import os
import sys
from pathlib import Path

from heorot.server.backup import SHARED
from heorot.server.postgres import open_postgres
from heorot.server.sqlite import open_sqlite
from heorot.server.store import Conflict, NewEvent, Store, StoreError, Summary
from tests.server.rows import event_row, table_row


def tell(*words: object) -> None:
    """One write for each line, so that no kill leaves half of one."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def fill(store: Store, table: str, events: float) -> None:
    """So many events of ours at one table, whoever else writes there."""
    seq = len(await store.load(table)) + 1
    for number in itertools.takewhile(lambda n: n < events, itertools.count()):
        body = f"{os.getpid()}:{number}"
        while not await appended(store, table, seq, body):
            seq = len(await store.load(table)) + 1
        tell("stored", table, seq, body)
        seq += 1


async def appended(store: Store, table: str, seq: int, body: str) -> bool:
    """Whether we were the first."""
    try:
        await store.append(table, seq, [NewEvent(1, "said", body, body)], Summary("open", True, seq, "{}"))
    except Conflict:
        return False
    return True


async def open_any(where: Path | str) -> Store:
    """A file, or a database that others share."""
    if str(where).startswith(SHARED):
        return await open_postgres(str(where))
    return await open_sqlite(Path(where))


async def main(file: str, tables: str, events: str) -> None:
    store = await open_any(file)
    names = [f"t{number}" for number in range(int(tables))]
    for name in names:
        try:
            await store.create(table_row(name), [event_row(name)], [])
        except Conflict:
            continue  # by another process
    tell("ready")
    try:
        await asyncio.gather(*(fill(store, name, float(events)) for name in names))
    except StoreError as error:
        tell("failed", error.key)
    tell("commits", store.writer.commits)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
