"""The log as sentences, and descriptions of actions before they are taken.

A sentence about several entries comes with the last of them, so earlier sentences never change when the log grows.
"""

from collections.abc import Iterator

from heorot.engine.seats import Seat
from heorot.engine.sentence import Param, Sentence
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import name_card, name_icon
from heorot.games.legend.model.actions import (
    Action,
    Bid,
    Decline,
    Discard,
    Done,
    First,
    Give,
    GivenCard,
    GivenToken,
    GiveUp,
    Heal,
    Keep,
    Lay,
    Pay,
    Recover,
    ReturnScratches,
    Risk,
    Show,
    Take,
    TakeBack,
    Use,
)
from heorot.games.legend.model.components import Card, Icon
from heorot.games.legend.rules.episodes.recovery import CARDS_FOR_EACH
from heorot.games.legend.rules.specials import CARDS_OF_DARING
from heorot.games.legend.rules.wounds import CARDS_FOR_A_WOUND
from heorot.games.legend.table.memory import expand
from heorot.games.legend.table.public_events import Event, GetsCard, GetsHurt, GetsMarker, GetsMisfortune, GetsToken
from heorot.games.legend.table.view import LogEntry, View
from heorot.games.legend.text.log_context import (
    BLESSED,
    LogContext,
    PendingDraw,
    name_cards,
    name_counted,
    name_listed,
    name_tokens,
)
from heorot.games.legend.text.log_events import describe_arrival, describe_draws, describe_events

GIVEN = {"dealt-card": "dealt", "drawn-card": "cards", "drawn-token": "tokens", "recovery-card": "recovery"}
ABOUT = {
    "blessing": "king_hrothgars_blessing", "inspiration": "queen_wealhtheows_inspiration", "daring": "beowulfs_daring",
    "resolve": "beowulfs_resolve", "rest": "the_warriors_rest",
}  # fmt: skip

# ---- The log -------------------------------------------------------------------------------------------------------


def describe_log(box: Box, view: View, discreet: bool = False) -> Iterator[Sentence]:
    """Yield the whole log as sentences for the seat of a view; a discreet log omits what only that seat saw."""
    context = LogContext(box, len(view.players), view.seat, discreet)
    for entry in view.log:
        yield from describe_entry(context, entry)


def describe_entry(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """Yield pending sentences, the entry, and its public events."""
    what = GIVEN.get(entry.question)
    if context.pending_draw and (context.pending_draw.what, context.pending_draw.seat) != (what, entry.to):
        yield from describe_draws(context)
    if entry.episode != context.episode:
        yield from describe_arrival(context, entry.episode)
    yield from collect_draw(context, entry, what) if what else describe_logged_action(context, entry)
    context.follow(entry.action, entry.events)
    yield from describe_events(context, entry)


def collect_draw(context: LogContext, entry: LogEntry, what: str) -> Iterator[Sentence]:
    """Collect a card or token from chance; describe all of them with the last one."""
    expected = {"dealt": context.box.hand.dealt, "recovery": CARDS_FOR_EACH * context.seats}
    draw = context.pending_draw = context.pending_draw or PendingDraw(what, entry.to, expected.get(what, 1))
    draw.given += 1
    match entry.action:
        case GivenCard(card) if what == "recovery" or not context.discreet:
            draw.seen.append(name_card(card, context.box))
        case GivenToken(token) if not context.discreet:
            draw.seen.append(name_listed(token))
    if draw.given == draw.number:
        yield from describe_draws(context)


def describe_logged_action(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """Yield the sentence of an action."""
    who, box = context.player_params(entry.seat), context.box
    match entry.action:
        case First(seat):
            yield Sentence("legend.does.first", **context.player_params(seat))
        case Bid(card) | Pay(card) | Discard(card):
            context.staged.setdefault(entry.seat, []).append(name_card(card, box))
        case Give(token):
            context.staged.setdefault(entry.seat, []).append(name_listed(token))
        case GivenCard(card):
            context.turned.append(card)
        case Lay(card):
            total = context.add(entry.seat, context.symbols_on(card))
            yield Sentence("legend.does.lays", **who, card=name_card(card, box), total=total)
        case Show(token):
            context.shown.setdefault(entry.seat, []).append(name_listed(token))
            total = context.add(entry.seat, token.value)
            yield Sentence("legend.does.shows-token", **who, token=name_listed(token), total=total)
        case Recover(card):
            yield Sentence("legend.does.recovers", **who, card=name_card(card, box))
        case Decline():
            yield Sentence("legend.does.declines", **who)
        case Heal(what):
            yield Sentence("legend.does.heals", **who, what=what.split()[0])
        case _:
            yield from describe_consequences(context, entry)


def describe_consequences(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """Yield the sentences of actions that have consequences."""
    match entry.action:
        case Done():
            yield from describe_set(context, entry)
        case Take(icon):
            yield from describe_take(context, entry, icon)
        case GiveUp():
            yield from describe_giving_up(context, entry)
        case Use() | Keep() | TakeBack() | ReturnScratches():
            yield from describe_special(context, entry)


# ---- Sets ----------------------------------------------------------------------------------------------------------


def describe_set(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """L3.3, L4.1: Yield a complete set: a bid, which others do not see, or a price."""
    who, things = context.player_params(entry.seat), name_counted(context.staged.pop(entry.seat, []))
    match entry.question:
        case "bid" if entry.seat == context.reader and not context.discreet:
            yield Sentence("legend.does.bids", cards=things)
        case "bid":
            yield Sentence("legend.does.seals", **who)
        case "pay":
            yield Sentence("legend.does.pays", **who, cards=things)
        case "discard":
            yield Sentence("legend.does.discards", **who, cards=things)
        case "return":
            yield Sentence("legend.does.returns", **who, tokens=things)
    if entry.question in ("pay", "discard") and not is_blessed(context, entry):
        yield from describe_offer_effect(context, entry)


def is_blessed(context: LogContext, entry: LogEntry) -> bool:
    """L7.2: Return whether the seat must first answer about King Hrothgar's Blessing."""
    return entry.question == "pay" and context.holders.get(BLESSED) == entry.seat


def describe_offer_effect(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """L3.3: Yield the reward of the episode."""
    offer = context.box.episodes[context.episode - 1].get
    if offer:
        yield from describe_icon_effect(context, entry.events, entry.seat, offer)


# ---- Icons ---------------------------------------------------------------------------------------------------------


def describe_take(context: LogContext, entry: LogEntry, icon: Icon) -> Iterator[Sentence]:
    """L6.2, L3.6: Yield an icon that is taken. Its effect has its own sentence; if a question comes first, the space
    has one."""
    context.icon = icon
    hurt = any(isinstance(event, GetsHurt) and event.seat == entry.seat for event in entry.events)
    asked = context.is_avoidable(entry.seat, icon) or (icon.kind == "scratch" and not hurt)
    if asked or icon.kind == "fame or heal":
        yield Sentence("legend.does.space", **context.player_params(entry.seat), icon=name_icon(icon, context.box))
    else:
        yield from describe_icon_effect(context, entry.events, entry.seat, icon)


def describe_icon_effect(context: LogContext, events: tuple[Event, ...], seat: Seat, icon: Icon) -> Iterator[Sentence]:
    """L6.3 to L6.7: Yield the effect of an icon. Draws follow in the next entries, and tokens, cards and wounds are
    events; only a supply that has run out needs a sentence here."""
    match icon.kind:
        case "cards":
            context.pending_draw = PendingDraw("cards", seat, icon.number)
        case "alliance":
            context.pending_draw = PendingDraw("tokens", seat, icon.number)
        case "wound" | "double wound":
            context.pending_draw = PendingDraw("cards", seat, CARDS_FOR_A_WOUND)
        case "fame" | "treasure" | "misfortune" | "card":
            got = (event for event in events if isinstance(event, GetsToken | GetsMisfortune | GetsCard))
            if all(event.seat != seat for event in got):
                yield Sentence(
                    "legend.does.nothing-left", **context.player_params(seat), icon=name_icon(icon, context.box)
                )


# ---- Giving up -----------------------------------------------------------------------------------------------------


def describe_giving_up(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """L5.5, L9.1: Yield the exit from an episode in turn, with a marker, or from an auction, with the shown tokens."""
    who, shown = context.player_params(entry.seat), context.shown.pop(entry.seat, [])
    for event in (
        entry.events if context.kind == "in turn" else ()
    ):  # an auction has no markers, but the next episode may
        if isinstance(event, GetsMarker) and event.seat == entry.seat:
            yield Sentence("legend.does.gives-up-marker", **who, marker=event.marker)
            return
    if shown:
        yield Sentence("legend.does.gives-up-tokens", **who, tokens=name_counted(shown))
    else:
        yield Sentence("legend.does.gives-up", **who)
    context.out.add(entry.seat)
    if len(context.out) == context.seats - 1:
        yield from describe_last_in_auction(context, entry)


def describe_last_in_auction(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """L9.1: Yield the payment and the reward of the last player in."""
    seat = next(Seat(seat) for seat in range(context.seats) if seat not in context.out)
    paid, reward = context.shown.pop(seat, []), context.box.episodes[context.episode - 1].reward
    if paid:
        yield Sentence("legend.does.wins-auction", **context.player_params(seat), tokens=name_counted(paid))
    else:
        yield Sentence("legend.does.wins-unpaid", **context.player_params(seat))
    if reward:
        yield from describe_icon_effect(context, entry.events, seat, reward)


# ---- Special cards -------------------------------------------------------------------------------------------------


def describe_special(context: LogContext, entry: LogEntry) -> Iterator[Sentence]:
    """Chapter 7: Yield the use of a special card, and what follows it."""
    yield describe_special_card(context, entry)
    if entry.question == "inspiration" and isinstance(entry.action, Keep):
        yield from describe_icon_effect(context, entry.events, entry.seat, context.icon)
    elif entry.question == "blessing" and context.kind == "opportunity":
        yield from describe_offer_effect(context, entry)


def describe_special_card(context: LogContext, entry: LogEntry) -> Sentence:
    """Describe the use of a special card, or that it is kept."""
    who, box = context.player_params(entry.seat), context.box
    used = name_card(Card(ABOUT[entry.question]), box)
    match entry.action, entry.question:
        case TakeBack(card), _:
            return Sentence("legend.does.blesses", **who, used=used, card=name_card(card, box))
        case ReturnScratches(number), _:
            return Sentence("legend.does.rests", **who, used=used, number=number)
        case Use(), "inspiration":
            return Sentence("legend.does.inspires", **who, used=used, icon=name_icon(context.icon, box))
        case Use(), "daring":
            return Sentence("legend.does.dares", **who, used=used, number=CARDS_OF_DARING)
        case Use(), _:
            return Sentence("legend.does.resolves", **who, used=used)
    return Sentence("legend.does.keeps", **who, used=used)


# ---- Actions not taken yet -----------------------------------------------------------------------------------------


def describe_action(box: Box, view: View, action: Action) -> Sentence:
    """Describe an action of a seat before it is taken."""
    seat = view.asked[0] if view.seat is None else view.seat
    context = LogContext(box, len(view.players), view.seat, discreet=False)
    context.episode, context.icon = view.episode, view.icon or Icon("")
    context.totals = {player.seat: player.total or 0 for player in view.players}
    who, entry = context.player_params(seat), LogEntry(view.episode, view.question, seat, None, action, ())
    match action:
        case Bid(card) | Pay(card) | Discard(card):
            return Sentence("legend.does.adds", **who, thing=name_card(card, box), where=view.question)
        case Give(token):
            return Sentence("legend.does.adds", **who, thing=name_listed(token), where=view.question)
        case Take(icon):
            return Sentence("legend.does.takes", **who, icon=name_icon(icon, box))
        case GiveUp():
            return Sentence("legend.does.gives-up", **who)
        case Risk():
            return Sentence("legend.does.risks", **who)
        case Done():
            return describe_completing(box, view, who)
        case Use() | Keep() | TakeBack() | ReturnScratches():
            return describe_special_card(context, entry)
    return next(describe_logged_action(context, entry))


def describe_completing(box: Box, view: View, who: dict[str, Param]) -> Sentence:
    """Describe a set that would be complete."""
    seat = view.asked[0] if view.seat is None else view.seat
    player = view.players[seat]
    cards = name_cards(expand(view.bid if view.question == "bid" else player.laid), box)
    match view.question:
        case "bid":
            return Sentence("legend.does.bids", cards=cards)
        case "pay":
            return Sentence("legend.does.pays", **who, cards=cards)
        case "discard":
            return Sentence("legend.does.discards", **who, cards=cards)
    return Sentence("legend.does.returns", **who, tokens=name_tokens(expand(player.shown)))
