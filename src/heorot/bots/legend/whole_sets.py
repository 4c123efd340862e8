"""Whole sets of cards or tokens for hints in the Legend: sealed bids (L4.1) and prices (L3.3 to L3.5)."""

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from heorot.bots.legend.hint_evaluator import EvaluatedAnswer, HintEvaluator
from heorot.engine.kernels.bits import members
from heorot.games.legend.model.actions import BID_CARD, DISCARD_CARD, DONE, GIVE_TOKEN, PAY_CARD, RECOVER
from heorot.games.legend.model.state import VALUES, Choices
from heorot.games.legend.rules.decisions import answer, legal
from heorot.search.legend.bidding import marker_place, marker_value, staged_bid
from heorot.search.legend.evaluation import POINT, plain_icon_value
from heorot.search.legend.skilled import evaluate
from heorot.search.legend.workspace import TOTALS

# ---- Sealed --------------------------------------------------------------------------------------------------------


def whole_bids(evaluator: HintEvaluator) -> Iterator[EvaluatedAnswer]:
    """L4.1: Yield the cheapest set of cards for every total."""
    evaluator.sample(evaluator.f.sealed_will)
    for total, faces in cheapest_sets(evaluator).items():
        places = [
            marker_place(evaluator.s, evaluator.seat, total, evaluator.work, world)
            for world in range(evaluator.work.worlds)
        ]
        cost = sum(map(evaluator.card_value, faces))
        marker_points = [marker_value(place, evaluator.f, evaluator.work) / POINT for place in places]
        yield EvaluatedAnswer(
            codes=(*(BID_CARD + face for face in faces), DONE),
            terms={
                ("marker", 0): fmean(marker_points),
                **{("cards", face): -number * evaluator.card_value(face) for face, number in Counter(faces).items()},
            },
            worlds=[points - cost for points in marker_points],
            spent=Counter(faces),
            first=places.count(0) / len(places),
            symbols=total,
        )


def cheapest_sets(evaluator: HintEvaluator) -> dict[int, tuple[int, ...]]:
    """Return, by total, the set of cards worth least after the episode, in the order of faces."""
    begun, cards = staged_bid(evaluator.printed, evaluator.s, evaluator.seat)
    sets: dict[int, tuple[int, ...]] = {begun: ()}
    for face in members(cards):
        for _ in range(evaluator.s.cards[evaluator.seat][face] if evaluator.symbols_on(face) else 0):
            for total, faces in list(sets.items()):
                more = min(total + evaluator.symbols_on(face), TOTALS - 1)
                grown = (*faces, face)
                if more not in sets or price(evaluator, grown) < price(evaluator, sets[more]):
                    sets[more] = grown
    return sets


def price(evaluator: HintEvaluator, faces: tuple[int, ...]) -> tuple[float, int]:
    """Return a sort key: the value of some cards, then their number."""
    return sum(map(evaluator.card_value, faces)), len(faces)


# ---- Prices --------------------------------------------------------------------------------------------------------


def whole_payments(evaluator: HintEvaluator) -> Iterator[EvaluatedAnswer]:
    """L3.3 to L3.5: Yield for each piece the offer minus the cheapest set that begins with it, and declining."""
    icon = evaluator.printed.reward[evaluator.s.episode]
    reward = plain_icon_value(evaluator.printed, evaluator.s, evaluator.f, evaluator.seat, icon) / POINT
    for code in evaluator.codes:
        pieces = complete_set(evaluator, code)
        given_pieces = [piece for piece in pieces if piece < DONE]
        if not given_pieces and code != DONE:
            yield EvaluatedAnswer(pieces, {})
        else:
            spent = Counter(face for piece in given_pieces if (face := face_of(piece)) is not None)
            yield EvaluatedAnswer(pieces, {("icon", icon): reward, **given_terms(evaluator, given_pieces)}, spent=spent)


def complete_set(evaluator: HintEvaluator, code: int) -> tuple[int, ...]:
    """Return the best set that begins with this piece."""
    s, out, pieces = evaluator.s.copy(), Choices(), [code]
    while pieces[-1] < DONE:
        answer(evaluator.printed, s, evaluator.seat, pieces[-1])
        legal(evaluator.printed, s, evaluator.seat, out)
        evaluate(evaluator.printed, s, evaluator.seat, out, evaluator.f, evaluator.work, evaluator.stream)
        pieces.append(out.code[max(range(out.count), key=lambda i: (evaluator.work.value[i], -i))])
    return tuple(pieces)


def face_of(code: int) -> int | None:
    """Return the face of a card that is given; None for a token."""
    if PAY_CARD <= code < DISCARD_CARD:
        return code - PAY_CARD
    return code - DISCARD_CARD if DISCARD_CARD <= code < RECOVER else None


def given_terms(evaluator: HintEvaluator, pieces: list[int]) -> dict[tuple[str, int], float]:
    """Return the cost of what is given, by card and token."""
    terms: Counter[tuple[str, int]] = Counter()
    for code in pieces:
        face = face_of(code)
        if face is None:
            terms["token", code - GIVE_TOKEN] -= (code - GIVE_TOKEN) % VALUES
        else:
            terms["cards", face] -= evaluator.card_value(face)  # type: ignore[assignment]
    return dict(terms)
