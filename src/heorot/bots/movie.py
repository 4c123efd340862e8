"""The Movie game's bots: the two yardsticks, answering from what their seat may know."""

from collections.abc import Callable
from random import Random

from heorot.engine.chance import Stream, start_stream
from heorot.games.movie.actions import Action, PlaceFigure, decode
from heorot.games.movie.box import Box
from heorot.games.movie.questions import legal
from heorot.games.movie.state import Choices, State
from heorot.games.movie.view import View
from heorot.games.movie.worlds import Worlds
from heorot.search.movie_greedy import Thought, greedy_answer


def random_bot(box: Box, view: View, rng: Random) -> Action:
    """A fair coin between figures and tiles where both are possible, then any of the list."""
    figures = [action for action in view.legal if isinstance(action, PlaceFigure)]
    others = [action for action in view.legal if not isinstance(action, PlaceFigure)]
    return rng.choice(rng.choice([group for group in (figures, others) if group]))


def greedy_bot(box: Box, view: View, rng: Random) -> Action:
    """The best position right after the action. Any world will do: greedy looks at nothing that differs in them."""
    s = Worlds(box, view).draw(rng).state
    out, stream = Choices(), Stream()
    start_stream(stream, rng.getrandbits(63), 0, 0)
    legal(box.printed, s, out)
    return decode(box, s.act, greedy_answer(box.printed, s, out, Thought(), State(), Choices(), stream))


BOTS: dict[str, Callable[[Box, View, Random], Action]] = {"random": random_bot, "greedy": greedy_bot}
