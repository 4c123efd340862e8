"""Hints in the Legend: terms that add up to what the bots weigh, the best first, nothing that the seat may not know."""

from collections import Counter
from random import Random

import pytest

from heorot.bots.budget import Budget
from heorot.bots.hints import MOST_HINTS, plain
from heorot.bots.legend import evaluating_bot, weighed
from heorot.bots.legend_hints import hint
from heorot.bots.legend_hints import weighed as every_answer
from heorot.bots.legend_weighing import Scales
from heorot.engine.game import play
from heorot.engine.seats import Seat
from heorot.games.legend.codes import decode, encode
from heorot.games.legend.rulebook import rules
from heorot.games.legend.state import BID, USE_DARING, USE_RESOLVE
from heorot.games.legend.table import Table
from heorot.games.legend.view import QUESTIONS
from heorot.games.legend.worlds import Worlds
from heorot.search.legend_terms import terms
from heorot.terminal.speech import Speech
from tests.bots.test_legend_secrets import GAMES, SEEDS, questions
from tests.playing import LEGEND, random_game

WORLDS = Budget(32)
RULES = {rule.number for rule in rules("en")}
ROUNDING = 0.02  # worths are whole thousandths, cut off here and there
STAGED = ("bid", "pay", "discard", "return")


def samples(each: int = 2) -> list[tuple[Table, Seat]]:
    """Some questions of each kind from every sample game."""
    found: Counter[tuple[int, str]] = Counter()
    chosen = []
    for number, (box, seats, options) in enumerate(GAMES):
        for seed in SEEDS:
            for table, seat in questions(random_game(box, seats, seed, "legend", options).tables):
                kind = number, QUESTIONS[table.state.phase]
                found[kind] += 1
                if found[kind] <= each:
                    chosen.append((table, seat))
    return chosen


def advised(table: Table, seat: Seat, rng: int = 3):
    return hint(table.box, LEGEND.view(table, seat), Random(rng), WORLDS)


def scales_of(table: Table, seat: Seat) -> Scales:
    view = LEGEND.view(table, seat)
    scales = Scales(table.box, view, Random(3), WORLDS)
    scales.out.count = len(view.legal)
    scales.out.code[: scales.out.count] = [encode(table.box, scales.s, action) for action in view.legal]
    return scales


def sets_without_a_choice() -> list[tuple[Table, Seat]]:
    """Sealed bids at which no card of the hand matches, so that only one set makes sense."""
    games = [random_game(box, seats, seed, "legend", options) for box, seats, options in GAMES for seed in SEEDS]
    asked = [each for game in games for each in questions(game.tables) if each[0].state.phase == BID]
    return [(table, seat) for table, seat in asked if len(list(every_answer(scales_of(table, seat)))) == 1]


# ---- Answers -------------------------------------------------------------------------------------------------------


def test_where_nothing_matches_the_only_sensible_bid_is_told_with_its_reason():
    found = sets_without_a_choice()
    assert len(found) > 20
    for table, seat in found:
        (only,) = advised(table, seat).hints
        assert only.answer == ("done",)
        assert [reason.told.key for reason in only.reasons] == ["hints.legend.pointless"]


def test_every_kind_of_question_gives_answers_that_the_rules_take_and_reasons_in_words():
    kinds = set()
    for table, seat in samples():
        kinds.add(QUESTIONS[table.state.phase])
        hints = advised(table, seat).hints
        assert 1 <= len(hints) <= MOST_HINTS
        for one in hints:
            then = table
            for text in one.answer:
                then = play(LEGEND, then, seat, LEGEND.read(then, text))
            assert not LEGEND.in_a_set(then, seat), one.answer
            assert one.reasons
            assert all(sentence.params["rule"] in RULES for sentence in one.told)
            for language in ("en", "fr", "ru"):
                assert all(Speech(language).utter(reason.told) for reason in one.reasons)
                assert all(map(Speech(language).utter, one.told))
    asked = {word for phase, word in QUESTIONS.items() if phase >= min(p for p, w in QUESTIONS.items() if w == "risk")}
    assert kinds == asked - {"over"}


def test_the_best_stands_first():
    for table, seat in samples(1):
        found = advised(table, seat).hints
        means = [one.value.mean for one in found if one.value]
        assert means == sorted(means, reverse=True)
        for one in found[1:]:
            assert one.ahead.mean == pytest.approx(one.value.mean - found[0].value.mean, abs=1e-6)
            assert one.ahead.low <= one.ahead.mean <= one.ahead.high


def test_the_first_hint_is_what_the_evaluating_bot_answers():
    """With as many worlds and the same chance; the best may be equal to others, and then its worth is."""
    for table, seat in samples():
        view = LEGEND.view(table, seat)
        if QUESTIONS[table.state.phase] in STAGED and (view.bid or view.players[seat].laid or view.players[seat].shown):
            continue
        worths = dict(zip(view.legal, weighed(table.box, view, Random(3), WORLDS), strict=True))
        best, first = evaluating_bot(table.box, view, Random(3), WORLDS), advised(table, seat).hints[0]
        chosen = LEGEND.read(table, first.answer[0])
        slack = 0.5 if table.state.phase in (USE_DARING, USE_RESOLVE) else ROUNDING  # there the bot draws worlds twice
        assert worths[best] - worths[chosen] <= slack


# ---- Terms ---------------------------------------------------------------------------------------------------------


def test_the_terms_of_an_answer_add_up_to_what_the_bots_weigh_it_by():
    for table, seat in samples():
        phase, view = table.state.phase, LEGEND.view(table, seat)
        if phase in (USE_DARING, USE_RESOLVE):
            continue  # the bot draws other worlds for each answer
        worths = dict(zip(view.legal, weighed(table.box, view, Random(3), WORLDS), strict=True))
        scales, best = scales_of(table, seat), dict[object, float]()
        for one in every_answer(scales):
            first = decode(table.box, scales.s, one.codes[0])
            best[first] = max(best.get(first, -1e9), one.worth)
            if one.worlds:
                assert sum(one.worlds) / len(one.worlds) == pytest.approx(one.worth, abs=1e-6)
        if phase == BID:  # of sets with the same total only the cheapest is told
            assert max(best.values()) == pytest.approx(max(worths.values()), abs=ROUNDING)
            assert all(worth <= worths[first] + ROUNDING for first, worth in best.items())
        else:
            assert best == {action: pytest.approx(worth, abs=ROUNDING) for action, worth in worths.items()}


def test_reasons_name_terms_that_differ_and_speak_for_the_better_one():
    for table, seat in samples():
        for one in advised(table, seat).hints:
            for reason in one.reasons:
                if reason.told.key not in ("hints.only", "hints.legend.alike"):
                    assert reason.here != reason.there
                    assert reason.good == (reason.here > reason.there)


def test_cards_that_are_kept_are_worth_what_the_evaluation_says():
    """The term `cards` of the position with them, less that without them."""
    told = 0
    for table, seat in samples(4):
        for one in advised(table, seat).hints:
            for reason in one.reasons:
                if reason.told.key == "hints.legend.keeps":
                    told += 1
                    assert 0 <= -reason.there <= sum(terms(table.box, scales_of(table, seat).s, seat).values()) + 40
                    assert reason.told.params["where"].key.startswith("hints.legend.")
    assert told > 10


def test_of_the_cards_that_are_kept_the_episode_ahead_is_named():
    texts = set()
    for table, seat in samples(4):
        for one in advised(table, seat).hints:
            keeps = [reason for reason in one.reasons if reason.told.key == "hints.legend.keeps"]
            texts |= {Speech("en").utter(reason.told) for reason in keeps}
    assert any("for Dragon Battle" in text for text in texts)


# ---- Nothing that is hidden ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "seats", "options"), GAMES)
def test_worlds_that_differ_in_what_is_hidden_give_the_same_hint(box, seats, options):
    rng = Random(seats)
    asked = list(questions(random_game(box, seats, SEEDS[-1], "legend", options).tables))
    for table, seat in rng.sample(asked, min(8, len(asked))):
        other = Worlds(table.box, LEGEND.view(table, seat)).draw(rng)
        assert plain(advised(table, seat)) == plain(advised(other, seat))


def test_the_same_view_chance_and_budget_give_the_same_hint():
    for table, seat in samples(1)[::5]:
        assert plain(advised(table, seat)) == plain(advised(table, seat))


def test_the_interval_brackets_what_many_more_worlds_find():
    inside = all_of_them = 0
    for table, seat in samples(3):
        view, short = LEGEND.view(table, seat), advised(table, seat).hints
        if QUESTIONS[table.state.phase] not in ("bid", "lay", "lay-on"):
            continue
        long = {one.answer: one.value.mean for one in hint(table.box, view, Random(8), Budget(1024)).hints}
        for one in short:
            if one.answer in long and one.value.low < one.value.high:
                slack = (one.value.high - one.value.low) / 4
                inside += one.value.low - slack <= long[one.answer] <= one.value.high + slack
                all_of_them += 1
    assert all_of_them > 10
    assert inside >= all_of_them * 0.8
