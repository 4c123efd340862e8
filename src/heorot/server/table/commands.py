"""Decide which events a command leads to, or raise Refusal. Pure: the source of chance is a parameter."""

from collections.abc import Iterable

from heorot.engine.game import play
from heorot.engine.seats import CHANCE, Seat
from heorot.server.protocol import messages
from heorot.server.protocol.errors import Refusal
from heorot.server.table.clocks import Clocks, seats_out_of_time
from heorot.server.table.draws import ChanceSource
from heorot.server.table.events import (
    AbortRequested,
    Agreed,
    Begun,
    BotTookOver,
    CameBack,
    ChatErased,
    Chatted,
    Configured,
    Ended,
    Event,
    Moved,
    Muted,
    Outage,
    Paused,
    PauseRequested,
    Placed,
    Replaced,
    Resigned,
    Resumed,
    SeatAssignment,
    Seated,
    TimedOut,
    UndoAgreed,
    UndoApplied,
    UndoRequested,
)
from heorot.server.table.fold import apply_event
from heorot.server.table.identity import FALLBACK_BOT, Identity, clean_name, clean_text, resolve_bot, seat_by_number
from heorot.server.table.opaque_game import GameState
from heorot.server.table.table import TableState
from heorot.server.table.undo import has_sealed_choice, is_undo_free, steps_to_undo

Events = tuple[Event, ...]
MAX_EVENTS = 20_000  # 30 times the longest game; a table is loaded as a whole, and fills the disk
CLOSING_COMMANDS = (
    messages.Play,
    messages.Agree,
    messages.Resign,
    messages.Erase,
    messages.Close,
    messages.Rematch,
)  # allowed beyond MAX_EVENTS, since each can occur only a limited number of times


def decide(table: TableState, identity: Identity, command: messages.Change, chance: ChanceSource) -> Events:
    """Return the events of a command; raises Refusal."""
    check_event_limit(table, command)
    match command:
        case messages.Play(question=question, actions=actions):
            return (play_actions(table, require_player(table, identity), question, actions, chance),)
        case messages.Undo():
            return undo(table, require_player(table, identity))
        case messages.Abort():
            return abort(table, require_player(table, identity))
        case messages.Agree(yes=yes):
            return agree(table, identity.require_seat(), yes)
        case messages.Pause():
            return pause(table, require_player(table, identity))
        case messages.Resume():
            return resume(table, require_player(table, identity))
        case messages.SendChat(text=text):
            return say(table, identity.require_seat(), text)
        case messages.Erase(message=number):
            return erase(table, identity, number)
        case messages.Resign():
            return resign(table, identity.require_seat())
        case messages.Leave(bot=bot, seat=number):
            return leave(table, identity, bot, number)
        case messages.ReclaimSeat():
            return come_back(table, identity.require_seat())
    return decide_host_command(table, identity, command, chance)


def decide_host_command(
    table: TableState, identity: Identity, command: messages.Change, chance: ChanceSource
) -> Events:
    """Return the events of a command that is reserved for the host; raises Refusal."""
    identity.require_host()
    match command:
        case messages.ConfigureSeat():
            return assign_seat(table, command, chance)
        case messages.Mute(seat=number, muted=muted):
            return (Muted(seat=seat_by_number(table, number), muted=muted),)
        case messages.Configure(options=options):
            require_open(table)
            require_no_fork(table)
            table.game.setup(table.box, len(table.places), options, table.created.rules)
            return (Configured(options=options),)
        case messages.Close():
            require_open(table)
            return (Ended(why="closed"),)
    raise AssertionError(f"{command!r} is not handled by the table alone")


def require_player(table: TableState, identity: Identity) -> Seat:
    """Return the seat of a person who plays; raises Refusal if a bot plays for them."""
    seat = identity.require_seat()
    if table.is_bot_seat(seat):
        raise Refusal("bot-plays", "server.bot-plays", seat=seat + 1)
    return seat


# ---- Preconditions -----------------------------------------------------------------------------------------------


def check_event_limit(table: TableState, command: messages.Change) -> None:
    """Raise Refusal at the event limit, unless the command helps to finish the game."""
    if table.seq >= MAX_EVENTS and not isinstance(command, CLOSING_COMMANDS):
        raise Refusal("too-long", "server.too-long")


def require_open(table: TableState) -> None:
    """Raise Refusal once the game has begun."""
    if table.status != "open":
        raise Refusal("begun", "server.begun")


def require_no_fork(table: TableState) -> None:
    """Raise Refusal at a what-if table, whose options are those of the source game."""
    if table.created.fork is not None:
        raise Refusal("begun", "server.begun")


def require_playing(table: TableState) -> None:
    """Raise Refusal unless the game is running."""
    if table.status == "open":
        raise Refusal("not-begun", "server.not-begun")
    if table.status != "playing":
        raise Refusal("over", "server.over")


# ---- The game ----------------------------------------------------------------------------------------------------


def play_actions(table: TableState, seat: Seat, question: int, actions: Iterable[str], chance: ChanceSource) -> Moved:
    """Return the move of a seat that answers its open question. Actions beyond a complete answer are refused unread:
    parsing them would reveal what the answer led to."""
    require_playing(table)
    if table.open_question(seat) != question:
        raise Refusal("stale", "server.stale")
    state, texts = table.game_state, list[str]()
    for text in actions:
        if texts and not table.game.has_unfinished_action(state, seat):
            raise Refusal("too-many-answers", "server.too-many-answers", text=text[:60])
        action = table.game.read(state, text)
        texts.append(table.game.write(state, action))
        state = play(table.game, state, seat, action)
    if table.game.has_unfinished_action(state, seat):
        raise Refusal("half-a-set", "server.half-a-set")
    return Moved(seat=seat, said=tuple(texts), drawn=draw_chance(table, state, chance))


def play_bot_actions(
    table: TableState, seat: Seat, question: int, actions: Iterable[str], chance: ChanceSource
) -> Moved:
    """Return the move of a bot; raises Refusal if a person plays again meanwhile."""
    if not table.is_bot_seat(seat):
        raise Refusal("person-plays", "server.person-plays", seat=seat + 1)
    return play_actions(table, seat, question, actions, chance)


def draw_chance(table: TableState, state: GameState, chance: ChanceSource) -> tuple[str, ...]:
    """Draw until the game asks a seat or ends."""
    texts: list[str] = []
    while CHANCE in table.game.actors(state):
        action = chance.choose(table, state, table.draw_count + len(texts))
        texts.append(table.game.write(state, action))
        state = table.game.apply(state, CHANCE, action)
    return tuple(texts)


def undo(table: TableState, seat: Seat) -> Events:
    """Undo the seat's last answer: at once if it has revealed nothing, else with everybody's consent."""
    require_playing(table)
    require_time_left(table, seat)
    if has_sealed_choice(table, seat) or is_undo_free(table, seat):
        return (UndoApplied(seat=seat),)
    require_no_request(table)
    steps = steps_to_undo(table, seat)
    if not steps:
        raise Refusal("nothing-to-undo", "server.nothing-to-undo")
    return request_consent(table, seat, UndoRequested(seat=seat), UndoAgreed(seat=seat, steps=steps))


def abort(table: TableState, seat: Seat) -> Events:
    """End the game without a winner, with everybody's consent."""
    require_playing(table)
    return request_consent(table, seat, AbortRequested(seat=seat), Ended(why="aborted"))


def request_consent(
    table: TableState,
    seat: Seat,
    request: UndoRequested | AbortRequested | PauseRequested,
    granted: UndoAgreed | Ended | Paused,
) -> Events:
    """Return the request, or the granted result if no other person must agree; bots always agree."""
    require_no_request(table)
    return (request,) if set(table.voters) - {seat} else (granted,)


def require_no_request(table: TableState) -> None:
    """Raise Refusal while another request is open."""
    if table.request is not None:
        raise Refusal("asked-already", "server.asked-already")


def agree(table: TableState, seat: Seat, yes: bool) -> Events:
    """Record a vote. The last yes carries out the request, the first no drops it."""
    request = table.request
    if request is None or seat in request.agreed or seat not in table.voters:
        raise Refusal("nothing-asked", "server.nothing-asked")
    agreed = Agreed(seat=seat, yes=yes)
    if not yes or set(table.voters) - request.agreed - {seat}:
        return (agreed,)
    if request.kind == "end":
        return agreed, Ended(why="aborted")
    if request.kind == "pause":
        return agreed, Paused(seat=request.seat)
    return agreed, UndoAgreed(seat=request.seat, steps=steps_to_undo(table, request.seat))


# ---- Seats -------------------------------------------------------------------------------------------------------


def join(
    table: TableState, seat: Seat, name: str, chance: ChanceSource, salt: str | None = None, by_link: bool = False
) -> Events:
    """Seat a person, and begin the game if all seats are taken. `salt` counts only before the first draw. With
    `by_link` a reissued link takes back its seat."""
    place = table.places[seat]
    if table.status not in ("open", "playing"):
        raise Refusal("over", "server.over")
    if place.who == "bot" or place.resigned or (place.name is not None and not by_link):
        raise Refusal("taken", "server.taken", seat=seat + 1)
    return start_if_full(table, (Seated(seat=seat, name=clean_name(name), salt=salt),), chance)


def start_if_full(table: TableState, events: Events, chance: ChanceSource) -> Events:
    """Append the beginning of the game to these events if they fill the table."""
    for event in events:
        table = apply_event(table, event)
    if table.status != "open" or not table.is_full:
        return events
    return (*events, Begun(drawn=draw_chance(table, table.state_after(()), chance)))


def assign_seat(table: TableState, command: messages.ConfigureSeat, chance: ChanceSource) -> Events:
    """Change who may take a seat. During the game a bot plays until a person has taken it."""
    seat = seat_by_number(table, command.seat)
    if table.status not in ("open", "playing"):
        raise Refusal("over", "server.over")
    waits = table.status == "playing" and command.who != "bot"
    bot = resolve_bot(table.created.game, command.bot) if command.who == "bot" or waits else None
    place = SeatAssignment(who=command.who, bot=bot, away=waits)
    return start_if_full(table, (Placed(seat=seat, place=place),), chance)


def resign(table: TableState, seat: Seat) -> Events:
    """Free the seat before the game; during the game let a bot play on, or end the table."""
    if table.status == "open":
        return (Placed(seat=seat, place=SeatAssignment(who="open")),)
    require_playing(table)
    if table.places[seat].resigned:
        raise Refusal("resigned", "server.resigned")
    if table.created.on_resign == "end":
        return Resigned(seat=seat, bot=None), Ended(why="resigned")
    return (Resigned(seat=seat, bot=resolve_bot(table.created.game, table.places[seat].bot)),)


def leave(table: TableState, identity: Identity, bot: str, number: int | None) -> Events:
    """Let a bot stand in for a person, on their own wish or the host's."""
    if number is not None and seat_by_number(table, number) != identity.seat:
        identity.require_host()
    seat = identity.require_seat() if number is None else seat_by_number(table, number)
    require_playing(table)
    if table.is_bot_seat(seat):
        raise Refusal("bot-plays", "server.bot-plays", seat=seat + 1)
    return (BotTookOver(seat=seat, bot=resolve_bot(table.created.game, bot), by_host=seat != identity.seat),)


def come_back(table: TableState, seat: Seat) -> Events:
    """Let a person play again; raises Refusal unless a bot stands in for them."""
    require_playing(table)
    if not table.places[seat].away:
        raise Refusal("not-away", "server.not-away")
    if table.open_question(seat) is not None:
        require_time_left(table, seat)
    return (CameBack(seat=seat),)


def replace_bot(table: TableState, seat: Seat) -> Events:
    """Replace a failed bot by the fallback bot, which is never replaced."""
    failed, simplest = table.places[seat].bot, resolve_bot(table.created.game, FALLBACK_BOT)
    if failed is None:
        raise Refusal("person-plays", "server.person-plays", seat=seat + 1)
    return () if failed == simplest else (Replaced(seat=seat, bot=simplest, failed=failed),)


# ---- Clocks ------------------------------------------------------------------------------------------------------


def require_clocks(table: TableState) -> Clocks:
    """Return the clocks of a running game; raises Refusal if it has none."""
    require_playing(table)
    if table.clocks is None:
        raise Refusal("no-clock", "server.no-clock")
    return table.clocks


def pause(table: TableState, seat: Seat) -> Events:
    """Stop the clocks with everybody's consent. Moves stay allowed."""
    if require_clocks(table).paused:
        raise Refusal("paused", "server.paused")
    return request_consent(table, seat, PauseRequested(seat=seat), Paused(seat=seat))


def resume(table: TableState, seat: Seat) -> Events:
    """End a pause; any player may."""
    if not require_clocks(table).paused:
        raise Refusal("not-paused", "server.not-paused")
    return (Resumed(seat=seat),)


def require_time_left(table: TableState, seat: Seat) -> None:
    """Raise Refusal if the seat's question timed out: the bot's answer to it is final."""
    if table.clocks is not None and seat in table.clocks.out:
        raise Refusal("out-of-time", "server.out-of-time", seat=seat + 1)


def time_out(table: TableState, now: int) -> Events:
    """Return a timeout for each seat whose time is used up."""
    if table.clocks is None or table.status != "playing":
        return ()
    bot, once = resolve_bot(table.created.game, None), table.clocks.rule.when_out == "one-move"
    return tuple(TimedOut(seat=seat, bot=bot, once=once) for seat in seats_out_of_time(table.clocks, now))


def record_outage(table: TableState, since: int) -> Events:
    """Return an outage if clocks were running, so that the time since then is not charged."""
    return (Outage(since=since),) if table.clocks is not None and table.clocks.running else ()


# ---- Chat --------------------------------------------------------------------------------------------------------


def say(table: TableState, seat: Seat, text: str) -> Events:
    """Store a chat message; raises Refusal if the seat is muted."""
    if table.places[seat].muted:
        raise Refusal("muted", "server.muted")
    return (Chatted(seat=seat, text=clean_text(text)),)


def erase(table: TableState, identity: Identity, number: int) -> Events:
    """Erase a chat message: its author's own, or any for the host."""
    if number >= len(table.chat) or table.chat[number].text is None:
        raise Refusal("no-such-message", "server.no-such-message")
    if table.chat[number].seat != identity.seat:
        identity.require_host()
    return (ChatErased(message=number),)
