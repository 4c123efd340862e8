"""Small closed types shared by the wire models and the stored events."""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from heorot.locales import LANGUAGES

if TYPE_CHECKING:
    from heorot.engine import serialize

    Json: TypeAlias = serialize.Json
    Language: TypeAlias = str
else:
    Language = Literal[*LANGUAGES]
    Json = Any  # the games have built it already; pydantic need not walk through it again

SeatKind: TypeAlias = Literal["person", "open", "bot"]  # reserved for the holder of a link, free to anyone, or a bot
ResignPolicy: TypeAlias = Literal["bot", "end"]  # after a resignation a bot plays on, or the table ends
TimeoutPolicy: TypeAlias = Literal["until-return", "one-move"]  # how long a bot replaces a player who is out of time
TableStatus: TypeAlias = Literal["open", "playing", "over", "ended"]  # lobby, running, played out, aborted
ApiSchema: TypeAlias = dict[str, Any]  # an OpenAPI document, or a JSON Schema in it
