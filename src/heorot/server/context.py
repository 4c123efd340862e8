"""What every room needs."""

from dataclasses import dataclass

from heorot.server.bus import Bus
from heorot.server.clock import Clock
from heorot.server.store import Store


@dataclass(frozen=True, slots=True)
class Means:
    """Where tables are kept, what time it is, and how others hear of what happens."""

    store: Store
    clock: Clock
    bus: Bus
