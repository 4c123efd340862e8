"""Looking back: the view that a seat had, no more and no less."""

import json

import pytest

from heorot.engine.seats import Seat
from heorot.server import past, sight
from heorot.server.table import Table, Viewer
from tests.server.laid import GAMES_TO_PLAY, lay
from tests.server.served import FakeClock, served


def plain(view: object) -> str:
    return json.dumps(view, sort_keys=True)


def shown(table: Table, viewer: Viewer) -> tuple[int, str]:
    """What a viewer is shown now, without what it may answer; and how long its log is."""
    view, log = sight.view_of(table, viewer, 0)
    return len(log), plain((view or {}) | {"legal": []})


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_every_moment_is_as_it_was_shown(game, seats, options):
    played = lay(game, seats, options, seed=5)
    viewers = [None, *map(Seat, range(seats))]
    had: dict[Viewer, list[tuple[int, str]]] = {viewer: [shown(played.table, viewer)] for viewer in viewers}
    for table in played.play(60):
        for viewer in viewers:
            had[viewer].append(shown(table, viewer))
    for viewer in viewers:
        for entries, view in had[viewer][:: 1 + len(had[viewer]) // 12]:
            found = past.moment(played.table, viewer, entries)
            first = next(one for one in had[viewer] if one[0] >= entries)
            assert (found.entries, plain(found.view)) == first
            assert found.entries == entries, view


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_every_paragraph_has_its_place(game, seats, options):
    played = lay(game, seats, options, seed=6)
    for _ in played.play():
        pass
    table = played.table
    for viewer in (None, Seat(0)):
        told = sight.words(table.game.teller(table.start(), viewer), table.start(), table.state)
        found = past.stops(table, viewer)
        assert len(found.marks) == len(told)
        assert list(found.marks) == sorted(found.marks)
        assert set(found.marks) <= set(found.stops)
        assert found.stops[-1] == shown(table, viewer)[0]


def test_nobody_can_watch_a_set_grow():
    """A sealed bid is one answer: whatever number is asked for, no moment lies within it."""
    played = lay("legend", 3, seed=1)
    for _ in played.play(40):
        pass
    stops = set(past.stops(played.table, None).stops)
    for entries in range(max(stops) + 3):
        assert past.moment(played.table, None, entries).entries in stops


async def test_over_http(tmp_path):
    async with served(tmp_path, FakeClock()) as house:
        laid = (await house.call("POST", "/api/tables", {"game": "movie", "seat": 1, "name": "Anna",
                "seats": [{"who": "person"}, {"who": "open"}], "watchable": False})).json  # fmt: skip
        path = f"/api/tables/{laid['table']}/past"
        assert (await house.call("GET", path, None, None)).code == "not-watchable"
        assert (await house.call("GET", path, None, laid["token"])).json == {"stops": [], "marks": []}
        assert (await house.call("GET", f"{path}/3", None, laid["token"])).json == {"entries": 0, "view": None}
        await house.call("POST", f"/api/tables/{laid['table']}/join", {"name": "Mikkel"})
        stops = (await house.call("GET", path, None, laid["token"])).json["stops"]
        found = (await house.call("GET", f"{path}/{stops[-1]}", None, laid["token"])).json
        assert found["entries"] == stops[-1]
        assert len(found["view"]["hand"]) == 2
        assert found["view"]["legal"] == []
        assert (await house.call("GET", f"{path}/-1", None, laid["token"])).code == "invalid"


async def test_a_record_from_elsewhere(tmp_path):
    played = lay("movie", 2, seed=2)
    for _ in played.play():
        pass
    from heorot.server.people import Who
    from heorot.server.record import record_for

    text = record_for(played.first, played.events, Who(None), b"s" * 32)
    async with served(tmp_path, FakeClock()) as house:
        table = (await house.call("POST", "/api/records", {"record": text})).json["table"]
        stops = (await house.call("GET", f"/api/tables/{table}/past")).json["stops"]
        assert stops == list(past.stops(played.table, None).stops)
        middle = stops[len(stops) // 2]
        found = (await house.call("GET", f"/api/tables/{table}/past/{middle}")).json
        assert found == past.moment(played.table, None, middle).model_dump(mode="json")
