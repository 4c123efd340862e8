"""Terms of a whole position in the Legend's evaluation, and the episodes that make a card worth keeping, in points."""

from heorot.engine.kernels.bits import members
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.state import EPISODES, PLAIN, State
from heorot.games.legend.rules.scoring import misfortune_points
from heorot.games.legend.rules.tokens import FAMES, TREASURES, sum_of
from heorot.games.legend.rules.wounds import wounds_of
from heorot.search.legend.evaluation import POINT, Forecast, forecast_for, health_of


def forecast_of(box: Box, s: State) -> Forecast:
    """Return the forecast for this table's seats and variants."""
    return forecast_for(box, s.seats, s.advanced_game, s.fallen_variant)


def position_terms(box: Box, s: State, seat: int) -> dict[str, float]:
    """Return what a seat has after the episode, term by term. Cards and tokens that it has laid or shown are not
    counted."""
    f, after = forecast_of(box, s), s.episode + 1
    cards = {face: s.cards[seat][face] * f.card[after][face] / POINT for face in members(s.held[seat])}
    return {
        "fame": float(sum_of(s, seat, FAMES)),
        "treasure": sum_of(s, seat, TREASURES) * f.treasure[after] / POINT,
        "misfortune": float(misfortune_points(s.misfortune[seat])),
        "health": f.health[after][health_of(wounds_of(s, seat), s.scratches[seat])] / POINT,
        "cards": sum(value for face, value in cards.items() if face < PLAIN),
        "specials": sum(value for face, value in cards.items() if face >= PLAIN),
    }


def value_by_episode(box: Box, s: State, face: int) -> dict[int, float]:
    """Return the points that each episode ahead adds to the value of a card, by the episode's place."""
    f = forecast_of(box, s)
    added = {episode: f.card[episode][face] - f.card[episode + 1][face] for episode in range(s.episode + 1, EPISODES)}
    return {episode: points / POINT for episode, points in added.items() if points}
