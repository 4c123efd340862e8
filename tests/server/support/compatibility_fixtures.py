"""Write event logs and a database of this release, which all later releases must read (P6). Existing files stay.

python -m tests.server.support.compatibility_fixtures
"""

import asyncio
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from heorot.bots import bots_of
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server.protocol.errors import Refusal
from heorot.server.store.interface import VERSION
from heorot.server.table import events
from heorot.server.table.commands import join, record_outage, replace_bot
from heorot.server.table.events import REDACTED, Created, Event, Forgotten, Rekeyed, Rematched, SeatAssignment, Timing
from heorot.server.table.fold import apply_event
from heorot.server.table.identity import Identity
from heorot.server.table.table import TableState, initial_table
from heorot.server.views.export import record_for
from tests.server.support.in_process_server import InProcessServer, wait_for_version
from tests.server.support.table_setup import ID, PlayedTable, created_event, start_table

RELEASED = Path(__file__).parents[3] / "records" / "released" / "rules-1"
LATER = {"by_host", "salt", "once"}  # missing in the oldest logs
DATABASES = Path(__file__).parents[1] / "store" / "data"

# ---- Logs of events -----------------------------------------------------------------------------------------------


def expected(first: TableState, events_after: Iterable[Event]) -> dict[str, Any]:
    """Return the facts that must follow from a log in every release."""
    table, events_after = first, list(events_after)
    for event in events_after:
        table = apply_event(table, event)
    score = None if table.state is None else table.game.score(table.state)
    return {
        "status": table.status,
        "why": table.end_reason,
        "score": score,
        "questions": table.questions,
        "versions": [table.version(viewer) for viewer in (None, Seat(0))],
        "places": [place.model_dump(exclude=LATER) for place in table.places],
        "chat": [message.text for message in table.chat],
        "record": record_for(first, events_after, Identity(Seat(0)), b"s" * 32),
    }


def eventful_table(game: str, seed: int) -> PlayedTable:
    """Play a table at which every kind of event occurs."""
    places = (
        SeatAssignment(who="person", name="P1"),
        SeatAssignment(who="open"),
        SeatAssignment(who="person"),
        SeatAssignment(who="open"),
    )
    first = created_event(game, 4).model_copy(update={"places": places})
    played = PlayedTable(initial_table(ID, first), Random(seed))
    played.do(0, host=True, type="configure", options={"first": "2"})
    played.do(0, host=True, type="seat", seat=4, who="bot", bot="random")
    for seat in (1, 2):
        played.add(join(played.table, Seat(seat), f"P{seat + 1}", played.chance))
    for number in range(40):
        interrupt_game(played, number)
        for _ in played.play(2):
            pass
    for _ in played.play():
        pass
    played.add((Rematched(table="b" * 16),))
    return played


def votes_by_all(yes: bool) -> list[tuple[int, dict[str, Any]]]:
    return [(seat, {"type": "agree", "yes": yes}) for seat in range(3)]


INTERRUPTIONS: list[list[tuple[int, dict[str, Any]]]] = [  # in this order
    [(1, {"type": "undo"}), *votes_by_all(True)],
    [(0, {"type": "say", "text": "Hwæt!"}), (1, {"type": "say", "text": "Hail"}), (0, {"type": "erase", "message": 0})],
    [(0, {"type": "mute", "seat": 2, "muted": True}), (0, {"type": "undo"})],
    [(1, {"type": "leave", "bot": "random"})],
    [(1, {"type": "return"}), (2, {"type": "abort"}), *votes_by_all(False)],
    [(0, {"type": "undo"}), *votes_by_all(True)],
    [(2, {"type": "undo"}), *votes_by_all(False)],
    [(2, {"type": "undo"}), *votes_by_all(True), (0, {"type": "undo"})],
]


def interrupt_game(played: PlayedTable, number: int) -> None:
    """Send commands outside the game, where they are allowed."""
    for seat, command in INTERRUPTIONS[number % len(INTERRUPTIONS)]:
        with suppress(Refusal):
            played.do(seat, host=seat == 0, **command)
    if number == 30:
        played.add(replace_bot(with_bot(played), Seat(3)))
        played.do(2, type="resign")


def with_bot(played: PlayedTable) -> TableState:
    """Let the host put another bot at the last seat."""
    best = list(bots_of(played.table.created.game))[-1]
    played.do(0, host=True, type="seat", seat=4, who="bot", bot=best)
    return played.table


def logs() -> dict[str, tuple[TableState, list[Event]]]:
    """Return every log by name."""
    logs_by_name: dict[str, tuple[TableState, list[Event]]] = {}
    for seed, (game, seats, options) in enumerate((("movie", 3, {}), ("legend", 3, {"advanced": "yes"}))):
        played = start_table(game, seats, options, seed)
        for _ in played.play():
            pass
        logs_by_name[f"{game}-whole"] = (played.first, played.events)
    for game in GAMES:
        played = eventful_table(game, 5)
        logs_by_name[f"{game}-lively"] = (played.first, played.events)
        short = start_table(game, 2, seed=6, on_resign="end")
        for _ in short.play(9):
            pass
        short.do(1, type="resign")
        logs_by_name[f"{game}-resigned"] = (short.first, short.events)
        logs_by_name[f"{game}-rekeyed"] = rekeyed(game)
        logs_by_name[f"{game}-timed"] = timed(game)
        logs_by_name[f"{game}-forgotten"] = forgotten(game)
    return {**logs_by_name, "movie-imported": (imported(), [])}


def rekeyed(game: str) -> tuple[TableState, list[Event]]:
    """Play a table with reissued tokens of a seat and of the host."""
    played = start_table(game, 2, seed=7)
    for event in (Rekeyed(seat=1, host=False), Rekeyed(seat=0, host=True), Rekeyed(seat=None, host=True)):
        played.answer()
        played.add((event,))
    return played.first, played.events


def forgotten(game: str) -> tuple[TableState, list[Event]]:
    """Play a table that a person has left and whose data was erased."""
    played = start_table(game, 2, seed=9)
    played.do(1, type="say", text=REDACTED)
    played.do(1, type="resign")
    played.add((Forgotten(seat=1),))
    for _ in played.play(9):
        pass
    return played.first, played.events


def timed(game: str) -> tuple[TableState, list[Event]]:
    """Play a table with clocks, a timeout, a pause and an outage."""
    played = start_table(game, 2, seed=8, clock=Timing(per="move", seconds=60, when_out="one-move"))
    played.wait(61)
    played.answer()
    played.do(0, type="pause")
    played.do(1, type="agree", yes=True)
    played.do(1, type="resume")
    played.add(record_outage(played.table, 0))
    for _ in played.play():
        pass
    return played.first, played.events


def imported() -> TableState:
    """Return a table that shows a record."""
    text = (RELEASED / "movie-2.record").read_text("utf-8")
    places = (SeatAssignment(who="person", name="A"), SeatAssignment(who="person", name="B"))
    more = {"game": "movie", "rules": 1, "box": None, "options": {}, "listed": False, "watchable": True}
    return initial_table(ID, Created(places=places, on_resign="bot", record=text, **more))


def write_logs() -> None:
    for name, (first, later) in logs().items():
        lines = [events.write(event) for event in (first.created, *later)]
        write_new(RELEASED / f"{name}.events", "\n".join(lines) + "\n")
        end = json.dumps(expected(first, later), ensure_ascii=False, indent=1)
        write_new(RELEASED / f"{name}.expected", end + "\n")


def write_new(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    if not file.exists():
        file.write_text(text, "utf-8")


# ---- A database --------------------------------------------------------------------------------------------------


async def write_database() -> None:
    """Write a server's database in the middle of games, as SQL, with the tokens."""
    with TemporaryDirectory() as folder:
        async with InProcessServer(Path(folder)) as server:
            keys = [await start_game(server, game) for game in GAMES]
        with closing(sqlite3.connect(server.file)) as connection:
            dump = "\n".join(connection.iterdump())
    write_new(DATABASES / f"{VERSION}.sql", dump + "\n")
    write_new(DATABASES / f"{VERSION}.json", json.dumps(keys, indent=1) + "\n")


async def start_game(server: InProcessServer, game: str) -> list[str]:
    """Play some moves; return the table's id and the tokens of its seats."""
    keys = await server.seat(game, 2, "random", clock={"per": "game", "seconds": 600, "increment": 10})
    clients = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
    for _ in range(8):
        await clients[0].wait_until(lambda: any(client.now["question"] is not None for client in clients))
        client = next(client for client in clients if client.now["question"] is not None)
        await wait_for_version((await client.play())["version"], *clients)
    await clients[0].expect_answer("say", text="Hwæt!")
    return [keys[seat] for seat in range(3)]


if __name__ == "__main__":
    write_logs()
    asyncio.run(write_database())
