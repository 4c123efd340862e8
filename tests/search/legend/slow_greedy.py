"""The Legend's policy `greedy`, written slowly from its definition in docs/bots.md alone. It reads a View, so it sees
nothing hidden; it tries all sets, and its odds and worths are fractions."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from heorot.engine.options import read_flag
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import (
    Action,
    Bid,
    Decline,
    Discard,
    Done,
    Give,
    GiveUp,
    Heal,
    Keep,
    Lay,
    Pay,
    Recover,
    ReturnScratches,
    Risk,
    Show,
    Take,
    TakeBack,
    Use,
)
from heorot.games.legend.model.components import Card, Icon
from heorot.games.legend.table.view import View

FIXED = {"card": 2, "scratch": -1, "wound": -2, "double wound": -5, "misfortune": -2}
WORTH_PER_NUMBER = {"fame": 1, "treasure": 1, "alliance": 2, "cards": 1, "fame or heal": 1}
SIXTY_PERCENT = Fraction(6, 10) - Fraction(1, 10**9)
DARING = Card("beowulfs_daring")


class Greedy:
    """One seat that must answer."""

    def __init__(self, box: Box, view: View) -> None:
        self.box, self.view = box, view
        self.me = view.players[view.seat]
        self.episode = box.episodes[view.episode - 1]
        self.advanced = read_flag(dict(view.options), "advanced")
        self.order = list(box.face_numbers)

    # ---- Worths

    def worth(self, icon: Icon) -> Fraction:
        if icon.kind in FIXED:
            return Fraction(FIXED[icon.kind])
        return Fraction(
            WORTH_PER_NUMBER[icon.kind] * icon.number, 2 if icon.kind == "treasure" and self.advanced else 1
        )

    def spread(self) -> Fraction:
        worths = [self.worth(space.icon) for space in self.view.spaces]
        return max(worths) - min(worths)

    def choice_worth(self, action: Action) -> Fraction:
        match action:
            case Take(icon):
                return self.worth(icon)
            case Heal("scratches"):
                return Fraction(self.me.scratches)
            case Heal(what):
                return Fraction(-FIXED[what])
        return Fraction(0)

    def first_of_the_best(self) -> set[Action]:
        return {max(self.view.legal, key=self.choice_worth)}

    # ---- Cards

    def symbols(self, card: Card) -> Counter[str]:
        if card in self.box.copies:
            return Counter({card.name[:-1]: int(card.name[-1])})
        return Counter(dict(next(special.symbols for special in self.box.specials if special.id == card.name)))

    def value(self, card: Card) -> int:
        """Return the symbols that count in this episode."""
        shown = self.symbols(card)
        return sum(shown[symbol] for symbol in (*self.episode.symbols, "beowulf"))

    def price(self, card: Card) -> tuple[int, int, int]:
        """Return the cost of giving a card."""
        shown = self.symbols(card)
        return 1 if card in self.box.copies else 2, shown["beowulf"], shown.total()

    # ---- Odds

    def is_match_likely(self) -> bool:
        cards = 5 if DARING in dict(self.view.hand) else 2
        first = min(cards, self.view.supply.pile)
        none = self.none_of(self.view.drawable, first) * self.none_of(self.view.supply.discards, cards - first)
        return 1 - none >= SIXTY_PERCENT

    def none_of(self, cards: tuple[tuple[Card, int], ...], number: int) -> Fraction:
        left = sum(count for _, count in cards)
        others = sum(count for card, count in cards if not self.value(card))
        none = Fraction(1)
        for drawn in range(min(number, left)):
            none *= Fraction(max(0, others - drawn), left - drawn)
        return none

    # ---- Sets

    def best_beginnings(self, sets: list[tuple], cost: Callable[[tuple], Any], as_action: type) -> set[Action]:
        """Return the pieces with which the best sets go on."""
        best = min(map(cost, sets))
        found = [pieces for pieces in sets if cost(pieces) == best]
        return {as_action(pieces[0]) if pieces else Done() for pieces in found}

    def card_sets(self, begun: list[Card], usable: Callable[[Card], bool], most: int) -> Iterator[tuple[Card, ...]]:
        """Yield everything that may be added to a set, in the order of faces."""
        first = max(map(self.order.index, begun), default=0)
        hand = [(card, number) for card, number in self.view.hand if self.order.index(card) >= first and usable(card)]
        for numbers in product(*(range(min(number, most) + 1) for _, number in hand)):
            if sum(numbers) <= most:
                yield tuple(card for (card, _), number in zip(hand, numbers, strict=True) for _ in range(number))

    def bid(self) -> set[Action]:
        begun = one_by_one(self.view.bid)
        wanted = int(self.spread() / 2 + Fraction(1, 2))

        def cost(cards: tuple[Card, ...]) -> tuple[int, ...]:
            total = sum(map(self.value, (*begun, *cards)))
            beowulf = sum(self.symbols(card)["beowulf"] for card in cards)
            return -min(total, wanted), len(cards), beowulf, total

        sets = list(self.card_sets(begun, lambda card: self.value(card) > 0, wanted))
        return self.best_beginnings(sets, cost, Bid)

    def pay(self) -> set[Action]:
        begun = one_by_one(self.me.laid)
        assert self.episode.give
        useful = {*self.episode.give.symbols, "beowulf"}
        usable = self.card_sets(begun, lambda card: bool(useful & self.symbols(card).keys()), self.episode.give.number)
        sets = [cards for cards in usable if self.pays([*begun, *cards])]
        if not sets:
            return {Decline()}
        return self.best_beginnings(sets, lambda cards: add_up(map(self.price, cards)), Pay)

    def pays(self, cards: list[Card]) -> bool:
        """L3.4: Return whether cards are enough, and none is superfluous."""
        without_one = [cards[:n] + cards[n + 1 :] for n in range(len(cards))]
        return self.covers(cards) and not any(map(self.covers, without_one))

    def covers(self, cards: list[Card]) -> bool:
        assert self.episode.give
        shown = sum((self.symbols(card) for card in cards), Counter())
        wanted = Counter(self.episode.give.symbols)
        return (wanted - shown).total() <= shown["beowulf"]

    def discard(self) -> set[Action]:
        begun = one_by_one(self.me.laid)
        assert self.episode.give
        missing = self.episode.give.number - len(begun)
        majors = [
            other for other in self.box.episodes[self.view.episode :] if other.kind in ("simultaneous", "in turn")
        ]
        needed = {symbol for major in majors[:3] for symbol in (*major.symbols, "beowulf")}

        def is_needed(card: Card) -> bool:
            return card not in self.box.copies or bool(needed & self.symbols(card).keys())

        def cost(cards: tuple[Card, ...]) -> tuple[int, ...]:
            return sum(map(is_needed, cards)), *add_up(map(self.price, cards))

        sets = [cards for cards in self.card_sets(begun, lambda _: True, missing) if len(cards) == missing]
        if Decline() in self.view.legal and (not sets or min(map(cost, sets))[0] > 0):
            return {Decline()}
        return self.best_beginnings(sets, cost, Discard)

    def give(self) -> set[Action]:
        assert self.episode.give
        begun = one_by_one(self.me.shown)
        missing = self.episode.give.number - len(begun)
        wounds = self.me.wounds + 2 * self.me.double_wounds
        if Decline() in self.view.legal and self.episode.get == Icon("heal") and wounds < 3:
            return {Decline()}
        tokens = list(self.box.token_numbers)
        first = max(map(tokens.index, begun), default=0)
        own = one_by_one(self.me.squares + self.view.alliances)
        own = [token for token in own if token.kind.endswith("fame") and tokens.index(token) >= first]
        if len(own) < missing:
            return {Decline()}
        sets = [tuple(own[n] for n in range(len(own)) if chosen >> n & 1) for chosen in range(1 << len(own))]
        sets = [pieces for pieces in sets if len(pieces) == missing]
        return self.best_beginnings(sets, lambda pieces: sum(token.value for token in pieces), Give)

    # ---- In turn

    def stay(self, pieces: dict[Any, int], own: list[Any], limit: Fraction) -> set[Any]:
        """Return what may be laid or shown next; nothing if the seat cannot stay."""
        left = [pieces[piece] for piece in own]
        total = self.me.total or 0
        plan = []
        while left and (not plan or total < self.view.high):
            enough = [value for value in left if total + value >= self.view.high]
            plan.append(min(enough) if enough else max(left))
            left.remove(plan[-1])
            total += plan[-1]
        if not plan or not self.view.high <= total <= limit:
            return set()
        return {piece for piece in own if pieces[piece] == plan[0]}

    def lay(self) -> set[Action]:
        matching = [card for card in one_by_one(self.view.hand) if self.value(card)]
        if cards := self.stay({card: self.value(card) for card in matching}, matching, self.spread()):
            return set(map(Lay, cards))
        return {Risk()} if Risk() in self.view.legal and self.is_match_likely() else {GiveUp()}

    def show(self) -> set[Action]:
        assert self.episode.reward
        own = one_by_one(self.me.squares + self.view.alliances)
        own = [token for token in own if token.kind.endswith("treasure")]
        tokens = self.stay({token: token.value for token in own}, own, self.worth(self.episode.reward))
        return set(map(Show, tokens)) or {GiveUp()}

    # ---- Answers

    def most_symbols(self, actions: list[Any], beowulf_first: bool) -> set[Action]:
        def worth(action: Any) -> tuple[int, int]:
            shown = self.symbols(action.card)
            return shown.total(), shown["beowulf"] if beowulf_first else 0

        return {action for action in actions if worth(action) == max(map(worth, actions))}

    def best(self) -> set[Action]:
        match self.view.question:
            case "risk":
                return {Risk() if self.is_match_likely() else Decline()}
            case "discard":
                return self.discard()
            case "pay":
                return self.pay()
            case "return":
                return self.give()
            case "bid":
                return self.bid()
            case "lay" | "lay-on":
                return self.lay()
            case "show":
                return self.show()
            case "take-card":
                return self.most_symbols([a for a in self.view.legal if isinstance(a, Recover)], True)
            case "blessing":
                return self.most_symbols([a for a in self.view.legal if isinstance(a, TakeBack)], False)
            case "inspiration" if self.view.icon == Icon("scratch"):
                return {Keep()}
            case "inspiration" | "daring" | "resolve":
                return {action for action in self.view.legal if isinstance(action, Use)}
            case "rest":
                return {ReturnScratches(2)}
        return self.first_of_the_best()


def one_by_one(pieces: tuple[tuple[Any, int], ...]) -> list[Any]:
    """Return cards or tokens, one for each copy."""
    return [piece for piece, number in pieces for _ in range(number)]


def add_up(costs: Any) -> tuple[int, ...]:
    """Return the sum of costs, part by part."""
    return tuple(map(sum, zip(*costs, strict=True)))


def best_actions(box: Box, view: View) -> set[Action]:
    """Return all actions among which greedy chooses."""
    return set(view.legal) if len(view.legal) == 1 else Greedy(box, view).best()
