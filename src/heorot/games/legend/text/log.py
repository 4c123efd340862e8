"""What is done, in words: the log as sentences, and an action before it is done. As data; the locales have the words.

A sentence about several entries is told at the last of them, so what was told once never changes when the log grows.
"""

from collections.abc import Iterator

from heorot.engine.seats import Seat
from heorot.engine.sentence import Part, Sentence
from heorot.games.legend.actions import (
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
from heorot.games.legend.box import Box
from heorot.games.legend.components import Card, Icon
from heorot.games.legend.episodes.recovery import CARDS_FOR_EACH
from heorot.games.legend.events import settle, tell_arrival, tell_events
from heorot.games.legend.happenings import Event, GetsCard, GetsHurt, GetsMarker, GetsMisfortune, GetsToken
from heorot.games.legend.memory import one_by_one
from heorot.games.legend.names import name_card, name_icon
from heorot.games.legend.specials import CARDS_OF_DARING
from heorot.games.legend.story import BLESSED, Owed, Story, name_all, name_cards, name_listed, name_tokens
from heorot.games.legend.view import Seen, View
from heorot.games.legend.wounds import CARDS_FOR_A_WOUND

GIVEN = {"dealt-card": "dealt", "drawn-card": "cards", "drawn-token": "tokens", "recovery-card": "recovery"}
ABOUT = {
    "blessing": "king_hrothgars_blessing", "inspiration": "queen_wealhtheows_inspiration", "daring": "beowulfs_daring",
    "resolve": "beowulfs_resolve", "rest": "the_warriors_rest",
}  # fmt: skip

# ---- The log -------------------------------------------------------------------------------------------------------


def tell_log(box: Box, view: View, discreet: bool = False) -> Iterator[Sentence]:
    """Everything that was said and that followed, as sentences for the seat of a view; discreetly, without what that
    seat alone has seen, where others may read it too."""
    story = Story(box, len(view.players), view.seat, discreet)
    for entry in view.log:
        yield from tell_entry(story, entry)


def tell_entry(story: Story, entry: Seen) -> Iterator[Sentence]:
    """One entry, and what follows from it; before it what could not be told earlier."""
    what = GIVEN.get(entry.question)
    if story.owed and (story.owed.what, story.owed.seat) != (what, entry.to):
        yield from settle(story)
    if entry.episode != story.episode:
        yield from tell_arrival(story, entry.episode)
    yield from tell_given(story, entry, what) if what else tell_said(story, entry)
    story.follow(entry.action, entry.events)
    yield from tell_events(story, entry)


def tell_given(story: Story, entry: Seen, what: str) -> Iterator[Sentence]:
    """A card or a token that chance gives; all of them are told with the last one."""
    expected = {"dealt": story.box.hand.dealt, "recovery": CARDS_FOR_EACH * story.seats}
    owed = story.owed = story.owed or Owed(what, entry.to, expected.get(what, 1))
    owed.given += 1
    match entry.action:
        case GivenCard(card) if what == "recovery" or not story.discreet:
            owed.seen.append(name_card(card, story.box))
        case GivenToken(token) if not story.discreet:
            owed.seen.append(name_listed(token))
    if owed.given == owed.number:
        yield from settle(story)


def tell_said(story: Story, entry: Seen) -> Iterator[Sentence]:
    """What was said."""
    who, box = story.whose(entry.seat), story.box
    match entry.action:
        case First(seat):
            yield Sentence("legend.does.first", **story.whose(seat))
        case Bid(card) | Pay(card) | Discard(card):
            story.staged.setdefault(entry.seat, []).append(name_card(card, box))
        case Give(token):
            story.staged.setdefault(entry.seat, []).append(name_listed(token))
        case GivenCard(card):
            story.turned.append(card)
        case Lay(card):
            total = story.add(entry.seat, story.symbols_on(card))
            yield Sentence("legend.does.lays", **who, card=name_card(card, box), total=total)
        case Show(token):
            story.shown.setdefault(entry.seat, []).append(name_listed(token))
            total = story.add(entry.seat, token.value)
            yield Sentence("legend.does.shows-token", **who, token=name_listed(token), total=total)
        case Recover(card):
            yield Sentence("legend.does.recovers", **who, card=name_card(card, box))
        case Decline():
            yield Sentence("legend.does.declines", **who)
        case Heal(what):
            yield Sentence("legend.does.heals", **who, what=what.split()[0])
        case _:
            yield from tell_further(story, entry)


def tell_further(story: Story, entry: Seen) -> Iterator[Sentence]:
    """What was said, and may bring something."""
    match entry.action:
        case Done():
            yield from tell_set(story, entry)
        case Take(icon):
            yield from tell_take(story, entry, icon)
        case GiveUp():
            yield from tell_giving_up(story, entry)
        case Use() | Keep() | TakeBack() | ReturnScratches():
            yield from tell_special(story, entry)


# ---- Sets ----------------------------------------------------------------------------------------------------------


def tell_set(story: Story, entry: Seen) -> Iterator[Sentence]:
    """L3.3, L4.1: a set of cards or tokens is complete: a bid, which others do not see, or a price."""
    who, things = story.whose(entry.seat), name_all(story.staged.pop(entry.seat, []))
    match entry.question:
        case "bid" if entry.seat == story.reader and not story.discreet:
            yield Sentence("legend.does.bids", cards=things)
        case "bid":
            yield Sentence("legend.does.seals", **who)
        case "pay":
            yield Sentence("legend.does.pays", **who, cards=things)
        case "discard":
            yield Sentence("legend.does.discards", **who, cards=things)
        case "return":
            yield Sentence("legend.does.returns", **who, tokens=things)
    if entry.question in ("pay", "discard") and not is_blessed(story, entry):
        yield from bring_offer(story, entry)


def is_blessed(story: Story, entry: Seen) -> bool:
    """L7.2: whether the seat is asked about King Hrothgar's Blessing before anything else."""
    return entry.question == "pay" and story.holders.get(BLESSED) == entry.seat


def bring_offer(story: Story, entry: Seen) -> Iterator[Sentence]:
    """L3.3: what the episode offers for the price."""
    offer = story.box.episodes[story.episode - 1].get
    if offer:
        yield from bring(story, entry.events, entry.seat, offer)


# ---- Icons ---------------------------------------------------------------------------------------------------------


def tell_take(story: Story, entry: Seen, icon: Icon) -> Iterator[Sentence]:
    """L6.2, L3.6: an icon is taken. What it brings is told by itself; if something is asked first, the space is."""
    story.icon = icon
    hurt = any(isinstance(event, GetsHurt) and event.seat == entry.seat for event in entry.events)
    asked = story.is_avoidable(entry.seat, icon) or (icon.kind == "scratch" and not hurt)
    if asked or icon.kind == "fame or heal":
        yield Sentence("legend.does.space", **story.whose(entry.seat), icon=name_icon(icon, story.box))
    else:
        yield from bring(story, entry.events, entry.seat, icon)


def bring(story: Story, events: tuple[Event, ...], seat: Seat, icon: Icon) -> Iterator[Sentence]:
    """L6.3 to L6.7: an icon is carried out. What chance owes for it comes with the next entries; a token, a card or a
    wound is an event; but if nothing is left of it, that is told."""
    match icon.kind:
        case "cards":
            story.owed = Owed("cards", seat, icon.number)
        case "alliance":
            story.owed = Owed("tokens", seat, icon.number)
        case "wound" | "double wound":
            story.owed = Owed("cards", seat, CARDS_FOR_A_WOUND)
        case "fame" | "treasure" | "misfortune" | "card":
            got = (event for event in events if isinstance(event, GetsToken | GetsMisfortune | GetsCard))
            if all(event.seat != seat for event in got):
                yield Sentence("legend.does.nothing-left", **story.whose(seat), icon=name_icon(icon, story.box))


# ---- Giving up -----------------------------------------------------------------------------------------------------


def tell_giving_up(story: Story, entry: Seen) -> Iterator[Sentence]:
    """L5.5, L9.1: out of an episode in turn, with a marker; or out of an auction, with all that was shown."""
    who, shown = story.whose(entry.seat), story.shown.pop(entry.seat, [])
    for event in entry.events if story.kind == "in turn" else ():  # an auction has none, but the next episode may
        if isinstance(event, GetsMarker) and event.seat == entry.seat:
            yield Sentence("legend.does.gives-up-marker", **who, marker=event.marker)
            return
    if shown:
        yield Sentence("legend.does.gives-up-tokens", **who, tokens=name_all(shown))
    else:
        yield Sentence("legend.does.gives-up", **who)
    story.out.add(entry.seat)
    if len(story.out) == story.seats - 1:
        yield from tell_last_in_auction(story, entry)


def tell_last_in_auction(story: Story, entry: Seen) -> Iterator[Sentence]:
    """L9.1: the last one in pays what was shown, perhaps nothing, and takes the reward."""
    seat = next(Seat(seat) for seat in range(story.seats) if seat not in story.out)
    paid, reward = story.shown.pop(seat, []), story.box.episodes[story.episode - 1].reward
    if paid:
        yield Sentence("legend.does.wins-auction", **story.whose(seat), tokens=name_all(paid))
    else:
        yield Sentence("legend.does.wins-unpaid", **story.whose(seat))
    if reward:
        yield from bring(story, entry.events, seat, reward)


# ---- Special cards -------------------------------------------------------------------------------------------------


def tell_special(story: Story, entry: Seen) -> Iterator[Sentence]:
    """Chapter 7: a special card is used, or kept; whatever waited for that goes on."""
    yield tell_using(story, entry)
    if entry.question == "inspiration" and isinstance(entry.action, Keep):
        yield from bring(story, entry.events, entry.seat, story.icon)
    elif entry.question == "blessing" and story.kind == "opportunity":
        yield from bring_offer(story, entry)


def tell_using(story: Story, entry: Seen) -> Sentence:
    """What a special card does, or that it is kept."""
    who, box = story.whose(entry.seat), story.box
    used = name_card(Card(ABOUT[entry.question]), box)
    match entry.action, entry.question:
        case TakeBack(card), _:
            return Sentence("legend.does.blesses", **who, used=used, card=name_card(card, box))
        case ReturnScratches(number), _:
            return Sentence("legend.does.rests", **who, used=used, number=number)
        case Use(), "inspiration":
            return Sentence("legend.does.inspires", **who, used=used, icon=name_icon(story.icon, box))
        case Use(), "daring":
            return Sentence("legend.does.dares", **who, used=used, number=CARDS_OF_DARING)
        case Use(), _:
            return Sentence("legend.does.resolves", **who, used=used)
    return Sentence("legend.does.keeps", **who, used=used)


# ---- Before it is done ---------------------------------------------------------------------------------------------


def tell_action(box: Box, view: View, action: Action) -> Sentence:
    """What a seat would do with an action, before it is done."""
    seat = view.asked[0] if view.seat is None else view.seat
    story = Story(box, len(view.players), view.seat, discreet=False)
    story.episode, story.icon = view.episode, view.icon or Icon("")
    story.totals = {player.seat: player.total or 0 for player in view.players}
    who, entry = story.whose(seat), Seen(view.episode, view.question, seat, None, action, ())
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
            return tell_completing(box, view, who)
        case Use() | Keep() | TakeBack() | ReturnScratches():
            return tell_using(story, entry)
    return next(tell_said(story, entry))


def tell_completing(box: Box, view: View, who: dict[str, Part]) -> Sentence:
    """A set as it would be."""
    seat = view.asked[0] if view.seat is None else view.seat
    player = view.players[seat]
    cards = name_cards(one_by_one(view.bid if view.question == "bid" else player.laid), box)
    match view.question:
        case "bid":
            return Sentence("legend.does.bids", cards=cards)
        case "pay":
            return Sentence("legend.does.pays", **who, cards=cards)
        case "discard":
            return Sentence("legend.does.discards", **who, cards=cards)
    return Sentence("legend.does.returns", **who, tokens=name_tokens(one_by_one(player.shown)))
