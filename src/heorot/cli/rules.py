"""`heorot rules`: show the rules and rulings, all of them in short or some in full."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from heorot.cli.common import TRANSLATOR, GameName, Language, app, find_title, in_language, print_line, translate
from heorot.engine.errors import HeorotError
from heorot.locales.closest import closest_word
from heorot.terminal.translator import Translator
from heorot.terminal.wrapping import wrap

if TYPE_CHECKING:
    from heorot.engine.content.rulebook import Rule, Rulebook

NARROWEST, WIDEST, INDENT = 40, 100, "  "  # columns
SENTENCE = re.compile(r".+?[.!?…](?= |$)|.+")
LONGEST_ASKED, LONGEST_SHOWN = 100, 60  # characters


@app.command(help=translate("cli.rules.help"), epilog=translate("cli.rules.example"))
def rules(
    game: GameName,
    words: Annotated[list[str] | None, typer.Argument(help=translate("cli.rules.words"), show_default=False)] = None,
    lang: Language = TRANSLATOR.language,
) -> None:
    """Show rules."""
    with in_language(lang) as translator:
        book = find_title(game).rulebook
        if book is None:
            raise HeorotError("cli.rules.missing", game=game)
        wanted = " ".join(" ".join(words or []).split())
        if wanted:
            lines = format_rules(find_rules(book, game, wanted, lang), translator)
        else:
            lines = list_rules(book, game, translator)
        for line in lines:
            print_line(line)


# ---- Search -------------------------------------------------------------------------------------------------------


def find_rules(book: "Rulebook", game: str, wanted: str, language: str) -> "Sequence[Rule]":
    """Return the rules with a number or words. Raise `HeorotError`, with a suggestion, if there are none."""
    if len(wanted) > LONGEST_ASKED:
        raise HeorotError("cli.rules.none", game=game, words=f"{wanted[:LONGEST_SHOWN]}…")
    matching = book.find(language, wanted)
    if not matching:
        near = suggestion(book, wanted, language)
        raise HeorotError("cli.rules.none", game=game, words=wanted, **({"near": near} if near else {}))
    return matching


def suggestion(book: "Rulebook", wanted: str, language: str) -> str:
    """Return a similar search that has results; empty if there is none."""
    texts = [f"{rule.number} {rule.name} {rule.text} {rule.ruling}" for rule in book.rules(language)]
    known = dict.fromkeys(word for text in texts for word in re.findall(r"[\w.]*\w", text) if len(word) > 2)
    near = [closest_word([word], known) for word in wanted.split()]
    tries = [" ".join(close or word for close, word in zip(near, wanted.split(), strict=True)), *filter(None, near)]
    return next((words for words in tries if book.find(language, words)), "")


# ---- Output -------------------------------------------------------------------------------------------------------


def list_rules(book: "Rulebook", game: str, translator: Translator) -> Iterator[str]:
    """Yield every chapter, and every rule by its name or its first sentence."""
    every = book.rules(translator.language)
    for (number, chapter), group in groupby(every, key=lambda rule: (rule.number.partition(".")[0], rule.chapter)):
        yield f"{number} {chapter}"
        for rule in group:
            yield from wrap_to_terminal(f"{INDENT}{rule.number:6}", summarize(rule, translator))
        yield ""
    yield translator.translate("cli.rules.more", game=game, number=every[-1].number)


def summarize(rule: "Rule", translator: Translator) -> str:
    """Return the name of a rule, or its first sentence."""
    text = rule.name or rule.text or translator.translate("cli.rules.ruling", text=rule.ruling)
    return str(SENTENCE.findall(text)[0])


def format_rules(matching: "Sequence[Rule]", translator: Translator) -> Iterator[str]:
    """Yield rules in full, with number, chapter and ruling."""
    for number, rule in enumerate(matching):
        if number:
            yield ""
        yield " ".join(filter(None, (rule.number, rule.name, f"({rule.chapter})")))
        yield from wrap_to_terminal(INDENT, rule.text)
        if rule.ruling:
            yield from wrap_to_terminal(INDENT, translator.translate("cli.rules.ruling", text=rule.ruling))


def wrap_to_terminal(start: str, text: str) -> list[str]:
    """Wrap a text to the terminal; lines after the first are indented by the length of `start`."""
    width = min(max(get_terminal_size().columns, NARROWEST), WIDEST)
    return wrap(start + text, width, " " * len(start)) if text else []
