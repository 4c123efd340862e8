"""A whole game in each language, played in a terminal as a person would, wrong input included, to the very end."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import heorot.games.movie as heorot_movie
from heorot.engine import record as records
from heorot.games.movie.accounts import arithmetic
from heorot.games.movie.results import act_results
from heorot.locales import LANGUAGES, catalogue
from heorot.locales.typed import plain
from tests.cli.person import MISTAKES, Person
from tests.cli.running import heorot, told
from tests.cli.terminal import Terminal, kept_file
from tests.locales.patterns import spoken
from tests.playing import MOVIE

WORD = re.compile(r"[^\W\d_]{2,}")
FILE = re.compile(r"\S*/\S*")
LATIN = re.compile(r"[a-z]{2,}", re.IGNORECASE)
KEYS = {"tab", "enter", "ctrl"}  # as they are printed on the keyboard
COMMAND_LINE = {"heorot", "box", "movie", "play", "resume", "record"}
NUMERALS = {"ii", "iii"}
RULES = Path(heorot_movie.__file__).parent
SEEDS = {"en": 3, "fr": 3, "ru": 3}


class Evening:
    """A game that was played, and all that was seen of it."""

    def __init__(self, language: str, games: Path) -> None:
        self.language = language
        self.prompt = told(language, "play.prompt", seat=1).strip()
        with Terminal("--first", 1, "--seed", SEEDS[language], games=games, language=language) as terminal:
            person = Person(terminal, language, SEEDS[language])
            person.play()
            self.code = terminal.leave()
        self.typed = person.typed
        self.window = terminal.window
        self.screens = [self.told_on(screen) for screen in terminal.window.stood]
        self.story = " ".join(" ".join(self.screens).split())
        self.farewell = " ".join(terminal.text.split())
        self.file = kept_file(games)

    def told_on(self, screen: str) -> str:
        """A screen up to where the person types: what follows was typed, or is completed from that."""
        rows = screen.splitlines()
        last = [number for number, row in enumerate(rows) if re.search(r" >( |$)", row)]
        return FILE.sub("", "\n".join(rows[: last[0]] if last else rows))


@pytest.fixture
def short_path():
    """A folder whose name fits into a line."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_with_mistakes_and_questions(language, short_path):
    evening = Evening(language, short_path)
    assert evening.code == 0
    assert evening.window.wrapped == 0, "a line was longer than the screen"
    it_was_played_in_many_ways(evening)
    it_was_kept(evening)
    every_figure_was_explained(evening)
    the_end_was_told(evening)
    no_other_language_was_spoken(evening)


def it_was_played_in_many_ways(evening):
    typed = set(evening.typed)
    assert len(typed & set(MISTAKES)) > 5
    assert any(re.fullmatch(r"\d", text) for text in typed)
    assert any(re.fullmatch(r"\d [a-z]\d", text) for text in typed)
    assert any(re.fullmatch(r"[^\W\d]{3,} [a-z]\d", text) for text in typed)
    for command in ("undo", "log", "unseen", "rule", "preview"):
        words = plain(catalogue(evening.language)[f"play.command.{command}"]).split("|")
        assert any(plain(text).split(" ")[0] in words for text in typed), command


def it_was_kept(evening):
    checked = heorot("check", evening.file)
    assert (checked.code, checked.err) == (0, "")
    assert re.search(r"^undo \d+$", evening.file.read_text("utf-8"), re.MULTILINE)
    assert str(evening.file) in evening.farewell.replace(" ", "")


def every_figure_was_explained(evening):
    table = records.replay(MOVIE, records.read(evening.file.read_text("utf-8")))
    figures = [score for result in act_results(table) for score in result.figures]
    assert len(figures) > 10
    assert [score for score in figures if arithmetic(score) not in evening.story] == []


def the_end_was_told(evening):
    result = records.read(evening.file.read_text("utf-8")).result
    for seat, points in enumerate(result.points):
        sheet = as_told(evening, "movie.sheet.player", seat=seat, start=50, acts="|", cashed="|", total=str(points))
        assert [part for part in sheet.split("|") if part.strip() not in evening.farewell] == []
        total = str(points).replace("-", "−")
        assert re.search(rf"^ *{seat + 1} .* {total}$", evening.screens[-1], re.MULTILINE), evening.screens[-1]
    assert len(result.winners) == 1, "choose another seed"
    won = as_told(evening, "movie.end.won", seat=result.winners[0], saga=max(result.points))
    assert won in evening.farewell
    assert won in evening.story


def as_told(evening, key, seat, **params):
    """A sentence about a seat, blanks made equal."""
    who = "you" if seat == 0 else "other"
    return " ".join(told(evening.language, key, who=who, seat=seat + 1, **params).split())


def no_other_language_was_spoken(evening):
    typed = {word for text in evening.typed for word in WORD.findall(plain(text))}
    allowed = typed | KEYS | COMMAND_LINE | NUMERALS | vocabulary(evening.language)
    foreign = set().union(*(vocabulary(language) for language in LANGUAGES)) - allowed
    shown = {word for screen in evening.screens for word in WORD.findall(plain(screen))}
    assert shown & foreign == set()
    if evening.language == "ru":
        words = {word for screen in evening.screens for word in LATIN.findall(plain(screen))}
        assert words - typed - KEYS - COMMAND_LINE - NUMERALS == set()


def vocabulary(language):
    """Every word of a language's sentences, and of its rules."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    rules = (RULES / name).read_text("utf-8")
    texts = [spoken(text) for key, text in catalogue(language).items() if ".read." not in key]
    return {word for text in (*texts, rules) for word in WORD.findall(plain(text))}
