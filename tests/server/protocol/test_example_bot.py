"""The example bot plays whole games using only what docs/protocol.md documents."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.support.live_server import PATIENCE, serving

BOT = Path(__file__).parents[3] / "examples" / "bot.py"


def test_the_bot_has_at_most_sixty_lines():
    assert len(BOT.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_two_bots_finish_a_game(tmp_path, game):
    rates = {"HEOROT_RATE_COMMAND": "100000/second", "HEOROT_RATE_ASK": "100000/second"}
    with serving(tmp_path, **rates) as running:
        created = running.post("/api/tables", {"game": game, "seats": [{"who": "person"}, {"who": "open"}]}).data
        keys = (created["links"][0]["token"], "-")
        server = running.url.rstrip("/")
        bots = [
            subprocess.Popen(
                [sys.executable, str(BOT), server, created["table"], key], stdout=subprocess.PIPE, text=True
            )
            for key in keys
        ]
        assert [bot.communicate(timeout=PATIENCE)[0] for bot in bots] == ["The game is over.\n"] * 2
        assert running.get(f"/api/tables/{created['table']}").data["status"] == "over"
        assert "won" in running.get(f"/api/tables/{created['table']}/record").body.decode()
