"""What lies where, and who may know it: the two records that the rules work on.

Cards and tokens are counted by face. A *face* of a card is a number: the plain cards of L1.3 (travelling, friendship,
wit, courage, fighting, each single and then double, and Beowulf), then the special cards with a text in the order of
chapter 7, then those with symbols in the order of the box. A face of a token is `kind * VALUES + value`. Beside the
counts of every place lies a mask of the faces that are there.
"""

from heorot.engine.accel import Record, whole

# Capacities. Any box within them plays without compiling anything again; box.py refuses one that is larger.
SEATS = 5
SYMBOLS = 6
FACES = 32
VALUES = 10  # of tokens: 1 to 9
TOKENS = 4 * VALUES
EPISODES = 64
SPACES = 8  # of a major episode
PRICES = 16  # different prices in symbols
PAYMENTS = 2048  # ways to pay all of them
WAYS = 8192  # and their beginnings
LONGEST_LIST = 128  # answers to choose from
LONGEST_GAME = 32768  # entries of one game, chance included

# Symbols (L1.3).
TRAVELLING, FRIENDSHIP, WIT, COURAGE, FIGHTING, BEOWULF = range(SYMBOLS)

# Faces of cards.
FIGHTING_DOUBLE = 2 * FIGHTING + 1
BEOWULF_CARD = 2 * BEOWULF
PLAIN = BEOWULF_CARD + 1  # so many plain faces
BLESSING, INSPIRATION, DARING, RESOLVE, REST = range(PLAIN, PLAIN + 5)  # chapter 7
FIRST_SYMBOLS = REST + 1  # special cards with symbols

# Kinds of tokens (L1.6).
FAME, TREASURE, ALLIANCE_FAME, ALLIANCE_TREASURE = range(0, TOKENS, VALUES)
ALLIANCE = ALLIANCE_FAME  # the first of all alliance tokens

# Places of cards and tokens: the seats' hands and what is in front of them, what each has laid or shown, and one more.
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

# The open question. First what passes by itself, ...
NEXT_HAND, NEXT_EPISODE, NEXT_PLAYER, NEXT_TO_TAKE, DRAW, DRAW_TOKEN, TURN_OVER, RISK_OVER, RISK_FAILED = range(9)
PAID, BIDS_SHOWN, BIDS_DISCARDED, NEXT_TO_LAY, OUT, NEXT_TO_SHOW, NEXT_SPACE, RESOLVED = range(9, 17)
# ... then what chance answers, ...
FIRST_SEAT, DEALT_CARD, DRAWN_CARD, DRAWN_TOKEN, RISK_CARD, RECOVERY_CARD = range(17, 23)
# ... then what a player answers: one block for each chapter.
TAKE_RISK, DISCARD_CARDS, PAY, RETURN_TOKENS, HEAL, SELECT, TAKE_CARD = range(23, 30)
BID, LAY, LAY_ON, SHOW = range(30, 34)
TAKE_SPACE, FAME_OR_HEAL = range(34, 36)
USE_BLESSING, USE_INSPIRATION, USE_DARING, USE_RESOLVE, USE_REST = range(36, 41)
OVER = 41

FIRST_CHANCE = FIRST_SEAT
FIRST_QUESTION = TAKE_RISK


class Printed(Record):
    """What is printed on cards, tokens and the board: the box as numbers and masks. It never changes; all may know
    it."""

    # Cards
    copies: list[int] = whole(FACES)  # L1.3: plain cards
    fixed: list[int] = whole(FACES)  # L1.4: what every hand begins with
    dealt: int = whole()  # L1.4: cards dealt besides
    players: list[int] = whole(FACES)  # L1.5: a special card is in play with so many players; 0: not in this box
    advanced: list[int] = whole(FACES)  # L1.5: 1: in the advanced game only
    symbols: list[int] = whole(FACES)  # all symbols on a face (L8.1)
    with_symbols: int = whole()  # mask of the faces that have any
    # Tokens
    tokens: list[int] = whole(TOKENS)
    misfortunes: int = whole()
    # The journey
    episodes: int = whole()
    kind: list[int] = whole(EPISODES)
    matching: list[int] = whole(EPISODES)  # mask of the faces with one of the episode's symbols, or Beowulf's
    value: list[list[int]] = whole(EPISODES, FACES)  # how many such symbols a face has
    space: list[list[int]] = whole(EPISODES, SPACES)  # icons, clockwise from the title
    twins: list[list[int]] = whole(EPISODES, SPACES)  # mask of the spaces before this one with the same icon
    reward: list[int] = whole(EPISODES)  # the icon of an opportunity or an auction
    price: list[int] = whole(EPISODES)  # ANY_CARDS, SYMBOL_CARDS or FAME_TOKENS
    pieces: list[int] = whole(EPISODES)  # so many cards or tokens; for symbols the number of the price
    change: list[int] = whole(EPISODES)  # L6.3: 1: fame 2 may be made up of two fame 1
    # L3.4: payments in symbols. Each price has an alphabet of bits, in the order of faces: the n-th card of a face.
    room: list[list[int]] = whole(PRICES, FACES)  # so many cards of that face are in any payment at most
    bit: list[list[int]] = whole(PRICES, FACES)  # where a face begins
    # The payments of a price are a tree of beginnings, each right behind the one that it goes on from.
    first_way: list[int] = whole(PRICES)  # the empty beginning
    way_face: list[int] = whole(WAYS, width="i2")  # the last card of a beginning, ...
    way_bit: list[int] = whole(WAYS, width="i2")  # ... and which bit that is
    way_skip: list[int] = whole(WAYS, width="i2")  # the first beginning that does not go on from this one
    way_paid: list[int] = whole(WAYS, width="i2")  # 1: it is a whole payment
    way_needs: list[int] = whole(WAYS)  # bits without which no payment goes on from it that has no special card


class State(Record):
    """What is on the table."""

    phase: int = whole()  # the open question
    then: int = whole()  # the phase that follows, where one interrupts another
    seats: int = whole()
    advanced_game: int = whole()  # chapter 9
    fallen_variant: int = whole()  # chapter 10
    first: int = whole()  # the first player
    episode: int = whole()  # where Beowulf stands
    seat: int = whole()  # who is asked, or for whom chance draws
    served: int = whole()  # seats that had their turn in a round
    owed: int = whole()  # cards or tokens that chance still owes
    pending: int = whole()  # mask of seats: bids not in yet (L4.4), or still in (L5.1, L9.1)
    high: int = whole()  # L5.2: the highest total laid or shown
    staged: int = whole()  # what is given so far: the number of pieces, or L3.4 the beginning of a payment
    least: int = whole()  # a set is staged in the order of faces: no face before this one any more
    free: int = whole()  # L6.2: mask of icon spaces that are not taken
    taken: int = whole()  # L6.2: so many seats have taken one
    icon: int = whole()  # the icon that is being carried out (L7.3, L6.8)
    total: list[int] = whole(SEATS)  # symbols that count, or treasure shown
    order: list[int] = whole(SEATS)  # the seat with marker 1, marker 2, ...
    # Cards
    cards: list[list[int]] = whole(PLACES, FACES, width="i2")  # hands and sealed bids: their owner's alone
    held: list[int] = whole(PLACES)  # masks of the faces there
    hand: list[int] = whole(SEATS)  # L1.7: the size of a hand, sealed bids included
    known: list[list[int]] = whole(SEATS, FACES, width="i2")  # L1.7: in that hand for all who remember
    pile: list[int] = whole(PLAIN)  # what is left in the draw pile; nobody knows it; only how many
    pile_size: int = whole()
    discards: list[int] = whole(PLAIN)  # L1.8: they lie face up
    discards_size: int = whole()
    stock: list[int] = whole(PLAIN)  # what the pile was shuffled from, less what all saw leave it
    fresh: list[list[int]] = whole(SEATS, PLAIN, width="i2")  # drawn face down from it; known to that seat alone
    reshuffles: int = whole()
    specials: int = whole()  # mask of the special cards beside the board
    # Tokens
    tokens: list[list[int]] = whole(PLACES, TOKENS, width="i2")  # alliance tokens in front: their owner's alone
    owned: list[int] = whole(PLACES)  # masks of the tokens there
    shown: list[list[int]] = whole(SEATS, TOKENS, width="i2")  # L1.7: alliance tokens whose faces all have seen
    alliances: int = whole()  # face-down tokens in the supply
    misfortunes: int = whole()  # in the supply
    misfortune: list[int] = whole(SEATS)
    scratches: list[int] = whole(SEATS)
    wounds: list[int] = whole(SEATS)  # tiles with one wound
    double_wounds: list[int] = whole(SEATS)  # tiles that count two


class Choices(Record):
    """A list of what may be answered, in a fixed order."""

    count: int = whole()
    code: list[int] = whole(LONGEST_LIST, width="i2")
