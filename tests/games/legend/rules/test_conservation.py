"""Cards, tokens and memories of the Legend, counted again on every table of random games."""

from hypothesis import given, settings

from tests.games.legend import invariants
from tests.support.strategies import AS_FOUND, lines


@given(lines(game="legend"))
@settings(AS_FOUND, max_examples=80)
def test_nothing_is_lost_and_nothing_lies_in_two_places(line):
    for table in line.tables[::13]:
        invariants.check_table(table)
    invariants.check_table(line.last)


@given(lines(("small", "strange"), game="legend"))
@settings(AS_FOUND, max_examples=40)
def test_every_table_of_a_short_journey_is_whole(line):
    for table in line.tables[::3]:
        invariants.check_table(table)


@given(lines(game="legend"))
@settings(AS_FOUND, max_examples=40)
def test_l8_2_points_are_those_of_what_lies_in_front(line):
    invariants.check_line(line)
