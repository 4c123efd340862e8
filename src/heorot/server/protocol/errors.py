"""Errors as sent to clients: one model for HTTP and sockets."""

from heorot.engine.errors import BadBox, BadOption, BadRecord, BadText, HeorotError, IllegalAction, Unreadable
from heorot.engine.sentence import Param
from heorot.engine.serialize import param_json
from heorot.server.protocol.messages import Problem
from heorot.server.store.interface import StoreError

CODES: dict[type[HeorotError], str] = {  # error codes for programs; sentences for people are found by the error's key
    IllegalAction: "illegal",
    Unreadable: "unreadable",
    BadOption: "bad-option",
    BadBox: "bad-box",
    BadRecord: "bad-record",
    BadText: "bad-text",
    StoreError: "unavailable",
}


class Refusal(HeorotError):
    """A request that the server refuses, with an error code for programs."""

    def __init__(self, code: str, key: str, /, **params: Param) -> None:
        super().__init__(key, **params)
        self.code = code


def problem_of(error: HeorotError) -> Problem:
    """Convert an error to the model that clients receive."""
    codes = (code for kind, code in CODES.items() if isinstance(error, kind))
    code = error.code if isinstance(error, Refusal) else next(codes, "refused")
    return Problem(code=code, key=error.key, params={name: param_json(part) for name, part in error.params.items()})
