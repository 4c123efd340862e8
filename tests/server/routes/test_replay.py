"""A game that is looked at again: through the own eyes at any time, through those of others once it is over; and
played on from any move."""

import json
from typing import Any

import pytest

from heorot.engine import record as records
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server import reel, sight
from heorot.server.errors import Refusal
from heorot.server.people import Who
from heorot.server.record import record_for
from heorot.server.table import Viewer
from tests.server.house import House, play_out
from tests.server.laid import GAMES_TO_PLAY, Played, lay

RECORDED = [("movie", 3), ("legend", 3)]


def whole(game: str, seats: int, options: dict[str, str] | None = None, seed: int = 7) -> Played:
    """A table whose game is over."""
    played = lay(game, seats, options, seed=seed)
    for _ in played.play():
        pass
    return played


def plain(view: Any) -> str:
    return json.dumps(view, sort_keys=True)


def shown(table: Any, viewer: Viewer) -> str:
    """What a viewer is shown now, without what it may answer."""
    return plain((sight.view_of(table, viewer, 0)[0] or {}) | {"legal": []})


# ---- The same game --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_every_move_is_as_it_was_shown(game, seats, options):
    """What a seat was shown at any time is what its lens shows; where all choose at once, before and after."""
    played = lay(game, seats, options, seed=3)
    viewers = [None, *map(Seat, range(seats))]
    had: list[dict[Viewer, str]] = [{viewer: shown(played.table, viewer) for viewer in viewers}]
    sealed = played.table.sealed is not None
    for table in played.play(70):
        before, sealed = sealed, table.sealed is not None
        if not (before and sealed):
            had.append({viewer: shown(table, viewer) for viewer in viewers})
    assert len(reel.moves(played.table)) == len(had)
    for move in range(0, len(had), 1 + len(had) // 9):
        for viewer in viewers:
            assert plain(reel.moment(played.table, (viewer,), move).view) == had[move][viewer]


@pytest.mark.parametrize(("game", "seats"), RECORDED)
def test_the_last_move_is_the_result(game, seats):
    table = whole(game, seats).table
    told = reel.replay(table, reel.named(table, "open"))
    assert told.moves[-1].standings == table.game.score(table.state)
    assert len(told.log) == told.moves[-1].entries == len(table.game.shown(table.state, None)["log"])
    assert told.told == sight.words(table.game.teller(table.start(), None), table.start(), table.state)
    assert len(told.marks) == len(told.told)
    assert [move.chapter for move in told.moves] == sorted(move.chapter for move in told.moves)
    assert told.moves[0].chapter == 1
    assert told.moves[-1].chapter == table.game.chapter(table.state) > 2


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_all_eyes_together_see_what_each_has(game, seats, options):
    """The open lens is everyone's view and nothing else."""
    table = whole(game, seats, options).table
    for move in range(0, len(reel.moves(table)), 17):
        found = reel.moment(table, reel.named(table, "open"), move)
        assert plain(found.view) == plain(reel.moment(table, (None,), move).view)
        for seat in range(seats):
            own = reel.moment(table, (Seat(seat),), move).view
            assert plain({**found.view, **found.seats[seat]}) == plain(own)


@pytest.mark.parametrize(("game", "seats"), RECORDED)
def test_the_score_of_the_moment_is_the_sum_of_what_explains_it(game, seats):
    """What is told of a moment is the game's own answer, and its terms add up to the course."""
    table = whole(game, seats).table
    eyes = reel.named(table, "open")
    course = reel.replay(table, eyes).moves
    for move in range(0, len(course) - 1, 13):
        found = reel.ask(table, eyes, move, "scores", "")
        assert found.told == table.game.ask(reel.at(table, move), None, "scores")
        assert course[move].standings == tuple(points_in(found, seat) for seat in range(seats))


def points_in(found: Any, seat: int) -> int:
    """The points of a seat from what explains them: figures on a board, or the tokens that its owner counts."""
    if "figures" in found.told:
        figures = [one["points"] for one in found.told["figures"] if one["seat"] == seat]
        return int(found.told["saga"][seat] + sum(figures))
    [own] = [one for one in found.seats[seat]["standings"] if one["seat"] == seat]
    terms = ("fame", "alliance_fame", "treasure", "alliance_treasure", "misfortunes", "wound_points")
    return sum(own["score"][term] for term in terms)


# ---- Whose eyes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), RECORDED)
def test_before_the_end_everyone_has_only_the_own_eyes(game, seats):
    played = lay(game, seats, seed=4)
    for _ in played.play(30):
        pass
    for own in (None, Seat(0), Seat(1)):
        assert reel.eyes_of(played.table, Who(own), None) == (own,)
        for lens in ("open", "watch", "1", "2", "3"):
            if reel.named(played.table, lens) == (own,):
                assert reel.eyes_of(played.table, Who(own), lens) == (own,)
                continue
            with pytest.raises(Refusal) as refused:
                reel.eyes_of(played.table, Who(own, host=True), lens)
            assert refused.value.code == "not-over"
    with pytest.raises(Refusal):
        reel.fork(played.table, 0)


def test_of_others_tokens_a_lens_tells_no_points_before_the_end():
    """L1.7: the course has one line for a seat, all lines for all eyes, and none for who only watched."""
    table = whole("legend", 3).table
    own = reel.replay(table, (Seat(1),)).moves
    assert all(move.standings[0] is move.standings[2] is None for move in own[:-1])
    assert all(move.standings[1] is not None for move in own)
    assert set(reel.replay(table, (None,)).moves[5].standings) == {None}
    assert own[-1].standings == table.game.score(table.state)


# ---- What if --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)
def test_a_fork_is_a_record_of_the_game_up_to_there(game, seats, options):
    table = whole(game, seats, options).table
    for move in range(0, len(reel.moves(table)) - 1, 1 + len(reel.moves(table)) // 8):
        record = records.read(reel.fork(table, move))
        state = records.replay(GAMES[game], record)
        for viewer in (None, *map(Seat, range(seats))):
            there = table.game.shown(reel.at(table, move), viewer) | {"log": []}
            assert plain(table.game.shown(state, viewer) | {"log": []}) == plain(there)
    with pytest.raises(Refusal) as refused:
        reel.fork(table, len(reel.moves(table)) - 1)
    assert refused.value.code == "over"


async def imported(house: House, game: str, seats: int, options: dict[str, str] | None = None) -> tuple[str, Played]:
    """A finished game as a table to look at."""
    played = whole(game, seats, options)
    text = record_for(played.first, played.events, Who(None), b"s" * 32)
    return (await house.post("records", {"record": text}))["table"], played


def bots(seats: int, *people: int) -> list[dict[str, str]]:
    return [{"who": "person"} if n + 1 in people else {"who": "bot", "bot": "greedy"} for n in range(seats)]


@pytest.mark.parametrize(("game", "seats", "options"), [("movie", 3, {}), ("legend", 3, {"advanced": "yes"})])
async def test_a_what_if_is_played_to_its_end(game, seats, options, tmp_path):
    """Against bots, from the middle of an imported game; nothing before it can be taken back, and what comes of it is a
    true record that begins as the other did."""
    async with House(tmp_path) as house:
        origin, played = await imported(house, game, seats, options)
        before = await house.get(f"tables/{origin}/record")
        move = len(reel.moves(played.table)) // 2
        wish = {"move": move, "seats": bots(seats, 2), "seat": 2, "name": "Inès"}
        laid = await house.post(f"tables/{origin}/what-if", wish)
        wire = await house.come(laid["table"], laid["token"])
        info = wire.table
        assert info["what_if"] == {"table": origin, "move": move}
        assert (info["listed"], info["watchable"], info["imported"]) == (False, False, False)
        assert (info["options"], info["rules"]) == (options, played.table.created.rules)
        assert await house.refused("GET", f"tables/{laid['table']}/replay") == "not-watchable"
        assert await wire.fails("undo") == "nothing-to-undo"  # what was said elsewhere stands
        await play_out(wire)
        assert wire.table["status"] == "over"
        text = await house.get(f"tables/{laid['table']}/record", laid["token"])
        record, forked = records.read(text), records.read(reel.fork(played.table, move))
        records.check(GAMES[game], *records.read_lines(text))
        assert record.entries[: len(forked.entries)] == forked.entries
        assert record.box_hash == forked.box_hash
        assert record.result is not None
        assert await house.get(f"tables/{origin}/record") == before
        again = await house.get(f"tables/{laid['table']}/replay", laid["token"])
        first = await house.get(f"tables/{origin}/replay")
        chapters = [[one["chapter"] for one in told["moves"][:move]] for told in (first, again)]
        assert chapters[0] == chapters[1]


async def test_a_what_if_of_a_what_if_goes_on_too(tmp_path):
    async with House(tmp_path) as house:
        origin, _ = await imported(house, "movie", 2)
        laid = await house.post(f"tables/{origin}/what-if", {"move": 9, "seats": bots(2, 1), "seat": 1, "name": "A"})
        wire = await house.come(laid["table"], laid["token"])
        await play_out(wire)
        told = await house.get(f"tables/{laid['table']}/replay", laid["token"])
        for move in (2, len(told["moves"]) - 4):  # before it left the first game, and after
            wish = {"move": move, "seats": bots(2, 1), "seat": 1, "name": "A"}
            more = await house.post(f"tables/{laid['table']}/what-if", wish, laid["token"])
            again = await house.come(more["table"], more["token"])
            assert again.table["what_if"] == {"table": laid["table"], "move": move}
            await play_out(again)
            text = await house.get(f"tables/{more['table']}/record", more["token"])
            records.check(GAMES["movie"], *records.read_lines(text))


async def test_a_what_if_goes_back_no_further_than_its_beginning(tmp_path):
    async with House(tmp_path) as house:
        origin, _ = await imported(house, "movie", 2)
        wish = {"move": 12, "seats": bots(2, 1, 2), "seat": 1, "name": "A"}
        laid = await house.post(f"tables/{origin}/what-if", wish)
        other = laid["links"][0]["token"]
        host = await house.come(laid["table"], laid["token"])
        assert host.table["status"] == "open"
        assert await host.fails("configure", options={"first": "2"}) == "begun"
        other = (await house.post(f"tables/{laid['table']}/join", {"name": "B"}, other))["token"]
        wires = [await house.come(laid["table"], key) for key in (laid["token"], other)]
        assert [wire.table["status"] for wire in wires] == ["playing", "playing"]
        for wire in wires:
            assert wire.now["undo"] is None
            assert await wire.fails("undo") == "nothing-to-undo"
        begun = wires[0].now["view"]
        asked = next(wire for wire in wires if wire.now["question"] is not None)
        await asked.play()
        assert (await asked.do("undo"))["type"] == "answer"
        if asked.table["request"]:
            await next(wire for wire in wires if wire is not asked).must("agree", yes=True)
        await wires[0].until(lambda: wires[0].now["view"]["tiles"] == begun["tiles"])
        assert await asked.fails("undo") == "nothing-to-undo"


# ---- Over HTTP ------------------------------------------------------------------------------------------------------


async def test_a_live_game_shows_each_seat_its_own_view_and_no_other(tmp_path):
    async with House(tmp_path) as house:
        keys = await house.seat("movie", 2)
        path = f"tables/{keys[0]}/replay"
        wires = {seat: await house.come(keys[0], keys[seat]) for seat in (1, 2)}
        for seat, wire in wires.items():
            told = await house.get(path, keys[seat])
            assert (told["lens"], told["finished"]) == (str(seat), False)
            now = await house.get(f"{path}/{len(told['moves']) - 1}", keys[seat])
            assert now["view"] == wire.now["view"] | {"legal": []}
            assert now["seats"] is None
            assert (await house.get(f"{path}/0?lens={seat}", keys[seat]))["view"]["hand"] == now["view"]["hand"]
            for lens in ("open", "watch", 3 - seat):
                for more in ("", "/0", "/0/scores", "/0/unseen"):
                    assert await house.refused("GET", f"{path}{more}?lens={lens}", None, keys[seat]) == "not-over"
        assert (await house.get(f"{path}/0"))["view"]["hand"] == []
        wish = {"move": 0, "seats": bots(2, 1), "seat": 1, "name": "A"}
        assert await house.refused("POST", f"tables/{keys[0]}/what-if", wish, keys[1]) == "not-over"


async def test_what_makes_no_sense_is_refused(tmp_path):
    async with House(tmp_path) as house:
        origin, _ = await imported(house, "movie", 2)
        path = f"tables/{origin}/replay"
        last = len((await house.get(path))["moves"]) - 1
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
            assert await house.refused("GET", place) == code, place
        wish = {"move": 3, "seats": bots(2, 1), "seat": 1, "name": "A"}
        for change, code in (
            ({"move": last}, "over"), ({"move": last + 1}, "no-such-move"), ({"move": -1}, "invalid"),
            ({"move": True}, "invalid"), ({"seats": bots(3, 1)}, "no-such-seat"), ({"seats": []}, "invalid"),
            ({"seats": bots(2)}, "no-seat-for-host"),
            ({"seat": 9}, "no-seat-for-host"), ({"box": "x"}, "invalid"),
            ({"seats": [{"who": "person"}, {"who": "bot", "bot": "nobody"}]}, "no-such-bot"),
            ({"options": {}}, "invalid"),
        ):  # fmt: skip
            assert await house.refused("POST", f"tables/{origin}/what-if", wish | change) == code, change


async def test_before_the_game_there_is_nothing_to_look_at(tmp_path):
    async with House(tmp_path) as house:
        keys = await house.lay("legend", "person", "open", watchable=False)
        assert await house.refused("GET", f"tables/{keys[0]}/replay") == "not-watchable"
        assert await house.refused("GET", f"tables/{keys[0]}/replay", None, "x" * 22) == "unknown-token"
        for place in ("replay", "replay/0", "replay/0/scores"):
            assert await house.refused("GET", f"tables/{keys[0]}/{place}", None, keys[1]) == "not-begun"


async def test_the_same_token_lays_the_same_what_if(tmp_path):
    """A client that heard no answer asks again."""
    async with House(tmp_path) as house:
        origin, _ = await imported(house, "movie", 2)
        wish = {"move": 3, "seats": bots(2, 1), "seat": 1, "name": "A", "token": "t" * 22}
        laid = [await house.post(f"tables/{origin}/what-if", wish) for _ in range(2)]
        assert laid[0] == laid[1]
