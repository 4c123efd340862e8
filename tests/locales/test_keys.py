"""The code and the catalogues match: used keys exist and get their parameters, existing keys are used, and the code
contains no sentence."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

from heorot.bench.nodes import FIGURES as OF_NODES
from heorot.bench.server import FIGURES
from heorot.bots.movie.players import BOTS
from heorot.engine.content import toml_reader
from heorot.games import GAMES
from heorot.games.legend.box import box as legend
from heorot.games.legend.model import components
from heorot.games.legend.scorepad import token_words
from heorot.games.movie.model.components import ABILITY_WORDS, KIND_WORDS
from heorot.games.movie.model.state import FIRST_QUESTION
from heorot.games.movie.table.view import QUESTIONS
from heorot.locales import catalogue
from heorot.server.table.events import LOGGED_EVENTS
from heorot.server.views import pending
from tests.architecture.rooms import all_modules
from tests.architecture.source import package
from tests.locales.icu_patterns import arguments
from tests.locales.test_typed_words import CANONICAL
from tests.locales.test_typed_words_legend import CANONICAL as LEGEND_WORDS
from tests.locales.test_typed_words_legend import key_of
from tests.locales.usage import (
    ALONE,
    KEY,
    beginnings,
    called,
    calls,
    completed_in_loops,
    errors,
    texts,
    uses,
    words_in_code,
)

ENGLISH = catalogue("en")
ASKED = [word for phase, word in QUESTIONS.items() if phase >= FIRST_QUESTION]
COMMANDS = {"help", "preview", "why", "unseen", "log", "undo", "save", "quit", "hand", "table", "rule", "yes"}
COMMANDS |= {"odds", "road", "hint"}
SOURCES = {"rulebook", "report", "ours"}
FILES = (".toml", ".json", ".py", ".md", ".record")
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"[A-Z][a-z’']* [a-z]+ [a-z]+|[a-z]+ [a-z]+ [a-z]+[.!?]$")

# Calls and keyword arguments whose texts people read.
TOLD = {"print", "tell", "ask", "input", "fail", "echo", "add_column", "add_row", "add_task", "Table", "Panel"}
SHOWN = {"help", "short_help", "epilog", "caption", "prompt", "description", "status"}


def reasons() -> Iterator[str]:
    """Yield the reasons why values of a box are refused, where the reason is a parameter."""
    yield from toml_reader.TYPE_ERRORS.values()
    for source in package():
        for call in calls(source.tree):
            match called(call), call.args:
                case "word", [_, _, ast.Constant(value=str(reason))]:
                    yield reason


def remarks() -> set[str]:
    """Return the sources in the Legend's built-in box that are longer than one word."""
    episodes = [source for episode in legend.built_in().episodes for _, source in episode.sources.named]
    return {components.slug_of(source) for source in episodes if source not in SOURCES}


@cache
def families() -> dict[str, list[str]]:
    """Return the families of keys whose last part comes from data, with all their parts."""
    return {
        "doctor.level.": ["good", "doubt", "wrong"],
        "bench.server.": [name.replace("_", "-") for name in dict.fromkeys((*FIGURES, *OF_NODES))],
        "legend.ask.": ["heal", "select", "take-card", "fame-or-heal"],
        "legend.cell.": list(components.SYMBOL_WORDS),
        "legend.read.": [*map(key_of, LEGEND_WORDS), "filler"],
        "legend.symbol.": list(components.SYMBOL_WORDS),
        "legend.card.": [special.id for special in legend.built_in().specials],
        "legend.token.": list(components.TOKEN_WORDS),
        "legend.icon.": [icon.replace(" ", "-") for icon in components.ICON_WORDS[1:]],
        "legend.kind.": [kind.replace(" ", "-") for kind in components.KIND_WORDS],
        "legend.episode.": [episode.slug for episode in legend.built_in().episodes],
        "legend.remark.": sorted(remarks()),
        "legend.typed.": [*token_words.VALUED[:2], *token_words.COUNTED, "alliance", "none", "next", "filler"],
        "movie.figure.": list(KIND_WORDS),
        "movie.tile.": ["none", *ABILITY_WORDS[1:]],
        "movie.cell.": [*KIND_WORDS, *ABILITY_WORDS[1:]],
        "movie.read.": sorted({*CANONICAL, "filler"}),
        "movie.typed.": ["act", "saga", "cashed", "unused"],
        "movie.ask.": ["turn", "turn-without-pool", "turn-draw", "turn-figure", "turn-tile", *ASKED],
        "movie.choice.": ["draw", "swap", "swap-with", "fill", "keep", "pass"],
        "news.": [event.model_fields["kind"].default for event in LOGGED_EVENTS],
        "notice.": get_args(pending.PendingKind),
        "web.game.": list(GAMES),
        "play.command.": sorted(COMMANDS),
        "play.who.": ["you", "person", *BOTS],
        "box.": sorted(set(reasons())),
    }


def test_every_key_that_is_said_exists():
    assert [(use.place, use.key) for use in uses() if use.key not in ENGLISH] == []


def test_every_text_that_looks_like_a_key_is_one():
    areas = {key.split(".")[0] for key in ENGLISH}
    found = [(at, text) for at, text in texts() if KEY.fullmatch(text) and text.split(".")[0] in areas]
    beginning = {text.removesuffix(".") for text in beginnings()}
    modules = {name.split(".", 3)[-1] for name in all_modules() if name.startswith("heorot.games.")}
    known = {*ENGLISH, *beginning, *modules}
    assert [(at, key) for at, key in found if key not in known and not key.endswith(FILES)] == []


def test_every_key_that_is_put_together_exists():
    assert [key for key in completed_in_loops() if key not in ENGLISH] == []
    assert [key for start, ends in families().items() for end in ends if (key := start + end) not in ENGLISH] == []


def test_every_way_to_put_a_key_together_is_known():
    in_loops = {key.rpartition(".")[0] + "." for key in completed_in_loops()}
    assert beginnings() == {*families(), *in_loops}


def test_every_sentence_is_given_its_parameters():
    needed = {key: {argument.name for argument in arguments(message)} for key, message in ENGLISH.items()}
    assert [(use.place, use.key) for use in uses() if use.all_given and needed.get(use.key, set()) - use.given] == []


def test_no_key_is_unused():
    whole, words = {text for _, text in texts()}, words_in_code()
    words |= {end for ends in families().values() for end in ends}  # some come from a box
    starts = tuple(beginnings())
    ours = [key for key in ENGLISH if not key.startswith("web.")]  # the browser's: see test_keys_client.py
    idle = [key for key in ours if key not in whole and not key.startswith(starts)]
    idle += [key for key in ENGLISH for start in starts if key.startswith(start) and key[len(start) :] not in words]
    assert idle == []


def test_errors_carry_keys():
    """The key may come from another error, but must never be a sentence."""
    assert [use for use in uses() if not KEY.fullmatch(use.key)] == []
    assert {"IllegalAction", "BadBox", "BadRecord", "BadOption", "Unreadable"} <= errors().keys()


# ---- No sentence in code -------------------------------------------------------------------------------------------


def shown() -> Iterator[tuple[str, str]]:
    """Yield every literal in the code that people would read. The server sends keys to programs, so it is left out."""
    for source in package():
        if source.layer in ("server", ALONE):
            continue
        for call in calls(source.tree):
            parts = call.args if called(call) in TOLD else []
            parts = [*parts, *(word.value for word in call.keywords if word.arg in SHOWN or called(call) in TOLD)]
            yield from ((source.at(call), text) for part in parts for text in written(part))


def written(node: ast.expr) -> Iterator[str]:
    """Yield the literals of an expression, without those in nested calls."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield from (text for part in parts if isinstance(part, ast.Constant) for text in written(part))
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            yield from (*written(one), *written(other))
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            yield from (text for part in parts for text in written(part))


def test_nothing_is_told_that_is_not_in_the_catalogues():
    settings = {"left", "right", "center", "ignore"}  # of a column or a line
    assert [(at, text) for at, text in shown() if WORD.search(text) and text not in settings] == []


def test_no_sentence_stands_in_code():
    assert [(at, text) for at, text in texts() if SENTENCE.search(text)] == []
