"""Messages to a viewer: assembled from encoded parts, and still valid for their models."""

import json
from statistics import median

import pytest

from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server.protocol.messages import FROM_SERVER, LogPart, Progress, TableChange, TableInfo, Update
from heorot.server.rooms.room import Room
from heorot.server.table.identity import Identity
from heorot.server.table.news import news_since
from heorot.server.views import payload
from tests.server.support.table_setup import start_table


class Subscriber:
    """A subscriber that keeps every message."""

    hash = None
    chat = True

    def __init__(self, seat):
        self.identity = Identity(seat)
        self.received = []

    def push(self, message: str) -> None:
        self.received.append(message)

    def close(self, problem, again: bool) -> None:
        raise AssertionError(problem)


class EmptyContext:
    """A context without store and bus."""

    class clock:
        now = staticmethod(lambda: 0)


def watched(played) -> tuple[Room, list[Subscriber]]:
    room = Room(played.table.id, EmptyContext(), b"", lambda room: None)
    room.table = played.table
    room.subscribers = [Subscriber(seat) for seat in (None, *map(Seat, range(len(played.table.places))))]
    return room, room.subscribers


def update_from_models(before, now, viewer, paragraphs) -> Update:
    """Build the same update from models only."""
    view, entries = payload.view_of(now, viewer, before.history_lengths[-1])
    was, is_now = payload.table_info(before), payload.build_moment(now, viewer, view)
    change = TableChange(**{name: value for name, value in is_now.table if value != getattr(was, name)})
    return Update(
        after=before.version(viewer),
        now=Progress(**dict(is_now) | {"table": change}),
        log=LogPart(whole=False, entries=entries, told=paragraphs),
        chat=payload.chat_since(before, now) if viewer is not None else (),
        news=news_since(now, before.seq),
    )


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_an_update_is_valid_for_its_model(game):
    played = start_table(game, 3, seed=4)
    room, ears = watched(played)
    for turn in range(40):
        before = played.table
        is_chat = turn % 9 == 3
        played.do(0, type="say", text=f"“{turn}” \\") if is_chat else played.answer()
        room.broadcast(played.table)
        assert [len(ear.received) for ear in ears] == [0 if is_chat else 1, 1, 1, 1]
        for ear in ears[is_chat:]:
            message = FROM_SERVER.validate_json(ear.received.pop())
            assert message == update_from_models(before, played.table, ear.identity.seat, message.log.told)


def test_shared_parts_of_updates_are_encoded_once(monkeypatch):
    played = start_table("movie", 4, seed=2)
    room, _ = watched(played)
    written, to_json = [], payload.to_json
    monkeypatch.setattr(payload, "to_json", lambda value: written.append(value) or to_json(value))
    played.answer()
    room.broadcast(played.table)
    assert sum(isinstance(value, dict) and "figures" in value for value in written) == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("game", GAMES)
def test_an_update_is_small_beyond_the_view(game, seats):
    """Everything around view and log is always small. With the log most updates fit in a kilobyte; long ones score an
    act, show bids or pay with many cards."""
    if seats > GAMES[game].info.seats[1]:
        pytest.skip(f"{game} has no {seats} seats")
    played = start_table(game, seats, seed=seats)
    room, ears = watched(played)
    while played.table.status == "playing":
        played.answer()
        room.broadcast(played.table)
    messages = [json.loads(text) for ear in ears for text in ear.received]
    beyond = [size(message) - size(message["now"]["view"]) for message in messages]
    assert max(b - size(message["log"]) for b, message in zip(beyond, messages, strict=True)) < 256
    assert median(beyond) < 640
    assert sum(around <= 1024 for around in beyond) > 0.8 * len(beyond)


def size(value) -> int:
    """Return the encoded size in bytes."""
    return len(payload.to_text(value).encode())


@pytest.mark.parametrize("game", GAMES)
def test_table_changes_add_up_to_the_whole_table(game):
    played = start_table(game, 3, seed=7)
    room, ears = watched(played)
    kept = [json.loads(payload.to_text(payload.table_info(played.table))) for _ in ears]
    for turn in range(60):
        played.do(0, host=True, type="mute", seat=2, muted=turn % 14 == 6) if turn % 7 == 6 else played.answer()
        room.broadcast(played.table)
        for seat, ear in enumerate(ears):
            for text in ear.received:
                kept[seat] |= json.loads(text)["now"]["table"]
            ear.received.clear()
            assert kept[seat] == json.loads(payload.to_text(payload.info_for(played.table, ear.identity.reads_chat)))


def test_the_whole_table_is_sent_after_a_reload():
    played = start_table("movie", 2, seed=1)
    room, ears = watched(played)
    room.reloaded = True
    for fields in (len(TableInfo.model_fields), 1):
        played.answer()
        room.broadcast(played.table)
        assert {len(json.loads(ear.received[-1])["now"]["table"]) for ear in ears} == {fields}
