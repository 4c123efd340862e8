"""Cards, tokens and memories of the Legend, counted again on every table of random games."""

from hypothesis import given, settings

from tests.games.legend import invariants
from tests.support.strategies import AS_FOUND, lines


@given(lines(game="legend"))
@settings(AS_FOUND, max_examples=80)
def test_every_piece_is_in_exactly_one_place(line):
    for table in line.tables[::13]:
        invariants.check_table(table)
    invariants.check_table(line.last)


@given(lines(("small", "strange"), game="legend"))
@settings(AS_FOUND, max_examples=40)
def test_every_table_of_a_short_game_satisfies_the_invariants(line):
    for table in line.tables[::3]:
        invariants.check_table(table)


@given(lines(game="legend"))
@settings(AS_FOUND, max_examples=40)
def test_l8_2_points_are_those_of_the_pieces_in_front_of_a_player(line):
    invariants.check_line(line)
