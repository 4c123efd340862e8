"""The append process, but it retries after failures as a client would.

python -m tests.server.support.processes.append_retrying FILE TABLES EVENTS
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from heorot.server.store.interface import NewEvent, Store, StoreError
from heorot.server.store.sqlite import open_sqlite
from tests.server.support.processes.append import print_line
from tests.server.support.rows import event_row, table_row


async def insist(attempt: Callable[[], Awaitable[None]]) -> None:
    """Retry until it is stored; a failure leaves nothing behind."""
    while True:
        try:
            return await attempt()
        except StoreError as error:
            print_line("failed", error.key)


async def fill(store: Store, table: str, events: int) -> None:
    for seq in range(2, events + 2):
        body = f"{table}:{seq}"
        await insist(partial(store.append, table, seq, [NewEvent(1, "said", body, body)]))
        print_line("stored", table, seq, body)


async def main(file: str, tables: str, events: str) -> None:
    store = await open_sqlite(Path(file))
    names = [f"t{number}" for number in range(int(tables))]
    for name in names:
        await insist(partial(store.create, table_row(name), [event_row(name)], []))
    await asyncio.gather(*(fill(store, name, int(events)) for name in names))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
