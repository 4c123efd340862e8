"""Replays: from the viewer's own viewpoint at any time, from others after the game, and what-ifs from any move."""

import json
from typing import Any

import pytest

from heorot.engine import records
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server.protocol.errors import Refusal
from heorot.server.table.identity import Identity
from heorot.server.table.table import Viewer
from heorot.server.views import payload, replay_view
from heorot.server.views.export import record_for
from tests.server.support.in_process_server import InProcessServer, play_to_end
from tests.server.support.table_setup import GAMES_TO_PLAY, PlayedTable, start_table

RECORDED = [("movie", 3), ("legend", 3)]


def whole(game: str, seats: int, options: dict[str, str] | None = None, seed: int = 7) -> PlayedTable:
    """Return a table whose game is over."""
    played = start_table(game, seats, options, seed=seed)
    for _ in played.play():
        pass
    return played


def plain(view: Any) -> str:
    return json.dumps(view, sort_keys=True)


def shown(table: Any, viewer: Viewer) -> str:
    """Return the current view of a viewer without its legal answers."""
    return plain((payload.view_of(table, viewer, 0)[0] or {}) | {"legal": []})


# ---- Views ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_every_replayed_view_equals_the_live_view(game, seats, options):
    """Where all seats choose at once, the views before and after are compared."""
    played = start_table(game, seats, options, seed=3)
    viewers = [None, *map(Seat, range(seats))]
    shown_views: list[dict[Viewer, str]] = [{viewer: shown(played.table, viewer) for viewer in viewers}]
    sealed = played.table.sealed is not None
    for table in played.play(70):
        before, sealed = sealed, table.sealed is not None
        if not (before and sealed):
            shown_views.append({viewer: shown(table, viewer) for viewer in viewers})
    assert len(replay_view.move_states(played.table)) == len(shown_views)
    for move in range(0, len(shown_views), 1 + len(shown_views) // 9):
        for viewer in viewers:
            assert plain(replay_view.replay_moment(played.table, (viewer,), move).view) == shown_views[move][viewer]


@pytest.mark.parametrize(("game", "seats"), RECORDED)
def test_the_last_move_has_the_final_result(game, seats):
    table = whole(game, seats).table
    replay = replay_view.build_replay(table, replay_view.parse_viewpoint(table, "open"))
    assert replay.moves[-1].standings == table.game.score(table.state)
    assert len(replay.log) == replay.moves[-1].entries == len(table.game.view_json(table.state, None)["log"])
    assert replay.told == payload.log_paragraphs(
        table.game.narrator(table.initial_state(), None), table.initial_state(), table.state
    )
    assert len(replay.marks) == len(replay.told)
    assert [move.chapter for move in replay.moves] == sorted(move.chapter for move in replay.moves)
    assert replay.moves[0].chapter == 1
    assert replay.moves[-1].chapter == table.game.chapter(table.state) > 2


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_open_viewpoint_combines_all_views(game, seats, options):
    """It contains the views of all seats and nothing else."""
    table = whole(game, seats, options).table
    for move in range(0, len(replay_view.move_states(table)), 17):
        replayed = replay_view.replay_moment(table, replay_view.parse_viewpoint(table, "open"), move)
        assert plain(replayed.view) == plain(replay_view.replay_moment(table, (None,), move).view)
        for seat in range(seats):
            own = replay_view.replay_moment(table, (Seat(seat),), move).view
            assert plain({**replayed.view, **replayed.seats[seat]}) == plain(own)


@pytest.mark.parametrize(("game", "seats"), RECORDED)
def test_standings_equal_the_sum_of_explained_terms(game, seats):
    """The terms of the game's own explanation add up to the standings."""
    table = whole(game, seats).table
    viewpoint = replay_view.parse_viewpoint(table, "open")
    moves = replay_view.build_replay(table, viewpoint).moves
    for move in range(0, len(moves) - 1, 13):
        answer = replay_view.answer_query(table, viewpoint, move, "scores", "")
        assert answer.told == table.game.query(replay_view.state_after_move(table, move), None, "scores")
        assert moves[move].standings == tuple(points_in(answer, seat) for seat in range(seats))


def points_in(answer: Any, seat: int) -> int:
    """Return the points of a seat from their explanation: figures on a board, or tokens counted by their owner."""
    if "figures" in answer.told:
        figures = [entry["points"] for entry in answer.told["figures"] if entry["seat"] == seat]
        return int(answer.told["saga"][seat] + sum(figures))
    [own] = [entry for entry in answer.seats[seat]["standings"] if entry["seat"] == seat]
    terms = ("fame", "alliance_fame", "treasure", "alliance_treasure", "misfortunes", "wound_points")
    return sum(own["score"][term] for term in terms)


# ---- Viewpoints ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), RECORDED)
def test_other_viewpoints_are_refused_before_the_end(game, seats):
    played = start_table(game, seats, seed=4)
    for _ in played.play(30):
        pass
    for own in (None, Seat(0), Seat(1)):
        assert replay_view.choose_viewpoint(played.table, Identity(own), None) == (own,)
        for lens in ("open", "watch", "1", "2", "3"):
            if replay_view.parse_viewpoint(played.table, lens) == (own,):
                assert replay_view.choose_viewpoint(played.table, Identity(own), lens) == (own,)
                continue
            with pytest.raises(Refusal) as refused:
                replay_view.choose_viewpoint(played.table, Identity(own, host=True), lens)
            assert refused.value.code == "not-over"
    with pytest.raises(Refusal):
        replay_view.fork_record(played.table, 0)


def test_viewpoints_hide_the_points_of_hidden_tokens():
    """L1.7: a seat sees its own points, a spectator none, and the open viewpoint all."""
    table = whole("legend", 3).table
    own = replay_view.build_replay(table, (Seat(1),)).moves
    assert all(move.standings[0] is move.standings[2] is None for move in own[:-1])
    assert all(move.standings[1] is not None for move in own)
    assert set(replay_view.build_replay(table, (None,)).moves[5].standings) == {None}
    assert own[-1].standings == table.game.score(table.state)


# ---- What if -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_a_fork_is_a_record_up_to_its_move(game, seats, options):
    table = whole(game, seats, options).table
    for move in range(0, len(replay_view.move_states(table)) - 1, 1 + len(replay_view.move_states(table)) // 8):
        record = records.read(replay_view.fork_record(table, move))
        state = records.replay(GAMES[game], record)
        for viewer in (None, *map(Seat, range(seats))):
            original = table.game.view_json(replay_view.state_after_move(table, move), viewer) | {"log": []}
            assert plain(table.game.view_json(state, viewer) | {"log": []}) == plain(original)
    with pytest.raises(Refusal) as refused:
        replay_view.fork_record(table, len(replay_view.move_states(table)) - 1)
    assert refused.value.code == "over"


async def imported(
    server: InProcessServer, game: str, seats: int, options: dict[str, str] | None = None
) -> tuple[str, PlayedTable]:
    """Import a finished game as a table."""
    played = whole(game, seats, options)
    text = record_for(played.first, played.events, Identity(None), b"s" * 32)
    return (await server.post("records", {"record": text}))["table"], played


def bots(seats: int, *people: int) -> list[dict[str, str]]:
    return [{"who": "person"} if n + 1 in people else {"who": "bot", "bot": "greedy"} for n in range(seats)]


@pytest.mark.parametrize(("game", "seats", "options"), [("movie", 3, {}), ("legend", 3, {"advanced": "yes"})])
async def test_a_what_if_can_be_played_to_its_end(game, seats, options, tmp_path):
    """Against bots, from the middle of an imported game. Moves before it cannot be undone, and its record begins like
    the original."""
    async with InProcessServer(tmp_path) as server:
        origin, played = await imported(server, game, seats, options)
        before = await server.get(f"tables/{origin}/record")
        move = len(replay_view.move_states(played.table)) // 2
        request = {"move": move, "seats": bots(seats, 2), "seat": 2, "name": "Inès"}
        created = await server.post(f"tables/{origin}/what-if", request)
        client = await server.connect(created["table"], created["token"])
        info = client.table
        assert info["what_if"] == {"table": origin, "move": move}
        assert (info["listed"], info["watchable"], info["imported"]) == (False, False, False)
        assert (info["options"], info["rules"]) == (options, played.table.created.rules)
        assert await server.refused("GET", f"tables/{created['table']}/replay") == "not-watchable"
        assert await client.expect_refusal("undo") == "nothing-to-undo"  # moves before the fork cannot be undone
        await play_to_end(client)
        assert client.table["status"] == "over"
        text = await server.get(f"tables/{created['table']}/record", created["token"])
        record, forked = records.read(text), records.read(replay_view.fork_record(played.table, move))
        records.check(GAMES[game], *records.read_with_lines(text))
        assert record.entries[: len(forked.entries)] == forked.entries
        assert record.box_hash == forked.box_hash
        assert record.result is not None
        assert await server.get(f"tables/{origin}/record") == before
        again = await server.get(f"tables/{created['table']}/replay", created["token"])
        first = await server.get(f"tables/{origin}/replay")
        chapters = [[entry["chapter"] for entry in replay["moves"][:move]] for replay in (first, again)]
        assert chapters[0] == chapters[1]


async def test_what_if_can_start_from_another_what_if(tmp_path):
    async with InProcessServer(tmp_path) as server:
        origin, _ = await imported(server, "movie", 2)
        created = await server.post(
            f"tables/{origin}/what-if", {"move": 9, "seats": bots(2, 1), "seat": 1, "name": "A"}
        )
        client = await server.connect(created["table"], created["token"])
        await play_to_end(client)
        replay = await server.get(f"tables/{created['table']}/replay", created["token"])
        for move in (2, len(replay["moves"]) - 4):  # before and after the first fork
            request = {"move": move, "seats": bots(2, 1), "seat": 1, "name": "A"}
            more = await server.post(f"tables/{created['table']}/what-if", request, created["token"])
            again = await server.connect(more["table"], more["token"])
            assert again.table["what_if"] == {"table": created["table"], "move": move}
            await play_to_end(again)
            text = await server.get(f"tables/{more['table']}/record", more["token"])
            records.check(GAMES["movie"], *records.read_with_lines(text))


async def test_undo_does_not_go_beyond_the_start_of_a_what_if(tmp_path):
    async with InProcessServer(tmp_path) as server:
        origin, _ = await imported(server, "movie", 2)
        request = {"move": 12, "seats": bots(2, 1, 2), "seat": 1, "name": "A"}
        created = await server.post(f"tables/{origin}/what-if", request)
        other = created["links"][0]["token"]
        host = await server.connect(created["table"], created["token"])
        assert host.table["status"] == "open"
        assert await host.expect_refusal("configure", options={"first": "2"}) == "begun"
        other = (await server.post(f"tables/{created['table']}/join", {"name": "B"}, other))["token"]
        clients = [await server.connect(created["table"], key) for key in (created["token"], other)]
        assert [client.table["status"] for client in clients] == ["playing", "playing"]
        for client in clients:
            assert client.now["undo"] is None
            assert await client.expect_refusal("undo") == "nothing-to-undo"
        begun = clients[0].now["view"]
        player = next(client for client in clients if client.now["question"] is not None)
        await player.play()
        assert (await player.do("undo"))["type"] == "answer"
        if player.table["request"]:
            await next(client for client in clients if client is not player).expect_answer("agree", yes=True)
        await clients[0].wait_until(lambda: clients[0].now["view"]["tiles"] == begun["tiles"])
        assert await player.expect_refusal("undo") == "nothing-to-undo"


# ---- Over HTTP -----------------------------------------------------------------------------------------------------


async def test_the_replay_of_a_live_game_shows_only_the_tokens_seat(tmp_path):
    async with InProcessServer(tmp_path) as server:
        keys = await server.seat("movie", 2)
        path = f"tables/{keys[0]}/replay"
        clients = {seat: await server.connect(keys[0], keys[seat]) for seat in (1, 2)}
        for seat, client in clients.items():
            replay = await server.get(path, keys[seat])
            assert (replay["lens"], replay["finished"]) == (str(seat), False)
            now = await server.get(f"{path}/{len(replay['moves']) - 1}", keys[seat])
            assert now["view"] == client.now["view"] | {"legal": []}
            assert now["seats"] is None
            assert (await server.get(f"{path}/0?lens={seat}", keys[seat]))["view"]["hand"] == now["view"]["hand"]
            for lens in ("open", "watch", 3 - seat):
                for more in ("", "/0", "/0/scores", "/0/unseen"):
                    assert await server.refused("GET", f"{path}{more}?lens={lens}", None, keys[seat]) == "not-over"
        assert (await server.get(f"{path}/0"))["view"]["hand"] == []
        request = {"move": 0, "seats": bots(2, 1), "seat": 1, "name": "A"}
        assert await server.refused("POST", f"tables/{keys[0]}/what-if", request, keys[1]) == "not-over"


async def test_invalid_replay_requests_are_refused(tmp_path):
    async with InProcessServer(tmp_path) as server:
        origin, _ = await imported(server, "movie", 2)
        path = f"tables/{origin}/replay"
        last = len((await server.get(path))["moves"]) - 1
        for place, code in (
            (f"{path}/{last + 1}", "no-such-move"), (f"{path}/-1", "invalid"), (f"{path}/1e9", "invalid"),
            (f"{path}/100001", "invalid"), (f"{path}/x", "invalid"), (f"{path}?lens=3", "no-such-seat"),
            (f"{path}?lens=0", "invalid"), (f"{path}?lens=11", "invalid"), (f"{path}?lens=OPEN", "invalid"),
            (f"{path}?lens=1%0A", "invalid"), (f"{path}?lens=%D9%A1", "invalid"),
            (f"{path}/0/nothing", "no-such-query"), (f"{path}/0/{'a' * 21}", "invalid"),
            (f"{path}/0/why?about={'b' * 501}", "invalid"),
            (f"{path}/0/next", "refused"), (f"{path}/0/preview?about=thane+a1&lens=1", "illegal"),
            ("tables/aaaaaaaaaaaaaaaa/replay", "no-such-table"),
        ):  # fmt: skip
            assert await server.refused("GET", place) == code, place
        request = {"move": 3, "seats": bots(2, 1), "seat": 1, "name": "A"}
        for change, code in (
            ({"move": last}, "over"), ({"move": last + 1}, "no-such-move"), ({"move": -1}, "invalid"),
            ({"move": True}, "invalid"), ({"seats": bots(3, 1)}, "no-such-seat"), ({"seats": []}, "invalid"),
            ({"seats": bots(2)}, "no-seat-for-host"),
            ({"seat": 9}, "no-seat-for-host"), ({"box": "x"}, "invalid"),
            ({"seats": [{"who": "person"}, {"who": "bot", "bot": "nobody"}]}, "no-such-bot"),
            ({"options": {}}, "invalid"),
        ):  # fmt: skip
            assert await server.refused("POST", f"tables/{origin}/what-if", request | change) == code, change


async def test_replay_before_the_game_is_refused(tmp_path):
    async with InProcessServer(tmp_path) as server:
        keys = await server.create_table("legend", "person", "open", watchable=False)
        assert await server.refused("GET", f"tables/{keys[0]}/replay") == "not-watchable"
        assert await server.refused("GET", f"tables/{keys[0]}/replay", None, "x" * 22) == "unknown-token"
        for place in ("replay", "replay/0", "replay/0/scores"):
            assert await server.refused("GET", f"tables/{keys[0]}/{place}", None, keys[1]) == "not-begun"


async def test_a_repeated_token_creates_the_same_what_if(tmp_path):
    """A client that lost the answer repeats the request."""
    async with InProcessServer(tmp_path) as server:
        origin, _ = await imported(server, "movie", 2)
        request = {"move": 3, "seats": bots(2, 1), "seat": 1, "name": "A", "token": "t" * 22}
        created = [await server.post(f"tables/{origin}/what-if", request) for _ in range(2)]
        assert created[0] == created[1]
