"""Updates by other nodes to a table that is live here, announced by the bus and read from the store."""

from heorot.server.cluster.bus import RELOAD
from heorot.server.protocol.errors import Refusal, problem_of
from heorot.server.rooms.room import Room


async def apply_remote_update(room: Room, seq: int) -> None:
    """Load events up to `seq`, or everything again after RELOAD."""
    async with room.lock:
        if seq == RELOAD:
            await reload_room(room)
        elif room.broadcast_seq < seq and room.is_live:
            await room.sync()


async def reload_room(room: Room) -> None:
    """Load the table again after a redaction or deletion, and check the tokens of its subscribers."""
    room.evict()
    if not room.subscribers:
        return
    try:
        await room.current()
        await room.disconnect_invalid()
    except Refusal as error:
        if error.code != "no-such-table":
            raise
        disconnect_all(room)


def disconnect_all(room: Room) -> None:
    """Close all connections to a deleted table."""
    problem = problem_of(Refusal("deleted", "server.deleted"))
    for subscriber in list(room.subscribers):
        subscriber.close(problem, again=False)
