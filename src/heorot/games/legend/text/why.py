"""Why, and what if: how everyone stands, what a card, an icon space or an episode is, what an answer would bring."""

from collections.abc import Iterator

from heorot.engine.errors import HeorotError
from heorot.engine.naming import whose
from heorot.engine.sentence import Paragraph, Part, Sentence
from heorot.games.legend.accounts import name_player, tell_odds, tell_risk, tell_space, tell_standing
from heorot.games.legend.actions import (
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
from heorot.games.legend.box import Box
from heorot.games.legend.citing import RULES, rule
from heorot.games.legend.components import TEXTS, Card, Episode, Icon
from heorot.games.legend.contents import RULES as TEXT_RULES
from heorot.games.legend.looking import episode_of, is_open, next_bidding, own, staged_cards, symbols_on, value_in
from heorot.games.legend.names import (
    curly,
    name_card,
    name_episode,
    name_icon,
    name_kind,
    name_price,
    name_symbol,
)
from heorot.games.legend.notation import find_card, icons_of, in_our_words
from heorot.games.legend.risk_odds import risk_odds
from heorot.games.legend.specials import CARDS_OF_DARING
from heorot.games.legend.table import Table
from heorot.games.legend.view import PlayerView, View
from heorot.games.legend.words import tell_action
from heorot.locales import LANGUAGES, catalogue
from heorot.locales.typed import plain

# ---- Why -----------------------------------------------------------------------------------------------------------


def tell_why(table: Table, view: View, text: str) -> Iterator[Paragraph]:
    """`why`: how everyone stands, and the rule of the moment. `why 2`, `why fame 5`: an icon space; `why naegling`: a
    card; `why grendel`: an episode."""
    box = table.box
    if not text:
        yield from ((stands,) for stands in tell_everyone(box, view))
        yield (tell_rules(view),)
        return
    found = explained(box, view, text)
    if not found:
        raise HeorotError("legend.why.unknown", text=text[:60])
    yield from found


def tell_everyone(box: Box, view: View) -> Iterator[Sentence]:
    """L1.7: how everyone stands: of others what lies open, and what could be remembered where the table shows that."""
    for player, stands in zip(view.players, tell_standing(box, view), strict=True):
        yield stands if is_open(view) or player.seat == view.seat else tell_rival(player)


def tell_rival(player: PlayerView) -> Sentence:
    """How many tokens lie face down in front of a player, with the scratches and wounds, which lie open."""
    hurt = {"scratches": player.scratches, "wounds": player.wounds, "doubles": player.double_wounds}
    return Sentence("legend.why.rival", seat=player.seat + 1, tokens=player.tokens, **hurt)


def tell_rules(view: View) -> Sentence:
    """The rule of what is asked, and those of what may be answered."""
    rules = sorted({RULES.get(view.question, "L2.2"), *(rule(view, action) for action in view.legal)})
    return Sentence("legend.why.rules", number=len(rules), cited=", ".join(rules))


def explained(box: Box, view: View, text: str) -> list[Paragraph]:
    """What is asked about, explained: an icon space by its number, a card, an icon, or episodes by their names."""
    ours = in_our_words(text)
    if ours.isdecimal() and 1 <= int(ours) <= len(view.spaces):
        return [(tell_space(box, view, view.spaces[int(ours) - 1].icon, own(view).seat),)]
    if card := find_card(ours, box):
        return [tuple(tell_card(box, view, card))]
    if icon := icons_of(box).get(ours):
        return [(tell_space(box, view, icon, own(view).seat),)]
    return [tuple(tell_episode(box, view, episode)) for episode in find_episodes(box, text)]


def find_episodes(box: Box, text: str) -> list[Episode]:
    """Episodes whose name holds some words, in any of our languages."""
    return [episode for episode in box.episodes if any(plain(text) in plain(name) for name in names_of(episode))]


def names_of(episode: Episode) -> list[str]:
    """The name of an episode in every language, and in the box."""
    told = (catalogue(language).get(f"legend.episode.{episode.slug}", "") for language in LANGUAGES)
    return [name.replace("’", "'") for name in told] + [curly(episode.name), episode.name]


def tell_episode(box: Box, view: View, episode: Episode) -> Iterator[Sentence]:
    """An episode: what it asks and brings for this number of players, and its name in the box."""
    yield Sentence("legend.why.episode", number=episode.number, name=name_episode(episode),
                   asked=tell_coming(box, view, episode))  # fmt: skip
    yield Sentence("legend.why.in-the-box", name=curly(episode.name))


def tell_card(box: Box, view: View, card: Card) -> Iterator[Sentence]:
    """A card: what it counts in the bidding at hand, or in the next; a special card with its rule and its place."""
    name, episode = name_card(card, box), next_bidding(box, view)
    if episode is not None and card.name not in TEXTS:
        counts: dict[str, Part] = {"name": name_episode(episode), "symbols": value_in(box, episode, card)}
        yield Sentence("legend.why.card", card=name, **counts)
    if card.name in TEXTS:
        yield Sentence("legend.why.text", card=name, rule=TEXT_RULES[card.name])
    if card.name in box.special_names:
        yield tell_place(view, card, name)
        yield Sentence("legend.why.in-the-box", name=curly(box.special_names[card.name]))


def tell_place(view: View, card: Card, name: Sentence) -> Sentence:
    """L1.5, L1.7: where a special card is; all know that."""
    if card in view.supply.specials:
        return Sentence("legend.why.beside", card=name)
    for player in view.players:
        if card in dict(player.known):
            return Sentence("legend.why.held", card=name, player=name_player(player.seat, view.seat))
        if card in dict(player.laid):
            return Sentence("legend.why.lies", card=name, **whose(player.seat, view.seat))
    return Sentence("legend.why.gone", card=name)


# ---- Episodes ------------------------------------------------------------------------------------------------------


def tell_asked(box: Box, episode: Episode) -> Sentence:
    """The kind of an episode with its symbols, or its offer."""
    kind = name_kind(episode.kind)
    if episode.symbols:
        return Sentence("legend.screen.symbols", kind=kind, symbols=tuple(map(name_symbol, episode.symbols)))
    if episode.give and episode.get:
        offer = {"price": name_price(episode.give), "icon": name_icon(episode.get, box)}
        return Sentence("legend.screen.offer", kind=kind, **offer)
    if episode.reward:
        return Sentence("legend.screen.reward", kind=kind, icon=name_icon(episode.reward, box))
    return Sentence("legend.screen.kind", kind=kind)


def tell_coming(box: Box, view: View, episode: Episode) -> Sentence:
    """What an episode asks and what it brings to so many players, in words."""
    icons = tuple(name_icon(icon, box) for icon in episode.spaces[: len(view.players)])
    asked = tell_asked(box, episode)
    return Sentence("legend.screen.pays", asked=asked, icons=icons) if icons else asked


# ---- What if -------------------------------------------------------------------------------------------------------


def tell_what_if(table: Table, view: View, action: Action) -> Iterator[Paragraph]:
    """`preview`: what an answer would do, and what it would bring as far as that can be known."""
    yield (tell_action(table.box, view, action), *tell_outcome(table.box, view, action))


def tell_outcome(box: Box, view: View, action: Action) -> Iterator[Sentence]:
    """What would come of it."""
    match action:
        case Risk():
            yield from tell_odds(box, view)
        case Use() if view.question == "daring":
            yield from tell_risk(risk_odds(box, view, CARDS_OF_DARING))
        case Take(icon):
            yield tell_space(box, view, icon, own(view).seat)
        case Lay(card):
            yield tell_reach(view, symbols_on(box, view, card))
        case Show(token):
            yield tell_reach(view, token.value)
        case GiveUp() if view.question != "show":
            yield Sentence("legend.why.marker", marker=sum(player.still_in for player in view.players))
        case Bid(card):
            yield tell_bid(box, view, (*staged_cards(view), card))
        case Done() if view.question == "bid":
            yield tell_bid(box, view, staged_cards(view))
        case Pay() | Discard() | Give() | Done():
            yield tell_space(box, view, episode_of(box, view).get or Icon("heal"), own(view).seat)
        case Recover(card) | TakeBack(card):
            yield from tell_card(box, view, card)


def tell_reach(view: View, more: int) -> Sentence:
    """L5.2, L9.1: whether the highest total would be reached."""
    total = (own(view).total or 0) + more
    return Sentence("legend.why.reach", highest=view.high, missing=max(view.high - total, 0))


def tell_bid(box: Box, view: View, cards: tuple[Card, ...]) -> Sentence:
    """L4.2: the symbols of a bid that would count."""
    total = sum(symbols_on(box, view, card) for card in cards)
    return Sentence("legend.why.bid", total=total, cards=len(cards))
