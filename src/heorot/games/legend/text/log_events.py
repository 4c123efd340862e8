"""What followed from an answer by itself, in words. As data; the locales have the words."""

from collections.abc import Iterator, Sequence

from heorot.engine.sentence import Part, Sentence
from heorot.games.legend.actions import GiveUp
from heorot.games.legend.components import Card, Episode
from heorot.games.legend.happenings import (
    Arrives,
    Event,
    FirstPlayer,
    GetsCard,
    GetsHurt,
    GetsMarker,
    GetsMisfortune,
    GetsToken,
    Reshuffle,
    RiskOver,
    ShowsCards,
    ShowsTokens,
    TurnsUpTokens,
)
from heorot.games.legend.names import name_card, name_episode, name_icon, name_kind, name_price, name_symbol
from heorot.games.legend.story import Story, name_all, name_cards, name_tokens
from heorot.games.legend.view import Seen

HURTS = {
    "scratch": "legend.does.scratch",
    "third scratch": "legend.does.third-scratch",
    "wound": "legend.does.wound",
    "double wound": "legend.does.double-wound",
}


def tell_events(story: Story, entry: Seen) -> Iterator[Sentence]:
    """Everything that followed, in its order. Markers are told with the cards that won them, or with giving up."""
    markers = {event.seat: event.marker for event in entry.events if isinstance(event, GetsMarker)}
    shown = [event for event in entry.events if isinstance(event, ShowsCards | ShowsTokens)]
    for event in entry.events:
        match event:
            case ShowsCards():
                yield from tell_shown_cards(story, event, markers[event.seat])
            case ShowsTokens(seat, tokens, total):
                who, marker = story.whose(seat), markers[seat]
                yield Sentence(
                    "legend.does.shows-tokens", **who, tokens=name_tokens(tokens), total=total, marker=marker
                )
            case GetsMarker(seat, marker):
                gave_up = isinstance(entry.action, GiveUp) and seat == entry.seat
                if not shown and not gave_up:
                    key = "legend.does.last-in" if marker == 1 else "legend.does.out"
                    yield Sentence(key, **story.whose(seat), marker=marker)
            case FirstPlayer() | Arrives() | TurnsUpTokens():
                yield from settle(story)
                yield from tell_road(story, event)
            case _:
                yield from tell_event(story, event, entry.events)
        if shown and event is shown[-1]:
            yield from tell_ties(story, sorted(shown, key=lambda one: markers[one.seat]))


def tell_event(story: Story, event: Event, events: tuple[Event, ...]) -> Iterator[Sentence]:
    """What a player gets, a risk that is over, the piles. Tokens that come together are told together."""
    match event:
        case GetsToken(seat):
            tokens = [other.token for other in events if isinstance(other, GetsToken) and other.seat == seat]
            if next(other for other in events if isinstance(other, GetsToken) and other.seat == seat) is event:
                yield Sentence("legend.does.gets-tokens", **story.whose(seat), tokens=name_tokens(tokens))
        case GetsMisfortune(seat):
            yield Sentence("legend.does.misfortune", **story.whose(seat))
        case GetsCard(seat, card):
            yield Sentence("legend.does.gets-card", **story.whose(seat), card=name_card(card, story.box))
        case GetsHurt(seat, what):
            yield Sentence(HURTS[what], **story.whose(seat))
        case RiskOver():
            yield tell_risk(story, event)
        case Reshuffle():
            yield Sentence("legend.does.reshuffle")


# ---- Cards ---------------------------------------------------------------------------------------------------------


def tell_shown_cards(story: Story, event: ShowsCards, marker: int) -> Iterator[Sentence]:
    """L4.1 to L4.3, L8.1: what was bid or held, the symbols that count, the marker; and what goes back to the hand."""
    who, box = story.whose(event.seat), story.box
    yield Sentence("legend.does.shows", **who, cards=name_cards(event.cards, box), total=event.total, marker=marker)
    back = [card for card in event.cards if story.kind == "simultaneous" and not story.matches(card)]
    if back:
        yield Sentence("legend.does.goes-back", **who, cards=name_cards(back, box))


def tell_ties(story: Story, ranked: Sequence[ShowsCards | ShowsTokens]) -> Iterator[Sentence]:
    """L4.2, L8.1, L9.2: who has shown the same, in the order of the markers, and why in this order."""
    for total in dict.fromkeys(event.total for event in ranked):
        tied = [event.seat for event in ranked if event.total == total]
        if len(tied) > 1:
            players = tuple(Sentence("legend.tied", **story.whose(seat)) for seat in tied)
            yield Sentence("legend.does.tie", players=players, total=total)


def tell_risk(story: Story, event: RiskOver) -> Sentence:
    """L3.2, L5.6: the cards that a risk turned over, and what matched."""
    cards: tuple[Card, ...]
    cards, story.turned = tuple(story.turned), []
    told: dict[str, Part] = {**story.whose(event.seat), "cards": name_cards(cards, story.box)}
    if not event.matches:
        return Sentence("legend.does.risk-fails", **told)
    matches = name_cards(event.matches, story.box)
    if story.kind == "risk":
        return Sentence("legend.does.risk-keeps", **told, matches=matches)
    total = story.add(event.seat, sum(map(story.symbols_on, event.matches)))
    return Sentence("legend.does.risk-lays", **told, matches=matches, total=total)


def settle(story: Story) -> Iterator[Sentence]:
    """Cards or tokens that chance gave one by one, told together."""
    owed, story.owed = story.owed, None
    if owed is None or owed.seat is None:
        return
    who, seen = story.whose(owed.seat), name_all(owed.seen)
    match owed.what:
        case "recovery":
            yield Sentence("legend.does.turned-over", cards=seen)
        case "dealt" if owed.seen:
            yield Sentence("legend.does.dealt", cards=seen)
        case "cards" if owed.seen:
            yield Sentence("legend.does.draws-these", cards=seen)
        case "cards":
            yield Sentence("legend.does.draws", **who, number=owed.given)
        case "tokens" if owed.seen:
            yield Sentence("legend.does.draws-these-tokens", tokens=seen)
        case "tokens":
            yield Sentence("legend.does.draws-tokens", **who, number=owed.given)


# ---- The road ------------------------------------------------------------------------------------------------------


def tell_road(story: Story, event: FirstPlayer | Arrives | TurnsUpTokens) -> Iterator[Sentence]:
    """L2.1, L2.3, L9.2: treasure that is seen as it goes back, a new first player, the next episode."""
    match event:
        case TurnsUpTokens(seat, tokens):
            yield Sentence("legend.does.turns-up", **story.whose(seat), tokens=name_tokens(tokens))
        case FirstPlayer(seat):
            yield Sentence("legend.does.first-player", **story.whose(seat))
        case Arrives(episode):
            yield from tell_arrival(story, episode)


def tell_arrival(story: Story, number: int) -> Iterator[Sentence]:
    """L2.1, L9.2: what ends with an episode, those that are passed over, and the next one."""
    if not story.episode:
        hand = story.box.hand
        yield Sentence("legend.does.hands", beowulf=hand.beowulf, fighting=hand.fighting_double, dealt=hand.dealt)
    elif story.kind == "treasure ranking":
        yield Sentence("legend.does.treasure-returned")
    for episode in story.box.episodes[story.episode : number - 1]:
        key = "legend.does.passes-basic" if episode.kind.startswith("treasure") else "legend.does.passes-by"
        yield Sentence(key, number=episode.number, name=name_episode(episode))
    story.arrive(number)
    yield tell_episode(story, story.box.episodes[number - 1])


def tell_episode(story: Story, episode: Episode) -> Sentence:
    """Its name, its kind, and what it asks or offers."""
    told: dict[str, Part] = {"number": episode.number, "name": name_episode(episode), "kind": name_kind(episode.kind)}
    if episode.symbols:
        return Sentence("legend.does.arrives-symbols", **told, symbols=tuple(map(name_symbol, episode.symbols)))
    if episode.give and episode.get:
        offer = {"price": name_price(episode.give), "icon": name_icon(episode.get, story.box)}
        return Sentence("legend.does.arrives-offer", **told, **offer)
    if episode.reward:
        return Sentence("legend.does.arrives-reward", **told, icon=name_icon(episode.reward, story.box))
    return Sentence("legend.does.arrives", **told)
