"""Clocks follow from a table's events and their times: who is charged, and what happens on a timeout."""

import pytest

from heorot.engine.seats import Seat
from heorot.server.table import clocks, events
from heorot.server.table.commands import record_outage
from heorot.server.table.events import Begun, Moved, Outage, Paused, Resumed, TimedOut, Timing, TookBack, WentBack
from heorot.server.table.fold import apply_event
from heorot.server.table.table import initial_table
from heorot.server.views.payload import table_info
from tests.server.support.table_setup import GAMES_TO_PLAY, ID, PlayedTable, created_event, start_table
from tests.server.table.test_table import agree_to_undo, assert_same_table, refused

PER_MOVE = Timing(per="move", seconds=60)
BANK = Timing(per="game", seconds=600, increment=10)
ONE_MOVE = {"when_out": "one-move"}
RULES = [PER_MOVE, Timing(per="game", seconds=100, increment=10), Timing(per="game", seconds=90, **ONE_MOVE)]
EACH_GAME = pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)


def timed(rule: Timing, game: str = "movie", seats: int = 2, **more) -> PlayedTable:
    """Return a table with clocks; the first seat begins."""
    return start_table(game, seats, {"first": "1"}, clock=rule, **more)


def left(played: PlayedTable) -> list[float]:
    """Return the remaining seconds by seat."""
    return [ms / 1000 for ms in clocks.charge(played.table.clocks, played.at).left]


def play_until(played: PlayedTable, condition) -> None:
    """Answer, one second apart, until a condition holds."""
    for _ in played.play():
        if condition(played.table):
            return
        played.wait(1)
    raise AssertionError("the condition never held")


# ---- Running clocks ----------------------------------------------------------------------------------------------


def test_table_without_clocks_reports_no_times():
    played = start_table("movie", 2)
    played.wait(10**9)
    assert (played.table.clocks, table_info(played.table).clock, table_info(played.table).times) == (None, None, None)


def test_time_runs_only_for_awaited_seats():
    played = timed(BANK)
    played.wait(7)
    assert left(played) == [593, 600]
    assert played.table.clocks.running == {0}
    played.answer()
    assert left(played) == [603, 600]  # including ten seconds for the answer
    assert clocks.next_timeout(played.table.clocks) == 607_000


def test_p2_chat_does_not_change_the_public_clocks():
    """Spectators must not see that somebody wrote; the time up to which clocks are charged would reveal it."""
    played = timed(BANK)
    before = table_info(played.table)
    for seconds, command in (
        (7, {"type": "say", "text": "x"}),
        (2, {"type": "erase", "message": 0}),
        (3, {"type": "mute", "seat": 2, "muted": True}),
    ):
        played.wait(seconds)
        played.do(1, host=True, **command)
        assert table_info(played.table) == before
    assert left(played) == [588, 600]
    played.answer()
    assert left(played) == [598, 600]


def test_time_per_move_is_reset_with_each_question():
    played = timed(PER_MOVE)
    for _ in range(10):
        seat = played.table.awaited[0]
        assert left(played)[seat] == 60
        played.wait(40)
        assert left(played)[seat] == 20
        played.answer()


def test_all_clocks_run_during_a_sealed_phase():
    played = timed(PER_MOVE, "legend", 3)
    play_until(played, lambda table: table.sealed and len(table.awaited) == 3)
    played.wait(10)
    assert left(played) == [50, 50, 50]
    played.answer(1)
    played.wait(10)
    assert left(played) == [40, 50, 40]
    assert table_info(played.table).times.running == (1, 3)


def test_bots_and_chance_take_no_time():
    played, questions = timed(BANK, seats=3, bots=1), 0
    for _ in played.play(40):
        if played.table.is_bot_seat(played.table.awaited[0]):
            before = left(played)
            assert played.table.clocks.running == frozenset()
            played.wait(1000)
            assert left(played) == before
            questions += 1
    assert questions > 5


# ---- Charged time ------------------------------------------------------------------------------------------------


def spent_by_events(played: PlayedTable) -> list[int]:
    """Compute the spent time by seat from the events alone, independently of the clocks."""
    table, spent, paused, before = played.first, [0] * len(played.first.places), False, 0
    for event, at in zip(played.events, played.times, strict=True):
        until = min(at, max(before, event.since)) if isinstance(event, Outage) else at
        for seat in [] if paused else table.awaited:
            if table.places[seat].bot is None:
                spent[seat] += min(until - before, table.clocks.left[seat])
        paused = isinstance(event, Paused) or (paused and not isinstance(event, Resumed))
        table, before = apply_event(table, event, at), at
    return spent


def disturb(played: PlayedTable) -> None:
    """Sometimes do something outside the game."""
    rng, table = played.rng, played.table
    seat = rng.randrange(len(table.places))
    match rng.randrange(8):
        case 0 if any(step.seat == seat for step in table.steps) and not table.is_bot_seat(Seat(seat)):
            if seat not in table.clocks.out:
                agree_to_undo(played, Seat(seat))
        case 1 if not table.clocks.paused and not table.is_bot_seat(Seat(seat)):
            played.do(seat, type="pause")
            while played.table.request:
                played.do(min(set(played.table.voters) - played.table.request.agreed), type="agree", yes=True)
        case 2 if table.clocks.paused and not table.is_bot_seat(Seat(seat)):
            played.do(seat, type="resume")
        case 3:
            played.at += 100_000
            played.add(record_outage(table, played.at - rng.randrange(100_000)))
        case 4 if table.places[seat].away and seat not in table.awaited:
            played.do(seat, type="return")
        case 5 if not table.is_bot_seat(Seat(seat)):
            played.do(seat, type="leave", bot="random")


@EACH_GAME
@pytest.mark.parametrize("rule", RULES, ids=["move", "bank", "once"])
def test_charged_time_follows_from_the_events(game, seats, options, rule):
    """Over whole games with pauses, undos, stand-ins, timeouts and outages; folding again gives the same."""
    kinds = set[type]()
    for seed in range(4):
        played = disturbed(start_table(game, seats, options, seed, clock=rule))
        kinds |= {type(event) for event in played.events}
        assert list(played.table.clocks.spent) == spent_by_events(played)
        assert all(ms >= 0 for ms in played.table.clocks.left)
        again = initial_table(ID, events.read(events.write(played.first.created)))
        for event, at in zip(played.events, played.times, strict=True):
            again = apply_event(again, event, at)
        assert_same_table(again, played.table)
    assert {Begun, Moved, TimedOut, Paused, Resumed, Outage} <= kinds
    assert kinds & {TookBack, WentBack}


def disturbed(played: PlayedTable) -> PlayedTable:
    """Play a game with many events outside it."""
    while played.table.status == "playing" and len(played.events) < 150:
        played.wait(played.rng.choice((0, 0.3, 2, 20, 70)))
        disturb(played)
        played.answer()
    return played


def test_a_node_whose_clock_is_behind_charges_and_refunds_nothing():
    played = timed(BANK)
    played.wait(10)
    played.answer()
    played.at -= 60_000
    played.answer()
    assert left(played) == [600, 610]


# ---- Out of time -------------------------------------------------------------------------------------------------


def test_until_return_a_bot_plays_until_the_person_returns():
    played = timed(PER_MOVE)
    played.wait(60)
    assert played.events[-1] == TimedOut(seat=0, bot=played.table.places[0].bot, once=False)
    assert played.table.places[0].away
    with refused("out-of-time"):
        played.do(0, type="return")  # the bot must answer this question
    for _ in played.play(6):
        played.wait(5)
    assert played.table.places[0].away
    play_until(played, lambda table: table.awaited == (1,))
    played.do(0, type="return")
    play_until(played, lambda table: table.awaited == (0,))
    assert left(played)[0] == 60


def test_one_move_a_bot_plays_one_move_and_the_person_continues():
    played = timed(Timing(per="move", seconds=60, **ONE_MOVE))
    played.wait(61)
    assert played.table.is_bot_seat(Seat(0))
    played.answer()
    assert not played.table.places[0].away
    assert played.table.places[0].bot is None
    play_until(played, lambda table: table.awaited == (0,))
    assert (left(played)[0], played.table.clocks.running) == (60, {0})


def test_a_resignation_during_a_bots_one_move_is_final():
    played = timed(Timing(per="move", seconds=60, **ONE_MOVE))
    played.wait(61)
    played.do(0, type="resign")
    played.answer()
    assert played.table.is_bot_seat(Seat(0))
    assert played.table.places[0].resigned


@pytest.mark.parametrize(("increment", "reprieve"), [(0, 60), (10, 60), (90, 90)])
def test_an_empty_bank_gets_a_grace_period_for_the_next_question(increment, reprieve):
    played = timed(Timing(per="game", seconds=600, increment=increment, **ONE_MOVE))
    played.wait(600)
    played.answer()
    assert left(played) == [0, 600]
    play_until(played, lambda table: table.awaited == (0,))
    assert left(played)[0] == reprieve


def test_simultaneous_timeouts_are_stored_together():
    played = timed(PER_MOVE, "legend", 3)
    play_until(played, lambda table: table.sealed and len(table.awaited) == 3)
    played.answer(1)
    played.wait(60)
    assert [event.seat for event in played.events[-2:]] == [0, 2]
    assert played.table.clocks.running == frozenset()


def test_an_answer_stored_before_the_timeout_counts():
    played = timed(PER_MOVE)
    played.at += 61_000
    played.answer()
    assert isinstance(played.events[-1], Moved)
    assert not played.table.places[0].away


# ---- Undo --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [PER_MOVE, BANK], ids=["move", "bank"])
def test_an_undo_refunds_no_time_and_earns_no_second_increment(rule):
    played = timed(rule, "legend", 3)
    play_until(played, lambda table: table.sealed and len(table.awaited) == 3)
    played.wait(20)
    before, *others = left(played)
    for _ in range(5):
        played.answer(0)
        played.do(0, type="undo")
        assert left(played)[0] == before + rule.increment
    played.answer(0)
    assert left(played)[0] == before + rule.increment
    played.wait(5)
    assert left(played)[1:] == [seconds - 5 for seconds in others]


def test_a_bots_answer_after_a_timeout_cannot_be_undone():
    """Otherwise a seat could undo it again and again, and never answer."""
    played = timed(Timing(per="move", seconds=60, **ONE_MOVE), "legend", 3)
    play_until(played, lambda table: table.sealed and len(table.awaited) == 3)
    played.wait(30)
    played.answer(1)
    played.wait(30)
    played.answer(0)
    assert played.table.clocks.out == {0, 2}
    assert not played.table.is_bot_seat(Seat(0))
    with refused("out-of-time"):
        played.do(0, type="undo")
    played.do(1, type="undo")
    assert left(played)[1] == 30


def test_an_undo_with_consent_leaves_a_grace_period():
    played = timed(Timing(per="game", seconds=600, **ONE_MOVE))
    played.wait(600)
    played.answer()
    assert played.table.awaited == (1,)
    played.wait(1)
    played.answer()
    played.do(1, type="undo")
    played.do(0, type="agree", yes=True) if played.table.request else None
    assert (played.table.awaited, left(played)[1]) == ((1,), 599)
    back = clocks.grant_minimum_time(played.table.clocks, (0,))
    assert (back.left[0], back.out) == (60_000, frozenset())


# ---- Pauses ------------------------------------------------------------------------------------------------------


def test_clocks_pause_by_consent_and_resume_at_any_players_wish():
    played = timed(BANK, seats=3, bots=1)
    played.do(1, type="pause")
    assert played.table.request.kind == "pause"
    played.wait(5)
    assert left(played)[0] == 595  # not yet agreed
    played.do(0, type="agree", yes=True)
    assert played.table.clocks.paused
    played.wait(10**6)
    assert left(played)[0] == 595
    with refused("paused"):
        played.do(0, type="pause")
    played.do(0, type="resume")
    played.wait(5)
    assert left(played)[0] == 590
    with refused("not-paused"):
        played.do(0, type="resume")


def test_one_no_rejects_a_pause_and_bots_need_not_agree():
    played = timed(BANK)
    played.do(0, type="pause")
    played.do(1, type="agree", yes=False)
    assert not played.table.clocks.paused
    alone = timed(BANK, bots=1)
    alone.do(0, type="pause")
    assert alone.table.clocks.paused


def test_an_answer_during_a_pause_counts_without_increment():
    played = timed(BANK, bots=1)
    played.do(0, type="pause")
    played.wait(50)
    played.answer(0)
    assert left(played)[0] == 600
    assert played.table.clocks.running == frozenset()


def test_pausing_without_a_clock_is_refused():
    with refused("no-clock"):
        start_table("movie", 2).do(0, type="pause")
    with refused("no-clock"):
        start_table("movie", 2).do(0, type="resume")


# ---- Outages -----------------------------------------------------------------------------------------------------


def test_an_outage_is_not_charged():
    played = timed(BANK)
    played.wait(30)
    died = played.at
    played.at += 3_600_000
    played.add(record_outage(played.table, died))
    assert left(played) == [570, 600]
    played.wait(10)
    assert left(played) == [560, 600]


def test_a_heartbeat_older_than_the_latest_event_charges_nothing():
    played = timed(BANK)
    played.wait(30)
    played.answer()
    heartbeat = played.at - 4_000
    played.at += 60_000
    played.add(record_outage(played.table, heartbeat))
    assert left(played) == [580, 600]


def test_no_outage_is_stored_while_no_clock_runs():
    assert record_outage(start_table("movie", 2).table, 0) == ()
    played = timed(BANK, bots=1)
    played.do(0, type="pause")
    assert record_outage(played.table, 0) == ()


# ---- Public information ------------------------------------------------------------------------------------------


def test_clocks_reveal_only_which_seats_are_awaited():
    """P2: hidden hands do not affect the clocks, as long as the same people answer at the same times."""
    first, second = (timed(BANK, "legend", 3, seed=seed) for seed in (1, 2))
    for played in (first, second):
        play_until(played, lambda table: table.sealed and len(table.awaited) == 3)
        played.at = 100_000
        played.answer(1)
        times = table_info(played.table).times
        assert (times.running, times.paused) == ((1, 3), False)
    assert first.table.game.view(first.table.state, Seat(1)) != second.table.game.view(second.table.state, Seat(1))
    assert set(table_info(first.table).times.model_dump()) == {"at", "left", "running", "paused"}


def test_old_tables_have_no_clock():
    old = events.write(created_event("movie", 2)).replace(',"clock":null', "")
    assert "clock" not in old
    assert initial_table(ID, events.read(old)).clocks is None
