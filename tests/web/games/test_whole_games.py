"""A whole game of each title through the browser alone: two people and bots, one person on a phone."""

import pytest
from playwright.sync_api import expect

from heorot.bench.client import request_json
from heorot.engine.records.text_format import read
from heorot.games import GAMES
from tests.support.case_sampling import heavy
from tests.support.playing import box_named
from tests.web.support.random_player import play
from tests.web.support.tables import sit_down

# With a small box in every run; with the built-in boxes under --all.
SMALL = {"movie": "crooked", "legend": "small"}
CASES = [(game, SMALL[game]) for game in GAMES] + [heavy((game, "built-in")) for game in GAMES]


@pytest.mark.parametrize(("game", "box"), CASES)
def test_whole_game_with_desktop_phone_and_bot(new_user, server, game, box):
    players = sit_down(new_user, server, game, "greedy", box=GAMES[game].box_text(box_named(box, game)))
    pressed = play(*players)
    print(f"{game}: {pressed} presses")
    for player in players:
        expect(player.ending).to_be_visible()
        assert player.covered == []
        player.person.check(where=f"the end of {game}")
        while player.go_on():
            player.person.check(where=f"the end of {game}, behind what was shown last")
    record = read(request_json(f"{server.url}/api/tables/{players[0].person.table()}/record"))
    assert record.result is not None
