"""Games as text records: reading, writing, replaying, forking and exporting them, and verifiable draws.

Interprets actions only through the Game protocol. `docs/notation.md` defines the format.

May import: engine.errors, engine.game, engine.seats, engine.text_lines.
"""

from heorot.engine.records.playback import (
    check,
    effective_entries,
    export,
    fork,
    initial_state,
    replay,
    result_of,
    states,
    to_record_order,
    walk_entries,
)
from heorot.engine.records.text_format import (
    FORMAT,
    NO_WINNER,
    SPECTATOR,
    UNDO,
    LineNumbers,
    Record,
    Result,
    entry_line,
    one_line,
    read,
    read_seat,
    read_with_lines,
    result_line,
    write,
)

__all__ = [
    "FORMAT", "NO_WINNER", "SPECTATOR", "UNDO", "LineNumbers", "Record", "Result", "check", "effective_entries",
    "entry_line", "export", "fork", "initial_state", "one_line", "read", "read_seat", "read_with_lines", "replay",
    "result_line", "result_of", "states", "to_record_order", "walk_entries", "write",
]  # fmt: skip
