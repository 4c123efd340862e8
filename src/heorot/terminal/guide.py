"""What the terminal asks of each game: a folder named after the game has functions by these names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rich.text import Text

from heorot.engine.seats import Seat
from heorot.engine.sentence import Sentence
from heorot.terminal.display import Draw
from heorot.terminal.reading import Choice
from heorot.terminal.speech import Speech

Paragraph = tuple[Sentence, ...]  # what belongs together
Query = Callable[[Any, Any, str, str], Iterable[Paragraph]]  # table, view, what is asked about, language


@dataclass(frozen=True, slots=True)
class Milestone:
    """What everyone should see before the game goes on: something told, something drawn above it, or both."""

    told: Sequence[Paragraph]
    drawn: Draw


class Storyteller(Protocol):
    """Tells a game's log as it grows."""

    def go_on(self, view: Any) -> Iterable[Sentence]:
        """What is new in the log of a view since the last one."""


class Guide(Protocol):
    """Tables, views and actions are the game's own; nobody here looks into them."""

    # What is asked, and how it is typed.
    question: Callable[[Any, Any], Sentence]  # box, view
    choices: Callable[[Any, Any, str], tuple[Choice, ...]]  # box, view, language
    in_our_words: Callable[[str], str]  # a text in the words of the notation
    vocabulary: Callable[[str], Sequence[str]]  # the words that may be typed in a language
    example: Callable[[str], tuple[str, str]]  # an answer in a language, long and short, where no real one may be told

    # What is told.
    introduce: Callable[[Any], list[Sentence]]  # of a table
    tell_help: Callable[..., list[Sentence]]  # what one may ask, with an example
    Storyteller: Callable[[Any, Seat | None, bool], "Storyteller"]  # box, reader; discreetly, where others may read it
    tell_effects: Callable[[Any, Any, Seat | None], list[Sentence]]  # table, action, reader
    tell_results: Callable[[Any, Any, Seat | None], list[Sentence]]  # before, now, reader; what the log says besides
    tell_what_if: Callable[[Any, Any, Any], Iterator[Paragraph]]  # table, view, action
    tell_why: Callable[[Any, Any, str], Iterator[Paragraph]]  # table, view, what is asked about
    tell_unseen: Callable[[Any, Any], Iterator[Sentence]]  # box, view
    tell_scores: Callable[[Any, Seat | None], list[Sentence]]
    tell_winner: Callable[[Any, Seat | None], list[Sentence]]
    queries: Mapping[str, Query]  # commands that not every game has, by name
    milestone: Callable[..., Milestone | None]  # before, action, now, names, reader; often nothing
    rules: Callable[[str], Sequence[Any]]  # in a language
    find_rules: Callable[[str, str], Sequence[Any]]
    EXAMPLE_OF_A_RULE: str  # a number

    # What is drawn, or stated plainly.
    scene: Callable[..., Any]  # table, view, names, log, what is new
    draw: Callable[[Any, int, int, Speech], list[Text]]  # a scene for so many columns and lines
    draw_sheet: Callable[..., list[Text]]  # the scores, as a table
    touched: Callable[[Any], Iterable[str]]  # what an action makes new, if the scene marks that
    state_table: Callable[..., Iterator[str]]
    state_changes: Callable[..., Iterator[str]]  # before, now, view, speech: what must be told anew of the table
    state_hand: Callable[..., Iterator[str]]  # table, view, speech
