"""The example bot plays whole games, with nothing but what docs/protocol.md tells."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.process import PATIENCE, serving

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_it_is_as_short_as_we_say():
    assert len(BOT.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_two_of_them_finish_a_game(tmp_path, game):
    rates = {"HEOROT_RATE_COMMAND": "100000/second", "HEOROT_RATE_ASK": "100000/second"}
    with serving(tmp_path, **rates) as running:
        laid = running.post("/api/tables", {"game": game, "seats": [{"who": "person"}, {"who": "open"}]}).data
        keys = (laid["links"][0]["token"], "-")
        server = running.url.rstrip("/")
        bots = [
            subprocess.Popen([sys.executable, str(BOT), server, laid["table"], key], stdout=subprocess.PIPE, text=True)
            for key in keys
        ]
        assert [bot.communicate(timeout=PATIENCE)[0] for bot in bots] == ["The game is over.\n"] * 2
        assert running.get(f"/api/tables/{laid['table']}").data["status"] == "over"
        assert "won" in running.get(f"/api/tables/{laid['table']}/record").body.decode()
