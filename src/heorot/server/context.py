"""Dependencies shared by all rooms."""

from dataclasses import dataclass

from heorot.server.clock import Clock
from heorot.server.cluster.bus import Bus
from heorot.server.store.interface import Store


@dataclass(frozen=True, slots=True)
class Context:
    """Store, clock and bus of this server."""

    store: Store
    clock: Clock
    bus: Bus
