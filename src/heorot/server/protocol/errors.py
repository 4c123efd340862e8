"""What a client is told when something cannot be done: one shape for HTTP and sockets."""

from heorot.engine.errors import BadBox, BadOption, BadRecord, BadText, HeorotError, IllegalAction, Unreadable
from heorot.engine.plain import plain_part
from heorot.engine.sentence import Part
from heorot.server.messages import Problem
from heorot.server.store import StoreError

CODES: dict[type[HeorotError], str] = {  # for programs; people are told by the key
    IllegalAction: "illegal",
    Unreadable: "unreadable",
    BadOption: "bad-option",
    BadBox: "bad-box",
    BadRecord: "bad-record",
    BadText: "bad-text",
    StoreError: "unavailable",
}


class Refusal(HeorotError):
    """Something that the server does not do, and a code that says which kind of thing it is."""

    def __init__(self, code: str, key: str, /, **params: Part) -> None:
        super().__init__(key, **params)
        self.code = code


def problem_of(error: HeorotError) -> Problem:
    """An error as it is told."""
    codes = (code for kind, code in CODES.items() if isinstance(error, kind))
    code = error.code if isinstance(error, Refusal) else next(codes, "refused")
    return Problem(code=code, key=error.key, params={name: plain_part(part) for name, part in error.params.items()})
