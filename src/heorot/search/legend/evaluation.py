"""Forecast of the Legend's evaluation: the expected value of cards, health, tokens and icons before each episode. It is
computed once for a box, a number of seats and a variant, by backward induction from the last episode. Worths are whole
thousandths of a point. docs/bots.md explains the numbers."""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from heorot.engine.kernels.compiler import kernel, routine
from heorot.engine.kernels.structs import Struct, int_field
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.state import (
    ALL_HANDS,
    ALLIANCE,
    ALLIANCE_ICON,
    ALLIANCE_TREASURE,
    BLESSING,
    CARD_ICON,
    CARDS_ICON,
    DARING,
    DOUBLE_WOUND_ICON,
    EPISODES,
    FACES,
    FAME,
    FAME_ICON,
    FAME_OR_HEAL_ICON,
    HEAL_ICON,
    IN_TURN,
    INSPIRATION,
    MISFORTUNE_ICON,
    NUMBERS,
    OPPORTUNITY,
    PLAIN,
    RANKING,
    RESOLVE,
    REST,
    RISK,
    SCRATCH_ICON,
    SCRATCHES_OF_A_WOUND,
    SELECTION,
    SIMULTANEOUS,
    SUPPLY,
    SYMBOL_CARDS,
    TOKENS,
    TREASURE,
    TREASURE_ICON,
    VALUES,
    WOUND_ICON,
    Printed,
    State,
)
from heorot.games.legend.rules.game_flow import is_treasure_episode, set_up
from heorot.games.legend.rules.scoring import TOO_MANY_WOUNDS, wound_points
from heorot.games.legend.rules.tokens import is_left
from heorot.games.legend.rules.wounds import CARDS_FOR_A_WOUND, OF_A_DOUBLE_WOUND, wounds_of

POINT = 1000  # values are whole thousandths of a point
MOST_WOUNDS = 8  # more wounds are treated like seven
HEALTHS = MOST_WOUNDS * SCRATCHES_OF_A_WOUND
MISFORTUNE = -2 * POINT  # L8.2


@dataclass(frozen=True, slots=True)
class Weights:
    """Parameters of the evaluation that no rule gives, in points or as probabilities; docs/bots.md explains them."""

    rivalry: float = 1.0  # weight of what all rivals together lose
    sealed_rate: float = 0.2  # value of a symbol in a simultaneous episode, as part of the stake
    turn_rate: float = 0.15  # the same in an episode played in turn
    last_rate: float = 0.075  # the same at Death of Beowulf
    use: float = 0.45  # probability that a card is spent in an episode that it matches
    pay: float = 0.4  # probability that it is spent on a price
    danger: float = 0.5  # part of its share of the wounds ahead that a seat takes
    slip: float = 0.1  # probability that an episode with risks brings a scratch
    treasure: float = 0.6  # a treasure in the advanced game, before Recover Treasures
    fallen: float = 20.0  # cost of having fallen (L10.1)
    blessing: float = 1.2
    inspiration: float = 2.0
    daring: float = 1.2
    resolve: float = 1.2
    rest: float = 1.0
    sealed_will: float = 0.45  # symbols that rivals bid for each point at stake
    turn_will: float = 0.8  # symbols that they lay in turn for it
    doubt: float = 0.8  # relative spread of both
    pluck: float = 0.3  # probability that a rival's risk in turn succeeds
    lead: float = -0.4  # value of being the first player (L2.3), who opens episodes in turn


DEFAULT_WEIGHTS = Weights()


class Forecast(Struct):
    """Expected values by the place of the next episode, and the parameters that the opponent model uses."""

    card: list[list[int]] = int_field(EPISODES + 1, FACES)
    health: list[list[int]] = int_field(EPISODES + 1, HEALTHS)  # by index of `health_of`
    treasure: list[int] = int_field(EPISODES + 1)  # one point of treasure
    alliance: list[int] = int_field(EPISODES + 1)  # a face-down token
    drawn: list[int] = int_field(EPISODES + 1)  # a card from the pile
    stake: int = int_field()  # factor in thousandths: a space taken is also denied to rivals
    sealed_will: int = int_field()  # the weights of the opponent model, in thousandths
    turn_will: int = int_field()
    doubt: int = int_field()
    pluck: int = int_field()
    lead: int = int_field()


# ---- One position --------------------------------------------------------------------------------------------------


@kernel
def health_of(wounds: int, scratches: int) -> int:
    """L6.6: Return the index of wounds and scratches in a table of healths. A third scratch is a wound."""
    if scratches >= SCRATCHES_OF_A_WOUND:
        wounds += 1
        scratches = 0
    return min(wounds, MOST_WOUNDS - 1) * SCRATCHES_OF_A_WOUND + scratches


@routine
def health_change(s: State, f: Forecast, seat: int, wounds: int, scratches: int) -> int:
    """Return the value of taking more wounds and scratches, or of losing some."""
    before = wounds_of(s, seat)
    health = f.health[s.episode + 1]
    now = health[health_of(before, s.scratches[seat])]
    return health[health_of(before + wounds, s.scratches[seat] + scratches)] - now


@routine
def scratch_value(s: State, f: Forecast, seat: int) -> int:
    """L7.6: Return the value of a scratch; The Warrior's Rest may be used against a third one."""
    value = health_change(s, f, seat, 0, 1)
    if s.known[seat][REST] and s.scratches[seat] + 1 == SCRATCHES_OF_A_WOUND:
        value = max(value, health_change(s, f, seat, 0, -1) - f.card[s.episode + 1][REST])
    return value


@kernel
def heal_value(s: State, f: Forecast, seat: int) -> int:
    """Return the value of the best healing: a wound, the double wound, or all scratches."""
    value = health_change(s, f, seat, 0, -s.scratches[seat])
    if s.wounds[seat]:
        value = max(value, health_change(s, f, seat, -1, 0))
    if s.double_wounds[seat]:
        value = max(value, health_change(s, f, seat, -OF_A_DOUBLE_WOUND, 0))
    return value


@kernel
def fame_value(box: Printed, s: State, number: int) -> int:
    """L6.3: Return the value of a fame token if it is left, or of two of fame 1 where change is made."""
    if is_left(s, FAME + number):
        return number * POINT
    if number == 2 and box.change[s.episode] and s.tokens[SUPPLY][FAME + 1] >= 2:
        return number * POINT
    return 0


@routine
def plain_icon_value(box: Printed, s: State, f: Forecast, seat: int, icon: int) -> int:
    """Return what an icon brings to a seat if no special card is used against it."""
    kind = icon // NUMBERS
    number = icon % NUMBERS
    after = s.episode + 1
    if kind == FAME_ICON:
        return fame_value(box, s, number)
    if kind == TREASURE_ICON:
        return number * f.treasure[after] if is_left(s, TREASURE + number) else 0
    if kind == MISFORTUNE_ICON:
        return MISFORTUNE if s.misfortunes else 0
    if kind == ALLIANCE_ICON:
        return min(number, s.alliances) * f.alliance[after]
    if kind == CARDS_ICON:
        return number * f.drawn[after]
    if kind == CARD_ICON:
        return f.card[after][number] if s.specials >> number & 1 else 0
    if kind == FAME_OR_HEAL_ICON:
        return max(fame_value(box, s, number), heal_value(s, f, seat))
    return harm_value(s, f, seat, kind)


@kernel
def harm_value(s: State, f: Forecast, seat: int, kind: int) -> int:
    """L6.6, L6.7: Return the value of a scratch or a wound with its two cards, or of healing."""
    if kind == SCRATCH_ICON:
        return scratch_value(s, f, seat)
    if kind == WOUND_ICON:
        return health_change(s, f, seat, 1, 0) + CARDS_FOR_A_WOUND * f.drawn[s.episode + 1]
    if kind == DOUBLE_WOUND_ICON:
        return health_change(s, f, seat, OF_A_DOUBLE_WOUND, 0) + CARDS_FOR_A_WOUND * f.drawn[s.episode + 1]
    if kind == HEAL_ICON:
        return heal_value(s, f, seat)
    return 0


@routine
def icon_value(box: Printed, s: State, f: Forecast, seat: int, icon: int) -> int:
    """L7.3: Return what an icon space brings to a seat, which may avoid it by Queen Wealhtheow's Inspiration."""
    value = plain_icon_value(box, s, f, seat, icon)
    if value < 0 and s.known[seat][INSPIRATION]:
        return max(value, -f.card[s.episode + 1][INSPIRATION])
    return value


# ---- Backward induction --------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def forecast_for(
    box: Box, seats: int, advanced_game: int, fallen_variant: int, weights: Weights = DEFAULT_WEIGHTS
) -> Forecast:
    """Return the forecast for a box, a number of seats and a variant. Cached."""
    return BackwardInduction(box, seats, advanced_game, fallen_variant, weights).forecast


class BackwardInduction:
    """Computation of a forecast from the last episode to the first."""

    def __init__(self, box: Box, seats: int, advanced_game: int, fallen_variant: int, weights: Weights) -> None:
        self.box = box
        self.printed = box.printed
        self.weights = weights
        self.forecast = f = Forecast()
        f.stake = round(POINT * (1 + weights.rivalry / (seats - 1)))
        f.sealed_will, f.turn_will = round(POINT * weights.sealed_will), round(POINT * weights.turn_will)
        f.doubt, f.pluck, f.lead = (round(POINT * one) for one in (weights.doubt, weights.pluck, weights.lead))
        self.table = State()  # nothing has happened, and the supply is full
        set_up(self.printed, self.table, seats, 0, advanced_game, fallen_variant)
        self.value_end(self.printed.episodes)
        for episode in reversed(range(self.printed.episodes)):
            self.value_episode(episode)

    def value_end(self, place: int) -> None:
        """L8.2, L8.3: Set the values after the last episode: points alone."""
        f = self.forecast
        for wounds in range(MOST_WOUNDS):
            points = wound_points(wounds)
            if self.table.fallen_variant and wounds >= TOO_MANY_WOUNDS:
                points = min(points, -round(self.weights.fallen))
            for scratches in range(SCRATCHES_OF_A_WOUND):
                f.health[place][health_of(wounds, scratches)] = points * POINT
        f.treasure[place] = 0 if self.table.advanced_game else POINT
        f.alliance[place] = self.mean_alliance(f.treasure[place])

    def value_episode(self, episode: int) -> None:
        """Set the values before an episode from those after it."""
        f, kind = self.forecast, self.printed.kind[episode]
        f.card[episode] = f.card[episode + 1].copy()
        f.health[episode] = f.health[episode + 1].copy()
        f.treasure[episode] = f.treasure[episode + 1]
        if not is_treasure_episode(kind) or self.table.advanced_game:
            self.table.episode = episode
            self.add_cards(episode, kind)
            self.add_dangers(episode, kind)
        if kind == RANKING and self.table.advanced_game:
            f.treasure[episode] = round(POINT * self.weights.treasure)
        f.alliance[episode] = self.mean_alliance(f.treasure[episode])
        f.drawn[episode] = self.mean_card(f.card[episode])

    def mean_alliance(self, treasure: int) -> int:
        """Return the mean value of a face-down alliance token."""
        counts = {token: self.printed.tokens[token] for token in range(ALLIANCE, TOKENS)}
        values = {token: token % VALUES * (treasure if token >= ALLIANCE_TREASURE else POINT) for token in counts}
        return sum(values[token] * number for token, number in counts.items()) // max(1, sum(counts.values()))

    def mean_card(self, cards: list[int]) -> int:
        """Return the mean value of a card from the pile."""
        copies = self.printed.copies[:PLAIN]
        return sum(value * number for value, number in zip(cards, copies, strict=False)) // max(1, sum(copies))

    # ---- Cards ----

    def add_cards(self, episode: int, kind: int) -> None:
        """Add what cards may do in an episode. They are used sometimes, where that is worth more than keeping them."""
        f, weights = self.forecast, self.weights
        rates = {SIMULTANEOUS: weights.sealed_rate, IN_TURN: weights.turn_rate, ALL_HANDS: weights.last_rate}
        if kind in rates:
            price = rates[kind] * self.stake_of(episode)
            use = 1.0 if kind == ALL_HANDS else weights.use
            for face in range(FACES):
                self.add_use(episode, face, use, price * self.printed.value[episode][face])
        if kind == OPPORTUNITY and self.printed.price[episode] == SYMBOL_CARDS:
            for face, share in self.price_shares(episode).items():
                self.add_use(episode, face, weights.pay, share)
        self.add_special_texts(episode, kind)
        f.drawn[episode] = f.drawn[episode + 1]

    def add_use(self, episode: int, face: int, often: float, value: float) -> None:
        """Add one use of a card, weighted by how often it happens."""
        f = self.forecast
        f.card[episode][face] += round(often * max(0.0, value - f.card[episode + 1][face]))

    def stake_of(self, episode: int) -> float:
        """Return the best space minus the worst, averaged over a seat with no wound and one with a wound, and including
        what rivals lack. It is divided by a root of the rivals, since more rivals need more symbols."""
        spreads = []
        for wounds in (0, 1):
            self.table.wounds[0] = wounds
            icons = self.printed.space[episode][: self.table.seats]
            values = [plain_icon_value(self.printed, self.table, self.forecast, 0, icon) for icon in icons]
            spreads.append(max(values) - min(values))
        self.table.wounds[0] = 0
        return sum(spreads) / len(spreads) * self.forecast.stake / POINT / sqrt(self.table.seats - 1)

    def price_shares(self, episode: int) -> dict[int, float]:
        """L3.4: Return the part of an offer that each card pays for, in a payment of few cards."""
        payments = list(self.box.payments.values())[self.printed.pieces[episode]]
        value = plain_icon_value(self.printed, self.table, self.forecast, 0, self.printed.reward[episode])
        fewest: dict[int, int] = {}
        for payment in payments:
            for face in payment:
                fewest[face] = min(len(payment), fewest.get(face, len(payment)))
        return {face: value / number for face, number in fewest.items()}

    def add_special_texts(self, episode: int, kind: int) -> None:
        """Chapter 7: Add the value of special cards with a text while they may still help, half of it for the last
        time."""
        weights, cards = self.weights, self.forecast.card[episode]
        risky = kind in (RISK, IN_TURN)
        bids = kind in (SIMULTANEOUS, IN_TURN)
        icons = [icon // NUMBERS for icon in self.printed.space[episode][: self.table.seats]] if bids else []
        harm = any(icon in (MISFORTUNE_ICON, WOUND_ICON, DOUBLE_WOUND_ICON) for icon in icons)
        helps = {
            BLESSING: (bids, weights.blessing),
            INSPIRATION: (harm, weights.inspiration),
            DARING: (risky, weights.daring),
            RESOLVE: (risky, weights.resolve),
            REST: (risky, weights.rest),
        }
        for face, (can_help, points) in helps.items():
            if can_help:
                cards[face] = round(min(POINT * points, cards[face] + POINT * points / 2))

    # ---- Wounds ----

    def add_dangers(self, episode: int, kind: int) -> None:
        """Set the value of each health before an episode: what the episode may do to it, and what it may heal."""
        behind, here = self.forecast.health[episode + 1], self.forecast.health[episode]
        dangers = self.dangers(episode, kind)
        for wounds in range(MOST_WOUNDS):
            for scratches in range(SCRATCHES_OF_A_WOUND):
                now = health_of(wounds, scratches)
                value = float(behind[now])
                for more_wounds, more_scratches, probability in dangers:
                    after = behind[health_of(wounds + more_wounds, scratches + more_scratches)]
                    value += probability * (after - behind[now])
                here[now] = round(max(value, self.value_if_healed(episode, kind, wounds, scratches)))

    def dangers(self, episode: int, kind: int) -> list[tuple[int, int, float]]:
        """Return wounds, scratches and their probability."""
        weights, seats = self.weights, self.table.seats
        icons = [icon // NUMBERS for icon in self.printed.space[episode][:seats]]
        each = weights.danger / seats
        slip = weights.slip if kind in (RISK, IN_TURN) else 0.0
        return [
            (0, 1, slip + each * icons.count(SCRATCH_ICON)),
            (1, 0, each * icons.count(WOUND_ICON)),
            (OF_A_DOUBLE_WOUND, 0, each * icons.count(DOUBLE_WOUND_ICON)),
        ]

    def value_if_healed(self, episode: int, kind: int, wounds: int, scratches: int) -> float:
        """Return the value after healing in an episode, minus its price: the other options of a selection (L3.6), or
        two of the smallest fame tokens (L3.3)."""
        behind = self.forecast.health[episode + 1]
        if kind == SELECTION:
            return behind[health_of(wounds, 0)] - 2.0 * POINT
        if kind == OPPORTUNITY and self.printed.reward[episode] // NUMBERS == HEAL_ICON and wounds:
            return behind[health_of(wounds - 1, scratches)] - 3.0 * POINT
        return float(min(behind))
