"""The contract of the Game protocol, for every game, number of seats and several boxes."""

import json
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord, IllegalAction
from heorot.engine.game import Entry, play
from heorot.engine.records import UNDO
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.games.legend.box.max_length import GameSize, longest_game
from tests.games.contract.cases import MODES, Case, cases, params
from tests.support.playing import OWN_BOXES, Line, as_json, dice, play_on, random_game, record_of


@pytest.fixture(params=params(cases()))
def case(request) -> Case:
    return request.param


@pytest.fixture
def line(case) -> Line:
    """A game with sealed answers in the order of a record."""
    return case.line()


def some(things, number: int, seed: int = 0):
    """Return a fixed sample."""
    things = list(things)
    return Random(seed).sample(things, min(number, len(things)))


def everyone(line: Line):
    return [Seat(seat) for seat in range(line.seats)]


def most_entries(box, seats: int) -> int:
    """Return an upper bound of entries in a Movie game: tiles are drawn, played or kept once, a play has two
    follow-ups, figures are placed once an act, and before an act every player answers once."""
    tiles, figures = sum(box.copies.values()), sum(figure.count for figure in box.figures)
    return 1 + tiles * (1 + 1 + 1 + 3) + 3 * seats * figures + 2 * seats


def most_entries_of_a_journey(box, seats: int) -> int:
    """Return the box's upper bound of entries in a game of the Legend."""
    treasures = sum(number for token, number in box.token_counts.items() if token.kind.endswith("treasure"))
    cards = sum(box.copies.values()) + len(box.specials)
    return longest_game(GameSize(seats, box.hand, cards, box.paying, treasures), box.episodes)


def cases_of_legend(view) -> int:
    """Return the number of cases: seats, cards in the pile, or face-down alliance tokens."""
    by_question = {"first-seat": len(view.players), "drawn-token": view.supply.alliances}
    return by_question.get(view.question, view.supply.pile)


BOUND = {"movie": most_entries, "legend": most_entries_of_a_journey}
CASES_OF_CHANCE = {
    "movie": lambda view: len(view.players) if view.question == "first-seat" else view.pool,
    "legend": cases_of_legend,
}


def test_every_box_number_of_seats_and_mode_is_played():
    for name, game in GAMES.items():
        played = [case for case in cases() if case.game == name]
        assert {case.mode for case in played} == set(MODES[name])
        assert {case.box for case in played} == {"built-in", *OWN_BOXES[name]}
        on_ours = {case.seats for case in played if case.box == "built-in"}
        assert on_ours == set(range(game.info.seats[0], game.info.seats[1] + 1))


# ---- Who is asked, and what ----------------------------------------------------------------------------------------


def test_a_seat_can_act_at_every_table_but_the_last(line):
    game = line.game
    for table in line.tables[:-1]:
        asked = game.actors(table)
        assert asked
        assert all(game.chance_outcomes(table) if seat == CHANCE else game.legal(table, seat) for seat in asked)
    assert game.actors(line.last) == ()
    assert game.chance_outcomes(line.last) == ()
    assert not any(game.legal(line.last, seat) for seat in (CHANCE, *everyone(line)))
    assert sum(game.victory_shares(line.last)) == (0 if all_have_fallen(line) else 1)


def all_have_fallen(line: Line) -> bool:
    """Return whether nobody wins, which is possible only in the variant of the fallen, with no points."""
    return ("fallen", "yes") in line.last.options and not any(line.game.score(line.last))


def test_every_action_is_refused_after_the_end(line):
    for _, seat, action, _ in line.steps():
        with pytest.raises(IllegalAction):
            play(line.game, line.last, seat, action)


def test_nobody_has_a_share_of_the_victory_before_the_end(line):
    assert not any(any(line.game.victory_shares(table)) for table in line.tables[:-1])


def test_legal_is_empty_for_seats_not_asked(line):
    for table in line.tables:
        asked = line.game.actors(table)
        assert not any(line.game.legal(table, seat) for seat in everyone(line) if seat not in asked)
        assert bool(line.game.chance_outcomes(table)) == (CHANCE in asked)


PARTS = {"movie": {"Swap"}, "legend": {"Bid", "Pay", "Discard", "Give"}}  # what is said of a set before its last piece


def test_an_action_is_unfinished_from_its_first_piece_to_its_last(case):
    line = case.line(in_order=False)
    named: set[Seat] = set()
    for _, seat, action, after in line.steps():
        part = type(action).__name__ in PARTS[line.game.info.name]
        named = named | {seat} if part else named - {seat}
        assert {one for one in everyone(line) if line.game.has_unfinished_action(after, one)} == named
        assert not line.game.has_unfinished_action(after, CHANCE)


def test_legal_actions_are_unique_and_in_a_fixed_order(line):
    for table in line.tables:
        for seat in line.game.actors(table):
            listed = line.game.legal(table, seat)
            assert len(set(listed)) == len(listed)
            assert listed == line.game.legal(table, seat)


def test_chance_outcomes_are_complete_and_weighted(line):
    for table in line.tables[:-1]:
        if CHANCE in line.game.actors(table):
            said = line.game.chance_outcomes(table)
            assert len({chance.action for chance in said}) == len(said)
            assert all(chance.weight > 0 for chance in said)
            cases = CASES_OF_CHANCE[line.game.info.name](line.game.view(table, None))
            assert sum(chance.weight for chance in said) == cases
            assert tuple(chance.action for chance in said) == line.game.legal(table, CHANCE)


def test_every_chance_entry_was_a_possible_outcome(line):
    for before, seat, action, _ in line.steps():
        if seat == CHANCE:
            assert action in [chance.action for chance in line.game.chance_outcomes(before)]


def test_every_game_ends_within_a_bound(line):
    assert len(line.entries) <= BOUND[line.game.info.name](line.last.box, line.seats)


# ---- The one door --------------------------------------------------------------------------------------------------


def test_play_never_changes_its_argument(case, line):
    twin = case.again()
    for table, seat, action, after in line.steps():
        assert play(line.game, table, seat, action) == after
        for other in some(line.game.legal(table, seat), 3):
            play(line.game, table, seat, other)
    assert line.tables == twin.tables


def test_play_accepts_exactly_what_is_legal(line):
    said = {(seat, action) for _, seat, action, _ in line.steps()}
    strangers = said | {(seat, action) for table in some(line.tables[:-1], 12)
                        for seat in line.game.actors(table) for action in line.game.legal(table, seat)}
    strangers = sorted(strangers, key=repr)
    for table in some(line.tables, 25, seed=1):
        for seat, action in some(strangers, 60, seed=2):
            assert is_accepted(line.game, table, seat, action) == (action in line.game.legal(table, seat))


def is_accepted(game, table, seat, action) -> bool:
    try:
        play(game, table, seat, action)
    except IllegalAction as error:
        refused = error
    else:
        return True
    assert refused.rule
    assert refused.key
    return False


def test_every_legal_action_is_accepted(line):
    for table in some(line.tables[:-1], 10):
        for seat in line.game.actors(table):
            assert all(is_accepted(line.game, table, seat, action) for action in line.game.legal(table, seat))


def test_a_seat_cannot_answer_for_another(line):
    for table, seat, action, _ in some(line.steps(), 30):
        for other in (CHANCE, *everyone(line), Seat(line.seats), Seat(-2), Seat(99)):
            if other not in line.game.actors(table):
                assert not is_accepted(line.game, table, other, action)
            elif other != seat:
                assert is_accepted(line.game, table, other, action) == (action in line.game.legal(table, other))


def test_actions_of_another_box_are_refused_with_a_rule(line):
    name = line.game.info.name
    for box in ("built-in", *OWN_BOXES[name]):
        foreign = random_game(box, 2, 1, name)
        if foreign.last.box.hash == line.last.box.hash:
            continue
        for table in some(line.tables[:-1], 8):
            seat = line.game.actors(table)[0]
            for _, _, action, _ in foreign.steps():
                assert is_accepted(line.game, table, seat, action) == (action in line.game.legal(table, seat))


# ---- Text ----------------------------------------------------------------------------------------------------------


def test_notation_round_trips_in_every_state_for_every_action(line):
    game = line.game
    for table in line.tables:
        for seat in game.actors(table):
            listed = game.legal(table, seat)
            texts = [game.write(table, action) for action in listed]
            assert len(set(texts)) == len(texts)
            assert tuple(game.read(table, text) for text in texts) == listed


def test_records_round_trip(line):
    record = line.record()
    assert records.read(records.write(record)) == record
    noted = replace(record, notes=("first", "second"), options=(("first", "1"),), result=None)
    assert records.read(records.write(noted)) == noted


def test_replay_reaches_an_equal_state(line):
    text = records.write(line.record())
    assert records.replay(line.game, records.read(text)) == line.last
    assert records.check(line.game, *records.read_with_lines(text)) == line.last


def test_an_unchecked_replay_equals_play_entry_by_entry(case):
    line = case.line(in_order=False)
    assert line.game.replay(line.tables[0], line.entries) == line.last
    assert line.game.replay(line.last, ()) == line.last
    for stop in some(range(len(line.tables)), 6):
        assert line.game.replay(line.tables[0], line.entries[:stop]) == line.tables[stop]
        assert line.game.replay(line.tables[stop], iter(line.entries[stop:])) == line.last


def test_a_replay_stops_at_any_entry(line):
    record = line.record()
    for stop in some(range(len(line.tables)), 6):
        assert records.replay(line.game, record, stop) == line.tables[stop]


def test_a_fork_can_be_continued(line):
    fork = records.fork(line.game, line.record(), len(line.entries) // 2)
    assert fork.result is None
    start = records.replay(line.game, fork)
    assert start == line.tables[len(line.entries) // 2]
    on = play_on(line.game, start, dice(99), in_order=True)
    grown = replace(fork, entries=fork.entries + on.entries, result=records.result_of(line.game, on.last))
    assert records.replay(line.game, records.read(records.write(grown))) == on.last


def test_a_wrong_result_or_a_changed_entry_is_refused(line):
    record = line.record()
    with pytest.raises(BadRecord):
        records.replay(line.game, replace(record, result=None))
    with pytest.raises(BadRecord) as caught:
        records.replay(line.game, replace(record, entries=record.entries[:9] + record.entries[8:]))
    assert caught.value.line >= 9


# ---- Take-backs ----------------------------------------------------------------------------------------------------


def with_take_backs(line: Line):
    """Add actions to a line of play that are undone later."""
    entries = list(line.entries)
    for at in sorted(some(range(1, len(line.entries)), 4), reverse=True):
        wrong = play_on(line.game, line.tables[at], islice(dice(at), 5), in_order=True)
        entries[at:at] = [*wrong.entries, Entry(UNDO, str(len(wrong.entries)))]
    return record_of(line.game, line.tables[0], entries, line.last)


def test_undone_entries_are_not_effective(line):
    record = with_take_backs(line)
    assert len(record.entries) > len(line.entries)
    assert records.read(records.write(record)) == record
    assert records.effective_entries(record) == line.entries
    assert records.replay(line.game, record) == line.last


def test_views_after_an_undo_equal_the_earlier_views(line):
    back = 3
    at = len(line.entries) * 2 // 3
    entries = (*line.entries[:at], Entry(UNDO, str(back)))
    table = records.replay(line.game, replace(line.record(), entries=entries, result=None))
    assert table == line.tables[at - back]
    for seat in (None, *everyone(line)):
        assert as_json(line.game.view(table, seat)) == as_json(line.game.view(line.tables[at - back], seat))


def test_an_undo_of_more_entries_than_exist_is_refused(line):
    for text in ("0", "6", "-1", "x", "1 1", "99999999999"):
        entries = (*line.entries[:5], Entry(UNDO, text))
        with pytest.raises(BadRecord) as caught:
            records.replay(line.game, replace(line.record(), entries=entries, result=None))
        assert caught.value.line == 6


# ---- Views ---------------------------------------------------------------------------------------------------------


def test_all_views_serialise_deterministically(line):
    again = records.replay(line.game, line.record(), len(line.tables) // 2)
    for seat in (None, *everyone(line)):
        for table in some(line.tables, 8):
            text = as_json(line.game.view(table, seat))
            assert text == as_json(line.game.view(table, seat))
            assert json.dumps(json.loads(text), ensure_ascii=False) == text
        assert as_json(line.game.view(again, seat)) == as_json(line.game.view(line.tables[len(line.tables) // 2], seat))


def test_only_the_acting_seat_sees_its_legal_actions(line):
    for table in some(line.tables, 40):
        for seat in (None, *everyone(line)):
            listed = () if seat is None else line.game.legal(table, seat)
            assert line.game.view(table, seat).legal == listed
