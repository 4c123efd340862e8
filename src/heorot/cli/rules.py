"""`heorot rules`: the rules in our own words, with the rulings, all of them in short or those that are asked for."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from shutil import get_terminal_size
from typing import Annotated, Any

import typer

from heorot.cli.asked import SPEECH, GameName, Language, app, find_part, say, speaking, tell
from heorot.engine.errors import HeorotError
from heorot.locales.near import nearest
from heorot.terminal.speech import Speech
from heorot.terminal.wrapping import wrap

NARROWEST, WIDEST, INDENT = 40, 100, "  "  # of a line
SENTENCE = re.compile(r".+?[.!?…](?= |$)|.+")
LONGEST_ASKED, LONGEST_SHOWN = 100, 60  # characters


@app.command(help=say("cli.rules.help"), epilog=say("cli.rules.example"))
def rules(
    game: GameName,
    words: Annotated[list[str] | None, typer.Argument(help=say("cli.rules.words"), show_default=False)] = None,
    lang: Language = SPEECH.language,
) -> None:
    """Show rules."""
    with speaking(lang) as speech:
        book = find_part(game, "rulebook")
        if book is None:
            raise HeorotError("cli.rules.missing", game=game)
        wanted = " ".join(" ".join(words or []).split())
        lines = tell_rules(find_rules(book, game, wanted, lang), speech) if wanted else tell_all(book, game, speech)
        for line in lines:
            tell(line)


# ---- Finding -------------------------------------------------------------------------------------------------------


def find_rules(book: Any, game: str, wanted: str, language: str) -> Sequence[Any]:
    """The rules that are asked for."""
    if len(wanted) > LONGEST_ASKED:
        raise HeorotError("cli.rules.none", game=game, words=f"{wanted[:LONGEST_SHOWN]}…")
    found: Sequence[Any] = book.find(language, wanted)
    if not found:
        near = suggestion(book, wanted, language)
        raise HeorotError("cli.rules.none", game=game, words=wanted, **({"near": near} if near else {}))
    return found


def suggestion(book: Any, wanted: str, language: str) -> str:
    """What finds something and is nearly what was asked for; nothing if there is no such word."""
    texts = [f"{rule.number} {rule.name} {rule.text} {rule.ruling}" for rule in book.rules(language)]
    known = dict.fromkeys(word for text in texts for word in re.findall(r"[\w.]*\w", text) if len(word) > 2)
    near = [nearest([word], known) for word in wanted.split()]
    tries = [" ".join(close or word for close, word in zip(near, wanted.split(), strict=True)), *filter(None, near)]
    return next((words for words in tries if book.find(language, words)), "")


# ---- Telling -------------------------------------------------------------------------------------------------------


def tell_all(book: Any, game: str, speech: Speech) -> Iterator[str]:
    """Every chapter, and every rule by its name or its first sentence."""
    every = book.rules(speech.language)
    for chapter, group in groupby(every, key=heading):
        yield chapter
        for rule in group:
            yield from wrapped(f"{INDENT}{rule.number:6}", in_short(rule, speech))
        yield ""
    yield speech.say("cli.rules.more", game=game, number=every[-1].number)


def heading(rule: Any) -> str:
    """A chapter as it is called: `M4 Abilities`."""
    return f"{rule.number.partition('.')[0]} {rule.chapter}"


def in_short(rule: Any, speech: Speech) -> str:
    """The name of a rule, or else how it begins."""
    text = rule.name or rule.text or speech.say("cli.rules.ruling", text=rule.ruling)
    return str(SENTENCE.findall(text)[0])


def tell_rules(found: Sequence[Any], speech: Speech) -> Iterator[str]:
    """Rules in full, each with its number, its chapter and its ruling."""
    for number, rule in enumerate(found):
        if number:
            yield ""
        yield " ".join(filter(None, (rule.number, rule.name, f"({rule.chapter})")))
        yield from wrapped(INDENT, rule.text)
        if rule.ruling:
            yield from wrapped(INDENT, speech.say("cli.rules.ruling", text=rule.ruling))


def wrapped(start: str, text: str) -> list[str]:
    """A long text in lines as wide as the terminal; those that follow begin below the first one."""
    width = min(max(get_terminal_size().columns, NARROWEST), WIDEST)
    return wrap(start + text, width, " " * len(start)) if text else []
