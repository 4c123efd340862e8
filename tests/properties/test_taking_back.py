"""What a seat may take back without asking: its own answers, from which nobody learned anything."""

from hypothesis import given, settings

from heorot.engine.game import Entry
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.undo import known, own_choices, since_choice
from heorot.games.movie.actions import Cash, Counsel, PlaceFigure, PlaceTile
from tests.playing import MOVIE, random_game
from tests.strategies import AS_FOUND, lines

REVEALING = (PlaceTile, Cash, Counsel)  # everyone sees a tile that was hidden


def free(line, seat, stop=None):
    """How many entries a seat may take back at the end of a line, or after some of it."""
    stop = len(line.entries) if stop is None else stop
    return own_choices(MOVIE, line.tables[: stop + 1], line.entries[:stop], Seat(seat))


def moments(line):
    """Every entry: its number, what was said, and how many entries its seat may take back right after it."""
    for number, (before, seat, action, after) in enumerate(line.steps(), 1):
        if seat != CHANCE:
            yield number, before, seat, action, after


def test_a_figure_is_taken_back_as_long_as_the_act_goes_on():
    line = random_game("built-in", 3, 4)
    placed = [moment for moment in moments(line) if isinstance(moment[3], PlaceFigure)]
    assert len(placed) > 5
    for number, before, seat, _, after in placed:
        if before.state.act == after.state.act and MOVIE.actors(after) not in ((), (CHANCE,)):
            assert free(line, seat, number) >= 1


def test_a_tile_that_was_shown_is_not_taken_back():
    line = random_game("built-in", 3, 4)
    shown = [moment for moment in moments(line) if isinstance(moment[3], REVEALING)]
    assert len(shown) > 5
    assert [free(line, seat, number) for number, _, seat, _, _ in shown] == [0] * len(shown)


def test_a_draw_is_not_taken_back_once_something_was_drawn():
    line = random_game("built-in", 3, 4)
    drawn = [number for number, entry in enumerate(line.entries) if entry.text == "draw"]
    assert drawn
    for number in drawn:
        assert line.entries[number + 1].seat == CHANCE
        assert free(line, line.entries[number].seat, number + 2) == 0


@settings(AS_FOUND, max_examples=40)
@given(lines())
def test_only_own_answers_from_which_nobody_learned_anything(line):
    for seat in range(line.seats):
        count = free(line, seat)
        assert all(entry.seat == seat for entry in line.entries[len(line.entries) - count :])
        assert known(MOVIE, line.tables[-1 - count]) == known(MOVIE, line.last)
    last = line.entries[-1].seat if line.entries else CHANCE
    assert [seat for seat in range(line.seats) if free(line, seat) and seat != last] == []


@settings(AS_FOUND, max_examples=20)
@given(lines(("tiny",)))
def test_nothing_is_taken_back_before_the_first_answer_or_across_another_seat(line):
    assert own_choices(MOVIE, line.tables[:1], (), Seat(0)) == 0
    others = [Entry(Seat(1), entry.text) for entry in line.entries]
    assert own_choices(MOVIE, line.tables, others, Seat(0)) == 0


def test_the_latest_question_of_a_seat_is_found_from_the_end():
    said = [Entry(Seat(0), "a"), Entry(CHANCE, "b"), Entry(Seat(1), "c"), Entry(Seat(0), "d"), Entry(CHANCE, "e")]
    assert [since_choice(said, Seat(seat)) for seat in (0, 1, 2)] == [2, 3, 0]
    assert since_choice((), Seat(0)) == 0
