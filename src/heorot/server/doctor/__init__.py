"""Whether a set-up is sound: everything that a host can set or forget, looked at one by one, and how to mend it.

Nothing is changed by looking: no database is made and none is brought up to date.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from heorot.server.doctor import keeping, machine, reaching
from heorot.server.doctor.finding import Finding, wrong_by
from heorot.server.settings import Settings

Look = Callable[[Settings], Iterator[Finding]]

LOOKS: tuple[Look, ...] = (
    keeping.folder,
    keeping.space,
    keeping.syncing,
    keeping.database,
    reaching.bus,
    reaching.port,
    reaching.doors,
    reaching.measured,
    machine.client,
    machine.compiled,
    machine.time_of_day,
    machine.open_files,
    machine.bots,
)

__all__ = ["Finding", "examine", "wrong_by"]


def examine(settings: Settings, backups: Path | None = None) -> Iterator[Finding]:
    """Everything, in the order in which a host would mend it."""
    for look in LOOKS:
        yield from look(settings)
    if backups is not None:
        yield from keeping.backed_up(backups)
