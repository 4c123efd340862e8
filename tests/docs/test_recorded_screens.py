"""The recorded screens in the README match the program's output."""

import pytest

from tests.tools.record_screens import SCREENS, draw, record


@pytest.mark.parametrize("game", SCREENS)
def test_recorded_screen_matches_current_output(game):
    """If this fails because of an intended change, run `./dev golden`."""
    assert SCREENS[game].read_text("utf-8") == draw(record(game), game)
