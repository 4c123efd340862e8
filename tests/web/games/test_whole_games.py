"""A whole game of each title, through the browser alone: two people and bots, one of them on a phone."""

import pytest
from playwright.sync_api import expect

from heorot.client import call
from heorot.engine.record_text import read
from heorot.games import GAMES
from tests.web.playing import play
from tests.web.tables import sit_down


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_two_people_and_bots_one_on_a_phone(newcomer, server, game):
    players = sit_down(newcomer, server, game, "greedy")
    pressed = play(*players)
    print(f"{game}: {pressed} presses")
    for player in players:
        expect(player.ending).to_be_visible()
        assert player.covered == []
        player.person.check(where=f"the end of {game}")
        while player.go_on():
            player.person.check(where=f"the end of {game}, behind what was shown last")
    record = read(call(f"{server.url}/api/tables/{players[0].person.table()}/record"))
    assert record.result is not None
