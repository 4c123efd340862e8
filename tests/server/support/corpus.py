"""Writes what this release stores of some tables, for all later ones to read (P6); nothing that is there is changed.

    python -m tests.server.corpus
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

from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server import events
from heorot.server.commands import join, replace_bot, stand_still
from heorot.server.errors import Refusal
from heorot.server.events import FORGOTTEN, Created, Event, Forgotten, Place, Rekeyed, Rematched, Timing
from heorot.server.fold import after
from heorot.server.people import Who, bots_of
from heorot.server.record import record_for
from heorot.server.store import VERSION
from heorot.server.table import Table, open_table
from tests.server.house import House, see
from tests.server.laid import ID, Played, created, lay

RELEASED = Path(__file__).parents[2] / "records" / "released" / "rules-1"
LATER = {"by_host", "salt", "once"}  # fields that the oldest logs do not have
DATABASES = Path(__file__).parent / "data"

# ---- Logs of events ------------------------------------------------------------------------------------------------


def expected(first: Table, found: Iterable[Event]) -> dict[str, Any]:
    """All that must come out of a log for ever."""
    table, found = first, list(found)
    for event in found:
        table = after(table, event)
    score = None if table.state is None else table.game.score(table.state)
    return {
        "status": table.status,
        "why": table.why,
        "score": score,
        "questions": table.questions,
        "versions": [table.version(viewer) for viewer in (None, Seat(0))],
        "places": [place.model_dump(exclude=LATER) for place in table.places],
        "chat": [message.text for message in table.chat],
        "record": record_for(first, found, Who(Seat(0)), b"s" * 32),
    }


def lively(game: str, seed: int) -> Played:
    """A table at which whatever can happen does."""
    places = (Place(who="person", name="P1"), Place(who="open"), Place(who="person"), Place(who="open"))
    first = created(game, 4).model_copy(update={"places": places})
    played = Played(open_table(ID, first), Random(seed))
    played.do(0, host=True, type="configure", options={"first": "2"})
    played.do(0, host=True, type="seat", seat=4, who="bot", bot="random")
    for seat in (1, 2):
        played.add(join(played.table, Seat(seat), f"P{seat + 1}", played.deal))
    for number in range(40):
        disturb(played, number)
        for _ in played.play(2):
            pass
    for _ in played.play():
        pass
    played.add((Rematched(table="b" * 16),))
    return played


def all_say(yes: bool) -> list[tuple[int, dict[str, Any]]]:
    return [(seat, {"type": "agree", "yes": yes}) for seat in range(3)]


WISHES: list[list[tuple[int, dict[str, Any]]]] = [  # one after the other
    [(1, {"type": "undo"}), *all_say(True)],
    [(0, {"type": "say", "text": "Hwæt!"}), (1, {"type": "say", "text": "Hail"}), (0, {"type": "erase", "message": 0})],
    [(0, {"type": "mute", "seat": 2, "muted": True}), (0, {"type": "undo"})],
    [(1, {"type": "leave", "bot": "random"})],
    [(1, {"type": "return"}), (2, {"type": "abort"}), *all_say(False)],
    [(0, {"type": "undo"}), *all_say(True)],
    [(2, {"type": "undo"}), *all_say(False)],
    [(2, {"type": "undo"}), *all_say(True), (0, {"type": "undo"})],
]


def disturb(played: Played, number: int) -> None:
    """Some things beside the game, where they are allowed."""
    for seat, command in WISHES[number % len(WISHES)]:
        with suppress(Refusal):
            played.do(seat, host=seat == 0, **command)
    if number == 30:
        played.add(replace_bot(with_bot(played), Seat(3)))
        played.do(2, type="resign")


def with_bot(played: Played) -> Table:
    """The host has put another bot at the last seat."""
    best = list(bots_of(played.table.created.game))[-1]
    played.do(0, host=True, type="seat", seat=4, who="bot", bot=best)
    return played.table


def logs() -> dict[str, tuple[Table, list[Event]]]:
    """Every log by its name."""
    found: dict[str, tuple[Table, list[Event]]] = {}
    for seed, (game, seats, options) in enumerate((("movie", 3, {}), ("legend", 3, {"advanced": "yes"}))):
        played = lay(game, seats, options, seed)
        for _ in played.play():
            pass
        found[f"{game}-whole"] = (played.first, played.events)
    for game in GAMES:
        played = lively(game, 5)
        found[f"{game}-lively"] = (played.first, played.events)
        short = lay(game, 2, seed=6, on_resign="end")
        for _ in short.play(9):
            pass
        short.do(1, type="resign")
        found[f"{game}-resigned"] = (short.first, short.events)
        found[f"{game}-rekeyed"] = rekeyed(game)
        found[f"{game}-timed"] = timed(game)
        found[f"{game}-forgotten"] = forgotten(game)
    return {**found, "movie-imported": (imported(), [])}


def rekeyed(game: str) -> tuple[Table, list[Event]]:
    """A table with new keys to a seat and to the table itself."""
    played = lay(game, 2, seed=7)
    for event in (Rekeyed(seat=1, host=False), Rekeyed(seat=0, host=True), Rekeyed(seat=None, host=True)):
        played.answer()
        played.add((event,))
    return played.first, played.events


def forgotten(game: str) -> tuple[Table, list[Event]]:
    """A table that someone has left, and wanted to be forgotten at."""
    played = lay(game, 2, seed=9)
    played.do(1, type="say", text=FORGOTTEN)
    played.do(1, type="resign")
    played.add((Forgotten(seat=1),))
    for _ in played.play(9):
        pass
    return played.first, played.events


def timed(game: str) -> tuple[Table, list[Event]]:
    """A table with clocks, where time is out, a pause is agreed and ended, and no server was there for a while."""
    played = lay(game, 2, seed=8, clock=Timing(per="move", seconds=60, when_out="one-move"))
    played.wait(61)
    played.answer()
    played.do(0, type="pause")
    played.do(1, type="agree", yes=True)
    played.do(1, type="resume")
    played.add(stand_still(played.table, 0))
    for _ in played.play():
        pass
    return played.first, played.events


def imported() -> Table:
    """A table with a record to look at."""
    text = (RELEASED / "movie-2.record").read_text("utf-8")
    places = (Place(who="person", name="A"), Place(who="person", name="B"))
    more = {"game": "movie", "rules": 1, "box": None, "options": {}, "listed": False, "watchable": True}
    return open_table(ID, Created(places=places, on_resign="bot", record=text, **more))


def write_logs() -> None:
    for name, (first, found) in logs().items():
        lines = [events.write(event) for event in (first.created, *found)]
        write_new(RELEASED / f"{name}.events", "\n".join(lines) + "\n")
        end = json.dumps(expected(first, found), ensure_ascii=False, indent=1)
        write_new(RELEASED / f"{name}.expected", end + "\n")


def write_new(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    if not file.exists():
        file.write_text(text, "utf-8")


# ---- A database ----------------------------------------------------------------------------------------------------


async def write_database() -> None:
    """A server's file in the middle of games, as text, with the keys to them."""
    with TemporaryDirectory() as folder:
        async with House(Path(folder)) as house:
            keys = [await begun(house, game) for game in GAMES]
        with closing(sqlite3.connect(house.file)) as connection:
            dump = "\n".join(connection.iterdump())
    write_new(DATABASES / f"{VERSION}.sql", dump + "\n")
    write_new(DATABASES / f"{VERSION}.json", json.dumps(keys, indent=1) + "\n")


async def begun(house: House, game: str) -> list[str]:
    """A table in the middle of its game: its name, and the keys to its seats."""
    keys = await house.seat(game, 2, "random", clock={"per": "game", "seconds": 600, "increment": 10})
    wires = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
    for _ in range(8):
        await wires[0].until(lambda: any(wire.now["question"] is not None for wire in wires))
        wire = next(wire for wire in wires if wire.now["question"] is not None)
        await see((await wire.play())["version"], *wires)
    await wires[0].must("say", text="Hwæt!")
    return [keys[seat] for seat in range(3)]


if __name__ == "__main__":
    write_logs()
    asyncio.run(write_database())
