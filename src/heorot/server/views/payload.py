"""What one viewer is sent of a table. Every byte of the game comes from that viewer's View; what is said of the table
itself is open to all, and what people say to each other goes to those who sit there."""

from functools import lru_cache
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json

from heorot.engine.latest import latest
from heorot.engine.plain import plain_sentence
from heorot.server.clocks import Clocks
from heorot.server.events import FORGOTTEN, Place
from heorot.server.messages import ClockInfo, MessageInfo, Moment, Origin, PlaceInfo, RequestInfo, TableInfo, Times
from heorot.server.retreat import has_chosen, is_free
from heorot.server.table import Message, Request, Table, Viewer

LATEST = 100  # so many messages are sent to someone who comes
GONE = (None, FORGOTTEN)  # instead of what was said
NO_CLOCK = ',"clock":null,"times":null}'  # so ends what was stored before there were any


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
        hints=table.hints,
        imported=created.record is not None,
        places=tuple(map(place_info, table.places)),
        asked=tuple(seat + 1 for seat in table.asked),
        request=None if table.request is None else request_info(table.request),
        next=table.next,
        what_if=None if created.fork is None else Origin(table=created.fork.table, move=created.fork.move),
        clock=None if created.clock is None else ClockInfo(**created.clock.model_dump()),
        times=None if table.clocks is None else times(table.clocks),
    )


def times(clocks: Clocks) -> Times:
    """What is left of everyone's time, and whose runs."""
    running = tuple(seat + 1 for seat in sorted(clocks.running))
    return Times(at=clocks.at, left=clocks.left, running=running, paused=clocks.paused)


def read_info(stored: str) -> TableInfo | None:
    """What was stored of a table for lists. It is only a copy of what its events tell: where another release wrote more
    the rest is passed over, and where it wrote less the events must be asked."""
    if stored.endswith("}") and '"times":' not in stored:
        stored = f"{stored[:-1]}{NO_CLOCK}"
    try:
        return TableInfo.model_validate_json(stored, extra="ignore")
    except ValidationError:
        return None


@lru_cache(4096)
def place_info(place: Place) -> PlaceInfo:
    """Who sits at a seat: the same from move to move. Who may not speak is the matter of those who hear."""
    return PlaceInfo(**place.model_dump(exclude={"by_host", "muted", "once", "salt"}), muted=False)


def info_for(table: Table, hears: bool) -> TableInfo:
    """The same, for those who hear what people say and those who do not."""
    info = table_info(table)
    if not hears or not any(place.muted for place in table.places):
        return info
    told = zip(info.places, table.places, strict=True)
    places = tuple(shown.model_copy(update={"muted": place.muted}) for shown, place in told)
    return info.model_copy(update={"places": places})


def request_info(asked: Request) -> RequestInfo:
    """What was asked of all, and who has agreed."""
    agreed = tuple(seat + 1 for seat in sorted(asked.agreed))
    return RequestInfo(wish=asked.wish, seat=asked.seat + 1, agreed=agreed)


def moment(table: Table, viewer: Viewer, view: dict[str, Any] | None, host: bool = False) -> Moment:
    """The table as one viewer may see it now."""
    return Moment(
        version=table.version(viewer, host=host),
        table=info_for(table, hears=viewer is not None or host),
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
    own, entries = own_view(table, viewer, since)
    return None if own is None else {**table.game.shown_to_all(table.state), **own}, entries


def own_view(table: Table, viewer: Viewer, since: int) -> tuple[dict[str, Any] | None, list[Any]]:
    """The same without what is open to all."""
    if table.state is None:
        return None, []
    own = table.game.shown_to_one(table.state, viewer, since)
    return own, own.pop("log")


# ---- As it goes over the wire ----------------------------------------------------------------------------------------


def text(value: Any) -> str:
    """A message, or a part of one."""
    return to_json(value).decode()


@latest
def written(info: TableInfo) -> str:
    """What may be known of a table, written once for the store and for everyone."""
    return text(info)


@latest
def open_text(table: Table) -> str:
    """What is open in the game, written once for everyone."""
    return text(table.game.shown_to_all(table.state))


def change_text(before: Table | None, now: Table, hears: bool) -> str:
    """A `TableChange`; all of the table where nobody can say what was known of it."""
    known = {} if before is None else dict(info_for(before, hears))
    return text({name: value for name, value in info_for(now, hears) if name not in known or value != known[name]})


def progress_text(table: Table, viewer: Viewer, own: dict[str, Any] | None, host: bool, change: str) -> str:
    """A `Progress`, put together from what is written already and what is this viewer's own."""
    view = "null" if own is None else f"{open_text(table)[:-1]},{text(own)[1:]}"
    question, undo = text(table.question(viewer)), text(undo_of(table, viewer))
    version = table.version(viewer, host=host)
    return f'{{"version":{version},"table":{change},"question":{question},"undo":{undo},"view":{view}}}'


def update_text(after: int, now: str, log: str, chat: str, news: str) -> str:
    """An `Update` from its parts. Most messages are such ones, and most of each is the same for all who get it."""
    return f'{{"type":"update","after":{after},"now":{now},"log":{log},"chat":{chat},"news":{news}}}'


# ---- What is said ----------------------------------------------------------------------------------------------------


def words(teller: Any, before: Any, now: Any) -> list[Any]:
    """What has happened in the game since, as paragraphs of sentences."""
    return [[plain_sentence(sentence) for sentence in paragraph] for paragraph in teller.tell(before, now)]


def chat_since(before: Table, now: Table, anew: bool = False) -> tuple[MessageInfo, ...]:
    """What was said, or erased, since; mostly nothing, however much was said before. Where the table was told anew also
    all that is gone: who heard it then does not keep it."""
    if now.chat is before.chat and not anew:
        return ()
    earlier = (*before.chat, *(None,) * (len(now.chat) - len(before.chat)))
    both = enumerate(zip(earlier, now.chat, strict=True))
    changed = ((number, new) for number, (old, new) in both if old != new or (anew and new.text in GONE))
    return tuple(message_info(number, message) for number, message in changed)


def latest_chat(table: Table, again: bool = False) -> tuple[MessageInfo, ...]:
    """The latest of what was said; to who has heard more before, also what of that is gone."""
    first = max(len(table.chat) - LATEST, 0)
    gone = enumerate(table.chat[:first]) if again else ()
    latest = enumerate(table.chat[first:], first)
    told = (*((number, message) for number, message in gone if message.text in GONE), *latest)
    return tuple(message_info(number, message) for number, message in told)


def message_info(number: int, message: Message) -> MessageInfo:
    """Something that was said."""
    return MessageInfo(number=number, seat=message.seat + 1, text=message.text)
