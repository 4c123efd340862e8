"""Public events as sentences."""

from collections.abc import Iterator, Sequence

from heorot.engine.sentence import Param, Sentence
from heorot.games.legend.box.names import name_card, name_episode, name_icon, name_kind, name_price, name_symbol
from heorot.games.legend.model.actions import GiveUp
from heorot.games.legend.model.components import Card, Episode
from heorot.games.legend.table.public_events import (
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
from heorot.games.legend.table.view import LogEntry
from heorot.games.legend.text.log_context import LogContext, name_cards, name_counted, name_tokens

HURTS = {
    "scratch": "legend.does.scratch",
    "third scratch": "legend.does.third-scratch",
    "wound": "legend.does.wound",
    "double wound": "legend.does.double-wound",
}


def describe_events(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """Yield all events in their order. The sentence about winning cards, or about giving up, includes the marker."""
    markers = {event.seat: event.marker for event in entry.events if isinstance(event, GetsMarker)}
    shown = [event for event in entry.events if isinstance(event, ShowsCards | ShowsTokens)]
    for event in entry.events:
        match event:
            case ShowsCards():
                yield from describe_shown_cards(context, event, markers[event.seat])
            case ShowsTokens(seat, tokens, total):
                who, marker = context.player_params(seat), markers[seat]
                yield Sentence(
                    "legend.does.shows-tokens", **who, tokens=name_tokens(tokens), total=total, marker=marker
                )
            case GetsMarker(seat, marker):
                gave_up = isinstance(entry.action, GiveUp) and seat == entry.seat
                if not shown and not gave_up:
                    key = "legend.does.last-in" if marker == 1 else "legend.does.out"
                    yield Sentence(key, **context.player_params(seat), marker=marker)
            case FirstPlayer() | Arrives() | TurnsUpTokens():
                yield from describe_draws(context)
                yield from describe_progress(context, event)
            case _:
                yield from describe_event(context, event, entry.events)
        if shown and event is shown[-1]:
            yield from describe_ties(context, sorted(shown, key=lambda one: markers[one.seat]))


def describe_event(context: LogContext, event: Event, events: tuple[Event, ...]) -> Iterator[Sentence]:
    """Yield gains, the result of a risk, and reshuffles. Tokens gained together share one sentence."""
    match event:
        case GetsToken(seat):
            tokens = [other.token for other in events if isinstance(other, GetsToken) and other.seat == seat]
            if next(other for other in events if isinstance(other, GetsToken) and other.seat == seat) is event:
                yield Sentence("legend.does.gets-tokens", **context.player_params(seat), tokens=name_tokens(tokens))
        case GetsMisfortune(seat):
            yield Sentence("legend.does.misfortune", **context.player_params(seat))
        case GetsCard(seat, card):
            yield Sentence("legend.does.gets-card", **context.player_params(seat), card=name_card(card, context.box))
        case GetsHurt(seat, what):
            yield Sentence(HURTS[what], **context.player_params(seat))
        case RiskOver():
            yield describe_risk(context, event)
        case Reshuffle():
            yield Sentence("legend.does.reshuffle")


# ---- Cards ---------------------------------------------------------------------------------------------------------


def describe_shown_cards(context: LogContext, event: ShowsCards, marker: int) -> Iterator[Sentence]:
    """L4.1 to L4.3, L8.1: Yield the cards bid or held, the symbols that count and the marker; and the cards that return
    to the hand."""
    who, box = context.player_params(event.seat), context.box
    yield Sentence("legend.does.shows", **who, cards=name_cards(event.cards, box), total=event.total, marker=marker)
    back = [card for card in event.cards if context.kind == "simultaneous" and not context.matches(card)]
    if back:
        yield Sentence("legend.does.goes-back", **who, cards=name_cards(back, box))


def describe_ties(context: LogContext, ranked: Sequence[ShowsCards | ShowsTokens]) -> Iterator[Sentence]:
    """L4.2, L8.1, L9.2: Yield tied players in the order of their markers, with the reason."""
    for total in dict.fromkeys(event.total for event in ranked):
        tied = [event.seat for event in ranked if event.total == total]
        if len(tied) > 1:
            players = tuple(Sentence("legend.tied", **context.player_params(seat)) for seat in tied)
            yield Sentence("legend.does.tie", players=players, total=total)


def describe_risk(context: LogContext, event: RiskOver) -> Sentence:
    """L3.2, L5.6: Describe the cards that a risk turned over, and the matches."""
    cards: tuple[Card, ...]
    cards, context.turned = tuple(context.turned), []
    params: dict[str, Param] = {**context.player_params(event.seat), "cards": name_cards(cards, context.box)}
    if not event.matches:
        return Sentence("legend.does.risk-fails", **params)
    matches = name_cards(event.matches, context.box)
    if context.kind == "risk":
        return Sentence("legend.does.risk-keeps", **params, matches=matches)
    total = context.add(event.seat, sum(map(context.symbols_on, event.matches)))
    return Sentence("legend.does.risk-lays", **params, matches=matches, total=total)


def describe_draws(context: LogContext) -> Iterator[Sentence]:
    """Yield the pending draws in one sentence."""
    draw, context.pending_draw = context.pending_draw, None
    if draw is None or draw.seat is None:
        return
    who, seen = context.player_params(draw.seat), name_counted(draw.seen)
    match draw.what:
        case "recovery":
            yield Sentence("legend.does.turned-over", cards=seen)
        case "dealt" if draw.seen:
            yield Sentence("legend.does.dealt", cards=seen)
        case "cards" if draw.seen:
            yield Sentence("legend.does.draws-these", cards=seen)
        case "cards":
            yield Sentence("legend.does.draws", **who, number=draw.given)
        case "tokens" if draw.seen:
            yield Sentence("legend.does.draws-these-tokens", tokens=seen)
        case "tokens":
            yield Sentence("legend.does.draws-tokens", **who, number=draw.given)


# ---- Journey -------------------------------------------------------------------------------------------------------


def describe_progress(context: LogContext, event: FirstPlayer | Arrives | TurnsUpTokens) -> Iterator[Sentence]:
    """L2.1, L2.3, L9.2: Yield returned treasure, a new first player, or the next episode."""
    match event:
        case TurnsUpTokens(seat, tokens):
            yield Sentence("legend.does.turns-up", **context.player_params(seat), tokens=name_tokens(tokens))
        case FirstPlayer(seat):
            yield Sentence("legend.does.first-player", **context.player_params(seat))
        case Arrives(episode):
            yield from describe_arrival(context, episode)


def describe_arrival(context: LogContext, number: int) -> Iterator[Sentence]:
    """L2.1, L9.2: Yield the end of an episode, the episodes skipped, and the next one."""
    if not context.episode:
        hand = context.box.hand
        yield Sentence("legend.does.hands", beowulf=hand.beowulf, fighting=hand.fighting_double, dealt=hand.dealt)
    elif context.kind == "treasure ranking":
        yield Sentence("legend.does.treasure-returned")
    for episode in context.box.episodes[context.episode : number - 1]:
        key = "legend.does.passes-basic" if episode.is_advanced else "legend.does.passes-by"
        yield Sentence(key, number=episode.number, name=name_episode(episode))
    context.arrive(number)
    yield describe_episode(context, context.box.episodes[number - 1])


def describe_episode(context: LogContext, episode: Episode) -> Sentence:
    """Describe the name, kind and demand or offer of an episode."""
    params: dict[str, Param] = {"number": episode.number, "name": name_episode(episode)}
    params["kind"] = name_kind(episode.kind)
    if episode.symbols:
        return Sentence("legend.does.arrives-symbols", **params, symbols=tuple(map(name_symbol, episode.symbols)))
    if episode.give and episode.get:
        offer = {"price": name_price(episode.give), "icon": name_icon(episode.get, context.box)}
        return Sentence("legend.does.arrives-offer", **params, **offer)
    if episode.reward:
        return Sentence("legend.does.arrives-reward", **params, icon=name_icon(episode.reward, context.box))
    return Sentence("legend.does.arrives", **params)
