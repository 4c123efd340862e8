"""The catalogues: complete, parallel, and able to render every message in each language."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from itertools import product

import pytest
from icu4py.messageformat import MessageFormat

from heorot.games import GAMES
from heorot.games.movie.box.box import built_in
from heorot.games.movie.model.components import ABILITY_WORDS, KIND_WORDS
from heorot.locales import LANGUAGES, catalogue, files
from heorot.server.settings import Settings
from heorot.terminal.movie.board import SMALL
from heorot.terminal.translator import Translator
from tests.architecture.client.client_files import WEB
from tests.locales.icu_patterns import Argument, arguments, spoken
from tests.locales.usage_client import client_home

CATEGORIES = {"en": {"one", "other"}, "fr": {"one", "many", "other"}, "ru": {"one", "few", "many", "other"}}  # CLDR
COUNTS = (0, 1, 2, 5, 11, 21, 102, 1_000_000, -1)
IDENTIFIERS = {"line", "column", "rules", "newest", "low", "high"}  # numbers that identify something: never 1,234
VOCABULARY = ("legend.read.", "legend.typed.", "movie.read.", "movie.typed.", "play.command.")  # of typed words
SHARED_TOPICS = {"common", "doctor", "hints", "server", "web", *GAMES}  # the others belong to a folder of the client
TITLES = {file.name for file in files("en")[1:]}
EXACT = re.compile(r"=\d+")  # a plural's `=0`

every_language = pytest.mark.parametrize("language", LANGUAGES)


def sentences(language: str) -> dict[str, str]:
    """Return the messages of a language, without the words that people type."""
    return {key: message for key, message in catalogue(language).items() if not key.startswith(VOCABULARY)}


def choices(language: str, kind: str) -> Iterator[tuple[str, Argument]]:
    """Yield every plural or every select of a language, with the key of its message."""
    for key, message in sentences(language).items():
        yield from ((key, argument) for argument in arguments(message) if argument.kind == kind)


def shape(message: str) -> set[tuple[str, str, frozenset[str]]]:
    """Return the parameters of a message: name, kind, and for a select its options."""
    return {(a.name, a.kind, frozenset(a.selectors if a.kind == "select" else ())) for a in arguments(message)}


def samples(message: str) -> Iterator[dict[str, str | int]]:
    """Yield parameters for a message: all combinations of sample values."""
    by_name: dict[str, Argument] = {}
    for argument in arguments(message):
        by_name[argument.name] = max(by_name.get(argument.name, argument), argument, key=lambda a: len(a.kind))
    for values in product(*map(sample_values, by_name.values())):
        yield dict(zip(by_name, values, strict=True))


def sample_values(argument: Argument) -> tuple[str | int, ...]:
    if argument.kind == "select":
        return tuple(argument.selectors)
    return {"plural": COUNTS, "number": (1_234_567,)}.get(argument.kind, ("thane c4", 3))


def rendered_samples(language: str) -> Iterator[tuple[str, str]]:
    """Yield every message of a language, rendered with all samples of its parameters."""
    for key, message in sentences(language).items():
        yield from ((key, Translator(language).translate(key, **params)) for params in samples(message))


# ---- Complete and parallel -----------------------------------------------------------------------------------------


@every_language
def test_no_key_is_duplicated(language):
    keys = [key for file in files(language) for key in keys_of(file)]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


@every_language
def test_languages_have_same_files_with_same_keys(language):
    messages = [(file.name, keys_of(file)) for file in files(language)]
    assert messages == [(file.name, keys_of(file)) for file in files("en")]
    others = [name for name, _ in messages if name.removesuffix(".json") not in SHARED_TOPICS]
    assert [
        name for name in others if not (WEB / "src" / client_home(name[len("web-") : -len(".json")])).exists()
    ] == []


def keys_of(file: Traversable) -> list[str]:
    """Return the keys of a file; a duplicate key is in the list twice."""
    return json.loads(file.read_text("utf-8"), object_pairs_hook=lambda pairs: [key for key, _ in pairs])


def test_title_keys_are_in_title_files():
    homes = [(file.name, home_of(key), key) for file in files("en") for key in keys_of(file)]
    assert [(name, key) for name, home, key in homes if home in TITLES and name != home] == []


def home_of(key: str) -> str:
    """Return the file of a key: its first word, and for the browser's keys its title too."""
    first, second, *_ = key.split(".")
    return f"web-{second}.json" if first == "web" and f"web-{second}.json" in TITLES else f"{first}.json"


@every_language
def test_languages_have_same_keys_in_same_order(language):
    assert list(catalogue(language)) == list(catalogue("en"))


@every_language
def test_every_message_parses(language):
    for message in catalogue(language).values():
        MessageFormat(message, language)


@every_language
def test_messages_are_not_empty_and_only_prompts_have_outer_spaces(language):
    messages = {key: text for key, text in catalogue(language).items() if not key.endswith(".prompt")}
    assert [key for key, text in messages.items() if not text or text != text.strip()] == []


@every_language
def test_languages_have_same_parameters(language):
    messages = {key: shape(message) for key, message in sentences(language).items()}
    assert messages == {key: shape(message) for key, message in sentences("en").items()}


@every_language
def test_parameter_has_one_kind_within_message(language):
    for key, message in sentences(language).items():
        kinds = {(a.name, a.kind) for a in arguments(message) if a.kind}
        assert len(kinds) == len({name for name, _ in kinds}), key


@every_language
def test_every_plural_has_all_forms_of_its_language(language):
    plurals = choices(language, "plural")
    forms = {(key, a.name): {s for s in a.selectors if not EXACT.fullmatch(s)} for key, a in plurals}
    assert {place: found for place, found in forms.items() if found != CATEGORIES[language]} == {}
    assert forms


@every_language
def test_number_is_in_all_plural_forms_or_none(language):
    """`one` also applies to 0 in French and to 21 in Russian, so the number must not be spelled out."""
    for key, plural in choices(language, "plural"):
        forms = {selector: "#" in text for selector, text in plural.options if not EXACT.fullmatch(selector)}
        assert len(set(forms.values())) == 1, key


@every_language
def test_every_select_has_other_option(language):
    assert [key for key, select in choices(language, "select") if "other" not in select.selectors] == []


# ---- Rendering -----------------------------------------------------------------------------------------------------


@every_language
def test_every_message_renders_without_remains(language):
    broken = re.compile(r"[{}]|\b(?:plural|select|group-off)\b|  |^$")
    assert [(key, text) for key, text in rendered_samples(language) if broken.search(text)] == []


@every_language
def test_numbers_that_name_something_are_never_grouped(language):
    for key, message in sentences(language).items():
        named = {a.name: 1_234_567 for a in arguments(message) if a.name in IDENTIFIERS}
        for params in samples(message):
            assert Translator(language).translate(key, **{**params, **named}).count("1234567") >= len(named), key


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("en", {-1: "-1 saga point", 0: "0 saga points", 1: "1 saga point", 2: "2 saga points"}),
        ("fr", {0: "0 point de saga", 1: "1 point de saga", 2: "2 points de saga",
                10**6: "1\u202f000\u202f000 de points de saga"}),
        ("ru", {-2: "-2 строки саги", 0: "0 строк саги", 1: "1 строка саги", 4: "4 строки саги", 12: "12 строк саги",
                21: "21 строка саги", 111: "111 строк саги"}),
    ],
)  # fmt: skip
def test_saga_points_use_plural_forms_of_language(language, counted):
    for points, words in counted.items():
        assert Translator(language).translate("movie.end.won", who="you", seat=2, saga=points).endswith(f" {words}.")


def test_fraction_takes_other_form():
    assert Translator("ru").translate("cli.sim.speed", games=1.5, rate=2).startswith("1,5 партии,")


# ---- Spelling and punctuation --------------------------------------------------------------------------------------

TYPED = set("heorot play movie sim check warmup bench version game players seed seats games json record cold".split())
TYPED |= set("match score box rules board txt resume first help legend table advanced fallen open tokens".split())
TYPED |= set("backup restore force data db server DATA HEOROT".split())
TYPED |= set("serve port host tables docs serving md pip install openapi web types minute".split())
TYPED |= set("sqlite https example org done dev verify proof record game heorot".split())
TYPED |= {part.upper() for name in Settings.model_fields for part in name.split("_")}
TYPED |= set("restart redis rediss postgresql asyncpg pg dump migrate scale CACHE m o openssl rand hex".split())
TYPED |= set("doctor backups var lib FILE FOLDER hosting chmod chown root user folder systemctl status timer".split())
TYPED |= set("journalctl u timedatectl set ntp ulimit n LimitNOFILE off on all local fast python bundle py".split())
NAMES = set("API Ctrl C TypeScript MIT BSD Svelte intl messageformat SSD TLS Redis PostgreSQL SQLite PNG SVG".split())
NAMES |= set("Heorot Tab Enter Home End Esc M JSON TOML UTF Numba Python README I II III a b c d en fr ru".split())
ANSWER_WORDS = set("quit you greedy random beginner casual skilled undo true false yes".split())
ENGLISH = set("the is not and of to with for must may here there at are has have this that who which where".split())
FOREIGN = {"en": "«»„'\"", "fr": "“”„'\"", "ru": "“”„'\"’"}  # quotation marks and apostrophes of other languages


def test_russian_contains_no_english():
    latin = {key: set(re.findall(r"[A-Za-z]+", spoken(message))) for key, message in sentences("ru").items()}
    assert {key: words for key, words in latin.items() if words - TYPED - NAMES - ANSWER_WORDS} == {}


def test_french_contains_no_english():
    words = {key: set(re.findall(r"[^\W\d_]+", spoken(message).lower())) for key, message in sentences("fr").items()}
    assert {key: words & ENGLISH for key, words in words.items() if words & ENGLISH} == {}


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_sentences_are_translated(language):
    same = {key: message for key, message in sentences(language).items() if message == sentences("en")[key]}
    words = {key: re.findall(r"[^\W\d_]{2,}", spoken(message).replace("\u00ad", "")) for key, message in same.items()}
    assert [key for key, words in words.items() if len(words) > 1] == []  # a soft hyphen does not split a word


@every_language
def test_quotation_marks_and_apostrophes_match_language(language):
    assert [key for key, message in sentences(language).items() if set(FOREIGN[language]) & set(spoken(message))] == []


def test_french_punctuation_has_no_break_spaces():
    """Narrow no-break spaces inside « » and before ; ! ?, no-break spaces before colons, and none elsewhere."""
    wrong = re.compile("(?<!\u202f)[;!?»]|«(?!\u202f)|(?<!\u00a0):|[\u202f\u00a0](?![;!?»:])(?<!«\u202f)")
    assert [key for key, message in sentences("fr").items() if wrong.search(with_placeholders(message))] == []


def with_placeholders(message: str) -> str:
    """Return a message with a placeholder for each argument, so that punctuation keeps its neighbours."""
    return re.sub(r"\{\w+(, number[^}]*)?\}|\w+://[\w./]*", "x", message)


# ---- Board cells ---------------------------------------------------------------------------------------------------


@every_language
def test_tile_names_leave_gap_in_cell(language):
    names = {ability: Translator(language).translate(f"movie.cell.{ability}") for ability in ABILITY_WORDS[1:]}
    assert [name for name in names.values() if len(name) > 6] == []
    shown = [names[tile.ability] + f"{tile.value:+d}" for tile in built_in().copies if tile.ability and tile.value]
    assert [cell for cell in shown if len(cell) >= SMALL.width] == []


@every_language
def test_tiles_of_other_boxes_fit_cells(language):
    for ability in ("temptation", "valor", "treasure", "drunkenness", "mead"):
        assert len(Translator(language).translate(f"movie.cell.{ability}") + "-99") <= SMALL.width


@every_language
def test_cell_names_are_distinct(language):
    names = [Translator(language).translate(f"movie.cell.{word}") for word in (*KIND_WORDS, *ABILITY_WORDS[1:])]
    assert len(set(names)) == len(names)
    assert all(len(name) == 1 for name in names[: len(KIND_WORDS)])
