"""What a command leads to: the events that must be stored for it, or a Refusal. Pure: chance is handed in."""

from collections.abc import Iterable
from typing import Any

from heorot.engine.game import play
from heorot.engine.seats import CHANCE, Seat
from heorot.server import messages as said
from heorot.server.clocks import Clocks, out_at
from heorot.server.deal import Deal
from heorot.server.errors import Refusal
from heorot.server.events import (
    Agreed,
    AskedBack,
    AskedEnd,
    AskedPause,
    Begun,
    CameBack,
    Chatted,
    Configured,
    Ended,
    Erased,
    Event,
    HandedOver,
    Moved,
    Muted,
    Outage,
    Paused,
    Place,
    Placed,
    Replaced,
    Resigned,
    Resumed,
    Seated,
    TimedOut,
    TookBack,
    WentBack,
)
from heorot.server.fold import after
from heorot.server.people import SIMPLEST, Who, bot_named, called, presentable, seat_numbered
from heorot.server.retreat import has_chosen, is_free, steps_back
from heorot.server.table import Table

Events = tuple[Event, ...]
MOST_EVENTS = 20_000  # of one table, thirty times the longest game; it is read as a whole, and fills the disk
ENDING = (said.Play, said.Agree, said.Resign, said.Erase, said.Close, said.Rematch)  # what comes to an end by itself


def decide(table: Table, who: Who, command: said.Change, deal: Deal) -> Events:
    """The events of a command."""
    must_come_to_an_end(table, command)
    match command:
        case said.Play(question=question, actions=actions):
            return (answer(table, player(table, who), question, actions, deal),)
        case said.Undo():
            return undo(table, player(table, who))
        case said.Abort():
            return abort(table, player(table, who))
        case said.Agree(yes=yes):
            return agree(table, who.seat_at(table), yes)
        case said.Pause():
            return pause(table, player(table, who))
        case said.Resume():
            return resume(table, player(table, who))
        case said.Say(text=text):
            return say(table, who.seat_at(table), text)
        case said.Erase(message=number):
            return erase(table, who, number)
        case said.Resign():
            return resign(table, who.seat_at(table))
        case said.Leave(bot=bot, seat=number):
            return leave(table, who, bot, number)
        case said.Return():
            return come_back(table, who.seat_at(table))
    return rule_the_table(table, who, command, deal)


def rule_the_table(table: Table, who: Who, command: said.Change, deal: Deal) -> Events:
    """What only a host may do."""
    who.must_host()
    match command:
        case said.Seat():
            return give_seat(table, command, deal)
        case said.Mute(seat=number, muted=muted):
            return (Muted(seat=seat_numbered(table, number), muted=muted),)
        case said.Configure(options=options):
            must_be_open(table)
            must_begin_anew(table)
            table.game.setup(table.box, len(table.places), options, table.created.rules)
            return (Configured(options=options),)
        case said.Close():
            must_be_open(table)
            return (Ended(why="closed"),)
    raise AssertionError(f"{command!r} is for the room")


def player(table: Table, who: Who) -> Seat:
    """The seat of someone who plays; who has resigned or let a bot stand in does not."""
    seat = who.seat_at(table)
    if table.plays_by_itself(seat):
        raise Refusal("bot-plays", "server.bot-plays", seat=seat + 1)
    return seat


# ---- When ----------------------------------------------------------------------------------------------------------


def must_come_to_an_end(table: Table, command: said.Change) -> None:
    """A game ends; what people could do without end at its table is not done without end."""
    if table.seq >= MOST_EVENTS and not isinstance(command, ENDING):
        raise Refusal("too-long", "server.too-long")


def must_be_open(table: Table) -> None:
    """Before the game."""
    if table.status != "open":
        raise Refusal("begun", "server.begun")


def must_begin_anew(table: Table) -> None:
    """Where a what-if goes on, the options are those of the game that it left."""
    if table.created.fork is not None:
        raise Refusal("begun", "server.begun")


def must_be_playing(table: Table) -> None:
    """During the game."""
    if table.status == "open":
        raise Refusal("not-begun", "server.not-begun")
    if table.status != "playing":
        raise Refusal("over", "server.over")


# ---- The game ------------------------------------------------------------------------------------------------------


def answer(table: Table, seat: Seat, question: int, actions: Iterable[str], deal: Deal) -> Moved:
    """A seat answers the question that it was asked, and no other: that one may be closed by now. Whatever stands
    behind a whole answer is refused unread, or it would tell what the answer led to."""
    must_be_playing(table)
    if table.question(seat) != question:
        raise Refusal("stale", "server.stale")
    state, texts = table.state, list[str]()
    for text in actions:
        if texts and not table.game.in_a_set(state, seat):
            raise Refusal("too-many-answers", "server.too-many-answers", text=text[:60])
        action = table.game.read(state, text)
        texts.append(table.game.write(state, action))
        state = play(table.game, state, seat, action)
    if table.game.in_a_set(state, seat):
        raise Refusal("half-a-set", "server.half-a-set")
    return Moved(seat=seat, said=tuple(texts), drawn=draw(table, state, deal))


def bot_answer(table: Table, seat: Seat, question: int, actions: Iterable[str], deal: Deal) -> Moved:
    """A bot answers, unless the person has come back meanwhile."""
    if not table.plays_by_itself(seat):
        raise Refusal("person-plays", "server.person-plays", seat=seat + 1)
    return answer(table, seat, question, actions, deal)


def draw(table: Table, state: Any, deal: Deal) -> tuple[str, ...]:
    """What chance says now, until someone else is asked."""
    texts: list[str] = []
    while CHANCE in table.game.actors(state):
        action = deal.choose(table, state, table.drawn + len(texts))
        texts.append(table.game.write(state, action))
        state = table.game.apply(state, CHANCE, action)
    return tuple(texts)


def undo(table: Table, seat: Seat) -> Events:
    """Freely what nobody learned anything by; else, if all people agree."""
    must_be_playing(table)
    must_have_time(table, seat)
    if has_chosen(table, seat) or is_free(table, seat):
        return (TookBack(seat=seat),)
    must_not_be_asked(table)
    steps = steps_back(table, seat)
    if not steps:
        raise Refusal("nothing-to-undo", "server.nothing-to-undo")
    return wish(table, seat, AskedBack(seat=seat), WentBack(seat=seat, steps=steps))


def abort(table: Table, seat: Seat) -> Events:
    """If all people agree."""
    must_be_playing(table)
    return wish(table, seat, AskedEnd(seat=seat), Ended(why="aborted"))


def wish(
    table: Table, seat: Seat, asked: AskedBack | AskedEnd | AskedPause, granted: WentBack | Ended | Paused
) -> Events:
    """What is asked of all is done at once where nobody else must agree: bots always do."""
    must_not_be_asked(table)
    return (asked,) if set(table.people) - {seat} else (granted,)


def must_not_be_asked(table: Table) -> None:
    """One thing after the other is asked of all."""
    if table.request is not None:
        raise Refusal("asked-already", "server.asked-already")


def agree(table: Table, seat: Seat, yes: bool) -> Events:
    """The last yes does what was asked; one no ends it."""
    asked = table.request
    if asked is None or seat in asked.agreed or seat not in table.people:
        raise Refusal("nothing-asked", "server.nothing-asked")
    agreed = Agreed(seat=seat, yes=yes)
    if not yes or set(table.people) - asked.agreed - {seat}:
        return (agreed,)
    if asked.wish == "end":
        return agreed, Ended(why="aborted")
    if asked.wish == "pause":
        return agreed, Paused(seat=asked.seat)
    return agreed, WentBack(seat=asked.seat, steps=steps_back(table, asked.seat))


# ---- Who plays -----------------------------------------------------------------------------------------------------


def join(
    table: Table, seat: Seat, name: str, deal: Deal, salt: str | None = None, by_link: bool = False
) -> Events:
    """A person takes a seat that nobody has; when the last one is there, the game begins. Salt is added to the draws
    before the first of them, or not at all. By a link that was made anew, whoever has lost the seat takes it again."""
    place = table.places[seat]
    if table.status not in ("open", "playing"):
        raise Refusal("over", "server.over")
    if place.who == "bot" or place.resigned or (place.name is not None and not by_link):
        raise Refusal("taken", "server.taken", seat=seat + 1)
    return with_beginning(table, (Seated(seat=seat, name=called(name), salt=salt),), deal)


def with_beginning(table: Table, events: Events, deal: Deal) -> Events:
    """The game begins as soon as nobody is waited for."""
    for event in events:
        table = after(table, event)
    if table.status != "open" or not table.is_full:
        return events
    return (*events, Begun(drawn=draw(table, table.game_after(()), deal)))


def give_seat(table: Table, command: said.Seat, deal: Deal) -> Events:
    """While the game goes on, a bot plays until someone has come."""
    seat = seat_numbered(table, command.seat)
    if table.status not in ("open", "playing"):
        raise Refusal("over", "server.over")
    waits = table.status == "playing" and command.who != "bot"
    bot = bot_named(table.created.game, command.bot) if command.who == "bot" or waits else None
    place = Place(who=command.who, bot=bot, away=waits)
    return with_beginning(table, (Placed(seat=seat, place=place),), deal)


def resign(table: Table, seat: Seat) -> Events:
    """Before the game the seat is free again; later a bot plays on, or the table ends."""
    if table.status == "open":
        return (Placed(seat=seat, place=Place(who="open")),)
    must_be_playing(table)
    if table.places[seat].resigned:
        raise Refusal("resigned", "server.resigned")
    if table.created.on_resign == "end":
        return Resigned(seat=seat, bot=None), Ended(why="resigned")
    return (Resigned(seat=seat, bot=bot_named(table.created.game, table.places[seat].bot)),)


def leave(table: Table, who: Who, bot: str, number: int | None) -> Events:
    """A bot stands in for a person."""
    if number is not None and seat_numbered(table, number) != who.seat:
        who.must_host()
    seat = who.seat_at(table) if number is None else seat_numbered(table, number)
    must_be_playing(table)
    if table.plays_by_itself(seat):
        raise Refusal("bot-plays", "server.bot-plays", seat=seat + 1)
    return (HandedOver(seat=seat, bot=bot_named(table.created.game, bot), by_host=seat != who.seat),)


def come_back(table: Table, seat: Seat) -> Events:
    """Only who was away can."""
    must_be_playing(table)
    if not table.places[seat].away:
        raise Refusal("not-away", "server.not-away")
    if table.question(seat) is not None:
        must_have_time(table, seat)
    return (CameBack(seat=seat),)


def replace_bot(table: Table, seat: Seat) -> Events:
    """A bot has failed: the simplest one plays on, which any game has, and which is not replaced again."""
    failed, simplest = table.places[seat].bot, bot_named(table.created.game, SIMPLEST)
    if failed is None:
        raise Refusal("person-plays", "server.person-plays", seat=seat + 1)
    return () if failed == simplest else (Replaced(seat=seat, bot=simplest, failed=failed),)


# ---- Time ----------------------------------------------------------------------------------------------------------


def clocks_of(table: Table) -> Clocks:
    """The clocks of a game that goes on."""
    must_be_playing(table)
    if table.clocks is None:
        raise Refusal("no-clock", "server.no-clock")
    return table.clocks


def pause(table: Table, seat: Seat) -> Events:
    """If all people agree, the clocks stand still; whoever wants to may answer all the same."""
    if clocks_of(table).paused:
        raise Refusal("paused", "server.paused")
    return wish(table, seat, AskedPause(seat=seat), Paused(seat=seat))


def resume(table: Table, seat: Seat) -> Events:
    """Whoever wants to play on ends a pause: nobody is kept waiting for ever."""
    if not clocks_of(table).paused:
        raise Refusal("not-paused", "server.not-paused")
    return (Resumed(seat=seat),)


def must_have_time(table: Table, seat: Seat) -> None:
    """A question at which the time was out is the bot's, and its answer stands: else nobody would ever have to
    answer."""
    if table.clocks is not None and seat in table.clocks.out:
        raise Refusal("out-of-time", "server.out-of-time", seat=seat + 1)


def time_out(table: Table, now: int) -> Events:
    """A bot answers for everyone whose time is out by now."""
    if table.clocks is None or table.status != "playing":
        return ()
    bot, once = bot_named(table.created.game, None), table.clocks.rule.when_out == "one-move"
    return tuple(TimedOut(seat=seat, bot=bot, once=once) for seat in out_at(table.clocks, now))


def stand_still(table: Table, since: int) -> Events:
    """No server was there since; who was asked meanwhile could not answer."""
    return (Outage(since=since),) if table.clocks is not None and table.clocks.running else ()


# ---- Words ---------------------------------------------------------------------------------------------------------


def say(table: Table, seat: Seat, text: str) -> Events:
    """Something is said."""
    if table.places[seat].muted:
        raise Refusal("muted", "server.muted")
    return (Chatted(seat=seat, text=presentable(text)),)


def erase(table: Table, who: Who, number: int) -> Events:
    """Own words, or for the host anyone's."""
    if number >= len(table.chat) or table.chat[number].text is None:
        raise Refusal("no-such-message", "server.no-such-message")
    if table.chat[number].seat != who.seat:
        who.must_host()
    return (Erased(message=number),)
