"""What lies ahead in the Legend, as the bots of the written evaluation see it: what a card, a wound, a treasure is
worth with so many episodes still to come. Worked out once for a box, a number of seats and a variant, from the last
episode to the first; docs/bots.md says why each number is what it is. Worths are whole thousandths of a point.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from heorot.engine.accel import Record, kernel, routine, whole
from heorot.games.legend.box import Box
from heorot.games.legend.rules import is_treasure_episode, set_up
from heorot.games.legend.scoring import TOO_MANY_WOUNDS, wound_points
from heorot.games.legend.state import (
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
from heorot.games.legend.tokens import is_left
from heorot.games.legend.wounds import CARDS_FOR_A_WOUND, OF_A_DOUBLE_WOUND, wounds_of

POINT = 1000  # worths are counted in thousandths of a point
MOST_WOUNDS = 8  # as many are told apart
HEALTHS = MOST_WOUNDS * SCRATCHES_OF_A_WOUND
MISFORTUNE = -2 * POINT  # L8.2


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the written evaluation that no rule gives; docs/bots.md explains them one by one."""

    rivalry: float = 1.0  # what rivals lose counts so much, all of them together
    sealed_rate: float = 0.2  # a symbol in a simultaneous episode: this part of what is at stake
    turn_rate: float = 0.15  # and in one that is played in turn
    last_rate: float = 0.075  # and at Death of Beowulf
    use: float = 0.45  # how often a card is spent in an episode that it matches
    pay: float = 0.4  # and on a price
    danger: float = 0.5  # how much of its share of the wounds ahead a seat really takes
    slip: float = 0.1  # how often a risk ahead brings a scratch
    treasure: float = 0.6  # a treasure in the advanced game, before Recover Treasures
    fallen: float = 20.0  # to have fallen (L10.1)
    blessing: float = 1.2
    inspiration: float = 2.0
    daring: float = 1.2
    resolve: float = 1.2
    rest: float = 1.0
    sealed_will: float = 0.45  # rivals bid about so many symbols for each point at stake
    turn_will: float = 0.8  # and lay so many in turn
    doubt: float = 0.8  # but so much more or less
    pluck: float = 0.3  # how often a rival risks in turn, and with luck
    lead: float = -0.4  # to be the first player (L2.3), who opens what is played in turn


WEIGHTS = Weights()


class Foresight(Record):
    """Worths with the episodes from a place of the journey on still ahead."""

    card: list[list[int]] = whole(EPISODES + 1, FACES)
    health: list[list[int]] = whole(EPISODES + 1, HEALTHS)  # wounds and scratches, see `health_of`
    treasure: list[int] = whole(EPISODES + 1)  # one point of it
    alliance: list[int] = whole(EPISODES + 1)  # a face-down token
    drawn: list[int] = whole(EPISODES + 1)  # a card from the pile
    stake: int = whole()  # what a space is worth to whoever takes it, since rivals do not
    sealed_will: int = whole()  # symbols that rivals give for a point at stake
    turn_will: int = whole()
    doubt: int = whole()  # how much more or less
    pluck: int = whole()  # how often they have luck with a risk, in thousand cases
    lead: int = whole()  # to be the first player


# ---- One position --------------------------------------------------------------------------------------------------


@kernel
def health_of(wounds: int, scratches: int) -> int:
    """Where wounds and scratches stand in a table of healths. A third scratch is a wound (L6.6)."""
    if scratches >= SCRATCHES_OF_A_WOUND:
        wounds += 1
        scratches = 0
    return min(wounds, MOST_WOUNDS - 1) * SCRATCHES_OF_A_WOUND + scratches


@routine
def hurt(s: State, f: Foresight, seat: int, wounds: int, scratches: int) -> int:
    """What it changes to take so many wounds and scratches more, or less."""
    before = wounds_of(s, seat)
    health = f.health[s.episode + 1]
    now = health[health_of(before, s.scratches[seat])]
    return health[health_of(before + wounds, s.scratches[seat] + scratches)] - now


@routine
def scratch_worth(s: State, f: Foresight, seat: int) -> int:
    """A scratch; The Warrior's Rest helps against a third one (L7.6)."""
    worth = hurt(s, f, seat, 0, 1)
    if s.known[seat][REST] and s.scratches[seat] + 1 == SCRATCHES_OF_A_WOUND:
        worth = max(worth, hurt(s, f, seat, 0, -1) - f.card[s.episode + 1][REST])
    return worth


@kernel
def heal_worth(s: State, f: Foresight, seat: int) -> int:
    """The best that can be returned: a wound, the double wound, or all scratches."""
    worth = hurt(s, f, seat, 0, -s.scratches[seat])
    if s.wounds[seat]:
        worth = max(worth, hurt(s, f, seat, -1, 0))
    if s.double_wounds[seat]:
        worth = max(worth, hurt(s, f, seat, -OF_A_DOUBLE_WOUND, 0))
    return worth


@kernel
def fame_worth(box: Printed, s: State, number: int) -> int:
    """A fame token, if it is left, or two of fame 1 where change is made (L6.3)."""
    if is_left(s, FAME + number):
        return number * POINT
    if number == 2 and box.change[s.episode] and s.tokens[SUPPLY][FAME + 1] >= 2:
        return number * POINT
    return 0


@routine
def open_worth(box: Printed, s: State, f: Foresight, seat: int, icon: int) -> int:
    """What an icon brings to a seat, whatever special cards could do about it."""
    kind = icon // NUMBERS
    number = icon % NUMBERS
    after = s.episode + 1
    if kind == FAME_ICON:
        return fame_worth(box, s, number)
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
        return max(fame_worth(box, s, number), heal_worth(s, f, seat))
    return harm_worth(s, f, seat, kind)


@kernel
def harm_worth(s: State, f: Foresight, seat: int, kind: int) -> int:
    """A scratch, or a wound and its two cards (L6.6, L6.7); or what heals."""
    if kind == SCRATCH_ICON:
        return scratch_worth(s, f, seat)
    if kind == WOUND_ICON:
        return hurt(s, f, seat, 1, 0) + CARDS_FOR_A_WOUND * f.drawn[s.episode + 1]
    if kind == DOUBLE_WOUND_ICON:
        return hurt(s, f, seat, OF_A_DOUBLE_WOUND, 0) + CARDS_FOR_A_WOUND * f.drawn[s.episode + 1]
    if kind == HEAL_ICON:
        return heal_worth(s, f, seat)
    return 0


@routine
def icon_worth(box: Printed, s: State, f: Foresight, seat: int, icon: int) -> int:
    """What an icon space brings to a seat; Queen Wealhtheow's Inspiration may avoid it (L7.3)."""
    worth = open_worth(box, s, f, seat, icon)
    if worth < 0 and s.known[seat][INSPIRATION]:
        return max(worth, -f.card[s.episode + 1][INSPIRATION])
    return worth


# ---- The journey, from its end -------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def foresee(box: Box, seats: int, advanced_game: int, fallen_variant: int, weights: Weights = WEIGHTS) -> Foresight:
    """The worths of all that can be had, at every place of the journey."""
    return Journey(box, seats, advanced_game, fallen_variant, weights).foresight


class Journey:
    """The journey seen from its end: an episode is understood by what follows it."""

    def __init__(self, box: Box, seats: int, advanced_game: int, fallen_variant: int, weights: Weights) -> None:
        self.box = box
        self.printed = box.printed
        self.weights = weights
        self.foresight = f = Foresight()
        f.stake = round(POINT * (1 + weights.rivalry / (seats - 1)))
        f.sealed_will, f.turn_will = round(POINT * weights.sealed_will), round(POINT * weights.turn_will)
        f.doubt, f.pluck, f.lead = (round(POINT * one) for one in (weights.doubt, weights.pluck, weights.lead))
        self.table = State()  # nothing has happened, and all is to be had
        set_up(self.printed, self.table, seats, 0, advanced_game, fallen_variant)
        self.end(self.printed.episodes)
        for episode in reversed(range(self.printed.episodes)):
            self.pass_through(episode)

    def end(self, place: int) -> None:
        """L8.2, L8.3: behind the last episode there are only points."""
        f = self.foresight
        for wounds in range(MOST_WOUNDS):
            points = wound_points(wounds)
            if self.table.fallen_variant and wounds >= TOO_MANY_WOUNDS:
                points = min(points, -round(self.weights.fallen))
            for scratches in range(SCRATCHES_OF_A_WOUND):
                f.health[place][health_of(wounds, scratches)] = points * POINT
        f.treasure[place] = 0 if self.table.advanced_game else POINT
        f.alliance[place] = self.of_alliances(f.treasure[place])

    def pass_through(self, episode: int) -> None:
        """Worths before an episode, from those behind it."""
        f, kind = self.foresight, self.printed.kind[episode]
        f.card[episode] = f.card[episode + 1].copy()
        f.health[episode] = f.health[episode + 1].copy()
        f.treasure[episode] = f.treasure[episode + 1]
        if not is_treasure_episode(kind) or self.table.advanced_game:
            self.table.episode = episode
            self.add_cards(episode, kind)
            self.add_dangers(episode, kind)
        if kind == RANKING and self.table.advanced_game:
            f.treasure[episode] = round(POINT * self.weights.treasure)
        f.alliance[episode] = self.of_alliances(f.treasure[episode])
        f.drawn[episode] = self.of_the_pile(f.card[episode])

    def of_alliances(self, treasure: int) -> int:
        """A face-down token: the mean of all."""
        counts = {token: self.printed.tokens[token] for token in range(ALLIANCE, TOKENS)}
        worths = {token: token % VALUES * (treasure if token >= ALLIANCE_TREASURE else POINT) for token in counts}
        return sum(worths[token] * number for token, number in counts.items()) // max(1, sum(counts.values()))

    def of_the_pile(self, cards: list[int]) -> int:
        """A card from the pile: the mean of all plain ones."""
        copies = self.printed.copies[:PLAIN]
        return sum(worth * number for worth, number in zip(cards, copies, strict=False)) // max(1, sum(copies))

    # ---- Cards ----

    def add_cards(self, episode: int, kind: int) -> None:
        """What cards may do in an episode: it is done now and then, where it is worth more than to keep them."""
        f, weights = self.foresight, self.weights
        rates = {SIMULTANEOUS: weights.sealed_rate, IN_TURN: weights.turn_rate, ALL_HANDS: weights.last_rate}
        if kind in rates:
            price = rates[kind] * self.at_stake(episode)
            use = 1.0 if kind == ALL_HANDS else weights.use
            for face in range(FACES):
                self.may_be_used(episode, face, use, price * self.printed.value[episode][face])
        if kind == OPPORTUNITY and self.printed.price[episode] == SYMBOL_CARDS:
            for face, share in self.shares(episode).items():
                self.may_be_used(episode, face, weights.pay, share)
        self.add_texts(episode, kind)
        f.drawn[episode] = f.drawn[episode + 1]

    def may_be_used(self, episode: int, face: int, often: float, worth: float) -> None:
        """A card is used for something, so often as it is asked for."""
        f = self.foresight
        f.card[episode][face] += round(often * max(0.0, worth - f.card[episode + 1][face]))

    def at_stake(self, episode: int) -> float:
        """The best space less the worst, for someone with no wound or one, and with what rivals then have; but the
        more rivals, the more symbols it takes."""
        spreads = []
        for wounds in (0, 1):
            self.table.wounds[0] = wounds
            icons = self.printed.space[episode][: self.table.seats]
            worths = [open_worth(self.printed, self.table, self.foresight, 0, icon) for icon in icons]
            spreads.append(max(worths) - min(worths))
        self.table.wounds[0] = 0
        return sum(spreads) / len(spreads) * self.foresight.stake / POINT / sqrt(self.table.seats - 1)

    def shares(self, episode: int) -> dict[int, float]:
        """L3.4: the part of an offer that a card pays for, in a payment of few cards."""
        payments = list(self.box.payments.values())[self.printed.pieces[episode]]
        worth = open_worth(self.printed, self.table, self.foresight, 0, self.printed.reward[episode])
        fewest: dict[int, int] = {}
        for payment in payments:
            for face in payment:
                fewest[face] = min(len(payment), fewest.get(face, len(payment)))
        return {face: worth / number for face, number in fewest.items()}

    def add_texts(self, episode: int, kind: int) -> None:
        """Chapter 7: special cards with a text are worth something while they may still help, half of it at the last
        time."""
        weights, cards = self.weights, self.foresight.card[episode]
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
        """What an episode may do to one's health, and what it may heal."""
        behind, here = self.foresight.health[episode + 1], self.foresight.health[episode]
        dangers = self.dangers(episode, kind)
        for wounds in range(MOST_WOUNDS):
            for scratches in range(SCRATCHES_OF_A_WOUND):
                now = health_of(wounds, scratches)
                worth = float(behind[now])
                for more_wounds, more_scratches, likely in dangers:
                    after = behind[health_of(wounds + more_wounds, scratches + more_scratches)]
                    worth += likely * (after - behind[now])
                here[now] = round(max(worth, self.healed(episode, kind, wounds, scratches)))

    def dangers(self, episode: int, kind: int) -> list[tuple[int, int, float]]:
        """Wounds, scratches, and how likely they are."""
        weights, seats = self.weights, self.table.seats
        icons = [icon // NUMBERS for icon in self.printed.space[episode][:seats]]
        each = weights.danger / seats
        slip = weights.slip if kind in (RISK, IN_TURN) else 0.0
        return [
            (0, 1, slip + each * icons.count(SCRATCH_ICON)),
            (1, 0, each * icons.count(WOUND_ICON)),
            (OF_A_DOUBLE_WOUND, 0, each * icons.count(DOUBLE_WOUND_ICON)),
        ]

    def healed(self, episode: int, kind: int, wounds: int, scratches: int) -> float:
        """What an episode can heal, less what it takes: the other options of a selection (L3.6), or two of the
        smallest fame tokens (L3.3)."""
        behind = self.foresight.health[episode + 1]
        if kind == SELECTION:
            return behind[health_of(wounds, 0)] - 2.0 * POINT
        if kind == OPPORTUNITY and self.printed.reward[episode] // NUMBERS == HEAL_ICON and wounds:
            return behind[health_of(wounds - 1, scratches)] - 3.0 * POINT
        return float(min(behind))
