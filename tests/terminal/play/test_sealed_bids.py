"""Sealed bids at a shared screen: people choose in turn, and nobody sees the choice of another person."""

import re

import pytest

from heorot.games import GAMES
from heorot.games.legend.box.names import name_card
from heorot.games.legend.model.components import Card
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.cli.run_heorot import run_heorot, translated
from tests.terminal.support.pseudo_terminal import Terminal, entries, is_valid_record
from tests.terminal.support.saved_games import save_unfinished_game

LEGEND = GAMES["legend"]
THREE = ("you", "greedy", "you")


def is_fresh_bid(view):
    """Return whether a table has a sealed bid that nobody has started, with cards to choose from."""
    return view.question == "bid" and len(view.asked) == 3 and len(view.hand) > 4


@pytest.fixture
def sealed(tmp_path):
    """Save a game of two people and a bot at a sealed bid in which the first seat starts; return its file and table."""
    file = tmp_path / "my.record"
    return file, save_unfinished_game(file, is_fresh_bid, THREE, game="legend")


def copy_saved_game(file, name):
    """Copy a saved game."""
    copy = file.with_name(name)
    copy.write_bytes(file.read_bytes())
    return copy


def cards(table, seat):
    return [card.name for card, _ in LEGEND.view(table, seat).hand]


def hand_over(seat, language="en"):
    return " ".join(translated(language, "play.hand-over", seat=seat).split())


def is_bare(screen):
    """Return whether a screen shows neither a table nor a hand."""
    return not re.search(r"[│┌\[]|[/✚★]", screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sealed_bid_is_invisible_to_the_next_person(language, sealed, tmp_path):
    """Two games that differ in the first bid only look the same to the next person."""
    file, table = sealed
    assert cards(table, 0)[0] != cards(table, 0)[-1]
    seen = []
    for number, bid in enumerate((cards(table, 0)[0], cards(table, 0)[-1])):
        copy = copy_saved_game(file, f"{number}.record")
        with Terminal("--resume", copy, games=tmp_path, language=language, game="legend") as terminal:
            terminal.start()
            terminal.enter()
            assert terminal.line == translated(language, "play.prompt", seat=1)
            assert not is_bare(terminal.text)
            terminal.enter(f"bid {bid}")
            assert terminal.line == translated(language, "play.prompt", seat=1), "there may be more cards"
            written = len(terminal.transcript)
            terminal.enter("done")
            assert hand_over(3, language) in terminal.flat_text
            assert is_bare(terminal.text)
            shown = terminal.enter()
            assert terminal.line == translated(language, "play.prompt", seat=3)
            since = terminal.transcript[written:].partition(hand_over(3, language)[:20])[2]
            assert since
            seen.append((shown, since))
            assert terminal.enter_and_exit("quit") == 0
        assert [entry for entry in entries(copy) if entry.startswith("1 bid")][-1] == f"1 bid {bid}"
    assert seen[0] == seen[1]


def test_bids_of_people_and_bots_are_revealed_together(sealed, tmp_path):
    file, table = sealed
    first, last = cards(table, 0)[0], cards(table, 2)[0]
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.enter()
        terminal.enter(f"bid {first}, done")
        terminal.enter()
        shown = terminal.enter(f"bid {last}, done")
        assert translated("en", "legend.screen.shown", name="").strip() in shown
        for seat, bid in ((1, first), (2, None), (3, last)):
            row = re.search(rf"^ {seat}  .*marker \d, total \d: (.*)", shown, re.MULTILINE)[1]
            assert bid is None or row == Translator("en").render(name_card(Card(bid), table.box))
    seats = [entry.split()[0] for entry in entries(file)]
    assert seats[-2:] == ["3", "3"]
    assert seats[-3] == "2"
    assert is_valid_record(file)


def test_staged_card_is_undone_silently(sealed, tmp_path):
    file, table = sealed
    hand = cards(table, 0)
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.enter()
        terminal.enter(f"bid {hand[-1]}")
        terminal.enter("undo")
        assert translated("en", "play.undone") in terminal.flat_text
        terminal.enter(f"bid {hand[1]}, bid {hand[0]}")  # in any order
        terminal.enter("done")
        assert hand_over(3) in terminal.flat_text
        shown = terminal.enter()
        assert translated("en", "play.undone-by", seat=1) not in " ".join(shown.split())
        assert terminal.enter_and_exit("quit") == 0
    actions = [entry for entry in entries(file) if entry.startswith("1 ")]
    assert actions[-3:] == [f"1 bid {hand[0]}", f"1 bid {hand[1]}", "1 done"]
    assert is_valid_record(file)


def test_finished_bid_is_undone_at_the_hand_over(tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(
        file, lambda view: view.question == "bid" and len(view.asked) == 2, ("you", "you"), game="legend"
    )
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.enter()
        terminal.enter(f"bid {cards(table, 0)[0]}, done")
        assert hand_over(2) in terminal.flat_text
        terminal.enter("undo")
        assert terminal.line == translated("en", "play.prompt", seat=1)
        assert translated("en", "play.undone") in terminal.flat_text
        terminal.enter("done")
        terminal.enter()
        assert terminal.line == translated("en", "play.prompt", seat=2)
        assert terminal.enter_and_exit("quit") == 0


def test_plain_text_does_not_reveal_a_sealed_bid(sealed, tmp_path):
    file, table = sealed
    assert cards(table, 0)[0] != cards(table, 0)[-1]
    outputs = []
    for number, bid in enumerate((cards(table, 0)[0], cards(table, 0)[-1])):
        copy = copy_saved_game(file, f"{number}.record")
        words = f"\nbid {bid}, done\n\ntable\nlog\nwhy\nodds\n?\nquit\n"
        done = run_heorot("play", "legend", "--resume", copy, "--plain", stdin=words, XDG_DATA_HOME=str(tmp_path))
        assert (done.code, done.err) == (0, "")
        assert "1 bid" in "\n".join(entries(copy))
        outputs.append(done.out.replace(str(copy), ""))
    assert outputs[0] == outputs[1]
    assert translated("en", "legend.does.seals", who="other", seat=1) in outputs[0]


def test_single_person_bids_without_a_hand_over(tmp_path):
    file = tmp_path / "my.record"
    save_unfinished_game(file, is_fresh_bid, ("you", "greedy", "greedy"), game="legend")
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.enter()
        shown = terminal.enter("done")
        assert not [seat for seat in (1, 2, 3) if hand_over(seat) in " ".join(terminal.transcript.split())]
        assert translated("en", "legend.screen.shown", name="").strip() in shown
        terminal.enter()
        assert terminal.enter_and_exit("quit") == 0
