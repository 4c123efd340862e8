"""What may be answered in the Movie game: the question, and the list of choices, grouped, with ways to type them."""

import re
from functools import cache

from heorot.engine.sentence import Sentence
from heorot.games.movie.actions import (
    Action,
    Cash,
    Counsel,
    Draw,
    FillUp,
    Pass,
    PlaceFigure,
    PlaceTile,
    Remove,
    Swap,
    SwapWith,
)
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.names import ABILITY_RULES, name_tile
from heorot.games.movie.notation import write
from heorot.games.movie.view import View
from heorot.locales import catalogue
from heorot.terminal.reading import Choice


def question(box: Box, view: View) -> Sentence:
    """What is asked of the one who looks, or whom the table waits for."""
    if view.question == "over":
        return Sentence("movie.ask.over")
    if view.seat is None or view.seat not in view.asked:
        return Sentence("movie.ask.wait", seat=view.asked[0] + 1)
    if view.question == "remove":
        placed = placed_tile(view)
        return Sentence("movie.ask.remove", what="valor" if placed and placed.ability == "temptation" else "temptation")
    if view.question == "turn":
        return Sentence(f"movie.ask.{turn(view)}")
    return Sentence(f"movie.ask.{view.question}")


def turn(view: View) -> str:
    """M2.1, M2.5: which of the two things a turn can be are possible now."""
    figure = any(isinstance(action, PlaceFigure) for action in view.legal)
    other = any(not isinstance(action, PlaceFigure) for action in view.legal)
    if figure and other:
        return "turn" if view.pool else "turn-without-pool"
    if figure:
        return "turn-figure"
    return "turn-draw" if view.pool else "turn-tile"


def choices(box: Box, view: View, language: str) -> tuple[Choice, ...]:
    """What may be answered: one line for all that begins alike, with the ways to end it."""
    groups: dict[str, dict[str, Action]] = {}
    for action in view.legal:
        start, end = halves(action, view.act)
        groups.setdefault(start, {})[end] = action
    return tuple(make_choice(box, view, start, ends, language) for start, ends in groups.items())


def halves(action: Action, act: int) -> tuple[str, str]:
    """What is done, and where."""
    text = write(action, act)
    if isinstance(action, SwapWith):
        return "", text
    if isinstance(action, PlaceFigure | PlaceTile | Counsel | Remove | Swap):
        start, _, end = text.rpartition(" ")
        return start, end
    return text, ""


def make_choice(box: Box, view: View, start: str, ends: dict[str, Action], language: str) -> Choice:
    """A line of the list."""
    action = next(iter(ends.values()))
    typed = tuple(dict.fromkeys((in_words_of(language, start), start)))
    named = label(box, view, action)
    if isinstance(action, Remove):
        named = Sentence("movie.choice.remove", spaces=", ".join(ends))
    return Choice(named, rule(view, action), typed, ends, isinstance(action, PlaceTile | Cash | Counsel))


def label(box: Box, view: View, action: Action) -> Sentence:
    """A line of the list, in words."""
    match action:
        case PlaceFigure(kind, _):
            diamonds = next(figure.diamonds for figure in box.figures if figure.kind == kind)
            left = next(number for seat in own(view) for name, number in seat if name == kind)
            return Sentence("movie.choice.figure", kind=kind, diamonds=diamonds, left=left)
        case PlaceTile(tile, _):
            return Sentence("movie.choice.tile", tile=name_tile(tile, view.act))
        case Cash(tile):
            return Sentence("movie.choice.cash", tile=name_tile(tile, view.act), points=tile.cash)
        case Counsel(tile, _, _):
            return Sentence("movie.choice.counsel", tile=name_tile(tile, view.act))
    return Sentence(f"movie.choice.{brief(action)}")


def own(view: View) -> list[tuple[tuple[str, int], ...]]:
    """The figures in front of the one who looks."""
    return [player.in_front for player in view.players if player.seat == view.seat]


def brief(action: Action) -> str:
    """What needs no more than its name."""
    match action:
        case Draw():
            return "draw"
        case Swap():
            return "swap"
        case SwapWith():
            return "swap-with"
        case FillUp():
            return "fill"
        case Pass():
            return "pass"
    return "keep"


def rule(view: View, action: Action) -> str:
    """The rule behind a choice."""
    match action:
        case PlaceFigure():
            return "M2.2"
        case Draw():
            return "M2.3"
        case PlaceTile(tile, _) | Cash(tile) | Counsel(tile, _, _):
            return ABILITY_RULES[tile.ability]
        case FillUp():
            return "M3.7"
        case Pass():
            return "M2.8"
    placed = placed_tile(view)
    return ABILITY_RULES[placed.ability] if placed else "M3.7"


def placed_tile(view: View) -> Tile | None:
    """The tile whose ability is being carried out."""
    return next((lying.tile for lying in view.tiles if lying.space == view.placed), None)


def in_words_of(language: str, start: str) -> str:
    """The beginning of an answer as one would type it in a language."""
    return re.sub(r"(?<![a-z])[a-z]{3,}", lambda found: word_in(language, found[0]), start)


def example(language: str) -> tuple[str, str]:
    """An answer that tells nothing of a hand, and a shorter way to type one."""
    return "+1 a1", "1 a1"


@cache
def vocabulary(language: str) -> tuple[str, ...]:
    """The words that may be typed for figures, abilities and deeds."""
    said = {key: text for key, text in catalogue(language).items() if key.startswith("movie.read.")}
    return tuple(said[key].split("|")[0] for key in said if not key.endswith(".filler"))


@cache
def word_in(language: str, word: str) -> str:
    """The word that is typed for a word of the notation: the first that is a single one."""
    phrases = catalogue(language).get(f"movie.read.{word}", word).split("|")
    return next((phrase for phrase in phrases if " " not in phrase), word)
