"""Clocks follow from the events of a table and their times: who pays for what, and what happens when time is out."""

import pytest

from heorot.engine.seats import Seat
from heorot.server import clocks, events
from heorot.server.commands import stand_still
from heorot.server.events import Begun, Moved, Outage, Paused, Resumed, TimedOut, Timing, TookBack, WentBack
from heorot.server.fold import after
from heorot.server.sight import table_info
from heorot.server.table import open_table
from tests.server.laid import GAMES_TO_PLAY, ID, Played, created, lay
from tests.server.test_table import agree_to_undo, refused, same

PER_MOVE = Timing(per="move", seconds=60)
BANK = Timing(per="game", seconds=600, increment=10)
ONCE = {"when_out": "one-move"}
RULES = [PER_MOVE, Timing(per="game", seconds=100, increment=10), Timing(per="game", seconds=90, **ONCE)]
EACH_GAME = pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)


def timed(rule: Timing, game: str = "movie", seats: int = 2, **more) -> Played:
    """A table with clocks; the first seat begins."""
    return lay(game, seats, {"first": "1"}, clock=rule, **more)


def left(played: Played) -> list[float]:
    """What everyone has by now, in seconds."""
    return [ms / 1000 for ms in clocks.charged(played.table.clocks, played.at).left]


def play_until(played: Played, happens) -> None:
    """Answer, a second apart, until something is so."""
    for _ in played.play():
        if happens(played.table):
            return
        played.wait(1)
    raise AssertionError("it never was")


# ---- Whose time runs -----------------------------------------------------------------------------------------------


def test_a_table_without_a_clock_has_none():
    played = lay("movie", 2)
    played.wait(10**9)
    assert (played.table.clocks, table_info(played.table).clock, table_info(played.table).times) == (None, None, None)


def test_time_runs_for_whoever_is_asked_and_for_nobody_else():
    played = timed(BANK)
    played.wait(7)
    assert left(played) == [593, 600]
    assert played.table.clocks.running == {0}
    played.answer()
    assert left(played) == [603, 600]  # and ten seconds for the answer
    assert clocks.due_at(played.table.clocks) == 607_000


def test_p2_what_people_say_to_each_other_moves_no_clock_that_all_can_see():
    """Who only watches is not shown that someone spoke; up to when time is charged would tell."""
    played = timed(BANK)
    before = table_info(played.table)
    for seconds, said in (
        (7, {"type": "say", "text": "x"}),
        (2, {"type": "erase", "message": 0}),
        (3, {"type": "mute", "seat": 2, "muted": True}),
    ):
        played.wait(seconds)
        played.do(1, host=True, **said)
        assert table_info(played.table) == before
    assert left(played) == [588, 600]
    played.answer()
    assert left(played) == [598, 600]


def test_a_clock_for_each_move_begins_anew_with_each_question():
    played = timed(PER_MOVE)
    for _ in range(10):
        seat = played.table.asked[0]
        assert left(played)[seat] == 60
        played.wait(40)
        assert left(played)[seat] == 20
        played.answer()


def test_where_all_choose_at_once_all_their_clocks_run_at_once():
    played = timed(PER_MOVE, "legend", 3)
    play_until(played, lambda table: table.sealed and len(table.asked) == 3)
    played.wait(10)
    assert left(played) == [50, 50, 50]
    played.answer(1)
    played.wait(10)
    assert left(played) == [40, 50, 40]
    assert table_info(played.table).times.running == (1, 3)


def test_a_bot_and_chance_cost_nobody_time():
    played = timed(BANK, seats=3, bots=1)
    for _ in played.play(40):
        if played.table.plays_by_itself(played.table.asked[0]):
            before = left(played)
            assert played.table.clocks.running == frozenset()
            played.wait(1000)
            assert left(played) == before


# ---- The sum ---------------------------------------------------------------------------------------------------------


def told_by_events(played: Played) -> list[int]:
    """What each seat has spent, from the events alone: a second way to say what the clocks say."""
    table, spent, paused, before = played.first, [0] * len(played.first.places), False, 0
    for event, at in zip(played.events, played.times, strict=True):
        until = min(at, max(before, event.since)) if isinstance(event, Outage) else at
        for seat in [] if paused else table.asked:
            if table.places[seat].bot is None:
                spent[seat] += min(until - before, table.clocks.left[seat])
        paused = isinstance(event, Paused) or (paused and not isinstance(event, Resumed))
        table, before = after(table, event, at), at
    return spent


def disturb(played: Played) -> None:
    """Something besides the game, sometimes."""
    rng, table = played.rng, played.table
    seat = rng.randrange(len(table.places))
    match rng.randrange(8):
        case 0 if any(step.seat == seat for step in table.steps) and not table.plays_by_itself(Seat(seat)):
            if seat not in table.clocks.out:
                agree_to_undo(played, Seat(seat))
        case 1 if not table.clocks.paused and not table.plays_by_itself(Seat(seat)):
            played.do(seat, type="pause")
            while played.table.request:
                played.do(min(set(played.table.people) - played.table.request.agreed), type="agree", yes=True)
        case 2 if table.clocks.paused and not table.plays_by_itself(Seat(seat)):
            played.do(seat, type="resume")
        case 3:
            played.at += 100_000
            played.add(stand_still(table, played.at - rng.randrange(100_000)))
        case 4 if table.places[seat].away and seat not in table.asked:
            played.do(seat, type="return")
        case 5 if not table.plays_by_itself(Seat(seat)):
            played.do(seat, type="leave", bot="random")


@EACH_GAME
@pytest.mark.parametrize("rule", RULES, ids=["move", "bank", "once"])
def test_what_is_charged_is_what_the_events_say(game, seats, options, rule):
    """Over whole games with pauses, take-backs, stand-ins, time-outs and outages; and read again it is the same."""
    kinds = set[type]()
    for seed in range(4):
        played = disturbed(lay(game, seats, options, seed, clock=rule))
        kinds |= {type(event) for event in played.events}
        assert list(played.table.clocks.spent) == told_by_events(played)
        assert all(ms >= 0 for ms in played.table.clocks.left)
        again = open_table(ID, events.read(events.write(played.first.created)))
        for event, at in zip(played.events, played.times, strict=True):
            again = after(again, event, at)
        same(again, played.table)
    assert {Begun, Moved, TimedOut, Paused, Resumed, Outage} <= kinds
    assert kinds & {TookBack, WentBack}


def disturbed(played: Played) -> Played:
    """A game in which much happens besides."""
    while played.table.status == "playing" and len(played.events) < 150:
        played.wait(played.rng.choice((0, 0.3, 2, 20, 70)))
        disturb(played)
        played.answer()
    return played


def test_a_machine_whose_clock_is_behind_gives_and_takes_no_time():
    played = timed(BANK)
    played.wait(10)
    played.answer()
    played.at -= 60_000
    played.answer()
    assert left(played) == [600, 610]


# ---- Out of time -----------------------------------------------------------------------------------------------------


def test_until_return_a_bot_plays_until_the_person_is_back():
    played = timed(PER_MOVE)
    played.wait(60)
    assert played.events[-1] == TimedOut(seat=0, bot=played.table.places[0].bot, once=False)
    assert played.table.places[0].away
    with refused("out-of-time"):
        played.do(0, type="return")  # this question is the bot's
    for _ in played.play(6):
        played.wait(5)
    assert played.table.places[0].away
    play_until(played, lambda table: table.asked == (1,))
    played.do(0, type="return")
    play_until(played, lambda table: table.asked == (0,))
    assert left(played)[0] == 60


def test_one_move_is_played_by_a_bot_and_then_the_person_plays_on():
    played = timed(Timing(per="move", seconds=60, **ONCE))
    played.wait(61)
    assert played.table.plays_by_itself(Seat(0))
    played.answer()
    assert not played.table.places[0].away
    assert played.table.places[0].bot is None
    play_until(played, lambda table: table.asked == (0,))
    assert (left(played)[0], played.table.clocks.running) == (60, {0})


def test_whoever_resigns_while_a_bot_plays_one_move_stays_resigned():
    played = timed(Timing(per="move", seconds=60, **ONCE))
    played.wait(61)
    played.do(0, type="resign")
    played.answer()
    assert played.table.plays_by_itself(Seat(0))
    assert played.table.places[0].resigned


@pytest.mark.parametrize(("increment", "reprieve"), [(0, 60), (10, 60), (90, 90)])
def test_whose_bank_is_empty_has_a_little_for_the_next_question(increment, reprieve):
    played = timed(Timing(per="game", seconds=600, increment=increment, **ONCE))
    played.wait(600)
    played.answer()
    assert left(played) == [0, 600]
    play_until(played, lambda table: table.asked == (0,))
    assert left(played)[0] == reprieve


def test_all_whose_time_is_out_at_once_are_played_for_at_once():
    played = timed(PER_MOVE, "legend", 3)
    play_until(played, lambda table: table.sealed and len(table.asked) == 3)
    played.answer(1)
    played.wait(60)
    assert [event.seat for event in played.events[-2:]] == [0, 2]
    assert played.table.clocks.running == frozenset()


def test_an_answer_that_came_before_the_time_out_was_stored_counts():
    played = timed(PER_MOVE)
    played.at += 61_000
    played.answer()
    assert isinstance(played.events[-1], Moved)
    assert not played.table.places[0].away


# ---- Taking back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [PER_MOVE, BANK], ids=["move", "bank"])
def test_taking_back_gives_no_time_back_and_earns_nothing_twice(rule):
    played = timed(rule, "legend", 3)
    play_until(played, lambda table: table.sealed and len(table.asked) == 3)
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


def test_what_a_bot_answered_when_time_was_out_stands():
    """Else nobody would ever have to answer: a seat could take it back again and again."""
    played = timed(Timing(per="move", seconds=60, **ONCE), "legend", 3)
    play_until(played, lambda table: table.sealed and len(table.asked) == 3)
    played.wait(30)
    played.answer(1)
    played.wait(30)
    played.answer(0)
    assert played.table.clocks.out == {0, 2}
    assert not played.table.plays_by_itself(Seat(0))
    with refused("out-of-time"):
        played.do(0, type="undo")
    played.do(1, type="undo")
    assert left(played)[1] == 30


def test_going_back_with_everyones_consent_leaves_enough_to_answer():
    played = timed(Timing(per="game", seconds=600, **ONCE))
    played.wait(600)
    played.answer()
    assert played.table.asked == (1,)
    played.wait(1)
    played.answer()
    played.do(1, type="undo")
    played.do(0, type="agree", yes=True) if played.table.request else None
    assert (played.table.asked, left(played)[1]) == ((1,), 599)
    back = clocks.asked_again(played.table.clocks, (0,))
    assert (back.left[0], back.out) == (60_000, frozenset())


# ---- Pauses ----------------------------------------------------------------------------------------------------------


def test_clocks_stand_still_once_all_people_agree_and_go_on_when_anyone_wants():
    played = timed(BANK, seats=3, bots=1)
    played.do(1, type="pause")
    assert played.table.request.wish == "pause"
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


def test_one_no_is_enough_and_alone_with_bots_nobody_is_asked():
    played = timed(BANK)
    played.do(0, type="pause")
    played.do(1, type="agree", yes=False)
    assert not played.table.clocks.paused
    alone = timed(BANK, bots=1)
    alone.do(0, type="pause")
    assert alone.table.clocks.paused


def test_an_answer_in_a_pause_counts_and_earns_nothing():
    played = timed(BANK, bots=1)
    played.do(0, type="pause")
    played.wait(50)
    played.answer(0)
    assert left(played)[0] == 600
    assert played.table.clocks.running == frozenset()


def test_without_a_clock_there_is_nothing_to_pause():
    with refused("no-clock"):
        lay("movie", 2).do(0, type="pause")
    with refused("no-clock"):
        lay("movie", 2).do(0, type="resume")


# ---- Outages ---------------------------------------------------------------------------------------------------------


def test_time_without_a_server_is_nobodys():
    played = timed(BANK)
    played.wait(30)
    died = played.at
    played.at += 3_600_000
    played.add(stand_still(played.table, died))
    assert left(played) == [570, 600]
    played.wait(10)
    assert left(played) == [560, 600]


def test_a_sign_of_life_older_than_the_latest_event_costs_nobody_anything():
    played = timed(BANK)
    played.wait(30)
    played.answer()
    told = played.at - 4_000
    played.at += 60_000
    played.add(stand_still(played.table, told))
    assert left(played) == [580, 600]


def test_where_nobodys_time_runs_nothing_is_told_of_an_outage():
    assert stand_still(lay("movie", 2).table, 0) == ()
    played = timed(BANK, bots=1)
    played.do(0, type="pause")
    assert stand_still(played.table, 0) == ()


# ---- What all may see ------------------------------------------------------------------------------------------------


def test_the_clocks_tell_who_is_asked_and_nothing_else():
    """P2: hands that nobody has seen do not show in the clocks, as long as the same people answer at the same times."""
    one, other = (timed(BANK, "legend", 3, seed=seed) for seed in (1, 2))
    for played in (one, other):
        play_until(played, lambda table: table.sealed and len(table.asked) == 3)
        played.at = 100_000
        played.answer(1)
        told = table_info(played.table).times
        assert (told.running, told.paused) == ((1, 3), False)
    assert one.table.game.view(one.table.state, Seat(1)) != other.table.game.view(other.table.state, Seat(1))
    assert set(table_info(one.table).times.model_dump()) == {"at", "left", "running", "paused"}


def test_old_tables_have_no_clock():
    old = events.write(created("movie", 2)).replace(',"clock":null', "")
    assert "clock" not in old
    assert open_table(ID, events.read(old)).clocks is None
