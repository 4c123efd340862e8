"""Hints in the Movie game: the best comes first, the terms differ, and nothing hidden shows."""

from random import Random

import pytest

from heorot.bots.budget import Budget
from heorot.bots.hints import MOST_HINTS, advice_json
from heorot.bots.movie.hints import hint
from heorot.bots.movie.players import MOST_CANDIDATES, MOST_WORLDS, limit_by_playouts, sample_states, scale_playouts
from heorot.engine.game import play
from heorot.engine.kernels.compile_cache import can_compile
from heorot.games.movie.inference.worlds import another_world
from heorot.games.movie.model.state import FIRST_QUESTION
from heorot.games.movie.table.action_codes import decode, encode
from heorot.games.movie.table.analysis import points_of
from heorot.games.movie.table.view import QUESTIONS
from heorot.games.movie.text.rulebook import rules
from heorot.locales import LANGUAGES
from heorot.search.movie.paired_playouts import sample_utilities, utility_to_lead
from heorot.search.movie.race import best_answer
from heorot.terminal.translator import Translator
from tests.bots.movie.test_players import asked_tables, seen
from tests.support.playing import MOVIE, random_game

FEW = Budget(16)
RULES = {rule.number for rule in rules("en")}
POINTED = ("fills", "spoils", "changes", "moves", "horn", "cuts", "turns")  # sentences with a figure before and after


def advised(table, rng=3):
    return hint(table.box, seen(table), Random(rng), FEW, compiled=False)


def after(table, answer):
    """Return the table after a whole answer, as far as it is this seat's doing alone."""
    seat = MOVIE.actors(table)[0]
    for text in answer:
        table = play(MOVIE, table, seat, MOVIE.read(table, text))
    return table


def samples():
    return [table for seats, box in ((2, "tiny"), (3, "crooked")) for table in asked_tables(box, seats, 3 + seats)]


def test_hints_on_every_kind_of_question_are_legal_and_have_reasons_in_words():
    kinds = set()
    for box, seats in (("built-in", 2), ("tiny", 2), ("crooked", 3)):
        for table in asked_tables(box, seats, 5, each=1):
            advice = advised(table)
            kinds.add(QUESTIONS[table.state.phase])
            assert 1 <= len(advice.hints) <= MOST_HINTS
            for one in advice.hints:
                after(table, one.answer)
                assert one.reasons
                assert all(sentence.params["rule"] in RULES for sentence in one.text)
                for language in LANGUAGES:
                    assert all(Translator(language).render(reason.text) for reason in one.reasons)
    assert kinds == {word for phase, word in QUESTIONS.items() if phase >= FIRST_QUESTION} - {"over"}


def test_a_forced_answer_is_named_as_forced():
    tables = random_game("tiny", 2, 1).tables[:-1]
    single = next(t for t in tables if t.state.phase >= FIRST_QUESTION and len(seen(t).legal) == 1)
    [one] = advised(single).hints
    assert (one.value, one.ahead, one.reasons[0].text.key) == (None, None, "hints.only")


def test_the_best_hint_comes_first_and_is_ahead_of_the_next():
    for table in samples():
        found = [one for one in advised(table).hints if one.value]
        means = [one.value.mean for one in found]
        assert means == sorted(means, reverse=True)
        assert all((one.ahead.mean >= 0) == (one is found[0]) or one.ahead.mean == 0 for one in found)
        assert all(one.value.low <= one.value.mean <= one.value.high for one in found)
        if len(found) > 1:
            assert found[0].ahead.mean == pytest.approx(-found[1].ahead.mean)


def test_no_two_hints_are_the_same_answer():
    for table in samples():
        answers = [one.answer for one in advised(table).hints]
        assert len(set(answers)) == len(answers)


# ---- Terms ---------------------------------------------------------------------------------------------------------


def board_points(table):
    names = table.box.boards[table.state.act].names
    return {(seat, names[space]): points for (seat, _, space), points in points_of(table.box, table.state).items()}


def test_terms_differ_between_the_two_answers():
    for table in samples():
        for one in advised(table).hints:
            for reason in one.reasons:
                assert reason.here != reason.there or reason.text.key == "hints.movie.later"


def test_reasons_name_the_score_of_a_figure_by_the_rules():
    """Each answer is played by the rules; where the act goes on, the board shows the score."""
    text = 0
    for table in [t for box, seats in (("built-in", 2), ("crooked", 3)) for t in asked_tables(box, seats, 11, each=3)]:
        before, hints = board_points(table), advised(table).hints
        for place, one in enumerate(hints):
            then = after(table, one.answer)
            other = after(table, hints[1 if place == 0 else 0].answer) if hints[1:] else None
            if other is None or {then.state.act, other.state.act} != {table.state.act}:
                continue
            for reason in one.reasons:
                compared = reason.text.key == "hints.movie.compared"
                sentence = reason.text.params["told"] if compared else reason.text
                if sentence.key.removeprefix("hints.movie.") not in POINTED:
                    continue
                figure, params = sentence.params["figure"].params, sentence.params
                spot = figure["seat"] - 1, figure["space"]
                now = spot[0], params.get("space", spot[1])
                assert int(str(params["before"]).replace("−", "-")) == before[spot]
                assert int(str(params["after"]).replace("−", "-")) == board_points(then)[now]
                assert reason.here == board_points(then)[now] - before[spot]
                assert reason.here != board_points(other).get(spot, 0) - before[spot]
                assert reason.good == ((reason.here > reason.there) == (spot[0] == MOVIE.actors(table)[0]))
                if compared:
                    assert int(str(reason.text.params["other"]).replace("−", "-")) == before[spot] + reason.there
                else:
                    assert reason.good == ((reason.here > 0) == (spot[0] == MOVIE.actors(table)[0]))
                text += 1
    assert text > 5


# ---- Hidden information --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_hidden_information_changes_no_hint(seats):
    rng = Random(seats)
    for table in asked_tables("crooked", seats, 7 + seats, each=1):
        other = another_world(table, MOVIE.actors(table)[0], rng)
        assert advice_json(advised(table)) == advice_json(advised(other))


def test_the_same_view_chance_and_budget_give_the_same_hint():
    table = asked_tables("tiny", 2, 4, each=1)[0]
    assert advice_json(advised(table)) == advice_json(advised(table))


# ---- Hints and the bot ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_the_answer_of_skilled_is_among_the_hints():
    """The race is that of the bot, in the same worlds and with the same chance."""
    for table in asked_tables("built-in", 2, 9, each=3):
        view, budget = seen(table), Budget(64)
        if QUESTIONS[table.state.phase] == "fill":
            continue
        rng, playouts = Random(5), scale_playouts(table.box, view, budget)
        seed, worlds = (
            rng.getrandbits(63),
            sample_states(table.box, view, rng, limit_by_playouts(playouts, MOST_WORLDS)),
        )
        candidates = limit_by_playouts(playouts, MOST_CANDIDATES)
        best = decode(
            table.box, table.state.act, best_answer(table.box, worlds, candidates, seed, playouts, compiled=True)
        )
        found = hint(table.box, view, Random(5), budget, compiled=True).hints
        assert MOVIE.write(table, best) in [one.answer[0] for one in found]


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.heavy  # statistical
def test_the_interval_contains_the_value_found_by_a_longer_run():
    """At least two thirds of these few 95 % intervals must hold, for any random numbers."""
    inside = all_of_them = 0
    for table in asked_tables("built-in", 2, 21, each=3):
        view = seen(table)
        found = [one for one in hint(table.box, view, Random(2), Budget(256), compiled=True).hints if one.value]
        worlds = sample_states(table.box, view, Random(77), 512)
        codes = [[codes_of(table, text) for text in one.answer] for one in found]
        for one, worths in zip(
            found, sample_utilities(table.box, worlds, codes, 99, compiled=True) if codes else [], strict=True
        ):
            long = utility_to_lead(table.box, table.state, sum(worths) / len(worths))
            width = one.value.high - one.value.low
            inside += (
                one.value.low - width / 4 <= long <= one.value.high + width / 4
            )  # the longer run has an error, too
            all_of_them += 1
    assert all_of_them > 10
    assert inside >= all_of_them * 0.8


def codes_of(table, text):
    return encode(table.box, table.state.act, MOVIE.read(table, text))
