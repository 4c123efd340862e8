"""The Legend in a terminal: screens of many sizes, commands, options and plain text."""

import re

import pytest

from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.locales import LANGUAGES
from heorot.terminal.legend import choices, question
from heorot.terminal.translator import Translator
from tests.cli.run_heorot import LOCALES, run_heorot, translated
from tests.support.case_sampling import quick_or_heavy
from tests.support.playing import BOXES
from tests.terminal.play.test_plain_text import DRAWN, statements
from tests.terminal.play.test_screens import fits, resized, squeeze
from tests.terminal.support.pseudo_terminal import Terminal, entries, is_valid_record, saved_file
from tests.terminal.support.saved_games import save_finished_game, save_unfinished_game

LEGEND = GAMES["legend"]
SMALL = ((60, 18), (40, 20), (30, 12), (26, 9))
ANY = "done\n1\n2\n"  # one of these lines answers any question
ALL = (("advanced", "yes"), ("fallen", "yes"), ("open-tokens", "yes"))
QUESTIONS = (("bid", ()), ("lay", ()), ("take-space", ALL), ("risk", ()))
ASKED = [(language, *question) for language in LANGUAGES for question in QUESTIONS]
QUICK = [(language, *question) for language, question in zip((*LANGUAGES, "fr"), QUESTIONS, strict=True)]


def asks_question(name, episode=1):
    return lambda view: view.question == name and view.episode >= episode and len(view.hand) > 3


@pytest.mark.parametrize(("language", "name", "options"), quick_or_heavy(QUICK, *ASKED))
def test_screen_of_80_by_24_is_complete_and_smaller_ones_work(language, name, options, tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, asks_question(name), game="legend", options=options)
    view, translator = LEGEND.view(table, Seat(0)), Translator(language)
    before = len(entries(file))
    with Terminal("--resume", file, games=tmp_path, size=(80, 24), language=language, game="legend") as terminal:
        terminal.start()
        terminal.enter()
        shown = terminal.flat_text
        assert fits(terminal), terminal.text
        for number, choice in enumerate(choices(table.box, view, language), 1):
            assert squeeze(f"{number}. {translator.render(choice.label)}") in shown
        assert squeeze(translator.render(question(table.box, view))) in shown
        assert terminal.line == translated(language, "play.prompt", seat=1)
        for size in SMALL:
            resized(terminal, *size)
            assert fits(terminal), terminal.text
            assert terminal.line == translated(language, "play.prompt", seat=1)
        terminal.enter("1")
        while terminal.line != translated(language, "play.prompt", seat=1):
            terminal.enter()
        assert terminal.window.wrapped == 0
        assert terminal.enter_and_exit("quit") == 0
    assert entries(file)[before].startswith("1 ")


def test_ascii_terminal_distinguishes_scratches_from_wounds(tmp_path):
    file = tmp_path / "my.record"
    save_unfinished_game(file, lambda view: view.players[1].wounds > 0 < view.players[1].scratches, game="legend")
    settings = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    with Terminal("--resume", file, games=tmp_path, game="legend", **settings) as terminal:
        terminal.start()
        terminal.enter()
        row = next(row for row in terminal.rows if row.startswith(" 2 "))
        assert re.search(r" /{1,2} +\++", row), row
        for text in ("log", "q", "road", "q", "unseen", "why"):
            terminal.enter(text)
        assert terminal.transcript.isascii()


def test_queries_are_answered_and_do_not_change_the_game(tmp_path):
    file = tmp_path / "my.record"
    save_unfinished_game(file, asks_question("lay", 15), game="legend")
    before = file.read_bytes()
    words = "odds\nroad\nroad dragon\nwhy\nwhy 1\nwhy naegling\nwhy grendel\nwhy fame 5\nwhy nonsense\nunseen\n"
    words += "preview 1\npreview give up\nhand\ntable\nlog\n?\nrule L5.6\nrule blessing\nroad nowhere\n"
    result = run_heorot("play", "legend", "--resume", file, "--plain", stdin=words, XDG_DATA_HOME=str(tmp_path))
    assert (result.code, result.err) == (0, "")
    assert re.search(r"A risk turns over 2 cards: (?:about )?\d+% for a match", result.out)
    assert re.search(r"^(?:Player 1 > )?1\. King Hygelac’s Court: ", result.out, re.MULTILINE)
    assert re.search(r"^33\. Dragon Battle: in turn\*: courage, fighting\*; fame 7", result.out, re.MULTILINE)
    assert "our proposal, not printed" in result.out
    assert result.out.count("Beowulf is here") == 1
    assert re.search(r"Naegling: \d symbols? that counts? in ", result.out) or "Naegling: 0 symbols" in result.out
    assert translated("en", "legend.why.unknown", text="nonsense") in result.out
    assert translated("en", "legend.road.unknown", text="nowhere", episodes=36) in result.out
    assert "marker" in result.out
    assert file.read_bytes() == before


@pytest.mark.parametrize(("language", "word"), [("fr", "route"), ("ru", "путь")])
def test_translated_road_also_names_episodes_in_english(language, word, tmp_path):
    result = run_heorot("play", "legend", "--plain", "--seed", 1, "--first", 1, stdin=f"{word}\n{word} 6\n",
                  XDG_DATA_HOME=str(tmp_path), LANG=LOCALES[language])  # fmt: skip
    assert result.out.count("Grendel’s Attack") == 2
    assert "Death of Beowulf" in result.out


def test_command_of_another_game_is_refused(tmp_path):
    with Terminal("--first", 1, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        assert translated("en", "play.no-such-command", command="odds") in terminal.enter("odds")
        assert translated("en", "play.no-such-command", command="road") in terminal.enter("road 6")
        assert terminal.enter_and_exit("quit") == 0


def test_line_of_several_actions_stops_at_a_new_question(tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, lambda view: view.question == "discard" and len(view.legal) > 3, game="legend")
    first, second = [action.card.name for action in LEGEND.legal(table, Seat(0))[:2]]
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.start()
        terminal.enter()
        terminal.enter("2, 1, done, risk, risk")
        assert translated("en", "play.rest-of-the-line") in terminal.flat_text
        assert terminal.enter_and_exit("quit") == 0
    actions = [entry for entry in entries(file) if entry.startswith("1 ")]
    assert actions[-3:] == [f"1 discard {first}", f"1 discard {second}", "1 done"]
    assert is_valid_record(file)


# ---- Options -------------------------------------------------------------------------------------------------------


def test_options_are_shown_saved_and_resumed(tmp_path):
    with Terminal("--advanced", "--fallen", "--open-tokens", "--seed", 3, "--first", 1, games=tmp_path, game="legend",
                  size=(120, 45)) as terminal:  # fmt: skip
        shown = terminal.wait_for_prompt()
        assert squeeze(translated("en", "legend.intro.advanced")) in squeeze(shown)
        assert squeeze(translated("en", "legend.intro.fallen")) in squeeze(shown)
        shown = terminal.start()
        assert "8 The Ring-Giver" not in shown
        assert shown.count("known in hand: ") == 3
        terminal.enter("decline")
        assert "8 The Ring-Giver" in terminal.text, "the basic game would pass over it"
        assert terminal.enter_and_exit("quit") == 0
    file = saved_file(tmp_path)
    kept = file.read_text("utf-8")
    assert [f"option {name} yes" in kept for name in ("advanced", "fallen", "open-tokens")] == [True] * 3
    with Terminal("--resume", file, games=tmp_path, game="legend", size=(120, 45)) as terminal:
        assert "8 The Ring-Giver" in terminal.start()


def test_movie_refuses_options_of_the_legend():
    for option in ("--advanced", "--fallen", "--open-tokens"):
        result = run_heorot("play", "movie", option)
        assert (result.code, len(result.sentences)) == (2, 1)
        assert option.removeprefix("--") in result.err


# ---- Plain text ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_game_can_be_played_through_a_pipe(language, tmp_path):
    box = BOXES / "legend/boxes/small.toml"
    result = run_heorot(
        "play", "legend", "--box", box, "--players", 2, "--first", 1, "--seed", 2, "--plain", "--advanced",
        stdin=f"?\nlog\nunseen\nwhy\njuggle\nroad\nodds\n{ANY * 60}", XDG_DATA_HOME=str(tmp_path),
        LANG=LOCALES[language],
    )  # fmt: skip
    assert (result.code, result.err) == (0, "")
    lines = statements(result.out)
    assert [line for line in lines if DRAWN.search(line) or "\x1b" in line or re.search(r"\S {2,}\S", line)] == []
    file = saved_file(tmp_path)
    assert "result open" not in file.read_text("utf-8")
    assert translated(language, "play.kept", file=str(file)) in result.out.splitlines()[-1]
    assert is_valid_record(file)


def test_finished_game_shows_its_final_scores(tmp_path):
    file = tmp_path / "my.record"
    points = LEGEND.score(save_finished_game(file, game="legend", options=ALL[:1]))
    result = run_heorot("play", "legend", "--resume", file, "--plain")
    assert (result.code, result.err) == (0, "")
    for seat, total in enumerate(points, 1):
        who = "You" if seat == 1 else f"Player {seat}"
        assert re.search(rf"^{who}: .*\b{abs(total)}\.$", result.out, re.MULTILINE), result.out
    assert re.search(r"wins?\b|shared", result.out.splitlines()[-2])
    with Terminal("--resume", file, games=tmp_path, game="legend") as terminal:
        terminal.wait_for_prompt()
        while not terminal.ended:
            terminal.enter_last()
        assert terminal.wait_for_exit() == 0
        sheet = terminal.window.past_screens[-1]
        assert [total for total in points if str(total).replace("-", "−") not in sheet] == []
