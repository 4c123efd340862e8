"""Nothing that a person is shown depends on what that person may not know: in another world, in which all of that is
different, every line on the screen is the same."""

from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heorot.engine.record import Entry
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.locales import LANGUAGES
from heorot.terminal.plain import Plain
from heorot.terminal.play import Conversation
from heorot.terminal.reading import Anew
from heorot.terminal.sitting import Sitting
from heorot.terminal.speech import Speech
from tests.playing import random_game, record_of, watchers
from tests.strategies import AS_FOUND, lines

SIZES = [(79, 24), (120, 50), (38, 16)]


def game_of(table: Any) -> Any:
    """The game that a table belongs to."""
    return GAMES[type(table).__module__.split(".")[2]]


def another_world(table: Any, seat: Seat | None, rng: Random) -> Any:
    return import_module(f"heorot.games.{game_of(table).about.name}.worlds").another_world(table, seat, rng)


def conversation(table: Any, language: str) -> Conversation:
    """A game that led to this table, with people in every seat; of several who are asked at once the first answers
    first, so the others have not begun."""
    game, speech = game_of(table), Speech(language)
    first = game.setup(table.box, len(game.score(table)), dict(table.options), table.rules)
    later = game.actors(table)[1:] if game.sealed(table) else ()
    sitting = Sitting(game, record_of(game, first, [], first))
    for said in table.history:
        if not (said.seat in later and game.sealed(sitting.table) and said.episode == table.state.episode):
            sitting.standing.append(Entry(said.seat, game.write(sitting.table, said.action)))
            sitting.past.append(game.apply(sitting.table, said.seat, said.action))
    sitting.said = list(sitting.standing)
    return Conversation(sitting, Plain(speech, 0), speech, None)


def shown(talk: Conversation, seat: Seat | None) -> list[str]:
    """Everything that one person can get to see at this moment."""
    moment, table, guide = talk.moment(seat), talk.sitting.table, talk.guide
    view = talk.game.view(table, seat)
    texts = [line.plain for size in SIZES for line in moment.paint(*size)]
    texts += [*moment.state(), *moment.hand(), *moment.news, *talk.story(seat).whole()]
    texts += [str((choice.rule, choice.typed, *choice.ends)) for choice in moment.choices]
    told = [moment.question, moment.hint, *(choice.label for choice in moment.choices)]
    told += guide.tell_unseen(table.box, view)
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


@given(lines(game="legend", deepest=240, in_order=True), st.sampled_from(LANGUAGES), st.integers(0, 2**32))
@settings(AS_FOUND, max_examples=40)
def test_so_it_is_in_the_legend(line, language, seed):
    rng = Random(seed)
    seat = rng.choice(watchers(line.last))
    other = another_world(line.last, seat, rng)
    assert shown(conversation(other, language), seat) == shown(conversation(line.last, language), seat)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("game", "entry"), [("movie", 60), ("legend", 140)])
def test_worlds_do_differ(game, entry, seats):
    """Or the tests above could not fail: what another seat is shown is different there."""
    table = random_game("built-in", seats, 5, game, in_order=True).tables[entry]
    other = another_world(table, Seat(0), Random(1))
    assert shown(conversation(other, "en"), Seat(1)) != shown(conversation(table, "en"), Seat(1))


# ---- Sealed bids ---------------------------------------------------------------------------------------------------


def sealed_tables(seats: int, seed: int) -> list[Any]:
    """Tables in which some have bid in secret and others are still to do so."""
    line = random_game("built-in", seats, seed, "legend", in_order=True)
    return [table for table in line.tables if line.game.sealed(table) and len(line.game.actors(table)) < seats]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", LANGUAGES)
def test_l4_4_a_sealed_bid_is_on_no_other_screen(language, seed):
    """Two games that differ in one player's sealed bid alone look the same to all others."""
    table = sealed_tables(3, seed)[0]
    game = game_of(table)
    bidder = next(said.seat for said in reversed(table.history) if said.seat not in game.actors(table))
    same = conversation(table, language)
    same.sitting.take_back(sum(1 for _ in own_latest(same, bidder)))
    asked = same.sitting.table
    for number in (0, len(game.legal(asked, bidder)) - 2):
        other = conversation(table, language)
        other.sitting.past[len(same.sitting.past) :] = []
        other.sitting.standing[len(same.sitting.standing) :] = []
        for action in (game.legal(asked, bidder)[number], *game.legal(asked, bidder)[-1:]):
            other.sitting.answer(bidder, action)
        for seat in [seat for seat in watchers(table) if seat != bidder]:
            assert shown(other, seat) == shown(conversation(table, language), seat)


def own_latest(talk: Conversation, seat: Seat) -> list[Entry]:
    """The latest entries, all of one seat, that belong to one sealed bid."""
    found: list[Entry] = []
    for entry, before in zip(reversed(talk.sitting.standing), reversed(talk.sitting.past[:-1]), strict=True):
        if entry.seat != seat or not talk.game.sealed(before):
            break
        found.append(entry)
    return found


def test_a_set_that_is_named_anew_is_never_offered_over_the_answer_of_another():
    for table in sealed_tables(3, 1)[:20]:
        talk = conversation(table, "en")
        for seat in talk.game.actors(table)[:1]:
            anew = [meant for choice in talk.choices(seat) for meant in choice.ends.values() if isinstance(meant, Anew)]
            latest = own_latest(talk, seat)
            assert all(meant.taken_back <= len(latest) for meant in anew)
