"""Hints in the Legend: their terms add up to the worth for the bots, the best comes first, and nothing hidden shows."""

from collections import Counter
from random import Random

import pytest

from heorot.bots.budget import Budget
from heorot.bots.hints import MOST_HINTS, advice_json
from heorot.bots.legend.hint_evaluator import HintEvaluator
from heorot.bots.legend.hints import evaluate_answers, hint
from heorot.bots.legend.players import evaluate_view, evaluating_bot
from heorot.engine.game import play
from heorot.engine.seats import Seat
from heorot.games.legend.inference.worlds import Worlds
from heorot.games.legend.model.state import BID, USE_DARING, USE_RESOLVE
from heorot.games.legend.table.action_codes import decode
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import QUESTIONS
from heorot.games.legend.text.rulebook import rules
from heorot.locales import LANGUAGES
from heorot.search.legend.position_terms import position_terms
from heorot.terminal.translator import Translator
from tests.bots.legend.test_secrets import GAMES, SEEDS, questions
from tests.support.playing import LEGEND, random_game

WORLDS = Budget(32)
RULES = {rule.number for rule in rules("en")}
ROUNDING = 0.02  # worths are whole thousandths, truncated in several places
STAGED = ("bid", "pay", "discard", "return")


def samples(each: int = 2) -> list[tuple[Table, Seat]]:
    """Return some questions of each kind from every sample game."""
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


def evaluator_of(table: Table, seat: Seat) -> HintEvaluator:
    return HintEvaluator(table.box, LEGEND.view(table, seat), Random(3), WORLDS)


def sets_without_a_choice() -> list[tuple[Table, Seat]]:
    """Return sealed bids at which no card of the hand matches, so that only one set makes sense."""
    games = [random_game(box, seats, seed, "legend", options) for box, seats, options in GAMES for seed in SEEDS]
    asked = [each for game in games for each in questions(game.tables) if each[0].state.phase == BID]
    return [(table, seat) for table, seat in asked if len(list(evaluate_answers(evaluator_of(table, seat)))) == 1]


# ---- Answers -------------------------------------------------------------------------------------------------------


def test_an_empty_bid_is_the_only_hint_if_no_card_matches():
    found = sets_without_a_choice()
    assert len(found) > 20
    for table, seat in found:
        (only,) = advised(table, seat).hints
        assert only.answer == ("done",)
        assert [reason.text.key for reason in only.reasons] == ["hints.legend.pointless"]


def test_hints_on_every_kind_of_question_are_legal_and_have_reasons_in_words():
    kinds = set()
    for table, seat in samples():
        kinds.add(QUESTIONS[table.state.phase])
        hints = advised(table, seat).hints
        assert 1 <= len(hints) <= MOST_HINTS
        for one in hints:
            then = table
            for text in one.answer:
                then = play(LEGEND, then, seat, LEGEND.read(then, text))
            assert not LEGEND.has_unfinished_action(then, seat), one.answer
            assert one.reasons
            assert all(sentence.params["rule"] in RULES for sentence in one.text)
            for language in LANGUAGES:
                assert all(Translator(language).render(reason.text) for reason in one.reasons)
                assert all(map(Translator(language).render, one.text))
    asked = {word for phase, word in QUESTIONS.items() if phase >= min(p for p, w in QUESTIONS.items() if w == "risk")}
    assert kinds == asked - {"over"}


def test_the_best_hint_comes_first():
    for table, seat in samples(1):
        found = advised(table, seat).hints
        means = [one.value.mean for one in found if one.value]
        assert means == sorted(means, reverse=True)
        for one in found[1:]:
            assert one.ahead.mean == pytest.approx(one.value.mean - found[0].value.mean, abs=1e-6)
            assert one.ahead.low <= one.ahead.mean <= one.ahead.high


def test_the_first_hint_is_the_answer_of_the_evaluating_bot():
    """With as many worlds and the same random numbers; of several best answers either may be named."""
    for table, seat in samples():
        view = LEGEND.view(table, seat)
        if QUESTIONS[table.state.phase] in STAGED and (view.bid or view.players[seat].laid or view.players[seat].shown):
            continue
        worths = dict(zip(view.legal, evaluate_view(table.box, view, Random(3), WORLDS), strict=True))
        best, first = evaluating_bot(table.box, view, Random(3), WORLDS), advised(table, seat).hints[0]
        chosen = LEGEND.read(table, first.answer[0])
        slack = 0.5 if table.state.phase in (USE_DARING, USE_RESOLVE) else ROUNDING  # the bot samples twice there
        assert worths[best] - worths[chosen] <= slack


# ---- Terms ---------------------------------------------------------------------------------------------------------


def test_the_terms_of_an_answer_add_up_to_its_value_for_the_bots():
    for table, seat in samples():
        phase, view = table.state.phase, LEGEND.view(table, seat)
        if phase in (USE_DARING, USE_RESOLVE):
            continue  # the bot samples other worlds for each answer
        worths = dict(zip(view.legal, evaluate_view(table.box, view, Random(3), WORLDS), strict=True))
        evaluator, best = evaluator_of(table, seat), dict[object, float]()
        for one in evaluate_answers(evaluator):
            first = decode(table.box, evaluator.s, one.codes[0])
            best[first] = max(best.get(first, -1e9), one.worth)
            if one.worlds:
                assert sum(one.worlds) / len(one.worlds) == pytest.approx(one.worth, abs=1e-6)
        if phase == BID:  # only the cheapest set of each total is a hint
            assert max(best.values()) == pytest.approx(max(worths.values()), abs=ROUNDING)
            assert all(worth <= worths[first] + ROUNDING for first, worth in best.items())
        else:
            assert best == {action: pytest.approx(worth, abs=ROUNDING) for action, worth in worths.items()}


def test_reasons_name_terms_that_differ_and_mark_the_better_one_as_good():
    for table, seat in samples():
        for one in advised(table, seat).hints:
            for reason in one.reasons:
                if reason.text.key not in ("hints.only", "hints.legend.alike"):
                    assert reason.here != reason.there
                    assert reason.good == (reason.here > reason.there)


def test_cards_that_are_kept_are_worth_what_the_evaluation_says():
    """The worth is the term `cards` of the position with them, less that without them."""
    text = 0
    for table, seat in samples(4):
        for one in advised(table, seat).hints:
            for reason in one.reasons:
                if reason.text.key == "hints.legend.keeps":
                    text += 1
                    assert (
                        0
                        <= -reason.there
                        <= sum(position_terms(table.box, evaluator_of(table, seat).s, seat).values()) + 40
                    )
                    assert reason.text.params["where"].key.startswith("hints.legend.")
    assert text > 10


def test_a_reason_to_keep_cards_names_their_episode():
    texts = set()
    for table, seat in samples(4):
        for one in advised(table, seat).hints:
            keeps = [reason for reason in one.reasons if reason.text.key == "hints.legend.keeps"]
            texts |= {Translator("en").render(reason.text) for reason in keeps}
    assert any("for Dragon Battle" in text for text in texts)


# ---- Hidden information --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "seats", "options"), GAMES)
def test_hidden_information_changes_no_hint(box, seats, options):
    rng = Random(seats)
    asked = list(questions(random_game(box, seats, SEEDS[-1], "legend", options).tables))
    for table, seat in rng.sample(asked, min(8, len(asked))):
        other = Worlds(table.box, LEGEND.view(table, seat)).draw(rng)
        assert advice_json(advised(table, seat)) == advice_json(advised(other, seat))


def test_the_same_view_chance_and_budget_give_the_same_hint():
    for table, seat in samples(1)[::5]:
        assert advice_json(advised(table, seat)) == advice_json(advised(table, seat))


@pytest.mark.heavy  # statistical
def test_the_interval_contains_the_value_found_with_many_more_worlds():
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
