"""The screen that the README shows is the one that the program draws."""

from tests.recording import SCREEN, draw, record


def test_the_recorded_screen_is_what_is_seen_today():
    """If this fails and the change is meant: `./dev golden`."""
    assert SCREEN.read_text("utf-8") == draw(record())
