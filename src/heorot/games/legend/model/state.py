"""State of a game and the compiled box: the two records that the rules work on.

Cards and tokens are counted by face. A *face* of a card is a number: the plain cards of L1.3 (travelling, friendship,
wit, courage, fighting, each single and then double, and Beowulf), then the special cards with a text in the order of
chapter 7, then those with symbols in the order of the box. A face of a token is `kind * VALUES + value`. Besides the
counts, every place has a bit mask of the faces that lie there.
"""

from heorot.engine.kernels.structs import Struct, int_field

# Capacities. A box within them needs no recompilation of the rules; box.py refuses a larger one.
SEATS = 5
SYMBOLS = 6
FACES = 32
VALUES = 10  # of tokens: 1 to 9
TOKENS = 4 * VALUES
EPISODES = 64
SPACES = 8  # of a major episode
PRICES = 16  # different prices in symbols
PAYMENTS = 2048  # payments of all prices together
PREFIXES = 8192  # prefixes of these payments
LONGEST_LIST = 128  # answers to one question
LONGEST_GAME = 32768  # entries of one game, chance included

# Symbols (L1.3).
TRAVELLING, FRIENDSHIP, WIT, COURAGE, FIGHTING, BEOWULF = range(SYMBOLS)

# Faces of cards.
FIGHTING_DOUBLE = 2 * FIGHTING + 1
BEOWULF_CARD = 2 * BEOWULF
PLAIN = BEOWULF_CARD + 1  # number of plain faces
BLESSING, INSPIRATION, DARING, RESOLVE, REST = range(PLAIN, PLAIN + 5)  # chapter 7
FIRST_SYMBOLS = REST + 1  # special cards with symbols

# Kinds of tokens (L1.6).
FAME, TREASURE, ALLIANCE_FAME, ALLIANCE_TREASURE = range(0, TOKENS, VALUES)
ALLIANCE = ALLIANCE_FAME  # the first of all alliance tokens

# Places of cards and tokens: hand and tokens of each seat, pieces laid or shown by each seat, and one common place.
LAID = SEATS  # + seat: bid, laid or paid cards; tokens shown or given
TURNED = 2 * SEATS  # cards turned over by a risk or a recovery
SUPPLY = 2 * SEATS  # tokens beside the board
PLACES = 2 * SEATS + 1

# Kinds of episodes (chapters 3, 4, 5, 8, 9).
RISK, OPPORTUNITY, SELECTION, RECOVERY, SIMULTANEOUS, IN_TURN, AUCTION, RANKING, ALL_HANDS = range(9)

# Icons of spaces, offers and rewards (chapter 6): icon * NUMBERS + a value, a number, or the face of a special card.
NUMBERS = 64
NO_ICON, FAME_ICON, TREASURE_ICON, MISFORTUNE_ICON, ALLIANCE_ICON, CARDS_ICON = range(6)
CARD_ICON, SCRATCH_ICON, WOUND_ICON, DOUBLE_WOUND_ICON, FAME_OR_HEAL_ICON, HEAL_ICON = range(6, 12)

SCRATCHES_OF_A_WOUND = 3  # L6.6

# Prices of opportunities (L3.3).
ANY_CARDS, SYMBOL_CARDS, FAME_TOKENS = range(3)

# Phases. First automatic steps, ...
NEXT_HAND, NEXT_EPISODE, NEXT_PLAYER, NEXT_TO_TAKE, DRAW, DRAW_TOKEN, TURN_OVER, RISK_OVER, RISK_FAILED = range(9)
PAID, BIDS_SHOWN, BIDS_DISCARDED, NEXT_TO_LAY, OUT, NEXT_TO_SHOW, NEXT_SPACE, RESOLVED = range(9, 17)
# ... then questions to chance, ...
FIRST_SEAT, DEALT_CARD, DRAWN_CARD, DRAWN_TOKEN, RISK_CARD, RECOVERY_CARD = range(17, 23)
# ... then questions to players, one block for each chapter.
TAKE_RISK, DISCARD_CARDS, PAY, RETURN_TOKENS, HEAL, SELECT, TAKE_CARD = range(23, 30)
BID, LAY, LAY_ON, SHOW = range(30, 34)
TAKE_SPACE, FAME_OR_HEAL = range(34, 36)
USE_BLESSING, USE_INSPIRATION, USE_DARING, USE_RESOLVE, USE_REST = range(36, 41)
OVER = 41

FIRST_CHANCE = FIRST_SEAT
FIRST_QUESTION = TAKE_RISK


class Printed(Struct):
    """Compiled box: everything printed on cards, tokens and the board, as numbers and bit masks. Immutable and
    public."""

    # Cards
    copies: list[int] = int_field(FACES)  # L1.3: plain cards
    fixed: list[int] = int_field(FACES)  # L1.4: fixed cards of every opening hand
    dealt: int = int_field()  # L1.4: further cards dealt to each hand
    players: list[int] = int_field(FACES)  # L1.5: fewest players for a special card; 0: not in this box
    advanced: list[int] = int_field(FACES)  # L1.5: 1: in the advanced game only
    symbols: list[int] = int_field(FACES)  # all symbols on a face (L8.1)
    with_symbols: int = int_field()  # mask of the faces with symbols
    # Tokens
    tokens: list[int] = int_field(TOKENS)
    misfortunes: int = int_field()
    # The journey
    episodes: int = int_field()
    kind: list[int] = int_field(EPISODES)
    matching: list[int] = int_field(EPISODES)  # mask of the faces that show a symbol of the episode or Beowulf's
    value: list[list[int]] = int_field(EPISODES, FACES)  # number of matching symbols on a face
    space: list[list[int]] = int_field(EPISODES, SPACES)  # icons, clockwise from the title
    twins: list[list[int]] = int_field(EPISODES, SPACES)  # mask of earlier spaces with the same icon
    reward: list[int] = int_field(EPISODES)  # the icon of an opportunity or an auction
    price: list[int] = int_field(EPISODES)  # ANY_CARDS, SYMBOL_CARDS or FAME_TOKENS
    pieces: list[int] = int_field(EPISODES)  # number of cards or tokens; for symbols the index of the price
    change: list[int] = int_field(EPISODES)  # L6.3: 1: two fame 1 may replace fame 2
    # L3.4: payments in symbols. Each price has a bit for the n-th card of each face, in the order of faces.
    max_copies: list[list[int]] = int_field(PRICES, FACES)  # most cards of that face in any payment
    first_bit: list[list[int]] = int_field(PRICES, FACES)  # first bit of a face
    # The payments of a price form a trie of prefixes in depth-first order.
    first_prefix: list[int] = int_field(PRICES)  # the empty prefix
    prefix_face: list[int] = int_field(PREFIXES, width="i2")  # last card of a prefix
    prefix_bit: list[int] = int_field(PREFIXES, width="i2")  # bit of that card
    prefix_end: list[int] = int_field(PREFIXES, width="i2")  # first prefix outside the subtree of this one
    prefix_pays: list[int] = int_field(PREFIXES, width="i2")  # 1: a complete payment
    prefix_needs: list[int] = int_field(PREFIXES)  # bits in all payments of its subtree without special cards


class State(Struct):
    """State of a game."""

    phase: int = int_field()  # open question or automatic step
    then: int = int_field()  # phase to return to after an interruption
    seats: int = int_field()
    advanced_game: int = int_field()  # chapter 9
    fallen_variant: int = int_field()  # chapter 10
    first: int = int_field()  # the first player
    episode: int = int_field()  # index of Beowulf's episode
    seat: int = int_field()  # player to answer, or for whom chance draws
    turns_taken: int = int_field()  # seats that have had their turn in this round
    draws_due: int = int_field()  # cards or tokens still to be drawn
    pending: int = int_field()  # mask of seats: bids not in yet (L4.4), or still in (L5.1, L9.1)
    high: int = int_field()  # L5.2: the highest total laid or shown
    staged: int = int_field()  # pieces given so far; L3.4: prefix of the payment
    least: int = int_field()  # lowest face that may still join a set: sets are staged in the order of faces
    free: int = int_field()  # L6.2: mask of free icon spaces
    taken: int = int_field()  # L6.2: number of icon spaces taken
    icon: int = int_field()  # icon being carried out (L7.3, L6.8)
    total: list[int] = int_field(SEATS)  # symbols that count, or treasure shown
    order: list[int] = int_field(SEATS)  # the seat with marker 1, marker 2, ...
    # Cards
    cards: list[list[int]] = int_field(PLACES, FACES, width="i2")  # hands and sealed bids are secret
    held: list[int] = int_field(PLACES)  # masks of the faces there
    hand: list[int] = int_field(SEATS)  # L1.7: the size of a hand, sealed bids included
    known: list[list[int]] = int_field(SEATS, FACES, width="i2")  # L1.7: cards known to be in that hand
    pile: list[int] = int_field(PLAIN)  # draw pile; only its size is public
    pile_size: int = int_field()
    discards: list[int] = int_field(PLAIN)  # L1.8: face up
    discards_size: int = int_field()
    stock: list[int] = int_field(PLAIN)  # cards shuffled into the pile, without those seen leaving it
    fresh: list[list[int]] = int_field(SEATS, PLAIN, width="i2")  # drawn face down from this pile; secret
    reshuffles: int = int_field()
    specials: int = int_field()  # mask of the special cards beside the board
    # Tokens
    tokens: list[list[int]] = int_field(PLACES, TOKENS, width="i2")  # alliance tokens in front of a seat are secret
    owned: list[int] = int_field(PLACES)  # masks of the tokens there
    shown: list[list[int]] = int_field(SEATS, TOKENS, width="i2")  # L1.7: alliance tokens whose faces are public
    alliances: int = int_field()  # face-down tokens in the supply
    misfortunes: int = int_field()  # in the supply
    misfortune: list[int] = int_field(SEATS)
    scratches: list[int] = int_field(SEATS)
    wounds: list[int] = int_field(SEATS)  # tiles with one wound
    double_wounds: list[int] = int_field(SEATS)  # tiles with two wounds


class Choices(Struct):
    """List of legal answers in a fixed order."""

    count: int = int_field()
    code: list[int] = int_field(LONGEST_LIST, width="i2")
