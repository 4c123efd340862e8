"""The games, one package each, and the registry of titles.

Inside a game the rooms are layered: model ◄ box ◄ rules ◄ table ◄ inference ◄ text ◄ scorepad, and `refusal.py`,
`queries.py` and `game.py` on top. A game imports the engine and the locales, never another game.

May import: engine, games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from heorot.engine.content.lesson import LessonPlayer, read_lesson
from heorot.engine.game import AnyGame, Options
from heorot.engine.sentence import Sentence
from heorot.games.legend.game import GAME as LEGEND
from heorot.games.movie.game import GAME as MOVIE

if TYPE_CHECKING:
    from heorot.engine.content.rulebook import Rulebook


class BoxDescriber(Protocol):
    """A game's `text.contents`."""

    def describe_box(self, box: Any) -> Iterator[Sentence | str]:
        """Describe a box line by line; a plain text is a drawing."""


class ProposedValues(Protocol):
    """A game's `box.proposed_values`."""

    def proposed_values(self, box: Any) -> Iterator[tuple[str, Sentence]]:
        """Yield the numbers of rules whose values are our proposals, each with a sentence about those values."""


class ScorePad(Protocol):
    """A game's `scorepad.score`."""

    def read(self, text: str, options: Options) -> Any:
        """Read a typed position; raises BadText."""
    def describe_position(self, position: Any) -> Iterator[Sentence]:
        """Explain the score of a position."""


@dataclass(frozen=True, slots=True)
class Title:
    """A game with its texts. They are imported on first use, and None if the game has none."""

    name: str
    game: AnyGame

    @property
    def rulebook(self) -> "Rulebook | None":
        """The rules in every language."""
        module = self.find_module("text.rulebook")
        return module and module.BOOK  # type: ignore[no-any-return]

    @property
    def contents(self) -> BoxDescriber | None:
        """The contents of a box in words."""
        return self.find_module("text.contents")  # type: ignore[no-any-return]

    @property
    def proposals(self) -> ProposedValues | None:
        """The values of a box that are our proposals."""
        return self.find_module("box.proposed_values")  # type: ignore[no-any-return]

    @property
    def score_pad(self) -> ScorePad | None:
        """The scoring of typed positions."""
        return self.find_module("scorepad.score")  # type: ignore[no-any-return]

    def find_module(self, part: str) -> Any:
        """Import a module of the game, if there is one."""
        there = find_spec(f"heorot.games.{self.name}.{part}")
        return import_module(f"heorot.games.{self.name}.{part}") if there else None


TITLES: dict[str, Title] = {game.info.name: Title(game.info.name, game) for game in (MOVIE, LEGEND)}
GAMES: dict[str, AnyGame] = {name: title.game for name, title in TITLES.items()}


@cache
def lesson_of(name: str) -> LessonPlayer[Any, Any, Any, Any]:
    """Return the lesson of a game."""
    return LessonPlayer(GAMES[name], read_lesson(resources.files(f"{__name__}.{name}") / "lesson"))
