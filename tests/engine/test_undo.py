"""Undo without consent: a seat's own entries, from which nobody learned anything."""

import pytest
from hypothesis import given, settings

from heorot.engine.game import Entry
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.undo import count_since_choice, count_undoable, has_learned
from heorot.games import GAMES
from heorot.games.legend.model.actions import Bid, Discard, Done, GiveUp, Pay, Show
from heorot.games.legend.table.public_events import ShowsCards, ShowsTokens
from heorot.games.movie.model.actions import Cash, Counsel, PlaceFigure, PlaceTile
from tests.support.playing import LEGEND, MOVIE, Line, random_game
from tests.support.strategies import AS_FOUND, lines, lines_of_any_game

REVEALING = (PlaceTile, Cash, Counsel)  # everyone sees a tile that was hidden
ADVANCED = (("advanced", "yes"),)


def free(line, seat, stop=None):
    """Count the entries that a seat may undo at the end of a line of play, or after `at` entries."""
    stop = len(line.entries) if stop is None else stop
    return count_undoable(line.game, line.tables[: stop + 1], line.entries[:stop], Seat(seat))


def moments(line):
    """Yield every entry: its number, its action, and how many entries its seat may undo right after it."""
    for number, (before, seat, action, after) in enumerate(line.steps(), 1):
        if seat != CHANCE:
            yield number, before, seat, action, after


# ---- The Movie -----------------------------------------------------------------------------------------------------


def test_a_placed_figure_can_be_undone_during_the_act():
    line = random_game("built-in", 3, 4)
    placed = [moment for moment in moments(line) if isinstance(moment[3], PlaceFigure)]
    assert len(placed) > 5
    for number, before, seat, _, after in placed:
        if before.state.act == after.state.act and MOVIE.actors(after) not in ((), (CHANCE,)):
            assert free(line, seat, number) >= 1


def test_a_shown_tile_cannot_be_undone():
    line = random_game("built-in", 3, 4)
    shown = [moment for moment in moments(line) if isinstance(moment[3], REVEALING)]
    assert len(shown) > 5
    assert [free(line, seat, number) for number, _, seat, _, _ in shown] == [0] * len(shown)


def test_a_draw_cannot_be_undone_after_its_outcome():
    line = random_game("built-in", 3, 4)
    drawn = [number for number, entry in enumerate(line.entries) if entry.text == "draw"]
    assert drawn
    for number in drawn:
        assert line.entries[number + 1].seat == CHANCE
        assert free(line, line.entries[number].seat, number + 2) == 0


# ---- The Legend ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def journeys() -> list[Line]:
    """Games of the Legend in which sealed answers arrive out of turn order."""
    return [random_game("built-in", seats, 40 + seats, "legend", ADVANCED) for seats in (2, 3, 4, 5)]


def said(journeys, *kinds):
    """Return every moment with an action of some classes, with its line of play."""
    return [(line, *moment) for line in journeys for moment in moments(line) if isinstance(moment[3], kinds)]


def test_l4_4_a_sealed_bid_can_be_undone_until_all_are_shown(journeys):
    staged = [moment for moment in said(journeys, Bid, Done)
              if LEGEND.is_sealed(moment[2]) and LEGEND.is_sealed(moment[5])]
    assert len(staged) > 20
    for line, number, _, seat, _, _ in staged:
        assert free(line, seat, number) >= 1
        mine = [entry for entry in line.entries[number - free(line, seat, number) : number] if entry.seat == seat]
        assert len(mine) == free(line, seat, number)


def test_l4_4_no_bid_can_be_undone_once_all_are_shown_even_if_all_are_empty(journeys):
    shown = [moment for moment in said(journeys, Done)
             if LEGEND.is_sealed(moment[2]) and not LEGEND.is_sealed(moment[5])]
    cards = [[event.cards for event in after.history[-1].events if isinstance(event, ShowsCards)]
             for *_, after in shown]
    assert any(not any(bids) for bids in cards)
    assert any(any(bids) for bids in cards)
    assert [free(line, seat, number) for line, number, _, seat, _, _ in shown] == [0] * len(shown)


def test_l1_7_a_shown_card_or_token_cannot_be_undone(journeys):
    hidden = [moment for moment in said(journeys, Pay, Discard) if was_unknown(*moment[2:5])]
    assert len(hidden) > 5
    assert [free(line, seat, number) for line, number, _, seat, _, _ in hidden] == [0] * len(hidden)
    alliances = [moment for moment in said(journeys, Show) if moment[4].token.kind.startswith("alliance")]
    assert all(free(line, seat, number) == 0 for line, number, _, seat, _, _ in alliances)


def was_unknown(table, seat, action) -> bool:
    """Return whether only its owner knew of the card."""
    return table.state.known[seat][table.box.face_numbers[action.card]] == 0


def test_l9_2_an_answer_after_which_pieces_were_shown_cannot_be_undone(journeys):
    shown = [(line, number, seat) for line in journeys for number, _, seat, _, after in moments(line)
             if any(isinstance(event, ShowsTokens | ShowsCards) for event in after.history[-1].events)]
    assert len(shown) > 20
    assert [free(line, seat, number) for line, number, seat in shown] == [0] * len(shown)


def test_l5_5_giving_up_can_be_undone_until_another_seat_answers(journeys):
    given = [moment for moment in said(journeys, GiveUp) if not has_learned(LEGEND, moment[2], moment[5])]
    assert len(given) > 10
    assert all(free(line, seat, number) >= 1 for line, number, _, seat, _, _ in given)


def test_l6_5_an_outcome_of_chance_cannot_be_undone(journeys):
    drawn = [(line, number) for line in journeys
             for number, entry in enumerate(line.entries, 1) if entry.seat == CHANCE]
    assert [free(line, seat, number) for line, number in drawn[::5] for seat in range(line.seats)] == [
        0 for line, _ in drawn[::5] for _ in range(line.seats)
    ]


# ---- Any game ------------------------------------------------------------------------------------------------------


@settings(AS_FOUND, max_examples=80)
@given(lines_of_any_game())
def test_only_own_entries_that_revealed_nothing_can_be_undone(line):
    for seat in range(line.seats):
        count = free(line, seat)
        assert all(entry.seat == seat for entry in line.entries[len(line.entries) - count :])
        assert not has_learned(line.game, line.tables[-1 - count], line.last)
    last = line.entries[-1].seat if line.entries else CHANCE
    assert [seat for seat in range(line.seats) if free(line, seat) and seat != last] == []


@settings(AS_FOUND, max_examples=60)
@given(lines_of_any_game())
def test_an_undo_without_consent_leaves_the_knowledge_of_others_unchanged(line):
    """The views of the other seats show no new card, tile or token: their unseen components and their knowledge are the
    same."""
    for seat in range(line.seats):
        back = line.tables[-1 - free(line, seat)]
        for other in (None, *range(line.seats)):
            was, now = line.game.view(back, other), line.game.view(line.last, other)
            assert was.unseen == now.unseen
            assert line.game.knowledge(back, other) == line.game.knowledge(line.last, other)


@pytest.mark.parametrize("game", GAMES)
def test_no_undo_reaches_before_the_first_entry_or_across_another_seat(game):
    @settings(AS_FOUND, max_examples=20)
    @given(lines(("tiny",) if game == "movie" else ("small",), game=game))
    def law(line):
        assert count_undoable(line.game, line.tables[:1], (), Seat(0)) == 0
        others = [Entry(Seat(1), entry.text) for entry in line.entries]
        assert count_undoable(line.game, line.tables, others, Seat(0)) == 0

    law()


def test_count_since_choice_counts_entries_since_the_last_choice_of_a_seat():
    said = [Entry(Seat(0), "a"), Entry(CHANCE, "b"), Entry(Seat(1), "c"), Entry(Seat(0), "d"), Entry(CHANCE, "e")]
    assert [count_since_choice(said, Seat(seat)) for seat in (0, 1, 2)] == [2, 3, 0]
    assert count_since_choice((), Seat(0)) == 0
