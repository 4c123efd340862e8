"""What can be typed in a game; a wrong word prints a sentence and changes nothing."""

import re

import pytest

from heorot.engine.seats import Seat
from tests.cli.run_heorot import translated
from tests.support.playing import MOVIE
from tests.terminal.support.pseudo_terminal import Terminal, entries, saved_file
from tests.terminal.support.saved_games import save_unfinished_game
from tests.terminal.support.simulated_player import OPEN_SPACE, OTHER_KEYS

GAME = ("--first", 1, "--seed", 7)


def saved_records(games):
    """Return the saved game as text; empty if nothing is saved."""
    return [file.read_bytes() for file in games.rglob("*.record")]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Provide one game in which nothing is played after the first action."""
    games = tmp_path_factory.mktemp("games")
    with Terminal(*GAME, games=games) as terminal:
        terminal.start()
        terminal.enter("thane c4")
        yield terminal, games


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("thane z9", "M2.2"), ("pass", "M2.8"), ("fill", "M3.7"), ("remove a1", "M4.13"), ("swap a1", "M4.13"),
        ("+1 a1", "M2.3"), ("first 1", "M1.7"), ("THANE C4", "M2.2"), ("castle c4", "M2.2"), ("тан с4", "M2.2"),
        ("drakkar c4", "M2.2"),
    ],
)  # fmt: skip
def test_illegal_action_names_the_rule_and_plays_nothing(table, text, rule):
    terminal, games = table
    prompt, kept = terminal.line, saved_records(games)
    assert f"(rule {rule})" in terminal.enter(text)
    assert (terminal.line, saved_records(games)) == (prompt, kept)


@pytest.mark.parametrize(
    "text",
    ["juggle", "", "    ", "\N{SNOWMAN}", "+98 a1", "a" * 300, "1; drop table", "0", "99", "-", ">", "c4", "\\", "{x}"],
)
def test_unreadable_input_plays_nothing(table, text):
    terminal, games = table
    prompt, kept = terminal.line, saved_records(games)
    terminal.enter(text)
    assert (terminal.line, saved_records(games)) == (prompt, kept)


def test_choice_asks_for_its_ending_and_an_empty_line_cancels_it(table):
    terminal, _ = table
    terminal.enter("2")
    assert terminal.line == translated("en", "play.where.prompt", what="thane")
    terminal.enter("lo")
    assert terminal.line == translated("en", "play.where.prompt", what="longship")
    terminal.enter()
    assert terminal.line == translated("en", "play.prompt", seat=1)


def test_typo_of_a_forbidden_action_names_its_reading_and_the_rule(table):
    terminal, games = table
    kept = saved_records(games)
    terminal.enter("thnae c4")
    assert translated("en", "play.read-as", text="thnae c4", meant="thane c4") in terminal.flat_text
    assert "(rule M2.2)" in terminal.flat_text
    terminal.enter("yes")
    assert translated("en", "play.nothing-offered") in terminal.flat_text
    assert saved_records(games) == kept


def test_queries_are_understood_in_words_of_any_language(table):
    terminal, games = table
    kept = saved_records(games)
    for text in ("why c4", "pourquoi c4", "почему с4", "црн с4", "WHY C4"):
        assert re.search(r"^Your Thane on c4: ", terminal.enter(text), re.MULTILINE), text
    assert "M4.10: Gorge." in terminal.enter("rule M4.10")
    assert "Act I, 20 " in terminal.enter("unseen") or "Act I, 21 " in terminal.text
    terminal.enter()
    assert re.search(r"→|Beowulf on d5: ", terminal.enter("preview beowulf d5"))
    assert saved_records(games) == kept


def test_help_lists_every_choice_with_its_rule(table):
    terminal, _ = table
    shown = terminal.enter("?")
    assert re.findall(r"^(\d)\. .* \((M\d\.\d+)\)$", shown, re.MULTILINE) == [
        ("1", "M2.2"), ("2", "M2.2"), ("3", "M2.2"), ("4", "M2.2"), ("5", "M2.3"),
    ]  # fmt: skip
    assert terminal.line == translated("en", "play.page.prompt")
    terminal.enter()
    assert terminal.line == translated("en", "play.prompt", seat=1)


def test_tab_completes_words_and_lists_open_spaces(table):
    terminal, games = table
    kept = saved_records(games)
    assert terminal.complete("lon").endswith("> longship ")
    terminal.press("Ctrl-U")
    line = terminal.complete("beowulf c")
    assert line.endswith("> beowulf c")
    shown = terminal.transcript[terminal.transcript.rindex("beowulf c\r\n") :]
    assert {"c1", "c2"} <= set(re.findall(r"\b[a-e]\d\b", shown))
    assert "c4" not in shown
    terminal.press("Ctrl-U")
    assert terminal.complete("unse").endswith("> unseen ")
    terminal.press("Ctrl-U")
    terminal.enter()
    assert saved_records(games) == kept


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["th c4", "2 d4", "castle d5", "l", "e5", "Draw"]),
        ("fr", ["thane c4", "THANE d4", "chateau d5", "drak", "e5", "piocher"]),
        ("ru", ["тан с4", "ерфту в4", "замок d5", "др", "у5", "вкфц"]),
    ],
)
def test_words_numbers_prefixes_and_layouts_are_equivalent(language, texts, tmp_path):
    with Terminal(*GAME, "--players", 2, games=tmp_path, language=language) as terminal:
        terminal.start()
        for text in texts:
            shown = terminal.enter(text)
        assert translated(language, "movie.ask.play") in shown
        space = OPEN_SPACE.findall(shown)[-1]
        terminal.enter(f"1 {space.translate(OTHER_KEYS) if language == 'ru' else space}")
        sentence = translated(language, "movie.does.figure", who="you", seat=1, kind="longship", space="e5")
        assert sentence in terminal.text, "what was read is echoed"
        assert terminal.enter_and_exit("йгше") == 0
    *actions, last = [entry for entry in entries(saved_file(tmp_path)) if entry.startswith("1 ")]
    assert actions == ["1 thane c4", "1 thane d4", "1 castle d5", "1 longship e5", "1 draw"]
    assert last.endswith(f" {space}")


@pytest.mark.parametrize(
    ("language", "slip", "meant", "yes"),
    [
        ("en", "thnae c4", "thane c4", "yes"), ("fr", "chateua c4", "chateau c4", "oui"),
        ("ru", "драккра с4", "драккар c4", "да"),
    ],
)  # fmt: skip
def test_typo_gets_a_correction_and_yes_plays_it(language, slip, meant, yes, tmp_path):
    with Terminal(*GAME, "--players", 2, games=tmp_path, language=language) as terminal:
        terminal.start()
        terminal.enter(slip)
        assert " ".join(translated(language, "play.slip", text=slip, meant=meant).split()) in terminal.flat_text
        assert saved_records(tmp_path) == []
        terminal.enter(yes)
        assert terminal.enter_and_exit("quit") == 0
    assert re.fullmatch(r"1 (thane|castle|longship) c4", entries(saved_file(tmp_path))[0])


def boons(view):
    return [f"{tile.value:+d}" for tile in view.hand if tile.value > 0 and not tile.ability]


def test_ambiguous_prefix_is_refused_with_its_candidates(tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, lambda view: view.question == "play" and len(set(boons(view))) > 1)
    hand = boons(MOVIE.view(table, Seat(0)))
    kept = file.read_bytes()
    with Terminal("--resume", file, games=tmp_path) as terminal:
        terminal.start()
        shown = terminal.enter("+")
        assert [value for value in hand if f"“{value}”" not in shown and f":{value}”" not in shown] == []
        assert translated("en", "play.ambiguous", text="+", options="|").split("|")[0] in shown
        assert terminal.enter_and_exit("quit") == 0
    assert file.read_bytes() == kept
