"""Types of a game that the server does not know: it passes boxes, states, actions and views on to the game."""

from collections.abc import Sequence
from typing import NewType, Protocol, TypeAlias

from heorot.engine.game import Game
from heorot.engine.seats import Seat

GameBox = NewType("GameBox", object)
GameAction = NewType("GameAction", object)


class PlayedAction(Protocol):
    """An entry of a game's history."""

    @property
    def seat(self) -> Seat: ...
    @property
    def action(self) -> GameAction: ...


class GameState(Protocol):
    """A game at one moment."""

    @property
    def history(self) -> Sequence[PlayedAction]: ...


class GameView(Protocol):
    """A game as one viewer may know it."""

    @property
    def box(self) -> str:
        """Hash of the box."""


OpaqueGame: TypeAlias = Game[GameBox, GameState, GameAction, GameView]
