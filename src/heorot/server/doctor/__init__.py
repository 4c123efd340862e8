"""Checks of a server's set-up, each with advice on how to fix a problem.

Checks change nothing: no database is created or migrated.

May import: engine, games, search, server.database_url, server.http, server.lifecycle, server.serving, server.settings,
server.store.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from heorot.server.doctor import machine, network, storage
from heorot.server.doctor.finding import Finding
from heorot.server.settings import Settings

Check = Callable[[Settings], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    storage.folder,
    storage.space,
    storage.sync_time,
    storage.database,
    network.bus,
    network.port,
    network.exposure,
    network.metrics_access,
    machine.client,
    machine.compiled_rules,
    machine.system_clock,
    machine.open_files,
    machine.bots,
)

__all__ = ["Finding", "examine"]


def examine(settings: Settings, backups: Path | None = None) -> Iterator[Finding]:
    """Run all checks in the order in which a host would fix problems."""
    for check in CHECKS:
        yield from check(settings)
    if backups is not None:
        yield from storage.backups(backups)
