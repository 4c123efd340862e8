"""A table is the fold of its events; questions, versions and undos follow from them alone."""

from random import Random

import pytest

from heorot.engine import records
from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.server.protocol.errors import Refusal
from heorot.server.table import commands, events
from heorot.server.table.fold import apply_event
from heorot.server.table.identity import Identity
from heorot.server.table.table import initial_table
from heorot.server.views.export import record_for
from tests.server.support.table_setup import GAMES_TO_PLAY, ID, created_event, random_answer, start_table

EACH_GAME = pytest.mark.parametrize(("game", "seats", "options"), GAMES_TO_PLAY)


def assert_same_table(table, expected) -> None:
    """Check that two tables are indistinguishable."""
    names = [name for name in type(table).__slots__ if name not in ("before", "game", "box")]
    assert {name: getattr(table, name) for name in names} == {name: getattr(expected, name) for name in names}


def refused(code: str):
    """Expect a Refusal with this code."""
    return pytest.raises(Refusal, check=lambda error: error.code == code)


@EACH_GAME
def test_folding_the_stored_events_gives_the_same_table(game, seats, options):
    played = start_table(game, seats, options, seed=1)
    for _ in played.play():
        pass
    again = initial_table(ID, created_event(game, seats, options))
    for event in played.events:
        again = apply_event(again, event)
    assert_same_table(again, played.table)
    assert played.table.status == "over"


@EACH_GAME
def test_the_record_of_a_table_is_valid(game, seats, options):
    played = start_table(game, seats, options, seed=2)
    for _ in played.play():
        if played.rng.random() < 0.05:
            undo_random_answer(played)
    text = record_for(played.first, played.events, Identity(Seat(0)), b"s" * 32)
    record, places = records.read_with_lines(text)
    end = records.check(played.table.game, record, places)
    assert played.table.game.score(end) == played.table.game.score(played.table.state)


def undo_random_answer(played) -> None:
    """Undo an answer of some seat, with everybody's consent if needed."""
    if played.table.status != "playing":
        return
    seat = played.rng.randrange(len(played.table.places))
    if any(step.seat == seat for step in played.table.steps):
        agree_to_undo(played, Seat(seat))


@EACH_GAME
def test_an_undo_restores_the_earlier_game_with_fresh_draws(game, seats, options):
    """P4: after an undo the game equals the earlier one, and later draws are fresh."""
    played, taken = start_table(game, seats, options, seed=3), 0
    past = [played.table]  # by number of steps
    for now in played.play(100):
        past[len(now.steps) :] = [now]
        if played.table.status != "playing" or played.rng.random() < 0.5:
            continue
        drawn = played.table.draw_count
        agree_to_undo(played, played.table.steps[-1].seat)
        assert_same_game(played.table, past[len(played.table.steps)])
        assert played.table.draw_count == drawn
        taken += 1
    assert taken > 20


def agree_to_undo(played, seat: Seat) -> None:
    """Undo the last answer of a seat, with everybody's consent if needed."""
    played.do(seat, type="undo")
    while played.table.request:
        played.do(min(set(played.table.voters) - played.table.request.agreed), type="agree", yes=True)


def assert_same_game(table, expected) -> None:
    assert table.steps == expected.steps
    assert table.state == expected.state
    assert [table.game.view(table.state, Seat(seat)) for seat in range(len(table.places))] == [
        expected.game.view(expected.state, Seat(seat)) for seat in range(len(table.places))
    ]


@EACH_GAME
def test_only_an_answer_that_revealed_nothing_is_undone_freely(game, seats, options):
    """P4: derived from everybody's knowledge, and only for the last answer."""
    played, free = start_table(game, seats, options, seed=4), 0
    for table in played.play():
        before, last = table.previous_state, table.steps[-1]
        for seat in map(Seat, range(seats)):
            if table.status != "playing" or played.rng.random() < 0.8:
                continue
            kinds = undo_of(played, seat)
            unlearned = not last.drawn and public_knowledge(table, before) == public_knowledge(table, table.state)
            sealed = table.sealed and any(step.seat == seat for step in table.steps[table.sealed.steps :])
            assert ("took-back" in kinds) == bool(sealed or (last.seat == seat and unlearned))
            free += "took-back" in kinds
    assert free


def public_knowledge(table, state) -> list[object]:
    return [table.game.knowledge(state, viewer) for viewer in (*map(Seat, range(len(table.places))), None)]


def undo_of(played, seat: Seat) -> list[str]:
    """Return the events that an undo leads to."""
    from heorot.server.protocol import messages
    from heorot.server.table.commands import decide

    try:
        new_events = decide(played.table, Identity(seat), messages.Undo(id="x", type="undo"), played.chance)
    except Refusal:
        return []
    return [event.kind for event in new_events]


def test_a_sealed_choice_is_undone_after_later_choices_of_others():
    played = start_table("legend", 4, seed=5)
    while not played.table.sealed:
        played.answer()
    first, second, *_ = played.table.awaited
    played.answer(first)
    chosen, question = played.table.steps[-1], played.table.open_question(Seat(second))
    played.answer(second)
    played.do(first, type="undo")
    assert [step.seat for step in played.table.steps[played.table.sealed.steps :]] == [second]
    assert first in played.table.awaited
    assert second not in played.table.awaited
    played.answer(first, list(chosen.actions))
    assert question is not None


def test_a_rivals_sealed_choice_does_not_make_an_answer_stale():
    played = start_table("legend", 4, seed=5)
    while not played.table.sealed:
        played.answer()
    numbers = {seat: played.table.open_question(seat) for seat in played.table.awaited}
    for seat in list(played.table.awaited):
        assert played.table.open_question(seat) == numbers[seat]
        played.answer(seat)
    assert all(played.table.open_question(seat) != number for seat, number in numbers.items())


def test_an_answer_to_a_closed_question_is_stale():
    played = start_table("movie", 2, seed=6)
    seat = played.table.awaited[0]
    question, actions = played.table.open_question(seat), random_answer(played.table, seat, Random(1))
    played.answer(seat, actions)
    with refused("stale"):
        played.do(seat, type="play", question=question, actions=tuple(actions))
    with refused("stale"):
        played.do(1 - seat, type="play", question=99, actions=tuple(actions))


def test_an_incomplete_set_is_refused():
    played = start_table("legend", 3, seed=7)
    while not played.table.sealed:
        played.answer()
    seat = next(s for s in played.table.awaited if len(played.table.game.legal(played.table.state, s)) > 1)
    game, state = played.table.game, played.table.state
    first = next(game.write(state, action) for action in game.legal(state, seat) if game.write(state, action) != "done")
    question = played.table.open_question(seat)
    with refused("half-a-set"):
        played.do(seat, type="play", question=question, actions=(first,))
    with refused("too-many-answers"):
        played.do(seat, type="play", question=question, actions=(first, "done", "done"))
    played.do(seat, type="play", question=question, actions=(first, "done"))


def test_an_illegal_action_is_refused_with_its_rule():
    played = start_table("movie", 2, seed=8)
    seat = played.table.awaited[0]
    with pytest.raises(HeorotError) as caught:
        played.do(seat, type="play", question=played.table.open_question(seat), actions=("thane z9",))
    assert caught.value.key
    with pytest.raises(HeorotError) as caught:
        played.do(seat, type="play", question=played.table.open_question(seat), actions=("pass",))
    assert caught.value.params["rule"] == "M2.8"


# ---- People ------------------------------------------------------------------------------------------------------


def test_a_further_undo_needs_everybodys_consent():
    played = start_table("movie", 3, seed=9)
    for _ in played.play(12):
        pass
    seat = played.table.steps[-3].seat
    before = played.table.steps
    new_events = played.do(seat, type="undo")
    assert [event.kind for event in new_events] == ["asked-back"]
    first, second = sorted({0, 1, 2} - {seat})
    played.do(first, type="agree", yes=True)
    with refused("nothing-asked"):
        played.do(first, type="agree", yes=True)
    played.do(second, type="agree", yes=False)
    assert played.table.request is None
    assert played.table.steps == before


def test_bots_always_agree():
    played = start_table("movie", 3, seed=9, bots=2)
    for _ in played.play(9):
        pass
    new_events = played.do(0, type="undo")
    assert [event.kind for event in new_events] in (["went-back"], ["took-back"])


def test_p4_a_person_replaced_by_the_host_keeps_their_vote():
    """A person replaced by the host alone must still agree; a person who left need not."""
    played = start_table("movie", 2, seed=1)
    played.do(0, host=True, type="leave", seat=2, bot="random")
    played.do(0, type="abort")
    assert played.table.status == "playing"
    played.do(1, type="agree", yes=False)
    assert played.table.request is None
    played.do(1, type="return")
    played.do(1, type="leave", bot="random")
    played.do(0, type="abort")
    assert played.table.status == "ended"


def test_a_resignation_brings_a_bot_or_ends_the_table():
    played = start_table("movie", 2, seed=1)
    played.do(0, type="resign")
    assert (played.table.places[0].bot, played.table.status) == ("skilled", "playing")  # the strongest
    with refused("resigned"):
        played.do(0, type="resign")
    with refused("not-away"):
        played.do(0, type="return")
    short = start_table("movie", 2, seed=1, on_resign="end")
    short.do(1, type="resign")
    assert (short.table.status, short.table.end_reason) == ("ended", "resigned")


def test_a_player_who_left_may_return():
    played = start_table("movie", 2, seed=1)
    played.do(0, type="leave", bot="random")
    assert played.table.is_bot_seat(Seat(0))
    assert played.table.voters == [1]
    played.do(0, type="return")
    assert not played.table.is_bot_seat(Seat(0))
    with refused("not-host"):
        played.do(1, type="leave", bot="random", seat=1)
    played.do(1, host=True, type="leave", bot="random", seat=1)
    assert played.table.places[0].away


def test_host_commands_are_refused_to_others():
    played = start_table("movie", 2, seed=1)
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


def test_the_event_limit_lets_the_game_finish(monkeypatch):
    played = start_table("movie", 2, seed=1)
    monkeypatch.setattr(commands, "MAX_EVENTS", played.table.seq)
    seated = [{"type": "say", "text": "x"}, {"type": "leave", "bot": "random"}, {"type": "undo"}, {"type": "abort"}]
    hosts = [{"type": "mute", "seat": 1, "muted": True}, {"type": "seat", "seat": 2, "who": "open"}]
    for command in (*seated, *hosts):
        with refused("too-long"):
            played.do(0, host=True, **command)
    for _ in played.play():
        pass
    assert played.table.status == "over"


def test_chat_goes_to_players_and_can_be_erased():
    played = start_table("movie", 2, seed=1)
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


def test_events_survive_encoding():
    played = start_table("legend", 3, {"advanced": "yes"}, seed=11)
    for _ in played.play(40):
        pass
    for event in (played.first.created, *played.events):
        assert events.read(events.write(event)) == event
