"""What a viewer is sent: put together from parts, and still the message that its model describes."""

import json
from statistics import median

import pytest

from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server import sight
from heorot.server.messages import FROM_SERVER, LogPart, Progress, TableChange, TableInfo, Update
from heorot.server.news import tell_news
from heorot.server.people import Who
from heorot.server.room import Room
from tests.server.laid import lay


class Ear:
    """Hears everything."""

    hash = None
    chat = True

    def __init__(self, seat):
        self.who = Who(seat)
        self.heard = []

    def push(self, message: str) -> None:
        self.heard.append(message)

    def close(self, problem, again: bool) -> None:
        raise AssertionError(problem)


class Nothing:
    """A room needs no store and no bus to show what it was given; only the time when it was opened."""

    class clock:
        now = staticmethod(lambda: 0)


def watched(played) -> tuple[Room, list[Ear]]:
    room = Room(played.table.id, Nothing(), b"", lambda room: None)
    room.table = played.table
    room.watchers = [Ear(seat) for seat in (None, *map(Seat, range(len(played.table.places))))]
    return room, room.watchers


def by_the_model(before, now, viewer, told) -> Update:
    """The same, all of it in models."""
    view, entries = sight.view_of(now, viewer, before.marks[-1])
    was, is_now = sight.table_info(before), sight.moment(now, viewer, view)
    change = TableChange(**{name: value for name, value in is_now.table if value != getattr(was, name)})
    return Update(
        after=before.version(viewer),
        now=Progress(**dict(is_now) | {"table": change}),
        log=LogPart(whole=False, entries=entries, told=told),
        chat=sight.chat_since(before, now) if viewer is not None else (),
        news=tell_news(now, before.seq),
    )


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_an_update_is_what_its_model_says(game):
    played = lay(game, 3, seed=4)
    room, ears = watched(played)
    for turn in range(40):
        before = played.table
        said = turn % 9 == 3
        played.do(0, type="say", text=f"“{turn}” \\") if said else played.answer()
        room.go_on(played.table)
        assert [len(ear.heard) for ear in ears] == [0 if said else 1, 1, 1, 1]
        for ear in ears[said:]:
            message = FROM_SERVER.validate_json(ear.heard.pop())
            assert message == by_the_model(before, played.table, ear.who.seat, message.log.told)


def test_what_is_the_same_for_all_is_written_once(monkeypatch):
    played = lay("movie", 4, seed=2)
    room, _ = watched(played)
    written, to_json = [], sight.to_json
    monkeypatch.setattr(sight, "to_json", lambda value: written.append(value) or to_json(value))
    played.answer()
    room.go_on(played.table)
    assert sum(isinstance(value, dict) and "figures" in value for value in written) == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("game", GAMES)
def test_an_update_is_small_beyond_the_view(game, seats):
    """What stands around the view and the log is always small. With the log most have room in a kilobyte; long are
    those in which much happens at once: an act is scored, bids are shown, a price is paid with many cards."""
    if seats > GAMES[game].about.seats[1]:
        return
    played = lay(game, seats, seed=seats)
    room, ears = watched(played)
    while played.table.status == "playing":
        played.answer()
        room.go_on(played.table)
    heard = [json.loads(text) for ear in ears for text in ear.heard]
    beyond = [size(one) - size(one["now"]["view"]) for one in heard]
    assert max(b - size(one["log"]) for b, one in zip(beyond, heard, strict=True)) < 256
    assert median(beyond) < 640
    assert sum(around <= 1024 for around in beyond) > 0.8 * len(beyond)


def size(value) -> int:
    """Bytes on the wire."""
    return len(sight.text(value).encode())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_of_a_table_and_what_has_changed_make_the_whole(game):
    played = lay(game, 3, seed=7)
    room, ears = watched(played)
    kept = [json.loads(sight.text(sight.table_info(played.table))) for _ in ears]
    for turn in range(60):
        played.do(0, host=True, type="mute", seat=2, muted=turn % 14 == 6) if turn % 7 == 6 else played.answer()
        room.go_on(played.table)
        for seat, ear in enumerate(ears):
            for text in ear.heard:
                kept[seat] |= json.loads(text)["now"]["table"]
            ear.heard.clear()
            assert kept[seat] == json.loads(sight.text(sight.info_for(played.table, ear.who.hears)))


def test_all_of_a_table_is_told_when_nobody_can_say_what_was_known():
    played = lay("movie", 2, seed=1)
    room, ears = watched(played)
    room.anew = True
    for fields in (len(TableInfo.model_fields), 1):
        played.answer()
        room.go_on(played.table)
        assert {len(json.loads(ear.heard[-1])["now"]["table"]) for ear in ears} == {fields}
