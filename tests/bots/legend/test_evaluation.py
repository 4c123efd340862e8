"""The Legend's evaluation in small positions, term by term."""

from itertools import combinations

import pytest

from heorot.engine.chance import Stream, start_stream
from heorot.engine.kernels.bits import members
from heorot.games.legend.inference.odds import count_drawable
from heorot.games.legend.model.actions import Action, Bid, Decline, Done, Give, GiveUp, Heal, Keep, Lay, Pay, Show, Take
from heorot.games.legend.model.actions import Risk as TakeRisk
from heorot.games.legend.model.components import Icon, Token
from heorot.games.legend.model.state import (
    FAME_OR_HEAL,
    FIGHTING,
    FIGHTING_DOUBLE,
    LAY,
    PAY,
    PLAIN,
    REST,
    RETURN_TOKENS,
    SHOW,
    SUPPLY,
    TAKE_RISK,
    TAKE_SPACE,
    TRAVELLING,
    USE_REST,
    Choices,
    State,
)
from heorot.games.legend.rules.cards import put
from heorot.games.legend.rules.decisions import legal
from heorot.games.legend.rules.episodes.in_turn import enter_all_players
from heorot.games.legend.rules.episodes.simultaneous import begin_bids
from heorot.games.legend.rules.game_flow import set_up
from heorot.games.legend.rules.resolution import lay_out_spaces
from heorot.games.legend.rules.tokens import move_token
from heorot.games.legend.table.action_codes import decode
from heorot.search.legend.bidding import NO_CARD, best_limit, last_marker_worth, turn_risk_worth
from heorot.search.legend.evaluation import POINT, Forecast, forecast_for, health_change, scratch_worth
from heorot.search.legend.position_terms import position_terms, worth_by_episode
from heorot.search.legend.rivals import rank_spaces, sample_rivals
from heorot.search.legend.skilled import evaluate, minor_risk_worth
from heorot.search.legend.workspace import new_workspace
from tests.support.playing import LEGEND

BOX = LEGEND.box
PRINTED = BOX.printed
PLACES = {episode.name: place for place, episode in enumerate(BOX.episodes)}
CARDS = {card.name: face for face, card in BOX.faces.items()}
ME, RIVAL = 0, 1


def position(episode: str, phase: int, hand: tuple[str, ...] = (), seats: int = 2, advanced: int = 0) -> State:
    """Return a state at an episode: rivals hold nothing, the first seat these cards, and the pile all others."""
    s = State()
    set_up(PRINTED, s, seats, ME, advanced, 0)
    for seat in range(seats):
        s.held[seat], s.hand[seat] = 0, 0
        s.cards[seat], s.known[seat] = [0] * len(s.cards[seat]), [0] * len(s.known[seat])
    s.episode, s.phase, s.seat = PLACES[episode], phase, ME
    for card in hand:
        put(s, ME, CARDS[card])
        s.hand[ME] += 1
        s.known[ME][CARDS[card]] += CARDS[card] >= PLAIN
    return s


def own(s: State, *tokens: Token) -> None:
    """Move tokens from the supply to the seat."""
    for token in tokens:
        move_token(s, SUPPLY, ME, BOX.token_numbers[token])


def forecast_of(s: State) -> Forecast:
    return forecast_for(BOX, s.seats, s.advanced_game, s.fallen_variant)


def answer_worths(s: State, f: Forecast | None = None) -> dict[Action, float]:
    """Return every answer and its worth in points."""
    out, work, stream = Choices(), new_workspace(64), Stream()
    start_stream(stream, 1, 0, 0)
    legal(PRINTED, s, ME, out)
    evaluate(PRINTED, s, ME, out, f or forecast_of(s), work, stream)
    codes = out.code[: out.count]
    return {decode(BOX, s, code): worth / POINT for code, worth in zip(codes, work.worth, strict=False)}


def best(s: State, f: Forecast | None = None) -> Action:
    worths = answer_worths(s, f)
    return max(worths, key=worths.__getitem__)


def card(name: str):
    return BOX.faces[CARDS[name]]


# ---- Wounds and scratches ------------------------------------------------------------------------------------------


def test_a_third_scratch_costs_most():
    s = position("The Empty Throne", TAKE_RISK)
    losses = []
    for scratches in range(3):
        s.scratches[ME], s.wounds[ME] = scratches, 2
        losses.append(health_change(s, forecast_of(s), ME, 0, 1))
    assert losses[2] < losses[1] < losses[0] < 0


def test_a_third_wound_is_the_worst():
    s = position("Break Ranks?", TAKE_SPACE)
    losses = []
    for wounds in range(3):
        s.wounds[ME] = wounds
        losses.append(health_change(s, forecast_of(s), ME, 1, 0))
    assert losses[2] < min(losses[:2])


def test_at_the_end_only_wounds_count():
    s = position("Death of Beowulf", TAKE_SPACE)
    assert scratch_worth(s, forecast_of(s), ME) == 0
    assert health_change(s, forecast_of(s), ME, 1, 0) == -5 * POINT
    s.wounds[ME] = 2
    assert health_change(s, forecast_of(s), ME, 1, 0) == -15 * POINT


def test_a_third_wound_costs_less_while_it_can_still_be_healed():
    s = position("Dragon Battle", TAKE_SPACE)
    s.wounds[ME] = 2
    late = position("Break Ranks?", TAKE_SPACE)
    late.wounds[ME] = 2
    assert health_change(late, forecast_of(late), ME, 1, 0) < health_change(s, forecast_of(s), ME, 1, 0) < 0


def test_a_third_wound_costs_more_in_the_fallen_variant():
    s = position("Break Ranks?", TAKE_SPACE)
    s.wounds[ME] = 2
    loss = health_change(s, forecast_of(s), ME, 1, 0)
    s.fallen_variant = 1
    assert health_change(s, forecast_of(s), ME, 1, 0) < loss


def test_the_warriors_rest_takes_the_third_scratch_away():
    s = position("Night Watch", USE_REST, ("the_warriors_rest",), seats=4)
    s.scratches[ME], s.wounds[ME] = 2, 2
    assert best(s) != Keep()
    without = position("Night Watch", TAKE_RISK, seats=4)
    without.scratches[ME], without.wounds[ME] = 2, 2
    assert scratch_worth(s, forecast_of(s), ME) > scratch_worth(without, forecast_of(without), ME)
    assert s.known[ME][REST] == 1


# ---- Cards ---------------------------------------------------------------------------------------------------------


def test_fighting_cards_are_kept_for_the_dragon():
    s = position("March to the Barrow", TAKE_RISK)
    dragon = PLACES["Dragon Battle"]
    assert worth_by_episode(BOX, s, FIGHTING_DOUBLE)[dragon] > worth_by_episode(BOX, s, 2 * FIGHTING)[dragon] > 0
    assert dragon not in worth_by_episode(BOX, s, 2 * TRAVELLING)


def test_the_value_of_a_card_is_the_sum_over_the_episodes_ahead():
    s = position("Sail Home", TAKE_RISK)
    for face in range(PLAIN):
        worth = forecast_of(s).card[s.episode + 1][face] / POINT
        assert sum(worth_by_episode(BOX, s, face).values()) == pytest.approx(worth)


def test_after_the_last_bids_every_symbol_is_worth_the_same():
    cards = forecast_of(position("Break Ranks?", RETURN_TOKENS)).card[PLACES["Break Ranks?"]]
    assert len({cards[face] for face in range(0, PLAIN, 2)}) == 1
    assert cards[FIGHTING_DOUBLE] == pytest.approx(2 * cards[2 * FIGHTING], abs=1)


def test_no_card_is_worth_anything_in_the_end():
    assert not any(forecast_of(position("Death of Beowulf", TAKE_SPACE)).card[len(BOX.episodes)])


def test_treasure_counts_in_the_basic_game_and_before_recover_treasures():
    assert set(forecast_of(position("Night Watch", TAKE_RISK)).treasure[: len(BOX.episodes) + 1]) == {POINT}
    treasure = forecast_of(position("Night Watch", TAKE_RISK, advanced=1)).treasure
    assert treasure[PLACES["Recover Treasures"]] > 0 == treasure[PLACES["Death of Beowulf"]]


def test_position_terms_are_reported_side_by_side():
    s = position("Night Watch", TAKE_RISK, ("fighting2", "king_hrothgars_blessing"))
    own(s, Token("fame", 5), Token("treasure", 2))
    s.misfortune[ME] = 1
    found = position_terms(BOX, s, ME)
    assert {"fame": 5.0, "treasure": 2.0, "misfortune": -2.0}.items() <= found.items()
    assert found["cards"] > 0 < found["specials"]
    healthy = found["health"]
    s.wounds[ME] = 1
    assert position_terms(BOX, s, ME)["health"] < healthy


# ---- Risks ---------------------------------------------------------------------------------------------------------


def pile_of(s: State) -> list[int]:
    """Return every card that may be turned over, copy by copy."""
    return [face for face in range(PLAIN) for _ in range(count_drawable(s, ME, face))]


@pytest.mark.parametrize("cards", [2, 3])
def test_the_value_of_a_risk_is_the_mean_over_all_cards_turned_over(cards):
    s = position("Dive into the Mere", TAKE_RISK)
    f, matching, found = forecast_of(s), PRINTED.matching[s.episode], []
    for turned in combinations(pile_of(s), cards):
        kept = [f.card[s.episode + 1][face] for face in turned if matching >> face & 1]
        found.append(sum(kept) if kept else scratch_worth(s, f, ME))
    assert minor_risk_worth(PRINTED, s, ME, cards, f, new_workspace(1)) == pytest.approx(sum(found) / len(found), abs=2)


def test_the_value_of_a_risk_in_turn_is_the_mean_over_all_cards_turned_over():
    s = position("Sea Hag Battle", LAY, ("fighting2", "wit1"))
    enter_all_players(s)
    s.total[RIVAL] = s.high = 3
    f, work, stream, found = forecast_of(s), new_workspace(32), Stream(), []
    start_stream(stream, 1, 0, 0)
    rank_spaces(PRINTED, s, ME, f, work)
    sample_rivals(PRINTED, s, ME, f.turn_will, f, work, stream)
    after = {symbols: best_limit(PRINTED, s, ME, symbols, NO_CARD, f, work)[1] for symbols in range(1, 5)}
    failed = last_marker_worth(s, f, work) + scratch_worth(s, f, ME)
    for turned in combinations(pile_of(s), 2):
        symbols = sum(PRINTED.value[s.episode][face] for face in turned)
        found.append(after[symbols] if symbols else failed)
    assert turn_risk_worth(PRINTED, s, ME, 2, f, work) == pytest.approx(sum(found) / len(found), abs=2)


# ---- Bids ----------------------------------------------------------------------------------------------------------


def test_against_an_empty_hand_the_first_player_bids_nothing():
    s = position("The Queen's Cup", 0, ("wit2", "wit1", "friendship1"))
    begin_bids(s)
    assert best(s) == Done()


def test_against_an_empty_hand_another_bids_one_symbol():
    s = position("Return to King Hygelac", 0, ("travelling1", "friendship2", "wit2"))
    begin_bids(s)
    s.first = RIVAL
    assert best(s) == Bid(card("travelling1"))
    assert answer_worths(s)[Bid(card("wit2"))] < answer_worths(s)[Done()]


def test_a_rival_without_cards_is_outlasted():
    s = position("Grendel's Attack", LAY, ("fighting2", "courage1", "travelling1"))
    enter_all_players(s)
    assert isinstance(best(s), Lay | TakeRisk)
    assert answer_worths(s)[Lay(card("courage1"))] > answer_worths(s)[GiveUp()]


def test_cards_are_not_laid_in_vain():
    s = position("Grendel's Attack", LAY, ("courage1", "fighting1"))
    enter_all_players(s)
    s.total[RIVAL] = s.high = 12
    worths = answer_worths(s)
    assert max(worths[Lay(card("courage1"))], worths[Lay(card("fighting1"))]) < worths[GiveUp()]


def test_an_auction_is_left_above_the_value_of_the_reward():
    s = position("Unferth's Offer", SHOW, advanced=1)
    enter_all_players(s)
    own(s, *[Token("treasure", 2)] * 3, *[Token("treasure", 3)] * 6)
    assert best(s) == Show(Token("treasure", 2))
    s.total[RIVAL] = s.high = 20
    assert best(s) == GiveUp()


def test_a_good_space_is_also_taken_away_from_rivals():
    s = position("Grendel's Attack", TAKE_SPACE)
    s.order[0], s.order[1] = ME, RIVAL
    lay_out_spaces(s)
    assert best(s) == Take(Icon("fame", 5))


# ---- Prices --------------------------------------------------------------------------------------------------------


def test_a_price_is_paid_with_the_least_valuable_cards():
    s = position("Great Rewards", PAY, ("fighting1", "fighting1", "naegling", "beowulf1"))
    s.staged = PRINTED.first_prefix[PRINTED.pieces[s.episode]]
    payments = {answer: worth for answer, worth in answer_worths(s).items() if answer != Decline()}
    assert max(payments, key=payments.__getitem__) == Pay(card("fighting1"))


def test_a_price_is_declined_if_its_cards_are_worth_more():
    s = position("Great Rewards", PAY, ("fighting1", "fighting1"))
    s.staged = PRINTED.first_prefix[PRINTED.pieces[s.episode]]
    dear = forecast_of(s).copy()
    dear.card = [[10 * worth for worth in cards] for cards in dear.card]
    assert best(s, dear) == Decline()


def test_small_fame_tokens_are_returned_to_be_healed_and_large_ones_are_not():
    s = position("Break Ranks?", RETURN_TOKENS)
    s.wounds[ME] = 3
    own(s, Token("fame", 5), Token("fame", 1), Token("fame", 2))
    assert best(s) == Give(Token("fame", 1))
    rich = position("Break Ranks?", RETURN_TOKENS)
    rich.wounds[ME] = 1
    own(rich, Token("fame", 5), Token("fame", 5))
    assert best(rich) == Decline()


def test_at_the_end_a_third_wound_is_healed_and_a_second_one_is_not():
    s = position("Death of Beowulf", FAME_OR_HEAL)
    s.icon = PRINTED.space[s.episode][0]
    s.wounds[ME] = 3
    assert best(s) == Heal("wound")
    s.wounds[ME] = 2
    assert best(s) == Take(Icon("fame", 5))


def test_positions_hold_the_named_cards():
    s = position("Night Watch", TAKE_RISK, ("fighting1", "fighting2"))
    assert [BOX.faces[face].name for face in members(s.held[ME])] == ["fighting1", "fighting2"]
