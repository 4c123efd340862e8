"""Past views equal the views that a seat was shown at the time."""

import json

import pytest

from heorot.engine.seats import Seat
from heorot.server.table.table import TableState, Viewer
from heorot.server.views import history, payload
from tests.server.support.asgi_client import SteppedClock, run_app
from tests.server.support.table_setup import GAMES_TO_PLAY, start_table


def plain(view: object) -> str:
    return json.dumps(view, sort_keys=True)


def shown(table: TableState, viewer: Viewer) -> tuple[int, str]:
    """Return a viewer's current view without its legal actions, and the length of its log."""
    view, log = payload.view_of(table, viewer, 0)
    return len(log), plain((view or {}) | {"legal": []})


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_every_past_view_equals_the_view_shown_then(game, seats, options):
    played = start_table(game, seats, options, seed=5)
    viewers = [None, *map(Seat, range(seats))]
    shown_views: dict[Viewer, list[tuple[int, str]]] = {viewer: [shown(played.table, viewer)] for viewer in viewers}
    for table in played.play(60):
        for viewer in viewers:
            shown_views[viewer].append(shown(table, viewer))
    for viewer in viewers:
        for entries, view in shown_views[viewer][:: 1 + len(shown_views[viewer]) // 12]:
            past = history.past_moment(played.table, viewer, entries)
            first = next(moment for moment in shown_views[viewer] if moment[0] >= entries)
            assert (past.entries, plain(past.view)) == first
            assert past.entries == entries, view


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_every_paragraph_has_a_log_position(game, seats, options):
    played = start_table(game, seats, options, seed=6)
    for _ in played.play():
        pass
    table = played.table
    for viewer in (None, Seat(0)):
        paragraphs = payload.log_paragraphs(
            table.game.narrator(table.initial_state(), viewer), table.initial_state(), table.state
        )
        stops = history.past_stops(table, viewer)
        assert len(stops.marks) == len(paragraphs)
        assert list(stops.marks) == sorted(stops.marks)
        assert set(stops.marks) <= set(stops.stops)
        assert stops.stops[-1] == shown(table, viewer)[0]


def test_past_views_never_split_a_set():
    """A sealed bid is one answer: no past view lies within it, whatever number is requested."""
    played = start_table("legend", 3, seed=1)
    for _ in played.play(40):
        pass
    stops = set(history.past_stops(played.table, None).stops)
    assert len(stops) < max(stops) + 1, "some numbers lie within a set"
    for entries in range(max(stops) + 3):
        assert history.past_moment(played.table, None, entries).entries in stops


async def test_past_views_over_http(tmp_path):
    async with run_app(tmp_path, SteppedClock()) as server:
        created = (await server.call("POST", "/api/tables", {"game": "movie", "seat": 1, "name": "Anna",
                "seats": [{"who": "person"}, {"who": "open"}], "watchable": False})).json  # fmt: skip
        path = f"/api/tables/{created['table']}/past"
        assert (await server.call("GET", path, None, None)).code == "not-watchable"
        assert (await server.call("GET", path, None, created["token"])).json == {"stops": [], "marks": []}
        assert (await server.call("GET", f"{path}/3", None, created["token"])).json == {"entries": 0, "view": None}
        await server.call("POST", f"/api/tables/{created['table']}/join", {"name": "Mikkel"})
        stops = (await server.call("GET", path, None, created["token"])).json["stops"]
        moment = (await server.call("GET", f"{path}/{stops[-1]}", None, created["token"])).json
        assert moment["entries"] == stops[-1]
        assert len(moment["view"]["hand"]) == 2
        assert moment["view"]["legal"] == []
        assert (await server.call("GET", f"{path}/-1", None, created["token"])).code == "invalid"


async def test_past_views_of_an_imported_record(tmp_path):
    played = start_table("movie", 2, seed=2)
    for _ in played.play():
        pass
    from heorot.server.table.identity import Identity
    from heorot.server.views.export import record_for

    text = record_for(played.first, played.events, Identity(None), b"s" * 32)
    async with run_app(tmp_path, SteppedClock()) as server:
        table = (await server.call("POST", "/api/records", {"record": text})).json["table"]
        stops = (await server.call("GET", f"/api/tables/{table}/past")).json["stops"]
        assert stops == list(history.past_stops(played.table, None).stops)
        middle = stops[len(stops) // 2]
        moment = (await server.call("GET", f"/api/tables/{table}/past/{middle}")).json
        assert moment == history.past_moment(played.table, None, middle).model_dump(mode="json")
