"""A whole game in each language, played in a terminal as a person would, wrong input included, to the very end."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import heorot.games as titles
from heorot.engine import record as records
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.games.legend import accounts, results
from heorot.games.movie.accounts import arithmetic
from heorot.games.movie.results import act_results
from heorot.locales import LANGUAGES, catalogue
from heorot.locales.typed import plain
from heorot.terminal.speech import Speech
from tests.cases import quick_or_heavy
from tests.cli import person_legend
from tests.cli.person import MISTAKES, Person
from tests.cli.person_legend import LegendPerson
from tests.cli.running import heorot, told
from tests.cli.terminal import Terminal, kept_file
from tests.locales.patterns import spoken
from tests.playing import MOVIE

WORD = re.compile(r"[^\W\d_]{2,}")
FILE = re.compile(r"\S*/\S*")
LATIN = re.compile(r"[a-z]{2,}", re.IGNORECASE)
KEYS = {"tab", "enter", "ctrl"}  # as they are printed on the keyboard
COMMAND_LINE = {"heorot", "box", "movie", "legend", "play", "resume", "record"}
NUMERALS = {"ii", "iii"}
RULES = Path(titles.__file__).parent
SEEDS = {"en": 3, "fr": 3, "ru": 3}
LEGEND = GAMES["legend"]
PEOPLE = {"movie": Person, "legend": LegendPerson}
TABLES = {"movie": (), "legend": ("--players", 3, "--advanced")}


class Evening:
    """A game that was played, and all that was seen of it."""

    def __init__(self, language: str, games: Path, game: str = "movie") -> None:
        self.language = language
        self.game = game
        self.prompt = told(language, "play.prompt", seat=1).strip()
        args = ("--first", 1, "--seed", SEEDS[language], *TABLES[game])
        with Terminal(*args, games=games, language=language, game=game) as terminal:
            person = PEOPLE[game](terminal, language, SEEDS[language])
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


@pytest.mark.parametrize("language", quick_or_heavy(["fr"], *LANGUAGES))
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


@pytest.mark.parametrize("language", quick_or_heavy(["ru"], *LANGUAGES))
def test_a_whole_game_of_the_legend_with_mistakes_and_questions(language, short_path):
    evening = Evening(language, short_path, "legend")
    assert evening.code == 0
    assert evening.window.wrapped == 0, "a line was longer than the screen"
    the_legend_was_played_in_many_ways(evening)
    it_was_kept(evening)
    every_episode_was_told(evening)
    the_end_of_the_legend_was_told(evening)
    no_other_language_was_spoken(evening)


def the_legend_was_played_in_many_ways(evening):
    typed = set(evening.typed)
    assert len(typed & set(person_legend.MISTAKES)) > 5
    assert any(re.fullmatch(r"\d", text) for text in typed)
    assert any(re.fullmatch(r"\d, \d", text) for text in typed)
    for command in ("undo", "log", *person_legend.QUERIES[1:]):
        words = plain(catalogue(evening.language)[f"play.command.{command}"]).split("|")
        assert any(plain(text).split(" ")[0] in words for text in typed), command


def every_episode_was_told(evening):
    for episode in LEGEND.box.episodes:
        name = told(evening.language, f"legend.episode.{episode.slug}")
        heading = told(evening.language, "legend.screen.episode", number=episode.number, episodes=36, name=name)
        assert " ".join(FILE.sub("", heading).split()) in evening.story, heading


def the_end_of_the_legend_was_told(evening):
    table = records.replay(LEGEND, records.read(evening.file.read_text("utf-8")))
    finals = results.final_scores(table)
    for seat, score in enumerate(finals.scores):
        assert accounts.arithmetic(score) in evening.farewell
        total = str(score.points).replace("-", "−")
        assert re.search(rf"^ *{seat + 1} .* {total} +{finals.places[seat]}\.$", evening.screens[-1], re.MULTILINE)
    ended = map(Speech(evening.language).utter, accounts.tell_ending(finals, Seat(0)))
    assert [sentence for sentence in ended if " ".join(sentence.split()) not in evening.farewell] == []


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
    always = typed | KEYS | COMMAND_LINE | NUMERALS | printed_names(evening)
    allowed = always | vocabulary(evening.language, evening.game)
    foreign = set().union(*(vocabulary(language, evening.game) for language in LANGUAGES)) - allowed
    shown = {word for screen in evening.screens for word in WORD.findall(plain(screen))}
    assert shown & foreign == set()
    if evening.language == "ru":
        words = {word for screen in evening.screens for word in LATIN.findall(plain(screen))}
        assert words - always == set()


def printed_names(evening):
    """The names of a box, which stand beside their translations where someone asks for them."""
    if evening.game == "movie":
        return set()
    named = (*LEGEND.box.episodes, *LEGEND.box.specials)
    return {word for thing in named for word in WORD.findall(plain(thing.name))}


def vocabulary(language, game):
    """Every word of a language's sentences but those of the browser, and of the rules of a game."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    rules = (RULES / game / name).read_text("utf-8")
    said = {key: text for key, text in catalogue(language).items() if not key.startswith("web.")}
    texts = [spoken(text) for key, text in said.items() if ".read." not in key and ".typed." not in key]
    return {word for text in (*texts, rules) for word in WORD.findall(plain(text))}
