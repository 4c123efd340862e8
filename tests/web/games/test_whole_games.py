"""Whole games of each title in the browser: one person on a desktop, one on a phone, and bots."""

import pytest
from playwright.sync_api import expect

from heorot.bench.client import request_json
from heorot.engine.records.text_format import read
from heorot.games import GAMES
from tests.support.case_sampling import heavy
from tests.support.playing import box_named
from tests.web.support.random_player import play
from tests.web.support.tables import seat_users

# Small boxes in every run; built-in boxes under --all. The more bots, the shorter the turns of the people.
SMALL = {"movie": "crooked", "legend": "small"}
BOTS = {"movie": ("greedy", "greedy"), "legend": ("greedy",)}
CASES = [(game, SMALL[game]) for game in GAMES] + [heavy((game, "built-in")) for game in GAMES]


@pytest.mark.parametrize(("game", "box"), CASES)
def test_whole_game_with_desktop_phone_and_bots(new_user, server, game, box):
    players = seat_users(new_user, server, game, *BOTS[game], box=GAMES[game].box_text(box_named(box, game)))
    pressed = play(*players)
    print(f"{game}: {pressed} presses")
    for player in players:
        expect(player.ending).to_be_visible()
        assert player.covered == []
        player.person.check(where=f"the end of {game}")
        while player.go_on():
            player.person.check(where=f"the end of {game}, behind a dismissed page")
    record = read(request_json(f"{server.url}/api/tables/{players[0].person.table()}/record"))
    assert record.result is not None
