"""The interface between the terminal and a title: each title has a folder whose module offers these functions."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rich.text import Text

from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Param, Sentence
from heorot.terminal.input_parser import Choice
from heorot.terminal.translator import Translator

Query = Callable[[Any, Any, str, str], Iterable[Paragraph]]  # table, view, rest of the typed line, language


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table for one viewer at one time. Titles draw or describe it."""

    table: Any
    view: Any
    previous: Any  # the table after the viewer's latest action
    full: bool  # describe the whole table; else only changes since `previous` that the log does not mention
    names: Sequence[str]  # by seat
    log: Sequence[str]


@dataclass(frozen=True, slots=True)
class Milestone:
    """A page that all players see before the game continues: a drawing, paragraphs below it, or both."""

    paragraphs: Sequence[Paragraph]  # the first sentence of each is in the log too
    draw: Callable[[Sequence[str], int, int, Translator], list[Text]]  # names, columns, lines, translator


class GameUi(Protocol):
    """Functions of one title. Tables, views and actions are opaque to the rest of the terminal."""

    # Questions and input.
    question: Callable[[Any, Any], Sentence]  # box, view
    choices: Callable[[Any, Any, str], tuple[Choice, ...]]  # box, view, language
    to_notation: Callable[[str], str]  # translate typed words into those of the notation
    vocabulary: Callable[[str], Sequence[str]]  # words that can be typed in a language
    example: Callable[[str], tuple[str, str]]  # a long and a short input in a language, revealing nothing of a hand

    # Sentences.
    introduce: Callable[[Any], list[Sentence]]  # table
    describe_help: Callable[[Param], list[Sentence]]  # example of an input
    describe_what_if: Callable[[Any, Any, Any], Iterator[Paragraph]]  # table, view, action
    describe_why: Callable[[Any, Any, str], Iterator[Paragraph]]  # table, view, rest of the typed line
    describe_unseen: Callable[[Any, Any], Iterator[Sentence]]  # box, view
    describe_scores: Callable[[Any, Seat | None], list[Sentence]]  # table, viewer
    describe_winner: Callable[[Any, Seat | None], list[Sentence]]  # table, viewer
    queries: Mapping[str, Query]  # commands of this title alone, by name
    milestone: Callable[[Any, Any, Seat | None], Milestone | None]  # table before an action, table after it, viewer
    rules: Callable[[str], Sequence[Any]]  # language
    find_rules: Callable[[str, str], Sequence[Any]]  # language, number or words
    EXAMPLE_RULE: str  # number of a rule

    # The table, drawn or described in words.
    make_screen: Callable[[Snapshot], Any]
    draw: Callable[[Any, int, int, Translator], list[Text]]  # screen, columns, lines, translator
    draw_score_sheet: Callable[..., list[Text]]  # table, names, columns, lines, translator
    describe_table: Callable[[Snapshot, Translator], Iterator[str]]  # public information only
    describe_hand: Callable[..., Iterator[str]]  # table, view, translator
