"""A whole game in each language, played in a terminal by a simulated player, with wrong input, to the end."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import heorot.games as titles
from heorot.engine import records
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.games.legend.table import results
from heorot.games.legend.text import explanations
from heorot.games.movie.table.results import act_results
from heorot.games.movie.text.explanations import arithmetic
from heorot.locales import LANGUAGES, catalogue
from heorot.locales.keyboards import normalize
from heorot.terminal.translator import Translator
from tests.cli.run_heorot import run_heorot, translated
from tests.locales.icu_patterns import spoken
from tests.support.case_sampling import quick_or_heavy
from tests.support.playing import MOVIE
from tests.terminal.support import simulated_player_legend
from tests.terminal.support.pseudo_terminal import Terminal, saved_file
from tests.terminal.support.simulated_player import MISTAKES, SimulatedPlayer
from tests.terminal.support.simulated_player_legend import SimulatedLegendPlayer

WORD = re.compile(r"[^\W\d_]{2,}")
FILE = re.compile(r"\S*/\S*")
LATIN = re.compile(r"[a-z]{2,}", re.IGNORECASE)
KEYS = {"tab", "enter", "ctrl"}  # as printed on the keyboard
COMMAND_LINE = {"heorot", "box", "movie", "legend", "play", "resume", "record"}
NUMERALS = {"ii", "iii"}
RULES = Path(titles.__file__).parent
SEEDS = {"en": 3, "fr": 3, "ru": 3}
LEGEND = GAMES["legend"]
PEOPLE = {"movie": SimulatedPlayer, "legend": SimulatedLegendPlayer}
TABLES = {"movie": (), "legend": ("--players", 3, "--advanced")}


class PlayedGame:
    """A played game and everything that the screen showed."""

    def __init__(self, language: str, games: Path, game: str = "movie") -> None:
        self.language = language
        self.game = game
        self.prompt = translated(language, "play.prompt", seat=1).strip()
        args = ("--first", 1, "--seed", SEEDS[language], *TABLES[game])
        with Terminal(*args, games=games, language=language, game=game) as terminal:
            person = PEOPLE[game](terminal, language, SEEDS[language])
            person.play()
            self.code = terminal.wait_for_exit()
        self.typed = person.typed
        self.window = terminal.window
        self.screens = [self.without_input_line(screen) for screen in terminal.window.past_screens]
        self.story = " ".join(" ".join(self.screens).split())
        self.farewell = " ".join(terminal.text.split())
        self.file = saved_file(games)

    def without_input_line(self, screen: str) -> str:
        """Return a screen without the line that is being typed."""
        rows = screen.splitlines()
        last = [number for number, row in enumerate(rows) if re.search(r" >( |$)", row)]
        return FILE.sub("", "\n".join(rows[: last[0]] if last else rows))


@pytest.fixture
def short_path():
    """Return a folder whose name fits on a line."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.parametrize("language", quick_or_heavy(["fr"], *LANGUAGES))
def test_whole_movie_game_with_mistakes_and_queries(language, short_path):
    played_game = PlayedGame(language, short_path)
    assert played_game.code == 0
    assert played_game.window.wrapped == 0, "a line was longer than the screen"
    check_movie_input_is_varied(played_game)
    check_saved_record(played_game)
    check_figures_are_explained(played_game)
    check_movie_end(played_game)
    check_language(played_game)


def check_movie_input_is_varied(played_game):
    typed = set(played_game.typed)
    assert len(typed & set(MISTAKES)) > 5
    assert any(re.fullmatch(r"\d", text) for text in typed)
    assert any(re.fullmatch(r"\d [a-z]\d", text) for text in typed)
    assert any(re.fullmatch(r"[^\W\d]{3,} [a-z]\d", text) for text in typed)
    for command in ("undo", "log", "unseen", "rule", "preview"):
        words = normalize(catalogue(played_game.language)[f"play.command.{command}"]).split("|")
        assert any(normalize(text).split(" ")[0] in words for text in typed), command


@pytest.mark.parametrize("language", quick_or_heavy(["ru"], *LANGUAGES))
def test_whole_legend_game_with_mistakes_and_queries(language, short_path):
    played_game = PlayedGame(language, short_path, "legend")
    assert played_game.code == 0
    assert played_game.window.wrapped == 0, "a line was longer than the screen"
    check_legend_input_is_varied(played_game)
    check_saved_record(played_game)
    check_episodes_are_shown(played_game)
    check_legend_end(played_game)
    check_language(played_game)


def check_legend_input_is_varied(played_game):
    typed = set(played_game.typed)
    assert len(typed & set(simulated_player_legend.MISTAKES)) > 5
    assert any(re.fullmatch(r"\d", text) for text in typed)
    assert any(re.fullmatch(r"\d, \d", text) for text in typed)
    for command in ("undo", "log", *simulated_player_legend.QUERIES[1:]):
        words = normalize(catalogue(played_game.language)[f"play.command.{command}"]).split("|")
        assert any(normalize(text).split(" ")[0] in words for text in typed), command


def check_episodes_are_shown(played_game):
    for episode in LEGEND.box.episodes:
        name = translated(played_game.language, f"legend.episode.{episode.slug}")
        heading = translated(
            played_game.language, "legend.screen.episode", number=episode.number, episodes=36, name=name
        )
        assert " ".join(FILE.sub("", heading).split()) in played_game.story, heading


def check_legend_end(played_game):
    table = records.replay(LEGEND, records.read(played_game.file.read_text("utf-8")))
    finals = results.final_scores(table)
    for seat, score in enumerate(finals.scores):
        assert explanations.arithmetic(score) in played_game.farewell
        total = str(score.points).replace("-", "−")
        assert re.search(rf"^ *{seat + 1} .* {total} +{finals.places[seat]}\.$", played_game.screens[-1], re.MULTILINE)
    ending = map(Translator(played_game.language).render, explanations.tell_ending(finals, Seat(0)))
    assert [sentence for sentence in ending if " ".join(sentence.split()) not in played_game.farewell] == []


def check_saved_record(played_game):
    checked = run_heorot("check", played_game.file)
    assert (checked.code, checked.err) == (0, "")
    assert re.search(r"^undo \d+$", played_game.file.read_text("utf-8"), re.MULTILINE)
    assert str(played_game.file) in played_game.farewell.replace(" ", "")


def check_figures_are_explained(played_game):
    table = records.replay(MOVIE, records.read(played_game.file.read_text("utf-8")))
    figures = [score for result in act_results(table) for score in result.figures]
    assert len(figures) > 10
    assert [score for score in figures if arithmetic(score) not in played_game.story] == []


def check_movie_end(played_game):
    result = records.read(played_game.file.read_text("utf-8")).result
    for seat, points in enumerate(result.points):
        figures = {"start": 50, "acts": "|", "cashed": "|", "total": str(points)}
        sheet = rendered_for_seat(played_game, "movie.sheet.player", seat=seat, **figures)
        assert [part for part in sheet.split("|") if part.strip() not in played_game.farewell] == []
        total = str(points).replace("-", "−")
        assert re.search(rf"^ *{seat + 1} .* {total}$", played_game.screens[-1], re.MULTILINE), played_game.screens[-1]
    assert len(result.winners) == 1, "choose another seed"
    won = rendered_for_seat(played_game, "movie.end.won", seat=result.winners[0], saga=max(result.points))
    assert won in played_game.farewell
    assert won in played_game.story


def rendered_for_seat(played_game, key, seat, **params):
    """Return a sentence about a seat with normalized blanks."""
    who = "you" if seat == 0 else "other"
    return " ".join(translated(played_game.language, key, who=who, seat=seat + 1, **params).split())


def check_language(played_game):
    typed = {word for text in played_game.typed for word in WORD.findall(normalize(text))}
    always = typed | KEYS | COMMAND_LINE | NUMERALS | printed_names(played_game)
    allowed = always | vocabulary(played_game.language, played_game.game)
    foreign = set().union(*(vocabulary(language, played_game.game) for language in LANGUAGES)) - allowed
    shown = {word for screen in played_game.screens for word in WORD.findall(normalize(screen))}
    assert shown & foreign == set()
    if played_game.language == "ru":
        words = {word for screen in played_game.screens for word in LATIN.findall(normalize(screen))}
        assert words - always == set()


def printed_names(played_game):
    """Return the names of a box, which are shown beside their translations on request."""
    if played_game.game == "movie":
        return set()
    named = (*LEGEND.box.episodes, *LEGEND.box.specials)
    return {word for thing in named for word in WORD.findall(normalize(thing.name))}


def vocabulary(language, game):
    """Return every word of a language's sentences, without those of the browser, and of a game's rules."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    rules = (RULES / game / name).read_text("utf-8")
    sentences = {key: text for key, text in catalogue(language).items() if not key.startswith("web.")}
    texts = [spoken(text) for key, text in sentences.items() if ".read." not in key and ".typed." not in key]
    return {word for text in (*texts, rules) for word in WORD.findall(normalize(text))}
