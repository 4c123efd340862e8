"""The box: cards, tokens and episodes, read from a TOML file, validated and compiled."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable

from heorot.engine.content.toml_reader import BuiltInBoxes, SourcedValue, Sources, TomlTable, read_box_file, read_toml
from heorot.games.legend.box.compile_box import (
    PayingCard,
    Payment,
    count_prefixes,
    different_prices,
    find_payments,
    plain_symbols,
    print_hand,
    print_journey,
    print_plain,
    print_prices,
    print_special,
    special_symbols,
)
from heorot.games.legend.box.max_length import GameSize, longest_game
from heorot.games.legend.box.read_box import (
    read_activities,
    read_episodes,
    read_hand,
    read_players,
    read_specials,
    read_tokens,
)
from heorot.games.legend.model.components import (
    SYMBOL_WORDS,
    TEXTS,
    TOKEN_WORDS,
    Activity,
    BoxTokens,
    Card,
    Episode,
    Hand,
    Icon,
    Price,
    Special,
    Token,
    plain_card,
)
from heorot.games.legend.model.state import (
    FIRST_SYMBOLS,
    LONGEST_GAME,
    PAYMENTS,
    PLAIN,
    PREFIXES,
    PRICES,
    VALUES,
    Printed,
)

__all__ = [
    "Activity",
    "Box",
    "BoxTokens",
    "Card",
    "Episode",
    "Hand",
    "Icon",
    "Price",
    "Special",
    "Token",
    "built_in",
    "open_box",
    "read_box",
]  # fmt: skip

HEADING = ("title", "designer", "year", "players", "hand")
TREASURES = ("treasure", "alliance-treasure")
# Values whose source stands under another key.
ALSO = {"give": "offer", "get": "offer", "fame": "mixes", "treasure": "mixes", "alliance": "mixes"}


@dataclass(frozen=True)
class Box:
    """Contents of a game box and the tables derived from them."""

    title: str
    designer: str
    year: int
    players: tuple[int, int]  # the fewest and the most
    hand: Hand
    activity: tuple[Activity, ...]  # in the order of the symbols
    specials: tuple[Special, ...]
    tokens: BoxTokens
    episodes: tuple[Episode, ...]
    sources: Sources  # of the five fields above `activity`
    text: str
    hash: str
    built_in: bool = False

    def __hash__(self) -> int:
        """Hash by content hash alone: the box is a key of many caches."""
        return hash(self.hash)

    @cached_property
    def copies(self) -> Mapping[Card, int]:
        """L1.3: Return the number of copies of each plain card."""
        rows = [(plain_card(row.symbol, times), (row.single, row.double)[times - 1])
                for row in self.activity for times in (1, 2)]  # fmt: skip
        return {card: count for card, count in rows if count}

    @cached_property
    def special_faces(self) -> Mapping[int, Special]:
        """Return the special card of each face number: cards with a text first, then those with symbols."""
        texts = {PLAIN + TEXTS.index(special.id): special for special in self.specials if special.id in TEXTS}
        others = [special for special in self.specials if special.id not in TEXTS]
        return dict(sorted(texts.items())) | dict(enumerate(others, FIRST_SYMBOLS))

    @cached_property
    def special_names(self) -> Mapping[str, str]:
        """Return the name of each special card by its id."""
        return {special.id: special.name for special in self.specials}

    @cached_property
    def faces(self) -> Mapping[int, Card]:
        """Return the card of each face number of state.py, in order."""
        plain = [plain_card(symbol, times) for symbol in SYMBOL_WORDS for times in (1, 2)]
        faces = {face: card for face, card in enumerate(plain) if card in self.copies}
        return faces | {face: Card(special.id) for face, special in self.special_faces.items()}

    @cached_property
    def face_numbers(self) -> Mapping[Card, int]:
        """Return the face number of each card."""
        return {card: face for face, card in self.faces.items()}

    @cached_property
    def token_counts(self) -> Mapping[Token, int]:
        """L1.6: Return the number of each token."""
        tokens = self.tokens
        kinds = (tokens.fame, tokens.treasure, tokens.alliance_fame, tokens.alliance_treasure)
        return {Token(word, value): count for word, counts in zip(TOKEN_WORDS, kinds, strict=True)
                for value, count in counts if count}  # fmt: skip

    @cached_property
    def token_faces(self) -> Mapping[int, Token]:
        """Return the token of each face number of state.py, in order."""
        faces = {TOKEN_WORDS.index(token.kind) * VALUES + token.value: token for token in self.token_counts}
        return dict(sorted(faces.items()))

    @cached_property
    def token_numbers(self) -> Mapping[Token, int]:
        """Return the face number of each token."""
        return {token: number for number, token in self.token_faces.items()}

    @cached_property
    def paying(self) -> list[PayingCard]:
        """Return every card with symbols."""
        plain = [PayingCard(self.face_numbers[card], plain_symbols(self.face_numbers[card]), count)
                 for card, count in self.copies.items()]  # fmt: skip
        others = [PayingCard(face, special_symbols(special), 1) for face, special in self.special_faces.items()]
        return plain + [card for card in others if any(card.symbols)]

    @cached_property
    def payments(self) -> Mapping[Price, list[Payment]]:
        """L3.4: Return every payment of each price in symbols. Stop at one more than the capacity for all prices."""
        payments, room = {}, PAYMENTS + 1
        for price in different_prices(self.episodes):
            payments[price] = find_payments(price, self.paying, room)
            room -= len(payments[price])
        return payments

    @cached_property
    def printed(self) -> Printed:
        """Return the compiled box for the rules."""
        printed = Printed()
        print_hand(printed, self.hand)
        for card, count in self.copies.items():
            print_plain(printed, self.face_numbers[card], count)
        for face, special in self.special_faces.items():
            print_special(printed, face, special)
        for token, count in self.token_counts.items():
            printed.tokens[self.token_numbers[token]] = count
        printed.misfortunes = self.tokens.misfortune
        print_journey(printed, self.episodes, self.paying, self.face_numbers)
        print_prices(printed, self.episodes, self.payments)
        return printed

    def sourced(self) -> Iterator[SourcedValue]:
        """Yield every value of the box with its source; the source is empty where none is stated."""
        return TomlTable("", "", read_toml(self.text, "")).values(also=ALSO)


# ---- From a file ---------------------------------------------------------------------------------------------------


def read_built_in(file: Traversable) -> Box:
    """Read a built-in box."""
    return read_box(file.read_text("utf-8"), file.name, built_in=True)


BUILT_IN = BuiltInBoxes(resources.files("heorot.games.legend"), read_built_in)


def built_in() -> Box:
    """Return the newest built-in box."""
    return BUILT_IN.newest


def open_box(file: str) -> Box:
    """Read a box from a file; raise BadBox."""
    return read_box(read_box_file(file), file)


def read_box(text: str, file: str, built_in: bool = False) -> Box:
    """Read a box from text; raise BadBox with the position and the reason."""
    text = text.replace("\r\n", "\n").rstrip()
    sheet = TomlTable(file, "", read_toml(text, file))
    sheet.reject_unknown_keys("box", "activity", "special", "tokens", "episode")
    heading = sheet.table("box")
    heading.reject_unknown_keys(*HEADING, "source")
    players, specials = read_players(heading), read_specials(sheet)
    box = Box(
        title=heading.line("title"),
        designer=heading.line("designer"),
        year=heading.whole("year", 1, 9999),
        players=players,
        hand=read_hand(heading.table("hand")),
        activity=read_activities(sheet),
        specials=specials,
        tokens=read_tokens(sheet.table("tokens")),
        episodes=read_episodes(sheet, players[1], specials),
        sources=heading.sources(),
        text=text,
        hash=hashlib.sha256(text.encode()).hexdigest(),
        built_in=built_in,
    )
    check_hands(sheet, box)
    check_room(sheet, box)
    return box


def check_hands(sheet: TomlTable, box: Box) -> None:
    """L1.4: Check that there are enough cards for the opening hands of the most players."""
    players, hand = box.players[1], box.hand
    fixed = {Card("beowulf1"): hand.beowulf, Card("fighting2"): hand.fighting_double}
    for card, number in fixed.items():
        needed, cards = players * number, box.copies.get(card, 0)
        if cards < needed:
            raise sheet.error_at(
                "activity", "too-few-of-a-card", rule="L1.4", card=card.name, cards=cards, needed=needed
            )
    needed = players * (sum(fixed.values()) + hand.dealt)
    if (cards := sum(box.copies.values())) < needed:
        raise sheet.error_at("activity", "too-few-cards", rule="L1.4", cards=cards, needed=needed)


def check_room(sheet: TomlTable, box: Box) -> None:
    """L3.4: Check that prices, payments and the longest game fit their capacities."""
    if len(box.payments) > PRICES:
        raise sheet.error_at("episode", "too-many-prices", prices=len(box.payments), most=PRICES)
    if sum(map(len, box.payments.values())) > PAYMENTS or sum(map(count_prefixes, box.payments.values())) > PREFIXES:
        raise sheet.error_at("episode", "too-many-payments", most=PAYMENTS)
    treasures = sum(count for token, count in box.token_counts.items() if token.kind in TREASURES)
    cards = sum(box.copies.values()) + len(box.specials)
    entries = longest_game(GameSize(box.players[1], box.hand, cards, box.paying, treasures), box.episodes)
    if entries > LONGEST_GAME:
        raise sheet.error_at("episode", "game-too-long", entries=entries, most=LONGEST_GAME)
