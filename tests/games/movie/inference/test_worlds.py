"""The distribution of sampled worlds, compared by chi-squared with all physical deals.

The deals are counted independently of worlds.py: the public record is replayed with every possible tile at each hidden
draw, deals that do not reproduce the record are dropped, and each deal counts once for every choice of copies.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from heorot.engine.game import Entry, play
from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie.box.box import Box, read_box
from heorot.games.movie.inference import worlds
from heorot.games.movie.inference.worlds import Worlds
from heorot.games.movie.model.actions import Given
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import view
from tests.support.chi_squared import likelihood, upper_tail
from tests.support.playing import MOVIE, dice, play_on

SAMPLES, MANY_SAMPLES = 400, 3000
UNLIKELY = 1e-4  # with fixed seeds a test fails always or never

# ---- All physical deals --------------------------------------------------------------------------------------------

Deal = tuple[Given, ...]


def deals(true: Table, me: Seat | None) -> Counter[Deal]:
    """Return every deal that a seat cannot tell from the true one, with its number of physical deals."""
    found: Counter[Deal] = Counter()
    start = MOVIE.setup(true.box, true.state.seats, dict(true.options), true.rules)
    follow(true, me, start, 1, found)
    return found


def follow(true: Table, me: Seat | None, table: Table, ways: int, found: Counter[Deal]) -> None:
    """Replay a record from here on with every possible outcome of hidden draws."""
    if len(table.history) == len(true.history):
        if open_question(table) == open_question(true):
            found[deal_of(table)] += ways
        return
    said = true.history[len(table.history)]
    if MOVIE.actors(table) != (said.seat,):
        return
    for action, copies in answers(table, said, me):
        after = MOVIE.apply(table, said.seat, action)
        if after.history[-1].skipped == said.skipped and after.history[-1].to == said.to:
            follow(true, me, after, ways * copies, found)


def answers(table: Table, said, me: Seat | None) -> Iterator[tuple[object, int]]:
    """Yield the outcomes that a seat considers possible, with their weights."""
    if said.seat != CHANCE:
        yield from ((said.action, 1) for action in MOVIE.legal(table, said.seat) if action == said.action)
        return
    hidden = isinstance(said.action, Given) and said.to != me
    yield from (chance for chance in MOVIE.chance_outcomes(table) if hidden or chance.action == said.action)


def open_question(table: Table):
    """Return the public part of the open question."""
    shown = view(table, None)
    return shown.question, shown.asked, shown.to, shown.act


def deal_of(table: Table) -> Deal:
    return tuple(said.action for said in table.history if isinstance(said.action, Given))


# ---- Chi-squared ---------------------------------------------------------------------------------------------------


def test_upper_tail_matches_published_tables():
    for freedom, critical in ((1, 3.841), (2, 5.991), (5, 11.070), (10, 18.307), (30, 43.773), (500, 553.127)):
        assert upper_tail(critical, freedom) == pytest.approx(0.05, abs=1e-4)


def check_worlds(table: Table, me: Seat | None, samples: int, seed: int) -> int:
    """Sample worlds and compare their distribution; return the number of different deals."""
    weights, rng, source = deals(table, me), Random(seed), Worlds(table.box, view(table, me))
    assert deal_of(table) in weights
    drawn = [source.draw(rng) for _ in range(samples if len(weights) > 1 else 3)]
    seen = Counter(map(deal_of, drawn))
    assert set(seen) <= set(weights), [texts(table, deal) for deal in set(seen) - set(weights)]
    assert view(drawn[-1], me) == view(table, me)
    assert likelihood(seen, weights, samples) > UNLIKELY
    return len(weights)


def texts(table: Table, deal: Deal) -> str:
    return " ".join(MOVIE.write(table, given) for given in deal)


# ---- Boxes and records ---------------------------------------------------------------------------------------------


def small_box(*acts: tuple[str, str], hand: int, figures: int = 1, players: str = "[2, 2]") -> Box:
    """Make a box with one kind of figure; boards and tiles by act, as `+1 x3, counsel x2`."""
    parts = [f'[box]\ntitle = "Small"\ndesigner = "The tests"\nyear = 1\nplayers = {players}\nsaga_points = 0\n'
             f'hand = {hand}\n[[figure]]\nkind = "thane"\ndiamonds = 1\ncount = {figures}\nreturns = false']
    for act, (board, tiles) in enumerate((*acts, (".", "+9 x8"), (".", "+9 x8"))[:3], 1):
        rows = ", ".join(map(tile_row, tiles.split(", ")))
        parts.append(f'[[board]]\nact = {act}\nmap = """\n{board}\n"""\n[[tile]]\nact = {act}\nrows = [{rows}]')
    return read_box("\n".join(parts), "small")


def tile_row(text: str) -> str:
    what, number = text.split(" x")
    shown = 'ability = "good_counsel"' if what == "counsel" else f"value = {int(what)}"
    return f"{{ {shown}, count = {number} }}"


def told(box: Box, seats: int, record: str, first: str = "1") -> Table:
    """Return the table after a record: `*+1 *+2` are draws, `1:draw` is an action of the first seat, `_` a blank."""
    table = MOVIE.setup(box, seats, {"first": first}, 1)
    for word in record.split():
        seat, text = (CHANCE, word[1:]) if word[0] == "*" else (Seat(int(word[0]) - 1), word[2:].replace("_", " "))
        table = play(MOVIE, table, Entry(seat, text).seat, MOVIE.read(table, text))
    return table


DUPLICATES = told(  # faces that were played may still be in the hand; hands hold a face twice
    small_box(("....\n....", "+1 x3, +2 x3, +3 x2"), hand=2),
    2,
    "*+1 *+1 *+2 *+3   1:draw *+2 1:+1_a1   2:draw *+2 2:+2_b1   1:draw *+3 1:+2_c1",
)
OLD_BACKS = told(  # M6.2: a pool left the game unseen, so an old back may be any unseen tile of its act
    small_box(("..", "+1 x2, +2 x2, +3 x2"), ("...", "+1 x2, -1 x2, +4 x1"), hand=2),
    2,
    "*+1 *+2 *+3 *+1   1:draw *+2 1:+2_a1   2:draw *+3 2:+3_b1   1:draw *+4 1:I:+1_a1   2:draw *-1 2:I:+1_b1",
)
FILLED_UP = told(  # M3.7: hands of one tile are filled up from a new pool
    small_box((".", "+1 x2, +2 x2"), ("..", "+1 x3, +2 x2"), hand=2),
    2,
    "*+1 *+2 *+2 *+1   1:thane_a1   2:draw *+1 2:I:+2_a1   1:draw *+2 1:+2_b1",
)
PASSED = told(  # M2.8: the first seat draws and cannot play, which shows a hand of Good Counsels
    small_box(("....", "counsel x4, +1 x2, +2 x2"), hand=1, figures=0),
    2,
    "*counsel *+1   1:draw *counsel 1:pass   2:draw *+2 2:+1_a1   1:draw *+2 1:+2_b1",
)
PASSED_LATER = told(  # the possible hands of the first seat depend on those of the second
    small_box(("....", "counsel x3, +1 x2, +2 x1"), hand=1, figures=0),
    2,
    "*+1 *counsel   1:draw *+2 1:+1_a1   2:draw *counsel 2:pass",
)
PASSED_AND_MOVED = told(  # some of the known Good Counsels were played later
    small_box(("....", "counsel x5, +1 x2, +2 x1"), hand=1, figures=1),
    2,
    "*counsel *+1   1:draw *counsel 1:pass   2:thane_d1   1:thane_b1   2:draw *counsel 2:counsel_d1-c1"
    " 1:draw *+1 1:counsel_b1-a1",
)
SKIPPED = told(  # M2.7: no figure, an empty pool, and Good Counsels that cannot move anything
    small_box((".....", "counsel x3, +1 x2"), ("...", "+1 x2, +2 x1"), hand=1, figures=0),
    2,
    "*counsel *+1   1:draw *counsel 1:pass   2:draw *+1 2:+1_a1   1:draw *counsel 1:pass   2:+1_b1"
    " 2:fill *+2",
)
NO_FIGURES = small_box((".", "counsel x2, +1 x2, +2 x1"), (".....", "+1 x2"), hand=1, figures=0)
ASKED = told(  # the pool is empty and the second seat is not skipped: it holds another tile than Good Counsel
    NO_FIGURES,
    2,
    "*+1 *+2   1:draw *counsel 1:+1_a1   2:draw *+1 2:+1_a1   1:draw *+1 1:+1_b1",
)
ANSWERED = told(
    NO_FIGURES,
    2,
    "*+1 *+2   1:draw *counsel 1:+1_a1   2:draw *+1 2:+1_a1   1:draw *+1 1:+1_b1   2:I:+2_c1",
)
SHARED = told(  # two rivals share the tiles that the third has not seen
    small_box(("......", "+1 x4, +2 x3, counsel x2"), hand=1, players="[2, 3]"),
    3,
    "*+1 *+2 *+1   1:draw *+2 1:+1_a1   2:draw *+1 2:+2_b1   3:draw *counsel 3:+1_c1   1:thane_d1",
)
SHARED_AND_PASSED = told(
    small_box(("......", "+1 x3, counsel x5"), hand=1, figures=0, players="[2, 3]"),
    3,
    "*counsel *counsel *+1   1:draw *counsel 1:pass   2:draw *counsel 2:pass   3:draw *+1 3:+1_a1"
    " 1:draw *+1 1:+1_b1",
)
CASES = {
    "duplicates": DUPLICATES, "old backs": OLD_BACKS, "filled up": FILLED_UP, "passed": PASSED,
    "passed later": PASSED_LATER, "passed and moved": PASSED_AND_MOVED, "skipped": SKIPPED, "asked": ASKED,
    "answered": ANSWERED, "shared": SHARED, "shared and passed": SHARED_AND_PASSED,
}  # fmt: skip


@pytest.mark.parametrize("me", [None, 0, 1, 2])
@pytest.mark.parametrize("name", CASES)
def test_m6_2_worlds_have_the_distribution_of_all_deals(name, me):
    if me is None or me < CASES[name].state.seats:
        check_worlds(CASES[name], me, SAMPLES, seed=1)


@pytest.mark.parametrize("way", ["try_hands", "weigh_hands"])
@pytest.mark.parametrize("name", CASES)
def test_m6_2_both_ways_of_drawing_hands_have_the_right_distribution(name, way, monkeypatch):
    monkeypatch.setattr(worlds, "hands_of_act", getattr(worlds, way))
    check_worlds(CASES[name], None, SAMPLES // 2, seed=3)


def test_the_cases_contain_their_situations():
    skips = {name: [said.skipped for said in table.history if said.skipped] for name, table in CASES.items()}
    assert skips["skipped"]
    assert len(deals(DUPLICATES, None)) > 100
    assert {deal[0] for deal in deals(PASSED, None)} == {PASSED.history[0].action}
    assert all(len(deals(table, None)) > 1 for table in CASES.values())
    assert any(len(deals(random_table(seed), None)) > 20 for seed in range(24))


def test_m6_2_a_seat_that_was_not_skipped_can_play_a_tile():
    assert view(ASKED, None).asked == (1,)
    assert {deal[1].tile.ability for deal in deals(ASKED, Seat(0))} == {""}
    source = Worlds(ASKED.box, view(ASKED, Seat(0)))
    rng = Random(0)
    assert all(view(source.draw(rng), Seat(0)) == view(ASKED, Seat(0)) for _ in range(30))


# ---- Random records ------------------------------------------------------------------------------------------------


def random_box(rng: Random) -> Box:
    acts = []
    for _ in range(3):
        kinds = rng.sample(["+1", "+2", "-1", "counsel", "counsel"], rng.randint(1, 3))
        tiles = ", ".join(f"{kind} x{rng.randint(1, 3)}" for kind in dict.fromkeys(kinds))
        acts.append((rng.choice(["..", "...", ". .\n..", "....", ".#."]), tiles + ", +3 x2"))
    return small_box(*acts, hand=1, figures=rng.randint(0, 1))


def random_table(seed: int) -> Table:
    rng = Random(seed)
    start = MOVIE.setup(random_box(rng), 2, {"first": "1"}, 1)
    return play_on(MOVIE, start, islice(dice(seed), rng.randint(4, 22))).last


@pytest.mark.parametrize("seed", range(24))
def test_worlds_of_random_records_have_the_distribution_of_all_deals(seed):
    table = random_table(seed)
    for me in (None, Seat(0), Seat(1)):
        check_worlds(table, me, SAMPLES // 4, seed)


@pytest.mark.heavy
@pytest.mark.parametrize("name", CASES)
def test_m6_2_many_worlds_have_the_distribution_of_all_deals(name):
    for me in (None, *range(CASES[name].state.seats)):
        check_worlds(CASES[name], me, MANY_SAMPLES, seed=2)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 150))
def test_worlds_of_many_random_records_have_the_distribution_of_all_deals(seed):
    table = random_table(seed)
    for me in (None, Seat(0), Seat(1)):
        check_worlds(table, me, SAMPLES, seed)
