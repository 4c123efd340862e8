"""What the terminal asks of each game: a folder named after the game has functions by these names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rich.text import Text

from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Part, Sentence
from heorot.terminal.reading import Choice
from heorot.terminal.speech import Speech

Query = Callable[[Any, Any, str, str], Iterable[Paragraph]]  # table, view, what is asked about, language


@dataclass(frozen=True, slots=True)
class Sight:
    """The table as one reader may see it now. Each game shows of it whatever it has."""

    table: Any
    view: Any
    since: Any  # the table as the reader left it after the latest own answer
    whole: bool  # it must be stated whole: else, what is new since then and stands in no log
    names: Sequence[str]  # who sits where
    log: Sequence[str]  # what happened, in words


@dataclass(frozen=True, slots=True)
class Milestone:
    """What everyone should see before the game goes on: something told, something drawn above it, or both."""

    told: Sequence[Paragraph]  # the first sentence of each stands in the log too
    drawn: Callable[[Sequence[str], int, int, Speech], list[Text]]  # names, and so many columns and lines


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
    tell_help: Callable[[Part], list[Sentence]]  # what one may ask, with an example of an answer
    tell_what_if: Callable[[Any, Any, Any], Iterator[Paragraph]]  # table, view, action
    tell_why: Callable[[Any, Any, str], Iterator[Paragraph]]  # table, view, what is asked about
    tell_unseen: Callable[[Any, Any], Iterator[Sentence]]  # box, view
    tell_scores: Callable[[Any, Seat | None], list[Sentence]]
    tell_winner: Callable[[Any, Seat | None], list[Sentence]]
    queries: Mapping[str, Query]  # commands that not every game has, by name
    milestone: Callable[[Any, Any, Seat | None], Milestone | None]  # before an answer, now, reader; often nothing
    rules: Callable[[str], Sequence[Any]]  # in a language
    find_rules: Callable[[str, str], Sequence[Any]]
    EXAMPLE_OF_A_RULE: str  # a number

    # What is drawn, or stated plainly.
    scene: Callable[[Sight], Any]  # what is to be drawn
    draw: Callable[[Any, int, int, Speech], list[Text]]  # a scene for so many columns and lines
    draw_sheet: Callable[..., list[Text]]  # the scores, as a table
    state_table: Callable[[Sight, Speech], Iterator[str]]  # what is open, and nothing of a hand
    state_hand: Callable[..., Iterator[str]]  # table, view, speech
