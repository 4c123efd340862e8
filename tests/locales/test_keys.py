"""The code and the catalogues match: used keys exist and get their parameters, all keys are used, and the code contains
no sentences."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

from heorot.bench.nodes import FIGURES as NODE_FIGURES
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
from heorot.server.table.events import NEWS
from heorot.server.views import pending
from tests.architecture.package.rooms import all_modules
from tests.architecture.source import package
from tests.locales.icu_patterns import arguments
from tests.locales.test_typed_words import CANONICAL
from tests.locales.test_typed_words_legend import CANONICAL as LEGEND_WORDS
from tests.locales.test_typed_words_legend import key_of
from tests.locales.usage import (
    KEY,
    STANDALONE,
    called,
    calls,
    completed_in_loops,
    errors,
    key_prefixes,
    texts,
    uses,
    words_in_code,
)

ENGLISH = catalogue("en")
QUESTION_WORDS = [word for phase, word in QUESTIONS.items() if phase >= FIRST_QUESTION]
COMMANDS = {"help", "preview", "why", "unseen", "log", "undo", "save", "quit", "hand", "table", "rule", "yes"}
COMMANDS |= {"odds", "road", "hint"}
SOURCES = {"rulebook", "report", "ours"}
FILE_SUFFIXES = (".toml", ".json", ".py", ".md", ".record")
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"[A-Z][a-z’']* [a-z]+ [a-z]+|[a-z]+ [a-z]+ [a-z]+[.!?]$")

# Calls and keyword arguments whose strings people read.
PRINTERS = {"print", "tell", "ask", "input", "fail", "echo", "add_column", "add_row", "add_task", "Table", "Panel"}
SHOWN_KEYWORDS = {"help", "short_help", "epilog", "caption", "prompt", "description", "status"}


def box_error_reasons() -> Iterator[str]:
    """Yield the last parts of `box.` keys that the code passes as a parameter."""
    yield from toml_reader.TYPE_ERRORS.values()
    for source in package():
        for call in calls(source.tree):
            match called(call), call.args:
                case "word", [_, _, ast.Constant(value=str(reason))]:
                    yield reason


def source_remarks() -> set[str]:
    """Return the sources in the Legend's built-in box that are longer than one word."""
    episodes = [source for episode in legend.built_in().episodes for _, source in episode.sources.named]
    return {components.slug_of(source) for source in episodes if source not in SOURCES}


@cache
def key_families() -> dict[str, list[str]]:
    """Return the prefixes of keys whose last part comes from data, each with all its last parts."""
    return {
        "doctor.level.": ["good", "doubt", "wrong"],
        "bench.server.": [name.replace("_", "-") for name in dict.fromkeys((*FIGURES, *NODE_FIGURES))],
        "legend.ask.": ["heal", "select", "take-card", "fame-or-heal"],
        "legend.cell.": list(components.SYMBOL_WORDS),
        "legend.read.": [*map(key_of, LEGEND_WORDS), "filler"],
        "legend.symbol.": list(components.SYMBOL_WORDS),
        "legend.card.": [special.id for special in legend.built_in().specials],
        "legend.token.": list(components.TOKEN_WORDS),
        "legend.icon.": [icon.replace(" ", "-") for icon in components.ICON_WORDS[1:]],
        "legend.kind.": [kind.replace(" ", "-") for kind in components.KIND_WORDS],
        "legend.episode.": [episode.slug for episode in legend.built_in().episodes],
        "legend.remark.": sorted(source_remarks()),
        "legend.typed.": [*token_words.VALUED[:2], *token_words.COUNTED, "alliance", "none", "next", "filler"],
        "movie.figure.": list(KIND_WORDS),
        "movie.tile.": ["none", *ABILITY_WORDS[1:]],
        "movie.cell.": [*KIND_WORDS, *ABILITY_WORDS[1:]],
        "movie.read.": sorted({*CANONICAL, "filler"}),
        "movie.typed.": ["act", "saga", "cashed", "unused"],
        "movie.ask.": ["turn", "turn-without-pool", "turn-draw", "turn-figure", "turn-tile", *QUESTION_WORDS],
        "movie.choice.": ["draw", "swap", "swap-with", "fill", "keep", "pass"],
        "news.": [event.model_fields["kind"].default for event in NEWS],
        "notice.": get_args(pending.PendingKind),
        "web.game.": list(GAMES),
        "play.command.": sorted(COMMANDS),
        "play.who.": ["you", "person", *BOTS],
        "box.": sorted(set(box_error_reasons())),
    }


def test_every_used_key_exists():
    assert len(list(uses())) > 200
    assert [(use.place, use.key) for use in uses() if use.key not in ENGLISH] == []


def test_every_literal_shaped_like_key_is_key():
    areas = {key.split(".")[0] for key in ENGLISH}
    found = [(at, text) for at, text in texts() if KEY.fullmatch(text) and text.split(".")[0] in areas]
    prefixes = {text.removesuffix(".") for text in key_prefixes()}
    modules = {name.split(".", 3)[-1] for name in all_modules() if name.startswith("heorot.games.")}
    known = {*ENGLISH, *prefixes, *modules}
    assert [(at, key) for at, key in found if key not in known and not key.endswith(FILE_SUFFIXES)] == []


def test_every_composed_key_exists():
    assert [key for key in completed_in_loops() if key not in ENGLISH] == []
    assert [key for start, ends in key_families().items() for end in ends if (key := start + end) not in ENGLISH] == []


def test_every_key_prefix_is_known():
    in_loops = {key.rpartition(".")[0] + "." for key in completed_in_loops()}
    assert key_prefixes() == {*key_families(), *in_loops}


def test_every_sentence_gets_its_parameters():
    needed = {key: {argument.name for argument in arguments(message)} for key, message in ENGLISH.items()}
    assert [(use.place, use.key) for use in uses() if use.all_given and needed.get(use.key, set()) - use.given] == []


def test_no_key_is_unused():
    literals, words = {text for _, text in texts()}, words_in_code()
    words |= {end for ends in key_families().values() for end in ends}  # some words come from a box
    starts = tuple(key_prefixes())
    # test_keys_client.py covers the keys of the browser.
    terminal_keys = [key for key in ENGLISH if not key.startswith("web.")]
    unused = [key for key in terminal_keys if key not in literals and not key.startswith(starts)]
    unused += [key for key in ENGLISH for start in starts if key.startswith(start) and key[len(start) :] not in words]
    assert unused == []


def test_errors_carry_keys():
    """Errors are raised with a key, never with a sentence."""
    assert [use for use in uses() if not KEY.fullmatch(use.key)] == []
    assert {"IllegalAction", "BadBox", "BadRecord", "BadOption", "Unreadable"} <= errors().keys()


# ---- No sentences in code ------------------------------------------------------------------------------------------


def shown_literals() -> Iterator[tuple[str, str]]:
    """Yield every literal in the code that people would read. The server sends keys and is left out."""
    for source in package():
        if source.layer in ("server", STANDALONE):
            continue
        for call in calls(source.tree):
            parts = call.args if called(call) in PRINTERS else []
            keywords = [word for word in call.keywords if word.arg in SHOWN_KEYWORDS or called(call) in PRINTERS]
            parts = [*parts, *(word.value for word in keywords)]
            yield from ((source.at(call), text) for part in parts for text in literals_in(part))


def literals_in(node: ast.expr) -> Iterator[str]:
    """Yield the literals of an expression, without those in nested calls."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield from (text for part in parts if isinstance(part, ast.Constant) for text in literals_in(part))
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            yield from (*literals_in(one), *literals_in(other))
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            yield from (text for part in parts for text in literals_in(part))


def test_shown_literals_contain_no_words():
    assert any(True for _ in shown_literals())
    settings = {"left", "right", "center", "ignore"}  # of a column or a line
    assert [(at, text) for at, text in shown_literals() if WORD.search(text) and text not in settings] == []


def test_code_contains_no_sentence():
    assert SENTENCE.search("It is your turn.")
    assert [(at, text) for at, text in texts() if SENTENCE.search(text)] == []
