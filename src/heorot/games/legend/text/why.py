"""Answers to `why` and `preview`: standings, cards, icon spaces, episodes, and the effect of an action."""

from collections.abc import Iterator

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Paragraph, Param, Sentence
from heorot.engine.sentence_params import player_params
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import (
    curly,
    name_card,
    name_episode,
    name_icon,
    name_kind,
    name_price,
    name_symbol,
)
from heorot.games.legend.inference.risk_odds import risk_odds
from heorot.games.legend.model.actions import (
    Action,
    Bid,
    Discard,
    Done,
    Give,
    GiveUp,
    Lay,
    Pay,
    Recover,
    Risk,
    Show,
    Take,
    TakeBack,
    Use,
)
from heorot.games.legend.model.components import TEXTS, Card, Episode, Icon
from heorot.games.legend.rules.specials import CARDS_OF_DARING
from heorot.games.legend.table.notation import find_card, icons_of, to_notation
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import PlayerView, View
from heorot.games.legend.table.view_lookup import (
    are_tokens_open,
    episode_of,
    next_bidding,
    own_player,
    staged_cards,
    symbols_on,
    value_in,
)
from heorot.games.legend.text.citations import RULES, rule
from heorot.games.legend.text.contents import RULES as TEXT_RULES
from heorot.games.legend.text.explanations import (
    describe_odds,
    describe_risk,
    describe_space,
    describe_standings,
    name_player,
)
from heorot.games.legend.text.log import describe_action
from heorot.locales import LANGUAGES, catalogue
from heorot.locales.keyboards import normalize

# ---- Why -----------------------------------------------------------------------------------------------------------


def describe_why(table: Table, view: View, text: str) -> Iterator[Paragraph]:
    """Answer `why`: standings and the rules of the moment. `why 2`, `why fame 5`: an icon space; `why naegling`: a
    card; `why grendel`: an episode."""
    box = table.box
    if not text:
        yield from ((stands,) for stands in describe_all_standings(box, view))
        yield (describe_rules(view),)
        return
    explanations = explain(box, view, text)
    if not explanations:
        raise HeorotError("legend.why.unknown", text=text[:60])
    yield from explanations


def describe_all_standings(box: Box, view: View) -> Iterator[Sentence]:
    """L1.7: Yield the standing of every player: of others only public information, and what players could remember
    where the table shows that."""
    for player, stands in zip(view.players, describe_standings(box, view), strict=True):
        yield stands if are_tokens_open(view) or player.seat == view.seat else describe_rival(player)


def describe_rival(player: PlayerView) -> Sentence:
    """Describe the number of face-down tokens of a player, and the scratches and wounds, which are open."""
    hurt = {"scratches": player.scratches, "wounds": player.wounds, "doubles": player.double_wounds}
    return Sentence("legend.why.rival", seat=player.seat + 1, tokens=player.tokens, **hurt)


def describe_rules(view: View) -> Sentence:
    """Describe the rules of the open question and of its answers."""
    rules = sorted({RULES.get(view.question, "L2.2"), *(rule(view, action) for action in view.legal)})
    return Sentence("legend.why.rules", number=len(rules), cited=", ".join(rules))


def explain(box: Box, view: View, text: str) -> list[Paragraph]:
    """Explain an icon space by number, a card, an icon, or episodes by name."""
    ours = to_notation(text)
    if ours.isdecimal() and 1 <= int(ours) <= len(view.spaces):
        return [(describe_space(box, view, view.spaces[int(ours) - 1].icon, own_player(view).seat),)]
    if card := find_card(ours, box):
        return [tuple(describe_card(box, view, card))]
    if icon := icons_of(box).get(ours):
        return [(describe_space(box, view, icon, own_player(view).seat),)]
    return [tuple(describe_episode(box, view, episode)) for episode in find_episodes(box, text)]


def find_episodes(box: Box, text: str) -> list[Episode]:
    """Return the episodes whose name in any language contains these words."""
    return [
        episode for episode in box.episodes if any(normalize(text) in normalize(name) for name in names_of(episode))
    ]


def names_of(episode: Episode) -> list[str]:
    """Return the names of an episode in all languages and in the box."""
    translated = (catalogue(language).get(f"legend.episode.{episode.slug}", "") for language in LANGUAGES)
    return [name.replace("’", "'") for name in translated] + [curly(episode.name), episode.name]


def describe_episode(box: Box, view: View, episode: Episode) -> Iterator[Sentence]:
    """Yield the demand and rewards of an episode for this number of players, and its name in the box."""
    yield Sentence("legend.why.episode", number=episode.number, name=name_episode(episode),
                   asked=describe_demand_and_rewards(box, view, episode))  # fmt: skip
    yield Sentence("legend.why.in-the-box", name=curly(episode.name))


def describe_card(box: Box, view: View, card: Card) -> Iterator[Sentence]:
    """Yield the value of a card in the current or next bidding; for a special card its rule and its place."""
    name, episode = name_card(card, box), next_bidding(box, view)
    if episode is not None and card.name not in TEXTS:
        counts: dict[str, Param] = {"name": name_episode(episode), "symbols": value_in(box, episode, card)}
        yield Sentence("legend.why.card", card=name, **counts)
    if card.name in TEXTS:
        yield Sentence("legend.why.text", card=name, rule=TEXT_RULES[card.name])
    if card.name in box.special_names:
        yield describe_place(view, card, name)
        yield Sentence("legend.why.in-the-box", name=curly(box.special_names[card.name]))


def describe_place(view: View, card: Card, name: Sentence) -> Sentence:
    """L1.5, L1.7: Describe the place of a special card, which is public."""
    if card in view.supply.specials:
        return Sentence("legend.why.beside", card=name)
    for player in view.players:
        if card in dict(player.known):
            return Sentence("legend.why.held", card=name, player=name_player(player.seat, view.seat))
        if card in dict(player.laid):
            return Sentence("legend.why.lies", card=name, **player_params(player.seat, view.seat))
    return Sentence("legend.why.gone", card=name)


# ---- Episodes ------------------------------------------------------------------------------------------------------


def describe_demand(box: Box, episode: Episode) -> Sentence:
    """Describe the kind of an episode with its symbols or its offer."""
    kind = name_kind(episode.kind)
    if episode.symbols:
        return Sentence("legend.screen.symbols", kind=kind, symbols=tuple(map(name_symbol, episode.symbols)))
    if episode.give and episode.get:
        offer = {"price": name_price(episode.give), "icon": name_icon(episode.get, box)}
        return Sentence("legend.screen.offer", kind=kind, **offer)
    if episode.reward:
        return Sentence("legend.screen.reward", kind=kind, icon=name_icon(episode.reward, box))
    return Sentence("legend.screen.kind", kind=kind)


def describe_demand_and_rewards(box: Box, view: View, episode: Episode) -> Sentence:
    """Describe the demand and rewards of an episode for this number of players."""
    icons = tuple(name_icon(icon, box) for icon in episode.spaces[: len(view.players)])
    demand = describe_demand(box, episode)
    return Sentence("legend.screen.pays", asked=demand, icons=icons) if icons else demand


# ---- What if -------------------------------------------------------------------------------------------------------


def describe_what_if(table: Table, view: View, action: Action) -> Iterator[Paragraph]:
    """Answer `preview`: an action, and its effect as far as it is known."""
    yield (describe_action(table.box, view, action), *describe_outcome(table.box, view, action))


def describe_outcome(box: Box, view: View, action: Action) -> Iterator[Sentence]:
    """Yield the effect of an action."""
    match action:
        case Risk():
            yield from describe_odds(box, view)
        case Use() if view.question == "daring":
            yield from describe_risk(risk_odds(box, view, CARDS_OF_DARING))
        case Take(icon):
            yield describe_space(box, view, icon, own_player(view).seat)
        case Lay(card):
            yield describe_reach(view, symbols_on(box, view, card))
        case Show(token):
            yield describe_reach(view, token.value)
        case GiveUp() if view.question != "show":
            yield Sentence("legend.why.marker", marker=view.next_marker or 0)
        case Bid(card):
            yield describe_bid(box, view, (*staged_cards(view), card))
        case Done() if view.question == "bid":
            yield describe_bid(box, view, staged_cards(view))
        case Pay() | Discard() | Give() | Done():
            yield describe_space(box, view, episode_of(box, view).get or Icon("heal"), own_player(view).seat)
        case Recover(card) | TakeBack(card):
            yield from describe_card(box, view, card)


def describe_reach(view: View, more: int) -> Sentence:
    """L5.2, L9.1: Describe whether the highest total would be reached."""
    total = (own_player(view).total or 0) + more
    return Sentence("legend.why.reach", highest=view.high, missing=max(view.high - total, 0))


def describe_bid(box: Box, view: View, cards: tuple[Card, ...]) -> Sentence:
    """L4.2: Describe the symbols of a bid that would count."""
    total = sum(symbols_on(box, view, card) for card in cards)
    return Sentence("legend.why.bid", total=total, cards=len(cards))
