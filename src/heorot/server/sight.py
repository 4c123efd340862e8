"""What one viewer is sent of a table. Every byte of the game comes from that viewer's View; what is said of the table
itself is open to all, and what people say to each other goes to those who sit there."""

from typing import Any

from heorot.engine.latest import latest
from heorot.engine.plain import plain_sentence
from heorot.server.messages import MessageInfo, Moment, PlaceInfo, RequestInfo, TableInfo
from heorot.server.retreat import has_chosen, is_free
from heorot.server.table import Message, Request, Table, Viewer

LATEST = 100  # so many messages are sent to someone who comes


@latest
def table_info(table: Table) -> TableInfo:
    """A table, as all may know it: stored for lists, and then sent to everyone."""
    created = table.created
    return TableInfo(
        table=table.id,
        game=created.game,
        rules=created.rules,
        own_box=created.box is not None,
        options=table.options,
        status=table.status,
        why=table.why,
        listed=created.listed,
        watchable=created.watchable,
        on_resign=created.on_resign,
        imported=created.record is not None,
        places=tuple(PlaceInfo(**place.model_dump(exclude={"by_host"})) for place in table.places),
        asked=tuple(seat + 1 for seat in table.asked),
        request=None if table.request is None else request_info(table.request),
        next=table.next,
    )


def request_info(asked: Request) -> RequestInfo:
    """What was asked of all, and who has agreed."""
    agreed = tuple(seat + 1 for seat in sorted(asked.agreed))
    return RequestInfo(wish=asked.wish, seat=asked.seat + 1, agreed=agreed)


def moment(table: Table, viewer: Viewer, info: TableInfo, view: dict[str, Any] | None) -> Moment:
    """The table as one viewer may see it now."""
    return Moment(
        version=table.version(viewer),
        table=info,
        question=table.question(viewer),
        undo=undo_of(table, viewer),
        view=view,
    )


def undo_of(table: Table, viewer: Viewer) -> Any:
    """Whether a viewer may take an answer back, and whether others must agree."""
    if viewer is None or table.status != "playing" or not any(step.seat == viewer for step in table.steps):
        return None
    return "free" if has_chosen(table, viewer) or is_free(table, viewer) else "ask"


def view_of(table: Table, viewer: Viewer, since: int) -> tuple[dict[str, Any] | None, list[Any]]:
    """The game as one viewer may see it, and the entries of its log after so many."""
    if table.state is None:
        return None, []
    shown = table.game.shown(table.state, viewer, since)
    return shown, shown.pop("log")


def words(teller: Any, before: Any, now: Any) -> list[Any]:
    """What has happened in the game since, as paragraphs of sentences."""
    return [[plain_sentence(sentence) for sentence in paragraph] for paragraph in teller.tell(before, now)]


def chat_since(before: Table, now: Table) -> tuple[MessageInfo, ...]:
    """What was said, or erased, since."""
    earlier = (*before.chat, *(None,) * (len(now.chat) - len(before.chat)))
    changed = enumerate(zip(earlier, now.chat, strict=True))
    return tuple(message_info(number, message) for number, (old, message) in changed if old != message)


def latest_chat(table: Table) -> tuple[MessageInfo, ...]:
    """The latest of what was said."""
    first = max(len(table.chat) - LATEST, 0)
    return tuple(message_info(number, message) for number, message in enumerate(table.chat[first:], first))


def message_info(number: int, message: Message) -> MessageInfo:
    """Something that was said."""
    return MessageInfo(number=number, seat=message.seat + 1, text=message.text)
