"""Sealed bids at one screen: all choose one after the other, and nobody sees what the others have chosen."""

import re

import pytest

from heorot.games import GAMES
from heorot.games.legend.components import Card
from heorot.games.legend.names import name_card
from heorot.locales import LANGUAGES
from heorot.terminal.speech import Speech
from tests.cli.kept import begun
from tests.cli.running import heorot, told
from tests.cli.terminal import Terminal, entries, is_sound

LEGEND = GAMES["legend"]
THREE = ("you", "greedy", "you")


def bids(view):
    """A sealed bid that nobody has begun, with cards to choose from."""
    return view.question == "bid" and len(view.asked) == 3 and len(view.hand) > 4


@pytest.fixture
def sealed(tmp_path):
    """A kept game of two people and a bot at a sealed bid of which the first seat is the first; its file and table."""
    file = tmp_path / "my.record"
    return file, begun(file, bids, THREE, game="legend")


def another(file, name):
    """The same game once more."""
    copy = file.with_name(name)
    copy.write_bytes(file.read_bytes())
    return copy


def cards(table, seat):
    return [card.name for card, _ in LEGEND.view(table, seat).hand]


def hand_over(seat, language="en"):
    return " ".join(told(language, "play.hand-over", seat=seat).split())


def is_bare(screen):
    """Whether a screen shows neither a table nor a hand."""
    return not re.search(r"[│┌\[]|[/✚★]", screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_a_sealed_bid_is_on_the_next_persons_screen(language, sealed, tmp_path):
    """Two evenings that differ in the first bid alone: to the next person they look the same."""
    file, table = sealed
    seen = []
    for number, bid in enumerate((cards(table, 0)[0], cards(table, 0)[-1])):
        copy = another(file, f"{number}.record")
        with Terminal("--resume", copy, games=tmp_path, language=language, game="legend") as terminal:
            terminal.start()
            terminal.say()
            assert terminal.line == told(language, "play.prompt", seat=1)
            terminal.say(f"bid {bid}")
            assert terminal.line == told(language, "play.prompt", seat=1), "there may be more cards"
            written = len(terminal.transcript)
            terminal.say("done")
            assert hand_over(3, language) in terminal.flat
            assert is_bare(terminal.text)
            shown = terminal.say()
            assert terminal.line == told(language, "play.prompt", seat=3)
            seen.append((shown, terminal.transcript[written:].partition(hand_over(3, language)[:20])[2]))
            assert terminal.end("quit") == 0
        assert [entry for entry in entries(copy) if entry.startswith("1 bid")][-1] == f"1 bid {bid}"
    assert seen[0] == seen[1]


def test_the_bot_between_them_bids_too_and_then_all_is_shown(sealed, tmp_path):
    file, table = sealed
    first, last = cards(table, 0)[0], cards(table, 2)[0]
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.say()
        terminal.say(f"bid {first}, done")
        terminal.say()
        shown = terminal.say(f"bid {last}, done")
        assert told("en", "legend.screen.shown", name="").strip() in shown
        for seat, bid in ((1, first), (2, None), (3, last)):
            row = re.search(rf"^ {seat}  .*marker \d, total \d: (.*)", shown, re.MULTILINE)[1]
            assert bid is None or row == Speech("en").utter(name_card(Card(bid), table.box))
    said = [entry.split()[0] for entry in entries(file)]
    assert said[-2:] == ["3", "3"]
    assert said[-3] == "2"
    assert is_sound(file)


def test_a_staged_card_is_taken_back_freely_and_nobody_is_told(sealed, tmp_path):
    file, table = sealed
    hand = cards(table, 0)
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.say()
        terminal.say(f"bid {hand[-1]}")
        terminal.say("undo")
        assert told("en", "play.undone") in terminal.flat
        terminal.say(f"bid {hand[1]}, bid {hand[0]}")  # in any order
        terminal.say("done")
        assert hand_over(3) in terminal.flat
        shown = terminal.say()
        assert told("en", "play.undone-by", seat=1) not in " ".join(shown.split())
        assert terminal.end("quit") == 0
    said = [entry for entry in entries(file) if entry.startswith("1 ")]
    assert said[-3:] == [f"1 bid {hand[0]}", f"1 bid {hand[1]}", "1 done"]
    assert is_sound(file)


def test_a_finished_bid_is_taken_back_at_the_hand_over(tmp_path):
    file = tmp_path / "my.record"
    table = begun(file, lambda view: view.question == "bid" and len(view.asked) == 2, ("you", "you"), game="legend")
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.say()
        terminal.say(f"bid {cards(table, 0)[0]}, done")
        assert hand_over(2) in terminal.flat
        terminal.say("undo")
        assert terminal.line == told("en", "play.prompt", seat=1)
        assert told("en", "play.undone") in terminal.flat
        terminal.say("done")
        terminal.say()
        assert terminal.line == told("en", "play.prompt", seat=2)
        assert terminal.end("quit") == 0


def test_plainly_nothing_of_a_sealed_bid_is_told_either(sealed, tmp_path):
    file, table = sealed
    said = []
    for number, bid in enumerate((cards(table, 0)[0], cards(table, 0)[-1])):
        copy = another(file, f"{number}.record")
        words = f"\nbid {bid}, done\n\ntable\nlog\nwhy\nodds\n?\nquit\n"
        done = heorot("play", "legend", "--resume", copy, "--plain", stdin=words, XDG_DATA_HOME=str(tmp_path))
        assert (done.code, done.err) == (0, "")
        assert "1 bid" in "\n".join(entries(copy))
        said.append(done.out.replace(str(copy), ""))
    assert said[0] == said[1]
    assert told("en", "legend.does.seals", who="other", seat=1) in said[0]


def test_alone_against_bots_one_bids_without_a_hand_over(tmp_path):
    file = tmp_path / "my.record"
    begun(file, bids, ("you", "greedy", "greedy"), game="legend")
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.say()
        shown = terminal.say("done")
        assert "When nobody else" not in terminal.flat
        assert told("en", "legend.screen.shown", name="").strip() in shown
        terminal.say()
        assert terminal.end("quit") == 0
