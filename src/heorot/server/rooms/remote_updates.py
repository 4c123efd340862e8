"""What other nodes have done at a table that is live here, heard over the bus and read from the store."""

from heorot.server.bus import ANEW
from heorot.server.errors import Refusal, problem_of
from heorot.server.room import Room


async def hear(room: Room, seq: int) -> None:
    """Something was stored up to a number, or what was there before has changed."""
    async with room.lock:
        if seq == ANEW:
            await read_anew(room)
        elif room.shown < seq and room.is_live:
            await room.catch_up()


async def read_anew(room: Room) -> None:
    """Something was taken out of old events, or the table is gone; watchers may have lost their keys."""
    room.forget()
    if not room.watchers:
        return
    try:
        await room.now()
        await room.look_at_keys()
    except Refusal as gone:
        if gone.code != "no-such-table":
            raise
        dismiss_all(room)


def dismiss_all(room: Room) -> None:
    """The table is deleted; whoever still looks at it is told."""
    gone = problem_of(Refusal("deleted", "server.deleted"))
    for watcher in list(room.watchers):
        watcher.close(gone, again=False)
