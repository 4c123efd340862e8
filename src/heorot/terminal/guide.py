"""What the terminal asks of each game: a folder named after the game has functions by these names."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from rich.text import Text

from heorot.engine.seats import Seat
from heorot.engine.sentence import Sentence
from heorot.terminal.reading import Choice
from heorot.terminal.speech import Speech

Paragraph = tuple[Sentence, ...]  # what belongs together


class Guide(Protocol):
    """Tables, views and actions are the game's own; nobody here looks into them."""

    # What is asked, and how it is typed.
    question: Callable[[Any], Sentence]
    choices: Callable[[Any, Any, str], tuple[Choice, ...]]  # box, view, language
    in_our_words: Callable[[str], str]  # a text in the words of the notation
    vocabulary: Callable[[str], Sequence[str]]  # the words that may be typed in a language

    # What is told.
    introduce: Callable[[Any], list[Sentence]]  # of a box
    tell_help: Callable[..., list[Sentence]]  # what one may ask, with an example
    tell_story: Callable[[Any, bool], list[Sentence]]  # of a view; discreetly, where others may read it
    tell_effects: Callable[[Any, Any, Seat | None], list[Sentence]]  # table, action, reader
    tell_what_if: Callable[[Any, Any, Any], Iterator[Paragraph]]  # table, view, action
    tell_why: Callable[[Any, Any, str], Iterator[Paragraph]]  # table, view, what is asked about
    tell_unseen: Callable[[Any], Iterator[Sentence]]
    tell_milestone: Callable[[Any, Any, Seat | None], list[Paragraph]]  # before, now, reader; often nothing
    tell_scores: Callable[[Any, Seat | None], list[Sentence]]
    tell_winner: Callable[[Any, Seat | None], list[Sentence]]
    rules: Callable[[str], Sequence[Any]]  # in a language
    find_rules: Callable[[str, str], Sequence[Any]]

    # What is drawn, or stated plainly.
    scene: Callable[..., Any]  # table, view, names, log, spaces where something is new
    draw: Callable[[Any, int, int, Speech], list[Text]]  # a scene for so many columns and lines
    draw_last: Callable[..., list[Text]]  # the board that a milestone was scored with
    draw_sheet: Callable[..., list[Text]]  # the scores, as a table
    touched: Callable[[Any], Iterable[str]]  # the spaces of an action
    state_table: Callable[..., Iterator[str]]
    state_hand: Callable[[Any, Speech], Iterator[str]]
