"""Worlds have the right distribution: compared by chi-squared with all physical deals, counted one by one.

The enumeration is independent of worlds.py. It replays the public record, tries everything that chance can have given
where the seat did not see it, keeps what reproduces the record with all choices fixed, and weights each deal by the
number of copies that could have been drawn. Deals that lead to the same position are followed once.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import prod
from random import Random

import pytest

from heorot.engine.kernels.bits import members
from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.game import GAME
from heorot.games.legend.inference import deals as deals
from heorot.games.legend.inference.worlds import Worlds, another_world
from heorot.games.legend.model.actions import Bid
from heorot.games.legend.model.state import ALLIANCE, BID, LAID, OVER, State
from heorot.games.legend.table.action_codes import encode
from heorot.games.legend.table.public_events import Reshuffle, ShowsCards, ShowsTokens, TurnsUpTokens
from heorot.games.legend.table.table import HistoryEntry, Table, actors, open_table, table_after
from heorot.games.legend.table.view import FACE_DOWN, view
from tests.games.legend.tables import deal, say, small_box
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.support.chi_squared import likelihood
from tests.support.playing import dice, play_on

SAMPLES, MANY_SAMPLES = 400, 3000
UNLIKELY = 1e-5  # hundreds of samples; with fixed seeds the outcome is constant
MOST_POSITIONS = 1000  # most positions followed at once

# ---- All physical deals --------------------------------------------------------------------------------------------

Deal = tuple[object, ...]
World = tuple[object, ...]


def worlds_of(true: Table, me: Seat | None, tell_deals: bool) -> Counter[World] | None:
    """Return every world that this seat cannot distinguish from the true one, weighted by the copies behind it and by
    the possible sealed bids; None if there are too many. Compares deals, or positions only."""
    start = open_table(true.box, true.state.seats, dict(true.options), true.rules)
    layer: dict[tuple[str, Deal], tuple[Table, int]] = {("", ()): (start, 1)}
    for said in true.history:
        if is_sealed(true, said, me):
            continue
        found: dict[tuple[str, Deal], tuple[Table, int]] = {}
        for (_, so_far), (table, ways) in layer.items():
            for next_table, copies in followed(table, said, me):
                given = (*so_far, *drawn_unseen(next_table.history)) if tell_deals else ()
                key = str(vars(next_table.state)), given
                bare = replace(next_table, history=())
                found[key] = bare, found.get(key, (bare, 0))[1] + ways * copies
        layer = found
        if len(layer) > MOST_POSITIONS:
            return None
    total: Counter[World] = Counter()
    for (_, given), (table, ways) in layer.items():
        if view(replace(table, history=true.history), me) == view(true, me):
            for state, share in with_bids(table.state, me):
                total[given, position(state)] += ways * share
    return total


def is_sealed(true: Table, said: HistoryEntry, me: Seat | None) -> bool:
    """L4.4: Return whether an entry is a card of a bid not shown yet."""
    hidden = isinstance(said.action, Bid) and said.seat != me
    return hidden and true.state.phase == BID and said.episode == true.state.episode


def followed(table: Table, said: HistoryEntry, me: Seat | None) -> Iterator[tuple[Table, int]]:
    """Return the tables after an entry, or after all possible ones with the same public events."""
    if said.seat not in actors(table):
        return
    for action, copies in answers(table, said, me):
        after_it = table_after(table, said.seat, encode(table.box, table.state, action))
        if replace(after_it.history[-1], action=said.action) == said:
            yield after_it, copies


def answers(table: Table, said: HistoryEntry, me: Seat | None) -> Iterator[tuple[object, int]]:
    """Yield the possible entries from the knowledge of the seat, each with the number of copies behind it."""
    if said.seat != CHANCE:
        yield from ((action, 1) for action in GAME.legal(table, said.seat) if action == said.action)
        return
    hidden = said.phase in FACE_DOWN and said.to != me
    yield from (chance for chance in GAME.chance_outcomes(table) if hidden or chance.action == said.action)


def drawn_unseen(history: tuple[HistoryEntry, ...]) -> Deal:
    return tuple(said.action for said in history if said.phase in FACE_DOWN and said.seat == CHANCE)


def with_bids(state: State, me: Seat | None) -> Iterator[tuple[State, Fraction]]:
    """L4.1: Yield every set of cards that may lie sealed in front of the others, all of one hand equally likely."""
    rivals = [seat for seat in range(state.seats) if seat != me] if state.phase == BID else []
    stacks = [(seat, face, state.cards[seat][face]) for seat in rivals for face in members(state.held[seat])]
    for numbers in product(*(range(most + 1) for _, _, most in stacks)):
        with_them = state.copy()
        for (seat, face, _), number in zip(stacks, numbers, strict=True):
            with_them.cards[seat][face] -= number
            with_them.cards[LAID + seat][face] += number
        yield with_them, Fraction(1, prod(most + 1 for _, _, most in stacks))


def position(s: State) -> World:
    """Return the position of all pieces."""
    return tuple(map(tuple, s.cards)), tuple(map(tuple, s.tokens)), tuple(s.pile)


# ---- Chi-squared ---------------------------------------------------------------------------------------------------


def check_worlds(table: Table, me: Seat | None, samples: int, seed: int, tell_deals: bool = True) -> int:
    """Draw worlds and compare; return their number, or 0 if they are too many to count."""
    weights = worlds_of(table, me, tell_deals)
    if weights is None:
        return 0
    rng, source = Random(seed), Worlds(table.box, view(table, me))
    drawn = [source.draw(rng) for _ in range(samples if len(weights) > 1 else 3)]
    deals = [drawn_unseen(world.history) if tell_deals else () for world in drawn]
    seen = Counter((given, position(world.state)) for given, world in zip(deals, drawn, strict=True))
    assert set(seen) <= set(weights)
    assert view(drawn[-1], me) == view(table, me)
    assert likelihood(seen, weights, len(drawn)) > UNLIKELY
    return len(weights)


def watchers(table: Table) -> list[Seat | None]:
    return [None, *map(Seat, range(table.state.seats))]


# ---- Records -------------------------------------------------------------------------------------------------------

END = "End: all hands / fame 1, fame 1, fame 1"
COURT = "Court: opportunity any 2 / cards 2"
FIGHT = "Fight: in turn courage fighting / cards 1, fame 1"
ALLIES = "Allies: simultaneous wit / alliance 2, alliance 2"
SALE = "Sale: treasure auction / alliance 1"
TOKENS = {"fame": "1*2", "treasure": "1*2", "alliance": "fame1*2 fame2*2 treasure1*2 treasure2"}


def cards_box(*episodes: str, cards: str, **rest) -> Box:
    return small_box(*episodes, END, cards=cards, **rest)


@cache
def laid_openly() -> Table:
    """Laid faces may still be in the hand, and hands may hold the same face twice."""
    return say(
        deal(cards_box(FIGHT, cards="courage1*3 fighting1*3 wit1*2", hand=(0, 0, 3)),
             "courage1*2 wit1", "courage1 fighting1*2"),
        "1 lay courage1, 2 lay fighting1, 1 lay courage1, 2 lay fighting1, 1 give up, 2 take cards 1, * fighting1",
    )  # fmt: skip


@cache
def reshuffled() -> Table:
    """L1.8: Two piles, each with its own cards."""
    return say(
        deal(cards_box(COURT, FIGHT, cards="courage1*2 wit1*2 fighting1*3", hand=(0, 0, 2)),
             "wit1 courage1", "courage1 fighting1"),
        "1 discard wit1, 1 discard courage1, 1 done, * fighting1, * wit1,"
        "2 discard courage1, 2 discard fighting1, 2 done, * fighting1, * wit1, 1 lay fighting1, 2 lay fighting1",
    )  # fmt: skip


@cache
def crosswise() -> Table:
    """Both players had both faces, one from each pile; no single exchange leads from one deal to another."""
    return say(
        deal(cards_box("Hall: simultaneous fighting / cards 1, cards 1", "Bids: simultaneous fighting / fame 1, fame 1",
                       cards="beowulf1*3 fighting2*3", hand=(1, 1, 1)),
             "beowulf1", "fighting2"),
        "1 bid beowulf1, 1 done, 2 bid fighting2, 2 done, 2 take cards 1, * beowulf1, 1 take cards 1, * fighting2,"
        "1 bid fighting2, 1 bid fighting2, 1 bid beowulf1, 1 done, 2 done",
    )  # fmt: skip


@cache
def bids_returned() -> Table:
    """L4.3: Cards that were bid and do not match are known from then on."""
    return say(
        deal(cards_box("Bids: simultaneous wit / cards 1, cards 2", FIGHT, cards="wit1*3 courage1*3 fighting1*2",
                       hand=(0, 0, 2)),
             "wit1 courage1", "courage1*2"),
        "1 bid wit1, 1 bid courage1, 1 done, 2 bid courage1, 2 done,"
        "1 take cards 1, * wit1, 2 take cards 2, * fighting1, * wit1",
    )  # fmt: skip


@cache
def sealed() -> Table:
    """L4.4: One bid is sealed, another is being chosen."""
    return say(
        deal(cards_box("Bids: simultaneous wit / fame 1, fame 1, fame 1", cards="wit1*3 courage1*3 fighting1*2",
                       hand=(0, 0, 2), seats=3),
             "wit1 courage1", "courage1 wit1", "wit1 fighting1"),
        "2 bid wit1, 2 done, 3 bid fighting1",
    )  # fmt: skip


@cache
def giving_cards() -> Table:
    """L3.3: One card of two is given; the other follows it in the order of faces."""
    return say(
        deal(cards_box(COURT, cards="wit1*4 courage1*3 fighting1*2", hand=(0, 0, 3)), "wit1 courage1*2", "wit1*3"),
        "1 discard courage1",
    )  # fmt: skip


@cache
def paying() -> Table:
    """L3.4: One of several cards is paid, and the others are in the hand."""
    return say(
        deal(cards_box("Peace: opportunity one of each / fame 1", fame="1*3", hand=(1, 0, 4),
                       cards="travelling1*3 friendship1*2 wit1*3 courage1*2 fighting1*2 beowulf1*3"),
             "travelling1 friendship1 wit1 courage1", "wit1 wit1 travelling1 travelling1"),
        "1 pay travelling1, 1 pay friendship1",
    )  # fmt: skip


@cache
def hands_shown() -> Table:
    """L8.1: All cards are known, but not the time of each draw; one is drawn unseen afterwards."""
    return say(
        deal(small_box(COURT, "End: all hands / cards 1, fame 1", fame="1*2", cards="wit1*4 courage1*3 fighting1*2",
                       hand=(0, 0, 2)),
             "wit1 courage1", "wit1*2"),
        "1 decline, 2 discard wit1, 2 discard wit1, 2 done, * courage1, * fighting1, 1 take cards 1, * wit1",
    )  # fmt: skip


@cache
def returned() -> Table:
    """L3.5: A token was shown, returned to the supply, and may have been drawn again."""
    return say(
        deal(cards_box(ALLIES, SALE, SALE, cards="wit1*2", **TOKENS), "", "", options="advanced"),
        "1 done, 2 done, 1 take alliance 2, * alliance-treasure1, * alliance-fame1,"
        "2 take alliance 2, * alliance-treasure1, * alliance-fame2,"
        "2 show alliance-treasure1, 1 give up, * alliance-fame1, 2 give up, * alliance-treasure1",
    )  # fmt: skip


@cache
def treasures_shown() -> Table:
    """L9.2: All tokens not shown are fame; tokens drawn in the ranking may return at once."""
    return say(
        deal(cards_box(ALLIES, "Hoard: treasure ranking / alliance 1, fame 1", COURT, cards="wit1*2",
                       **TOKENS), "", "", options="advanced"),
        "1 done, 2 done, 1 take alliance 2, * alliance-treasure1, * alliance-fame1,"
        "2 take alliance 2, * alliance-fame1, * alliance-fame2",
    )  # fmt: skip


@cache
def treasures_gone() -> Table:
    return say(treasures_shown(), "1 take alliance 1, * alliance-treasure1, 2 take fame 1")


@cache
def giving_tokens() -> Table:
    """L3.5: One token of two is given; another follows it in the order of faces."""
    return say(
        deal(cards_box("Storm: risk wit courage", "Allies: simultaneous wit / alliance 2, alliance 1",
                       "Ranks: opportunity fame tokens 2 / heal",
                       cards="fighting1*6", **TOKENS), "", ""),
        "1 risk, * fighting1, * fighting1, 2 decline,"
        "1 done, 2 done, 1 take alliance 2, * alliance-fame1, * alliance-fame2, 2 take alliance 1, * alliance-fame2,"
        "1 give alliance-fame1",
    )  # fmt: skip


@cache
def over_and_done() -> Table:
    """L8.2: All tokens are face up, but not the time of each draw."""
    return say(
        deal(cards_box(ALLIES, cards="wit1*2", **TOKENS), "", ""),
        "1 done, 2 done, 1 take alliance 2, * alliance-treasure1, * alliance-fame1,"
        "2 take alliance 2, * alliance-treasure1, * alliance-fame2, 2 take fame 1, 1 take fame 1",
    )  # fmt: skip


CASES = {
    "laid openly": laid_openly, "reshuffled": reshuffled, "crosswise": crosswise, "bids returned": bids_returned,
    "sealed": sealed, "giving cards": giving_cards, "paying": paying, "hands shown": hands_shown,
    "returned": returned, "treasures shown": treasures_shown, "treasures gone": treasures_gone,
    "giving tokens": giving_tokens, "over": over_and_done,
}  # fmt: skip


@pytest.mark.parametrize("me", [None, 0, 1, 2])
@pytest.mark.parametrize("name", CASES)
def test_l1_7_worlds_have_the_distribution_of_all_deals(name, me):
    if me is None or me < CASES[name]().state.seats:
        check_worlds(CASES[name](), me, SAMPLES, seed=1)


@pytest.mark.parametrize(("name", "shuffles_to_agree"), thinly(CASES, [0, 10**9]))
def test_l1_7_both_ways_of_dealing_have_the_right_distribution(name, shuffles_to_agree, monkeypatch):
    monkeypatch.setattr(deals, "ENOUGH_CONSISTENT", shuffles_to_agree)
    check_worlds(CASES[name](), None, SAMPLES, seed=3, tell_deals=False)
    check_worlds(CASES[name](), Seat(0), SAMPLES, seed=3)


def test_the_cases_contain_their_situations():
    tables = {name: case() for name, case in CASES.items()}
    shown = {name: [type(e) for said in table.history for e in said.events] for name, table in tables.items()}
    assert Reshuffle in shown["reshuffled"]
    assert {ShowsTokens, TurnsUpTokens} <= set(shown["treasures gone"])
    assert ShowsCards in shown["hands shown"]
    assert (sealed().state.phase, over_and_done().state.phase) == (BID, OVER)
    assert len(worlds_of(crosswise(), None, tell_deals=True)) == 2
    others = [table for name, table in tables.items() if name != "crosswise"]
    assert all(len(worlds_of(table, Seat(0), tell_deals=True)) > 1 for table in others)


# ---- Public knowledge ----------------------------------------------------------------------------------------------


def tokens_before(world: Table, seat: int) -> set[str]:
    return {world.box.token_faces[token].kind for token in members(world.state.owned[seat]) if token >= ALLIANCE}


def test_l9_2_tokens_not_shown_as_treasure_are_fame():
    rng = Random(0)
    assert all(tokens_before(another_world(treasures_gone(), None, rng), 1) == {"alliance-fame"} for _ in range(30))


def test_l9_2_treasure_drawn_after_the_ranking_is_seen_when_it_returns():
    events = [event for event in treasures_gone().history[-1].events if isinstance(event, TurnsUpTokens)]
    assert [(event.seat, [token.kind for token in event.tokens]) for event in events] == [(0, ["alliance-treasure"])]


def test_l8_2_when_the_game_is_over_all_tokens_are_face_up():
    for me in watchers(over_and_done()):
        seen = view(over_and_done(), me)
        assert [sum(number for _, number in player.seen) for player in seen.players] == [2, 2]
        assert sum(number for _, number in seen.unseen_alliances) == seen.supply.alliances


def test_l4_4_a_world_asks_the_same_seats_for_bids():
    world = another_world(sealed(), Seat(0), Random(1))
    assert actors(world) == actors(sealed()) == (0, 2)


def test_a_world_equals_the_replay_of_its_history():
    for table in (case() for case in CASES.values()):
        world = another_world(table, None, Random(2))
        again = open_table(table.box, table.state.seats, dict(table.options), table.rules)
        for said in world.history:
            again = table_after(again, said.seat, encode(again.box, again.state, said.action))
        assert again == world


# ---- Random records ------------------------------------------------------------------------------------------------

STOPS = (
    COURT, "Trade: opportunity fighting 2 / alliance 1", "Ranks: opportunity fame tokens 2 / heal", "Feast: selection",
    "Storm: risk courage wit", "Camp: recovery", "Hall: simultaneous wit / alliance 2, cards 2, scratch",
    "Bids: simultaneous courage wit / cards 2, alliance 1, cards 1",
    "Fight: in turn courage fighting / cards 2, alliance 1, wound", "Sale: treasure auction / cards 1",
    "Market: treasure auction / alliance 1", "Hoard: treasure ranking / alliance 2, cards 1, fame 1",
)  # fmt: skip


def random_box(rng: Random) -> Box:
    """Return a box with few cards, tokens and episodes."""
    faces = rng.sample(["wit1", "wit2", "courage1", "fighting1", "fighting2", "beowulf1"], 3)
    cards = " ".join(f"{face}*{rng.randint(2, 4)}" for face in faces)
    tokens = " ".join(f"{token}*{rng.randint(1, 2)}" for token in ("fame1", "fame2", "treasure1"))
    stops = [rng.choice(STOPS) for _ in range(rng.randint(2, 6))]
    return small_box(
        *stops, "End: all hands / cards 1, alliance 1, fame 1", cards=cards, hand=(0, 0, rng.randint(1, 2)),
        specials="king_hrothgars_blessing", fame="1*2 2", treasure="1*2 2", alliance=tokens, seats=3,
    )  # fmt: skip


def random_table(seed: int) -> Table:
    rng = Random(seed)
    options = {"first": "1"} | ({"advanced": "yes"} if seed % 3 else {})
    table = GAME.setup(random_box(rng), rng.choice((2, 2, 3)), options, 1)
    return play_on(GAME, table, islice(dice(seed), rng.randint(6, 60))).last


@pytest.mark.parametrize("seed", quick_or_heavy(range(6), *range(16)))
def test_worlds_of_random_records_have_the_distribution_of_all_deals(seed):
    table = random_table(seed)
    for me in watchers(table):
        check_worlds(table, me, SAMPLES // 2, seed, tell_deals=seed % 2 == 0)


@pytest.mark.heavy
@pytest.mark.parametrize("name", CASES)
def test_l1_7_many_worlds_have_the_distribution_of_all_deals(name):
    for me in watchers(CASES[name]()):
        check_worlds(CASES[name](), me, MANY_SAMPLES, seed=2)


@pytest.mark.heavy
@pytest.mark.parametrize("shuffles_to_agree", [deals.ENOUGH_CONSISTENT, 10**9])
@pytest.mark.parametrize("seed", range(100, 120))
def test_worlds_of_many_random_records_have_the_distribution_of_all_deals(seed, shuffles_to_agree, monkeypatch):
    monkeypatch.setattr(deals, "ENOUGH_CONSISTENT", shuffles_to_agree)
    table = random_table(seed)
    for me in watchers(table):
        check_worlds(table, me, 2 * SAMPLES, seed, tell_deals=seed % 2 == 0)
