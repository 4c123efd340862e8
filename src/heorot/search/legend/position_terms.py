"""The terms of the Legend's written evaluation by name: what a position is worth to a seat, and for which episodes a
card is kept. The bots weigh answers by differences of these very numbers; here they stand side by side, in points."""

from heorot.engine.accel import members
from heorot.games.legend.box import Box
from heorot.games.legend.scoring import misfortune_points
from heorot.games.legend.state import EPISODES, PLAIN, State
from heorot.games.legend.tokens import FAMES, TREASURES, sum_of
from heorot.games.legend.wounds import wounds_of
from heorot.search.legend_foresight import POINT, Foresight, foresee, health_of


def foresight_of(box: Box, s: State) -> Foresight:
    """What lies ahead at this table."""
    return foresee(box, s.seats, s.advanced_game, s.fallen_variant)


def terms(box: Box, s: State, seat: int) -> dict[str, float]:
    """What a seat has, term by term, when the episode is over. Cards and tokens that it has laid or shown are not among
    it."""
    f, after = foresight_of(box, s), s.episode + 1
    cards = {face: s.cards[seat][face] * f.card[after][face] / POINT for face in members(s.held[seat])}
    return {
        "fame": float(sum_of(s, seat, FAMES)),
        "treasure": sum_of(s, seat, TREASURES) * f.treasure[after] / POINT,
        "misfortune": float(misfortune_points(s.misfortune[seat])),
        "health": f.health[after][health_of(wounds_of(s, seat), s.scratches[seat])] / POINT,
        "cards": sum(worth for face, worth in cards.items() if face < PLAIN),
        "specials": sum(worth for face, worth in cards.items() if face >= PLAIN),
    }


def kept_for(box: Box, s: State, face: int) -> dict[int, float]:
    """The episodes ahead that make a card worth keeping, by their place, with the points that each of them adds."""
    f = foresight_of(box, s)
    added = {episode: f.card[episode][face] - f.card[episode + 1][face] for episode in range(s.episode + 1, EPISODES)}
    return {episode: points / POINT for episode, points in added.items() if points}
