"""Heorot: two board games about Beowulf, for people, bots and researchers. An unofficial fan edition.

The names in `__all__` are the public API; docs/python.md explains them. Everything else is internal and may change.
They are imported on first use, so that `import heorot` stays fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heorot.bots import bots_of as bots_of
    from heorot.engine import records as records
    from heorot.engine.errors import BadBox as BadBox
    from heorot.engine.errors import BadOption as BadOption
    from heorot.engine.errors import BadRecord as BadRecord
    from heorot.engine.errors import HeorotError as HeorotError
    from heorot.engine.errors import IllegalAction as IllegalAction
    from heorot.engine.errors import Unreadable as Unreadable
    from heorot.engine.game import play as play
    from heorot.engine.seats import CHANCE as CHANCE
    from heorot.engine.seats import Seat as Seat
    from heorot.games import GAMES as GAMES
    from heorot.search import simulator as simulator

__version__ = "0.1.0"

__all__ = [
    "CHANCE", "GAMES", "BadBox", "BadOption", "BadRecord", "HeorotError", "IllegalAction", "Seat", "Unreadable",
    "bots_of", "play", "records", "simulator",
]  # fmt: skip

_HOMES = {
    **dict.fromkeys(("BadBox", "BadOption", "BadRecord"), "engine.errors"),
    **dict.fromkeys(("HeorotError", "IllegalAction", "Unreadable"), "engine.errors"),
    **dict.fromkeys(("CHANCE", "Seat"), "engine.seats"),
    "GAMES": "games",
    "bots_of": "bots",
    "play": "engine.game",
    "records": "engine",
    "simulator": "search",
}


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"{__name__}.{_HOMES[name]}")
    return import_module(f"{home.__name__}.{name}") if name == "records" else getattr(home, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
