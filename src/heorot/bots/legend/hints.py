"""Hints in the Legend: the evaluation of `skilled`, term by term, in four times as many sampled worlds."""

from collections.abc import Iterable, Sequence
from random import Random

from heorot.bots.budget import Budget
from heorot.bots.hints import FORCED, MOST_HINTS, Advice, Estimate, Hint, exact_estimate, sample_estimate
from heorot.bots.legend.hint_evaluator import EvaluatedAnswer, HintEvaluator
from heorot.bots.legend.reasons import POINTLESS_BID, reasons
from heorot.bots.legend.whole_sets import whole_bids, whole_payments
from heorot.engine.sentence import Paragraph, Sentence, with_rule
from heorot.engine.sentence_params import player_params
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import Action, Bid, Discard, Done, Give, Pay
from heorot.games.legend.model.state import BID, DISCARD_CARDS, PAY, RETURN_TOKENS
from heorot.games.legend.table.action_codes import decode
from heorot.games.legend.table.notation import write
from heorot.games.legend.table.view import View
from heorot.games.legend.text.citations import rule
from heorot.games.legend.text.log import describe_action
from heorot.games.legend.text.log_context import name_cards, name_tokens

HINT_WORLDS = Budget(256)  # sampled worlds


def hint(box: Box, view: View, rng: Random, budget: Budget | None = None) -> Advice:
    """Return the best answers by the evaluation, each with its value and the terms by which it differs."""
    if len(view.legal) == 1:
        return forced_advice(box, view)
    evaluator = HintEvaluator(box, view, rng, budget or HINT_WORLDS)
    answers = sorted(evaluate_answers(evaluator), key=lambda answer: -answer.value)
    if len(answers) == 1:
        return Advice(Sentence("hints.legend.exact"), (only_sensible_bid(evaluator, answers[0]),))
    best, second = answers[:2]
    hints = [compare(evaluator, answer, second if answer is best else best) for answer in answers[:MOST_HINTS]]
    if best.worlds:
        return Advice(Sentence("hints.legend.worlds", worlds=evaluator.work.worlds), tuple(hints))
    return Advice(Sentence("hints.legend.exact"), tuple(hints))


def evaluate_answers(evaluator: HintEvaluator) -> Iterable[EvaluatedAnswer]:
    """Return every answer to be compared; of sets, whole ones."""
    if evaluator.s.phase == BID:
        return whole_bids(evaluator)
    if evaluator.s.phase in (PAY, DISCARD_CARDS, RETURN_TOKENS):
        return whole_payments(evaluator)
    return evaluator.evaluate_each()


def compare(evaluator: HintEvaluator, answer: EvaluatedAnswer, other: EvaluatedAnswer) -> Hint:
    """Return the hint for an answer, compared to another."""
    actions = [decode(evaluator.box, evaluator.s, code) for code in answer.codes]
    return Hint(
        answer=tuple(map(write, actions)),
        text=answer_paragraph(evaluator.box, evaluator.view, actions),
        value=sample_estimate(answer.worlds) if answer.worlds else exact_estimate(answer.value),
        ahead=ahead_of(answer, other),
        reasons=reasons(evaluator, answer, other),
    )


def only_sensible_bid(evaluator: HintEvaluator, answer: EvaluatedAnswer) -> Hint:
    """L4.1: Return the hint for a bid where no card matches, so that all other bids only give cards away."""
    actions = [decode(evaluator.box, evaluator.s, code) for code in answer.codes]
    text = answer_paragraph(evaluator.box, evaluator.view, actions)
    return Hint(tuple(map(write, actions)), text, None, None, (POINTLESS_BID,))


def ahead_of(answer: EvaluatedAnswer, other: EvaluatedAnswer) -> Estimate:
    """Return how much better an answer is, world by world if worlds were sampled."""
    if answer.worlds and other.worlds:
        return sample_estimate([mine - others for mine, others in zip(answer.worlds, other.worlds, strict=True)])
    return exact_estimate(answer.value - other.value)


# ---- Words ---------------------------------------------------------------------------------------------------------


def answer_paragraph(box: Box, view: View, actions: Sequence[Action]) -> Paragraph:
    """Return an answer in words, with its rule."""
    return (with_rule(answer_sentence(box, view, actions), rule(view, actions[0])),)


def answer_sentence(box: Box, view: View, actions: Sequence[Action]) -> Sentence:
    """Return the sentence for an answer. A set is described as a whole, with the pieces given before."""
    assert view.seat is not None
    who, own = player_params(view.seat, view.seat), view.players[view.seat]
    if len(actions) == 1 and not (actions[0] == Done() and view.question == "bid"):
        return describe_action(box, view, actions[0])
    staged = view.bid if view.question == "bid" else own.laid
    cards = [card for card, number in staged for _ in range(number)]
    cards += [action.card for action in actions if isinstance(action, Bid | Pay | Discard)]
    tokens = [token for token, number in own.shown for _ in range(number)]
    tokens += [action.token for action in actions if isinstance(action, Give)]
    match view.question:
        case "bid":
            return Sentence("legend.does.bids", cards=name_cards(cards, box))
        case "pay":
            return Sentence("legend.does.pays", **who, cards=name_cards(cards, box))
        case "discard":
            return Sentence("legend.does.discards", **who, cards=name_cards(cards, box))
    return Sentence("legend.does.returns", **who, tokens=name_tokens(tokens))


def forced_advice(box: Box, view: View) -> Advice:
    """Return the advice for a single legal answer."""
    action = view.legal[0]
    only = Hint((write(action),), answer_paragraph(box, view, [action]), None, None, (FORCED,))
    return Advice(Sentence("hints.legend.exact"), (only,))
