"""One game in a terminal: draw the table, list what may be said, ask, and let the bots answer."""

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

from heorot.engine.errors import HeorotError
from heorot.engine.game import play
from heorot.engine.seats import CHANCE, Seat
from heorot.terminal.speech import Speech

YOU = "you"
QUIT = "quit"


class Quit(Exception):
    """The person at the keyboard has had enough."""


class Sitting:
    """One game, from the first question to the last."""

    def __init__(self, game: Any, box: Any, seats: list[str], options: dict[str, str], speech: Speech) -> None:
        self.game = game
        self.box = box
        self.seats = seats
        self.speech = speech
        self.table = game.setup(box, len(seats), options, game.about.rules[-1])
        self.screen = import_module(f"heorot.terminal.{game.about.name}")
        self.bots = import_module(f"heorot.bots.{game.about.name}").BOTS

    def run(self, rng: Random, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        """Play until the game is over, or the person quits."""
        while seats := self.game.actors(self.table):
            seat = seats[0]
            action = self.answer(seat, rng, ask, tell)
            if seat != CHANCE:
                tell(self.speech.say("play.said", seat=seat + 1, action=self.game.write(self.table, action)))
            self.table = self.game.apply(self.table, seat, action)
        for line in self.ending():
            tell(line)

    def answer(self, seat: Seat, rng: Random, ask: Callable[[str], str], tell: Callable[[str], None]) -> Any:
        """What a seat says: chance, a bot, or a person."""
        if seat == CHANCE:
            chances = self.game.chances(self.table)
            return rng.choices([c.action for c in chances], [c.weight for c in chances])[0]
        if self.seats[seat] == YOU:
            return self.person(seat, ask, tell)
        return self.bots[self.seats[seat]](self.box, self.game.view(self.table, seat), rng)

    def person(self, seat: Seat, ask: Callable[[str], str], tell: Callable[[str], None]) -> Any:
        """Ask until the answer is allowed; a mistake costs nothing."""
        for line in self.question(seat):
            tell(line)
        while True:
            text = ask(self.speech.say("play.prompt", seat=seat + 1)).strip()
            if text == QUIT:
                raise Quit
            try:
                action = self.game.read(self.table, text)
                play(self.game, self.table, seat, action)
                return action
            except HeorotError as error:
                tell(self.speech.complain(error))

    def question(self, seat: Seat) -> Iterator[str]:
        """The table, and everything that may be answered."""
        view = self.game.view(self.table, seat)
        yield from self.screen.draw(self.box, view, self.speech)
        yield ""
        yield self.speech.say("play.choices", count=len(view.legal))
        for start, ends in self.screen.group(view):
            yield f"  {start} {' '.join(ends)}".rstrip()

    def ending(self) -> Iterator[str]:
        """The points, and who won."""
        for seat, points in enumerate(self.game.score(self.table), 1):
            yield self.speech.say("play.points", seat=seat, points=points)
        winners = [str(seat) for seat, share in enumerate(self.game.shares(self.table), 1) if share]
        yield self.speech.say("play.won", count=len(winners), seats=", ".join(winners))
