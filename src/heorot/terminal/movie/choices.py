"""The questions of the Movie game, and the list of choices with the phrases that select them."""

import re
from functools import cache

from heorot.engine.sentence import Sentence
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import ABILITY_RULES, name_tile
from heorot.games.movie.model.actions import (
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
from heorot.games.movie.model.components import Tile
from heorot.games.movie.table.notation import write
from heorot.games.movie.table.view import View
from heorot.locales import catalogue
from heorot.terminal.input_parser import Choice


def question(box: Box, view: View) -> Sentence:
    """Return the question to the viewer, or which player the table waits for."""
    if view.question == "over":
        return Sentence("movie.ask.over")
    if view.seat is None or view.seat not in view.asked:
        return Sentence("movie.ask.wait", seat=view.asked[0] + 1)
    if view.question == "remove":
        placed = placed_tile(view)
        return Sentence("movie.ask.remove", what="valor" if placed and placed.ability == "temptation" else "temptation")
    if view.question == "turn":
        return Sentence(f"movie.ask.{turn_key(view)}")
    return Sentence(f"movie.ask.{view.question}")


def turn_key(view: View) -> str:
    """M2.1, M2.5: Return the key of the question by the kinds of turn that are possible now."""
    figure = any(isinstance(action, PlaceFigure) for action in view.legal)
    other = any(not isinstance(action, PlaceFigure) for action in view.legal)
    if figure and other:
        return "turn" if view.pool else "turn-without-pool"
    if figure:
        return "turn-figure"
    return "turn-draw" if view.pool else "turn-tile"


def choices(box: Box, view: View, language: str) -> tuple[Choice, ...]:
    """Return the legal actions, one choice for all that start alike."""
    groups: dict[str, dict[str, Action]] = {}
    for action in view.legal:
        start, end = split_action(action, view.act)
        groups.setdefault(start, {})[end] = action
    return tuple(make_choice(box, view, start, ends, language) for start, ends in groups.items())


def split_action(action: Action, act: int) -> tuple[str, str]:
    """Return the phrase of an action in two parts: what is done, and where."""
    text = write(action, act)
    if isinstance(action, SwapWith):
        return "", text
    if isinstance(action, PlaceFigure | PlaceTile | Counsel | Remove | Swap):
        start, _, end = text.rpartition(" ")
        return start, end
    return text, ""


def make_choice(box: Box, view: View, start: str, ends: dict[str, Action], language: str) -> Choice:
    """Return the choice of actions that start with the phrase `start`."""
    action = next(iter(ends.values()))
    translated = re.sub(r"(?<![a-z])[a-z]{3,}", lambda found: translate_word(language, found[0]), start)
    typed = tuple(dict.fromkeys((translated, start)))
    named = label(box, view, action)
    if isinstance(action, Remove):
        named = Sentence("movie.choice.remove", spaces=", ".join(ends))
    return Choice(named, rule(view, action), typed, ends, isinstance(action, PlaceTile | Cash | Counsel))


def label(box: Box, view: View, action: Action) -> Sentence:
    """Return the label of a choice."""
    match action:
        case PlaceFigure(kind, _):
            diamonds = next(figure.diamonds for figure in box.figures if figure.kind == kind)
            left = next(number for seat in own_figures(view) for name, number in seat if name == kind)
            return Sentence("movie.choice.figure", kind=kind, diamonds=diamonds, left=left)
        case PlaceTile(tile, _):
            return Sentence("movie.choice.tile", tile=name_tile(tile, view.act))
        case Cash(tile):
            return Sentence("movie.choice.cash", tile=name_tile(tile, view.act), points=tile.cash)
        case Counsel(tile, _, _):
            return Sentence("movie.choice.counsel", tile=name_tile(tile, view.act))
    return Sentence(f"movie.choice.{choice_key(action)}")


def own_figures(view: View) -> list[tuple[tuple[str, int], ...]]:
    """Return the figures in front of the viewer, as kinds and numbers."""
    return [player.in_front for player in view.players if player.seat == view.seat]


def choice_key(action: Action) -> str:
    """Return the last part of a locale key for actions without parameters."""
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
    """Return the number of the rule behind an action."""
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
    """Return the tile whose ability is being carried out."""
    return next((lying.tile for lying in view.tiles if lying.space == view.placed), None)


def example(language: str) -> tuple[str, str]:
    """Return an input that reveals nothing of a hand, long and short."""
    return "+1 a1", "1 a1"


@cache
def vocabulary(language: str) -> tuple[str, ...]:
    """Return the words that can be typed for figures, abilities and actions."""
    said = {key: text for key, text in catalogue(language).items() if key.startswith("movie.read.")}
    return tuple(said[key].split("|")[0] for key in said if not key.endswith(".filler"))


@cache
def translate_word(language: str, word: str) -> str:
    """Return the first single word of a language for a word of the notation."""
    phrases = catalogue(language).get(f"movie.read.{word}", word).split("|")
    return next((phrase for phrase in phrases if " " not in phrase), word)
