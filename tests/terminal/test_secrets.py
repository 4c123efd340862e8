"""Nothing that a person is shown depends on what that person may not know: in another world, in which all of that is
different, every line on the screen is the same."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heorot.engine.record import Entry
from heorot.engine.seats import Seat
from heorot.games.movie.notation import write
from heorot.games.movie.worlds import another_world
from heorot.locales import LANGUAGES
from heorot.terminal.plain import Plain
from heorot.terminal.play import Conversation
from heorot.terminal.sitting import Sitting
from heorot.terminal.speech import Speech
from tests.playing import MOVIE, random_game, record_of, watchers
from tests.strategies import AS_FOUND, lines

SIZES = [(79, 24), (120, 50), (38, 16)]


def conversation(table: Any, language: str) -> Conversation:
    """A game that led to this table, with people in every seat."""
    entries = [Entry(said.seat, write(said.action, said.act + 1)) for said in table.history]
    first = MOVIE.setup(table.box, len(MOVIE.score(table)), dict(table.options), table.rules)
    speech = Speech(language)
    return Conversation(Sitting(MOVIE, record_of(MOVIE, first, entries, table)), Plain(speech, 0), speech, None)


def shown(talk: Conversation, seat: Seat | None) -> list[str]:
    """Everything that one person can get to see at this moment."""
    moment, table, guide = talk.moment(seat), talk.sitting.table, talk.guide
    view = MOVIE.view(table, seat)
    texts = [line.plain for size in SIZES for line in moment.paint(*size)]
    texts += [*moment.state(), *moment.hand(), *moment.news, *talk.story(seat).whole()]
    texts += [str((choice.rule, choice.typed, *choice.ends)) for choice in moment.choices]
    told = [moment.question, moment.hint, *(choice.label for choice in moment.choices), *guide.tell_unseen(table.box, view)]
    told += [part for paragraph in guide.tell_why(table, view, "") for part in paragraph]
    for action in view.legal[:: max(1, len(view.legal) // 4)]:
        told += [part for paragraph in guide.tell_what_if(table, view, action) for part in paragraph]
    return [*texts, *map(talk.speech.utter, told)]


@given(lines(), st.sampled_from(LANGUAGES), st.randoms(use_true_random=False))
@settings(AS_FOUND, max_examples=25)
def test_in_another_world_everything_is_shown_alike(line, language, rng):
    for seat in watchers(line.last):
        other = another_world(line.last, seat, rng)
        assert shown(conversation(other, language), seat) == shown(conversation(line.last, language), seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_worlds_do_differ(seats):
    """Or the test above could not fail: what another seat is shown is different there."""
    table = random_game("built-in", seats, 5).tables[60]
    other = another_world(table, Seat(0), Random(1))
    assert shown(conversation(other, "en"), Seat(1)) != shown(conversation(table, "en"), Seat(1))
