"""Messages to one viewer of a table. All game content comes from that viewer's View; the table's own data is public,
except chat, which goes to those at the table."""

from functools import lru_cache
from typing import Literal

from pydantic import ValidationError
from pydantic_core import to_json

from heorot.engine.game import Narrator
from heorot.engine.memo import memo
from heorot.engine.serialize import Json, sentence_json
from heorot.server.protocol.messages import (
    ClockInfo,
    MessageInfo,
    Origin,
    RemainingTimes,
    RequestInfo,
    SeatInfo,
    TableInfo,
    TableSnapshot,
)
from heorot.server.table.clocks import Clocks
from heorot.server.table.events import REDACTED, SeatAssignment
from heorot.server.table.opaque_game import GameState
from heorot.server.table.table import ChatMessage, ConsentRequest, TableState, Viewer
from heorot.server.table.undo import has_sealed_choice, is_undo_free

MAX_RECENT_CHAT = 100  # messages sent to a client that connects
REMOVED_TEXTS = (None, REDACTED)  # texts of erased and redacted messages
NO_CLOCK = ',"clock":null,"times":null}'  # end of summaries stored before clocks existed


@memo
def table_info(table: TableState) -> TableInfo:
    """Return the public description of a table, as stored for the lobby and sent to everyone."""
    created = table.created
    return TableInfo(
        table=table.id,
        game=created.game,
        rules=created.rules,
        own_box=created.box is not None,
        options=table.options,
        status=table.status,
        why=table.end_reason,
        listed=created.listed,
        watchable=created.watchable,
        on_resign=created.on_resign,
        hints=table.allows_hints,
        imported=created.record is not None,
        places=tuple(map(place_info, table.places)),
        asked=tuple(seat + 1 for seat in table.awaited),
        request=None if table.request is None else request_info(table.request),
        next=table.rematch_table,
        what_if=None if created.fork is None else Origin(table=created.fork.table, move=created.fork.move),
        clock=None if created.clock is None else ClockInfo(**created.clock.model_dump()),
        times=None if table.clocks is None else remaining_times(table.clocks),
    )


def remaining_times(clocks: Clocks) -> RemainingTimes:
    """Return the remaining time of every seat, and whose clock runs."""
    running = tuple(seat + 1 for seat in sorted(clocks.running))
    return RemainingTimes(at=clocks.at, left=clocks.left, running=running, paused=clocks.paused)


def parse_info(stored: str) -> TableInfo | None:
    """Parse a stored description, which is only a copy of what the events say.

    Fields of a newer release are ignored; if fields are missing, return None: the caller must fold the events.
    """
    if stored.endswith("}") and '"times":' not in stored:
        stored = f"{stored[:-1]}{NO_CLOCK}"
    try:
        return TableInfo.model_validate_json(stored, extra="ignore")
    except ValidationError:
        return None


@lru_cache(4096)
def place_info(place: SeatAssignment) -> SeatInfo:
    """Return the public description of a seat, cached between moves. Its mute flag is added by `info_for`."""
    return SeatInfo(**place.model_dump(exclude={"by_host", "muted", "once", "salt"}), muted=False)


def info_for(table: TableState, hears: bool) -> TableInfo:
    """Return the description of a table, with mute flags for readers of the chat."""
    info = table_info(table)
    if not hears or not any(place.muted for place in table.places):
        return info
    pairs = zip(info.places, table.places, strict=True)
    places = tuple(shown.model_copy(update={"muted": place.muted}) for shown, place in pairs)
    return info.model_copy(update={"places": places})


def request_info(request: ConsentRequest) -> RequestInfo:
    """Return the open request and its votes."""
    agreed = tuple(seat + 1 for seat in sorted(request.agreed))
    return RequestInfo(wish=request.kind, seat=request.seat + 1, agreed=agreed)


def build_snapshot(
    table: TableState, viewer: Viewer, view: dict[str, Json] | None, host: bool = False
) -> TableSnapshot:
    """Return the table as one viewer may see it now."""
    return TableSnapshot(
        version=table.version(viewer, host=host),
        table=info_for(table, hears=viewer is not None or host),
        question=table.open_question(viewer),
        undo=undo_option(table, viewer),
        view=view,
    )


def undo_option(table: TableState, viewer: Viewer) -> Literal["free", "ask"] | None:
    """Return whether a viewer may undo freely, needs consent, or cannot undo."""
    if viewer is None or table.status != "playing" or not any(step.seat == viewer for step in table.steps):
        return None
    return "free" if has_sealed_choice(table, viewer) or is_undo_free(table, viewer) else "ask"


def view_of(table: TableState, viewer: Viewer, since: int) -> tuple[dict[str, Json] | None, list[Json]]:
    """Return a viewer's view of the game, and the log entries after the first `since` of the history."""
    own, entries = own_view(table, viewer, since)
    return None if own is None else {**table.game.public_json(table.game_state), **own}, entries


def own_view(table: TableState, viewer: Viewer, since: int) -> tuple[dict[str, Json] | None, list[Json]]:
    """Return only the viewer's own part of the view, and the log entries after the first `since` of the history."""
    if table.state is None:
        return None, []
    own = table.game.private_json(table.state, viewer, since)
    return own, pop_log(own)


def pop_log(view: dict[str, Json]) -> list[Json]:
    """Remove the log from a view and return it."""
    log = view.pop("log")
    assert isinstance(log, list)
    return log


# ---- Serialization -----------------------------------------------------------------------------------------------


def to_text(value: object) -> str:
    """Encode a message, or a part of one, as JSON."""
    return to_json(value).decode()


@memo
def info_text(info: TableInfo) -> str:
    """Encode a description once for the store and all clients."""
    return to_text(info)


@memo
def public_view_text(table: TableState) -> str:
    """Encode the public part of the view once for all clients."""
    return to_text(table.game.public_json(table.game_state))


def change_text(before: TableState | None, now: TableState, hears: bool) -> str:
    """Encode a `TableChange`: the changed fields, or all if `before` is None."""
    known = {} if before is None else dict(info_for(before, hears))
    return to_text({name: value for name, value in info_for(now, hears) if name not in known or value != known[name]})


def progress_text(table: TableState, viewer: Viewer, own: dict[str, Json] | None, host: bool, change: str) -> str:
    """Encode a `Progress` from shared encoded parts and the viewer's own part."""
    view = "null" if own is None else f"{public_view_text(table)[:-1]},{to_text(own)[1:]}"
    question, undo = to_text(table.open_question(viewer)), to_text(undo_option(table, viewer))
    version = table.version(viewer, host=host)
    return f'{{"version":{version},"table":{change},"question":{question},"undo":{undo},"view":{view}}}'


def update_text(after: int, now: str, log: str, chat: str, news: str) -> str:
    """Encode an `Update` from encoded parts. Most messages are updates, and most of each is shared by all receivers."""
    return f'{{"type":"update","after":{after},"now":{now},"log":{log},"chat":{chat},"news":{news}}}'


# ---- Log and chat ------------------------------------------------------------------------------------------------


def log_paragraphs(narrator: Narrator[GameState], before: GameState, now: GameState) -> list[Json]:
    """Return what happened in the game since `before`, as paragraphs of sentences."""
    return [[sentence_json(sentence) for sentence in paragraph] for paragraph in narrator.narrate(before, now)]


def chat_since(before: TableState, now: TableState, reloaded: bool = False) -> tuple[MessageInfo, ...]:
    """Return the chat messages added or erased since `before`; after a reload also every removed one, so that clients
    drop its text."""
    if now.chat is before.chat and not reloaded:
        return ()
    earlier = (*before.chat, *(None,) * (len(now.chat) - len(before.chat)))
    pairs = enumerate(zip(earlier, now.chat, strict=True))
    changed = ((number, new) for number, (old, new) in pairs if old != new or (reloaded and new.text in REMOVED_TEXTS))
    return tuple(message_info(number, message) for number, message in changed)


def latest_chat(table: TableState, returning: bool = False) -> tuple[MessageInfo, ...]:
    """Return the recent chat messages; to a returning client also every removed older one."""
    first = max(len(table.chat) - MAX_RECENT_CHAT, 0)
    gone = enumerate(table.chat[:first]) if returning else ()
    latest = enumerate(table.chat[first:], first)
    sent = (*((number, message) for number, message in gone if message.text in REMOVED_TEXTS), *latest)
    return tuple(message_info(number, message) for number, message in sent)


def message_info(number: int, message: ChatMessage) -> MessageInfo:
    """Return a chat message as it is sent."""
    return MessageInfo(number=number, seat=message.seat + 1, text=message.text)
