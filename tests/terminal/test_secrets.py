"""No screen depends on hidden information: in another world that differs only in facts hidden from a viewer, every line
that the viewer sees is the same."""

from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heorot.engine.game import Entry
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.locales import LANGUAGES
from heorot.terminal.game_loop import GameLoop
from heorot.terminal.input_parser import ReplaceLatest
from heorot.terminal.plain_text import PlainTextDisplay
from heorot.terminal.session import Session
from heorot.terminal.translator import Translator
from tests.support.playing import random_game, record_of, watchers
from tests.support.strategies import AS_FOUND, lines

SIZES = [(79, 24), (120, 50), (38, 16)]


def game_of(table: Any) -> Any:
    """Return the game of a table."""
    return GAMES[type(table).__module__.split(".")[2]]


def another_world(table: Any, seat: Seat | None, rng: Random) -> Any:
    return import_module(f"heorot.games.{game_of(table).info.name}.inference.worlds").another_world(table, seat, rng)


def game_loop(table: Any, language: str) -> GameLoop:
    """Return a game loop at this table with people in every seat. If several must act at once, the first acts first,
    so that the others have not started."""
    game, translator = game_of(table), Translator(language)
    first = game.setup(table.box, len(game.score(table)), dict(table.options), table.rules)
    later = game.actors(table)[1:] if game.is_sealed(table) else ()
    session = Session(game, record_of(game, first, [], first))
    for entry in table.history:
        if not (entry.seat in later and game.is_sealed(session.table) and entry.episode == table.state.episode):
            session.effective_entries.append(Entry(entry.seat, game.write(session.table, entry.action)))
            session.tables.append(game.apply(session.table, entry.seat, entry.action))
    session.entries = list(session.effective_entries)
    return GameLoop(session, PlainTextDisplay(translator, 0), translator, None)


def shown(loop: GameLoop, seat: Seat | None) -> list[str]:
    """Return everything that a viewer can see at this table."""
    frame, table, ui = loop.frame(seat), loop.session.table, loop.ui
    view = loop.game.view(table, seat)
    texts = [line.plain for size in SIZES for line in frame.draw_table(*size)]
    texts += [*frame.describe_table(), *frame.describe_hand(), *frame.news, *loop.log_of(seat).all_lines()]
    texts += [str((choice.rule, choice.phrases, *choice.endings)) for choice in frame.choices]
    sentences = [frame.question, frame.hint, *(choice.label for choice in frame.choices)]
    sentences += ui.tell_unseen(table.box, view)
    sentences += [part for paragraph in ui.tell_why(table, view, "") for part in paragraph]
    for action in view.legal[:: max(1, len(view.legal) // 4)]:
        sentences += [part for paragraph in ui.tell_what_if(table, view, action) for part in paragraph]
    return [*texts, *map(loop.translator.render, sentences)]


@given(lines(), st.sampled_from(LANGUAGES), st.randoms(use_true_random=False))
@settings(AS_FOUND, max_examples=25)
def test_screens_do_not_depend_on_hidden_information(line, language, rng):
    for seat in watchers(line.last):
        other = another_world(line.last, seat, rng)
        assert shown(game_loop(other, language), seat) == shown(game_loop(line.last, language), seat)


@given(lines(game="legend", deepest=240, in_order=True), st.sampled_from(LANGUAGES), st.integers(0, 2**32))
@settings(AS_FOUND, max_examples=40)
def test_legend_screens_do_not_depend_on_hidden_information(line, language, seed):
    rng = Random(seed)
    seat = rng.choice(watchers(line.last))
    other = another_world(line.last, seat, rng)
    assert shown(game_loop(other, language), seat) == shown(game_loop(line.last, language), seat)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("game", "entry"), [("movie", 60), ("legend", 140)])
def test_mirrored_worlds_differ_for_another_seat(game, entry, seats):
    """Check that the tests above can fail: what another seat sees is different in the other world."""
    table = random_game("built-in", seats, 5, game, in_order=True).tables[entry]
    other = another_world(table, Seat(0), Random(1))
    assert shown(game_loop(other, "en"), Seat(1)) != shown(game_loop(table, "en"), Seat(1))


# ---- Sealed bids ---------------------------------------------------------------------------------------------------


def sealed_tables(seats: int, seed: int) -> list[Any]:
    """Return the tables at which some players have bid and others have not."""
    line = random_game("built-in", seats, seed, "legend", in_order=True)
    return [table for table in line.tables if line.game.is_sealed(table) and len(line.game.actors(table)) < seats]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", LANGUAGES)
def test_l4_4_sealed_bid_is_invisible_to_other_viewers(language, seed):
    """Two games that differ in one sealed bid only look the same to all other viewers."""
    table = sealed_tables(3, seed)[0]
    game = game_of(table)
    bidder = next(entry.seat for entry in reversed(table.history) if entry.seat not in game.actors(table))
    undone = game_loop(table, language)
    undone.session.undo(sum(1 for _ in latest_entries_of_bid(undone, bidder)))
    before = undone.session.table
    legal = game.legal(before, bidder)
    assert legal[0] != legal[-2], "the two bids differ, so that one of them differs from the bid of the game"
    for number in (0, len(legal) - 2):
        other = game_loop(table, language)
        other.session.tables[len(undone.session.tables) :] = []
        other.session.effective_entries[len(undone.session.effective_entries) :] = []
        for action in (legal[number], legal[-1]):
            other.session.play(bidder, action)
        for seat in [seat for seat in watchers(table) if seat != bidder]:
            assert shown(other, seat) == shown(game_loop(table, language), seat)


def latest_entries_of_bid(loop: GameLoop, seat: Seat) -> list[Entry]:
    """Return the latest entries of a seat that belong to one sealed bid."""
    latest: list[Entry] = []
    for entry, before in zip(reversed(loop.session.effective_entries), reversed(loop.session.tables[:-1]), strict=True):
        if entry.seat != seat or not loop.game.is_sealed(before):
            break
        latest.append(entry)
    return latest


def test_replacement_of_a_set_never_undoes_another_seats_entries():
    offered = 0
    for table in sealed_tables(3, 1)[:20]:
        loop = game_loop(table, "en")
        for seat in loop.game.actors(table)[:1]:
            meanings = [meaning for choice in loop.choices(seat) for meaning in choice.endings.values()]
            replacements = [meaning for meaning in meanings if isinstance(meaning, ReplaceLatest)]
            latest = latest_entries_of_bid(loop, seat)
            assert all(replacement.undo_count <= len(latest) for replacement in replacements)
            offered += len(replacements)
    assert offered > 5
