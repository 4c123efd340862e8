"""Repeated commands: the key under which a command is stored, and whether its answer is repeated."""

from collections.abc import Container
from dataclasses import replace

from heorot.engine.seats import Seat
from heorot.server.protocol.messages import Answer, Refused
from heorot.server.store.interface import Store
from heorot.server.table.identity import Identity

ANONYMOUS = "-"  # a spectator
TRANSIENT_CODES = (
    "busy",
    "unavailable",
    "too-fast",
    "full",
    "unknown-token",
)  # codes of refusals that a later try may not meet


def command_key(identity: Identity, id: str) -> str:
    """Return the key of a command at a table. Ids are separate for each token, even of successive holders of a seat.
    Those of spectators are never stored."""
    by = "host" if identity.host else ANONYMOUS
    return f"{by if identity.seat is None else identity.seat}.{identity.key}:{id}"


async def stored_command_key(
    store: Store, table: str, seats: int, identity: Identity, id: str, known: Container[str]
) -> str:
    """Return the key of a command, also if a host sent it from a seat that they have given away since.

    Asks the store once for all seats, and not at all if the answer is cached.
    """
    own = command_key(identity, id)
    if not identity.host or identity.seat is not None or own in known:
        return own
    earlier = [command_key(replace(identity, seat=Seat(seat)), id) for seat in range(seats)]
    stored = [name for name in earlier if name in known] or await store.find_commands(table, earlier)
    return stored[0] if stored else own


def is_repeatable(key: str, answer: Answer | Refused) -> bool:
    """Return whether a repeated command gets the same answer."""
    return not key.startswith(ANONYMOUS) and not (
        isinstance(answer, Refused) and answer.problem.code in TRANSIENT_CODES
    )
