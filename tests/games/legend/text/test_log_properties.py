"""The log of the Legend is complete in every language, final, and discloses only what its reader may know, over whole
random games."""

import pytest

from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.game import GAME
from heorot.games.legend.table.results import final_scores
from heorot.games.legend.table.view import view, visible_entries
from heorot.games.legend.text.explanations import (
    tell_bidding,
    tell_ending,
    tell_odds,
    tell_scores,
    tell_space,
    tell_standing,
)
from heorot.games.legend.text.log import tell_action, tell_entry, tell_log
from heorot.games.legend.text.log_context import LogContext
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.support.playing import random_game, watchers

ADVANCED, FALLEN = ("advanced", "yes"), ("fallen", "yes")
GAMES = [
    ("built-in", 2, 1, ()),
    ("built-in", 3, 2, (FALLEN,)),
    ("built-in", 4, 3, (ADVANCED,)),
    ("built-in", 5, 4, (ADVANCED, FALLEN)),
    ("small", 2, 5, (ADVANCED,)),
    ("small", 3, 6, ()),
    ("strange", 2, 7, (ADVANCED,)),
    ("strange", 3, 8, ()),
]
games = pytest.mark.parametrize(("box", "seats", "seed", "options"), GAMES)
STAGED = ("bid", "pay", "discard", "give")  # told when the set is complete
languages = pytest.mark.parametrize("language", LANGUAGES)


def play(box, seats, seed, options):
    return random_game(box, seats, seed, "legend", options)


@games
def test_earlier_sentences_never_change_when_the_log_grows(box, seats, seed, options):
    line = play(box, seats, seed, options)
    for reader, discreet in ((None, False), (Seat(0), False), (Seat(0), True)):
        whole, length = list(tell_log(line.last.box, view(line.last, reader), discreet)), 0
        for table in line.tables[:: 7 if len(line.tables) > 100 else 1]:
            told = list(tell_log(table.box, view(table, reader), discreet))
            assert told == whole[: len(told)]
            assert len(told) >= length
            length = len(told)


@games
@languages
def test_every_entry_can_be_rendered_in_every_language(box, seats, seed, options, language):
    line, translator = play(box, seats, seed, options), Translator(language)
    for reader in watchers(line.last):
        told = [translator.render(sentence) for sentence in tell_log(line.last.box, view(line.last, reader))]
        assert [text for text in told if "{" in text or not text.endswith(".")] == []
        finals = final_scores(line.last)
        assert all(map(translator.render_paragraph, tell_scores(finals, reader)))
        assert all(map(translator.render, tell_ending(finals, reader)))


@games
@languages
def test_every_explanation_can_be_rendered_in_every_language(box, seats, seed, options, language):
    translator = Translator(language)
    for table in play(box, seats, seed, options).tables[::9]:
        for reader in watchers(table):
            its = view(table, reader)
            told = [*tell_odds(table.box, its), *tell_bidding(table.box, its), *tell_standing(table.box, its)]
            told += [tell_space(table.box, its, space.icon, Seat(0)) for space in its.spaces]
            told += [tell_action(table.box, its, action) for action in its.legal]
            assert [text for text in map(translator.render, told) if "{" in text or not text.strip()] == []


@games
def test_l1_7_no_log_shows_the_draws_of_others(box, seats, seed, options):
    line = play(box, seats, seed, options)
    for reader in watchers(line.last):
        told = list(tell_log(line.last.box, view(line.last, reader)))
        named = [s for s in told if s.key in ("legend.does.draws-these", "legend.does.draws-these-tokens")]
        mine = [said for said in line.last.history if reader is not None and said.to == reader]
        assert bool(named) <= bool(mine)
        hidden = [sentence.key for sentence in tell_log(line.last.box, view(line.last, reader), discreet=True)]
        assert {"legend.does.draws-these", "legend.does.draws-these-tokens", "legend.does.dealt"} & {*hidden} == set()
        assert "legend.does.bids" not in hidden


@games
def test_l1_7_discreet_logs_are_the_same_for_all_seats(box, seats, seed, options):
    line = play(box, seats, seed, options)
    translator, views = Translator("en"), [view(line.last, Seat(seat)) for seat in range(seats)]
    told = [list(tell_log(line.last.box, its, discreet=True)) for its in views]
    assert len({len(log) for log in told}) == 1
    for sentences in zip(*told, strict=True):
        parts = [{**sentence.params, "who": "other"} for sentence in sentences]
        assert {sentence.key for sentence in sentences} == {sentences[0].key}
        assert all(map(translator.render, sentences))
        assert all(part == parts[0] for part in parts if "who" in sentences[0].params)


@games
def test_l5_2_totals_in_the_log_match_the_table(box, seats, seed, options):
    line = play(box, seats, seed, options)
    story = LogContext(line.last.box, seats, None, discreet=False)
    for said, table in zip(line.last.history, line.tables[1:], strict=True):
        for sentence in (sentence for entry in visible_entries(said, None) for sentence in tell_entry(story, entry)):
            if sentence.key in ("legend.does.lays", "legend.does.shows-token", "legend.does.risk-lays"):
                assert sentence.params["total"] == table.state.total[sentence.params["seat"] - 1]


@games
def test_every_answer_of_a_player_is_in_the_log(box, seats, seed, options):
    """At once, or with its consequence: a set that is being named, a risk, a draw."""
    line = play(box, seats, seed, options)
    said = [entry for entry in line.entries if entry.seat != CHANCE and entry.text.split()[0] not in STAGED]
    told = list(tell_log(line.last.box, view(line.last, None)))
    assert len(told) >= len(said)
    assert GAME.actors(line.last) == ()
