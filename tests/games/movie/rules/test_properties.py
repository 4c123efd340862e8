"""Properties of every reachable table."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heorot.engine.seats import Seat
from heorot.games.movie.inference import worlds
from heorot.games.movie.inference.worlds import Worlds, another_world
from heorot.games.movie.table.analysis import explain, preview
from tests.games.movie import invariants
from tests.support.playing import MOVIE, as_json, box_named, dice, play_on, random_game, watchers
from tests.support.strategies import AS_FOUND, lines

MOST_PROPOSALS = 1000  # for one world; never more than ten with the built-in box


@given(lines())
@settings(AS_FOUND, max_examples=60)
def test_every_piece_is_in_exactly_one_place(line):
    for table in line.tables[::7]:
        invariants.check_table(table)
    invariants.check_table(line.last)


@given(lines())
@settings(AS_FOUND, max_examples=60)
def test_m3_3_saga_points_are_the_explained_scores_and_treasure_values(line):
    invariants.check_line(line)


@given(lines())
@settings(AS_FOUND, max_examples=60)
def test_a_preview_shows_the_changes_of_the_action(line):
    table = line.last
    for seat in MOVIE.actors(table):
        for action in MOVIE.legal(table, seat)[::9]:
            changes = preview(table, action)
            after = MOVIE.apply(table, seat, action)
            if after.state.act == table.state.act and MOVIE.actors(after):
                shown = {change.after for change in changes} - {None}
                assert shown == set(explain(after.box, after.state)) - set(explain(table.box, table.state))


# ---- Hidden information ---------------------------------------------------------------------------------------------


@given(lines(), st.integers(0, 2**32))
@settings(AS_FOUND, max_examples=80)
def test_a_view_does_not_depend_on_hidden_information(line, seed):
    table, rng = line.last, Random(seed)
    for me in watchers(table):
        shown, other = MOVIE.view(table, me), another_world(table, me, rng)
        assert MOVIE.view(other, me) == shown
        assert as_json(MOVIE.view(other, me)) == as_json(shown)


@given(lines(), st.integers(0, 2**32))
@settings(AS_FOUND, max_examples=40)
def test_another_world_is_a_valid_table(line, seed):
    table = line.last
    for me in watchers(table):
        world = another_world(table, me, Random(seed))
        invariants.check_table(world)
        assert MOVIE.actors(world) == MOVIE.actors(table)
        assert MOVIE.score(world) == MOVIE.score(table)
        if me is not None:
            assert MOVIE.legal(world, me) == MOVIE.legal(table, me)


def test_another_world_usually_differs():
    table = random_game("built-in", 4, 1).tables[60]
    rng = Random(0)
    hands = {tuple(map(tuple, another_world(table, None, rng).state.hand)) for _ in range(20)}
    assert len(hands) > 15


@pytest.fixture
def proposals(monkeypatch) -> Iterator[list[int]]:
    """Count the proposed hands."""
    made = [0]
    propose = worlds.propose

    def counted(*args):
        made[0] += 1
        assert made[0] < MOST_PROPOSALS
        return propose(*args)

    monkeypatch.setattr(worlds, "propose", counted)
    return made


@pytest.mark.parametrize("box", ["built-in", "crooked", "tiny"])
@pytest.mark.parametrize("seed", range(6))
def test_another_world_needs_few_proposals(box, seed, proposals):
    fewest, most = box_named(box).players
    line = random_game(box, fewest + seed % (most - fewest + 1), seed)
    for table in line.tables[:: max(1, len(line.tables) // 12)]:
        for me in watchers(table):
            proposals[0] = 0
            Worlds(table.box, MOVIE.view(table, me)).draw(Random(seed))


def few_faces(faces: int, hand: int) -> str:
    """Make a box with few different tiles and big hands: the worst case of rejection sampling."""
    each, more = divmod(63, faces)
    counts = [each + more, *[each] * (faces - 1)]
    rows = ", ".join(f"{{ value = {value}, count = {count} }}" for value, count in enumerate(counts, 1))
    acts = "".join(f"""
[[board]]
act = {act}
map = '''
.......
.......
.......
.......
.......
.......
.......
.......
.......
'''
[[tile]]
act = {act}
rows = [{rows}]
""" for act in (1, 2, 3))
    return f"""
[box]
title = "Few faces"
designer = "The tests"
year = 2024
players = [2, 4]
saga_points = 0
hand = {hand}
[[figure]]
kind = "longship"
diamonds = 1
count = 0
returns = true
{acts}"""


@pytest.mark.parametrize("hand", [2, 5, 8])
@pytest.mark.parametrize("faces", [1, 2, 4, 9])
def test_another_world_needs_few_proposals_if_tiles_hardly_differ(faces, hand, proposals):
    box = MOVIE.read_box(few_faces(faces, hand), "few-faces")
    line = play_on(MOVIE, MOVIE.setup(box, 4, {}, 1), islice(dice(3), 150))
    for me in (None, Seat(0)):
        proposals[0] = 0
        assert MOVIE.view(another_world(line.last, me, Random(0)), me) == MOVIE.view(line.last, me)
