"""A table is the fold of its events; questions, versions and take-backs follow from that alone."""

from random import Random

import pytest

from heorot.engine import record as records
from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.server import commands, events
from heorot.server.errors import Refusal
from heorot.server.fold import after
from heorot.server.people import Who
from heorot.server.record import record_for
from heorot.server.table import open_table
from tests.server.laid import GAMES_TO_PLAY, ID, created, lay, some_answer

EACH_GAME = pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)


def same(one, other) -> None:
    """Two tables that nobody could tell apart."""
    names = [name for name in type(one).__slots__ if name not in ("before", "game", "box")]
    assert {name: getattr(one, name) for name in names} == {name: getattr(other, name) for name in names}


def refused(code: str):
    """Something is refused with a code."""
    return pytest.raises(Refusal, check=lambda error: error.code == code)


@EACH_GAME
def test_a_table_read_from_its_events_is_the_one_that_was_played(game, seats, options):
    played = lay(game, seats, options, seed=1)
    for _ in played.play():
        pass
    again = open_table(ID, created(game, seats, options))
    for event in played.events:
        again = after(again, event)
    same(again, played.table)
    assert played.table.status == "over"


@EACH_GAME
def test_the_record_of_a_table_holds(game, seats, options):
    played = lay(game, seats, options, seed=2)
    for _ in played.play():
        if played.rng.random() < 0.05:
            take_back_somehow(played)
    text = record_for(played.first, played.events, Who(Seat(0)), b"s" * 32)
    record, places = records.read_lines(text)
    end = records.check(played.table.game, record, places)
    assert played.table.game.score(end) == played.table.game.score(played.table.state)


def take_back_somehow(played) -> None:
    """Some seat takes something back, and all agree if they must."""
    if played.table.status != "playing":
        return
    seat = played.rng.randrange(len(played.table.places))
    if any(step.seat == seat for step in played.table.steps):
        agree_to_undo(played, Seat(seat))


@EACH_GAME
def test_what_is_taken_back_was_never_said(game, seats, options):
    """P4: after a take-back the game is the very one that it was, and what is drawn then is fresh."""
    played, taken = lay(game, seats, options, seed=3), 0
    past = [played.table]  # by how many answers stand
    for now in played.play(100):
        past[len(now.steps) :] = [now]
        if played.table.status != "playing" or played.rng.random() < 0.5:
            continue
        drawn = played.table.drawn
        agree_to_undo(played, played.table.steps[-1].seat)
        same_game(played.table, past[len(played.table.steps)])
        assert played.table.drawn == drawn
        taken += 1
    assert taken > 20


def agree_to_undo(played, seat: Seat) -> None:
    """A seat takes its latest answer back, and all agree if they must."""
    played.do(seat, type="undo")
    while played.table.request:
        played.do(min(set(played.table.people) - played.table.request.agreed), type="agree", yes=True)


def same_game(one, other) -> None:
    assert one.steps == other.steps
    assert one.state == other.state
    assert [one.game.view(one.state, Seat(seat)) for seat in range(len(one.places))] == [
        other.game.view(other.state, Seat(seat)) for seat in range(len(one.places))
    ]


@EACH_GAME
def test_only_what_nobody_has_learned_anything_by_is_taken_back_freely(game, seats, options):
    """P4: derived from what everybody knows, and nobody has answered since."""
    played, free = lay(game, seats, options, seed=4), 0
    for table in played.play():
        before, last = table.before, table.steps[-1]
        for seat in map(Seat, range(seats)):
            if table.status != "playing" or played.rng.random() < 0.8:
                continue
            found = undo_of(played, seat)
            unlearned = not last.drawn and everyone_knows(table, before) == everyone_knows(table, table.state)
            sealed = table.sealed and any(step.seat == seat for step in table.steps[table.sealed.steps :])
            assert ("took-back" in found) == bool(sealed or (last.seat == seat and unlearned))
            free += "took-back" in found
    assert free


def everyone_knows(table, state) -> list[object]:
    return [table.game.knowledge(state, one) for one in (*map(Seat, range(len(table.places))), None)]


def undo_of(played, seat: Seat) -> list[str]:
    """What an undo would lead to."""
    from heorot.server import messages
    from heorot.server.commands import decide

    try:
        found = decide(played.table, Who(seat), messages.Undo(id="x", type="undo"), played.deal)
    except Refusal:
        return []
    return [event.kind for event in found]


def test_a_sealed_choice_is_taken_back_while_others_have_chosen_since():
    played = lay("legend", 4, seed=5)
    while not played.table.sealed:
        played.answer()
    one, two, *_ = played.table.asked
    played.answer(one)
    chosen, question = played.table.steps[-1], played.table.question(Seat(two))
    played.answer(two)
    played.do(one, type="undo")
    assert [step.seat for step in played.table.steps[played.table.sealed.steps :]] == [two]
    assert one in played.table.asked
    assert two not in played.table.asked
    played.answer(one, list(chosen.said))
    assert question is not None


def test_a_rival_who_is_ready_does_not_make_an_answer_stale():
    played = lay("legend", 4, seed=5)
    while not played.table.sealed:
        played.answer()
    numbers = {seat: played.table.question(seat) for seat in played.table.asked}
    for seat in list(played.table.asked):
        assert played.table.question(seat) == numbers[seat]
        played.answer(seat)
    assert all(played.table.question(seat) != number for seat, number in numbers.items())


def test_an_answer_to_a_closed_question_is_stale():
    played = lay("movie", 2, seed=6)
    seat = played.table.asked[0]
    question, said = played.table.question(seat), some_answer(played.table, seat, Random(1))
    played.answer(seat, said)
    with refused("stale"):
        played.do(seat, type="play", question=question, actions=tuple(said))
    with refused("stale"):
        played.do(1 - seat, type="play", question=99, actions=tuple(said))


def test_half_a_set_is_not_an_answer():
    played = lay("legend", 3, seed=7)
    while not played.table.sealed:
        played.answer()
    seat = next(s for s in played.table.asked if len(played.table.game.legal(played.table.state, s)) > 1)
    game, state = played.table.game, played.table.state
    first = next(game.write(state, action) for action in game.legal(state, seat) if game.write(state, action) != "done")
    question = played.table.question(seat)
    with refused("half-a-set"):
        played.do(seat, type="play", question=question, actions=(first,))
    with refused("too-many-answers"):
        played.do(seat, type="play", question=question, actions=(first, "done", "done"))
    played.do(seat, type="play", question=question, actions=(first, "done"))


def test_what_a_rule_forbids_is_refused_with_the_rule():
    played = lay("movie", 2, seed=8)
    seat = played.table.asked[0]
    with pytest.raises(HeorotError) as found:
        played.do(seat, type="play", question=played.table.question(seat), actions=("thane z9",))
    assert found.value.key
    with pytest.raises(HeorotError) as found:
        played.do(seat, type="play", question=played.table.question(seat), actions=("pass",))
    assert found.value.params["rule"] == "M2.8"


# ---- People --------------------------------------------------------------------------------------------------------


def test_people_agree_before_anything_further_goes_back():
    played = lay("movie", 3, seed=9)
    for _ in played.play(12):
        pass
    seat = played.table.steps[-3].seat
    before = played.table.steps
    found = played.do(seat, type="undo")
    if [event.kind for event in found] == ["asked-back"]:
        one, two = sorted({0, 1, 2} - {seat})
        played.do(one, type="agree", yes=True)
        with refused("nothing-asked"):
            played.do(one, type="agree", yes=True)
        played.do(two, type="agree", yes=False)
        assert played.table.request is None
        assert played.table.steps == before


def test_bots_always_agree():
    played = lay("movie", 3, seed=9, bots=2)
    for _ in played.play(9):
        pass
    found = played.do(0, type="undo")
    assert [event.kind for event in found] in (["went-back"], ["took-back"])


def test_p4_nobody_is_voted_down_by_being_sent_away():
    """Whom the host alone has handed to a bot must agree all the same; who left by themselves need not."""
    played = lay("movie", 2, seed=1)
    played.do(0, host=True, type="leave", seat=2, bot="random")
    played.do(0, type="abort")
    assert played.table.status == "playing"
    played.do(1, type="agree", yes=False)
    assert played.table.request is None
    played.do(1, type="return")
    played.do(1, type="leave", bot="random")
    played.do(0, type="abort")
    assert played.table.status == "ended"


def test_who_resigns_is_played_for_or_ends_the_table():
    played = lay("movie", 2, seed=1)
    played.do(0, type="resign")
    assert (played.table.places[0].bot, played.table.status) == ("skilled", "playing")  # the strongest
    with refused("resigned"):
        played.do(0, type="resign")
    with refused("not-away"):
        played.do(0, type="return")
    ended = lay("movie", 2, seed=1, on_resign="end")
    ended.do(1, type="resign")
    assert (ended.table.status, ended.table.why) == ("ended", "resigned")


def test_who_leaves_may_come_back():
    played = lay("movie", 2, seed=1)
    played.do(0, type="leave", bot="random")
    assert played.table.plays_by_itself(Seat(0))
    assert played.table.people == [1]
    played.do(0, type="return")
    assert not played.table.plays_by_itself(Seat(0))
    with refused("not-host"):
        played.do(1, type="leave", bot="random", seat=1)
    played.do(1, host=True, type="leave", bot="random", seat=1)
    assert played.table.places[0].away


def test_the_host_rules_the_table_and_nobody_else():
    played = lay("movie", 2, seed=1)
    for command in (
        {"type": "seat", "seat": 1, "who": "bot"},
        {"type": "mute", "seat": 1, "muted": True},
        {"type": "configure", "options": {}},
        {"type": "close"},
    ):
        with refused("not-host"):
            played.do(1, **command)
    with refused("begun"):
        played.do(1, host=True, type="close")
    played.do(1, host=True, type="seat", seat=1, who="bot", bot="greedy")
    assert (played.table.places[0].who, played.table.places[0].name) == ("bot", None)
    played.do(1, host=True, type="seat", seat=1, who="open")
    assert (played.table.places[0].bot, played.table.places[0].away) == ("skilled", True)


def test_a_table_does_not_grow_without_end_but_its_game_goes_on(monkeypatch):
    played = lay("movie", 2, seed=1)
    monkeypatch.setattr(commands, "MOST_EVENTS", played.table.seq)
    seated = [{"type": "say", "text": "x"}, {"type": "leave", "bot": "random"}, {"type": "undo"}, {"type": "abort"}]
    hosts = [{"type": "mute", "seat": 1, "muted": True}, {"type": "seat", "seat": 2, "who": "open"}]
    for command in (*seated, *hosts):
        with refused("too-long"):
            played.do(0, host=True, **command)
    for _ in played.play():
        pass
    assert played.table.status == "over"


def test_words_go_to_those_who_sit_there_and_can_be_removed():
    played = lay("movie", 2, seed=1)
    seen = played.table.version(None)
    played.do(0, type="say", text="  hail,\n\u202eHrothgar\x00 ")
    assert played.table.chat[0].text == "hail, Hrothgar"
    assert (played.table.version(None), played.table.version(Seat(1))) == (seen, played.table.seq)
    with refused("not-host"):
        played.do(1, type="erase", message=0)
    played.do(0, type="erase", message=0)
    assert played.table.chat[0].text is None
    played.do(1, host=True, type="mute", seat=1, muted=True)
    with refused("muted"):
        played.do(0, type="say", text="x")
    with refused("empty"):
        played.do(1, type="say", text="\u200b")


def test_events_are_read_as_they_were_written():
    played = lay("legend", 3, {"advanced": "yes"}, seed=11)
    for _ in played.play(40):
        pass
    for event in (played.first.created, *played.events):
        assert events.read(events.write(event)) == event
