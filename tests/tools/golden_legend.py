"""Golden playthroughs of the Legend. Simultaneous actions are in the order in which they came.

The format of a state; lines that did not change since the previous state are left out:

    == 12  3 lay courage2              the entry that led here
    then gets-marker 2 4, arrives 6    what all saw follow from it, seats numbered from 1
    episode 5, lay, asks 4, first 2, high 3, pile 41, discards 12, turned wit1
    spaces fame 5: 2, wound: -         the icon spaces, and who has taken which
    beside fame1x3 ..., alliances 9, misfortunes 4, cards naegling
    seat 4: hand 7 (beowulf1), laid wit2, in, total 2, marker 3, tokens fame2, alliances 1, scratches 1, wounds 0 + 0
    seat 4 holds wit1 wit2x2, bid fighting1, alliance-fame2
    unseen wit1: 5 4 5 3 5             how many of them the spectator cannot place, then seat by seat
    spectator, seat 1 saw * ?          where they did not see what is written above; or `nothing`
    views 1f6c9d0e ...                 a hash of all that everyone sees: the spectator, then seat by seat
    0 lay courage1 fighting2 | 2 risk  what is legal, numbered
    > 1 lay fighting2
"""

import re
from collections.abc import Iterator
from dataclasses import fields

from heorot.engine.game import Entry
from heorot.engine.records import entry_line
from heorot.engine.seats import Seat
from heorot.games.legend.model.components import Card, Token
from heorot.games.legend.table.memory import Cards, Tokens
from heorot.games.legend.table.notation import write_log_entry, write_token
from heorot.games.legend.table.public_events import Event
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import PlayerView, View, visible_entries
from tests.support.playing import LEGEND, watchers
from tests.tools.golden_common import Named, Played, asked, fingerprint, name_of, together

ADVANCED, FALLEN = (("advanced", "yes"),), (("fallen", "yes"),)
FILES = {
    "legend-2.txt": Played("legend", "built-in", 2, 20),
    "legend-3.txt": Played("legend", "built-in", 3, 30),
    "legend-4.txt": Played("legend", "built-in", 4, 40),
    "legend-5.txt": Played("legend", "built-in", 5, 95),
    "legend-advanced-2.txt": Played("legend", "built-in", 2, 22, ADVANCED),
    "legend-advanced-3.txt": Played("legend", "built-in", 3, 31, ADVANCED),
    "legend-advanced-4.txt": Played("legend", "built-in", 4, 46, ADVANCED),
    "legend-advanced-5.txt": Played("legend", "built-in", 5, 355, ADVANCED),
    "legend-advanced-fallen-3.txt": Played("legend", "built-in", 3, 41, ADVANCED + FALLEN),
    "legend-fallen-4.txt": Played("legend", "built-in", 4, 91, FALLEN),
    "legend-small-2.txt": Played("legend", "small", 2, 2, ADVANCED),
}


def followed(table: Table) -> str:
    """Return the public consequences of the latest entry, as a line."""
    events = table.history[-1].events
    return f"\nthen {', '.join(map(event_text, events))}" if events else ""


def event_text(event: Event) -> str:
    """Return an event such as `gets-marker 2 4`, with seats counted from 1."""
    name = re.sub("(?<=[a-z])(?=[A-Z])", "-", type(event).__name__).lower()
    held = [(field.name, getattr(event, field.name)) for field in fields(event)]
    return " ".join([name, *(str(value + 1) if name == "seat" else thing_text(value) for name, value in held)])


def thing_text(thing: object) -> str:
    match thing:
        case Card(name):
            return name
        case Token():
            return write_token(thing)
        case tuple():
            return f"({' '.join(map(thing_text, thing))})"
    return str(thing)


def listed(table: Table, texts: list[str]) -> Iterator[str]:
    """Return the legal actions on one line, grouped by their beginning."""
    parts = [f"{first} {words} {' '.join(ends)}".replace("  ", " ") for first, words, ends in together(texts)]
    yield " | ".join(parts)


def counted(things: Cards | Tokens) -> str:
    """Return counted pieces such as `wit1 wit2x2`, or a dash."""
    texts = [thing_text(thing) + (f"x{number}" if number > 1 else "") for thing, number in things]
    return " ".join(texts) or "-"


# ---- Lines of a state ----------------------------------------------------------------------------------------------


def state_lines(table: Table, entry: Entry | None) -> Iterator[Named]:
    """Yield all lines of a state, each with the name by which it is found unchanged."""
    views = [LEGEND.view(table, me) for me in watchers(table)]
    yield "question", question(views[0])
    yield "spaces", spaces_line(views[0])
    yield "supply", supply_line(views[0])
    for player in views[0].players:
        yield f"player {player.seat}", player_line(player)
    for view in views[1:]:
        yield f"{view.seat} holds", f"{name_of(view.seat)} holds {own_text(view)}"
    yield from unseen_lines(table, views)
    if entry is not None:
        yield from (("always", line) for line in saw_lines(table, entry))
    yield "always", f"views {' '.join(map(fingerprint, views))}"


def question(view: View) -> str:
    more = [f"for {view.to + 1}"] if view.to is not None else []
    more += [f"first {view.first + 1}"] if view.first is not None else []
    more += [f"high {view.high}"] if view.high else []
    more += [f"icon {view.icon}"] if view.icon else []
    more += [f"pile {view.supply.pile}", f"discards {sum(number for _, number in view.supply.discards)}"]
    more += [f"turned {counted(view.turned)}"] if view.turned else []
    if view.points:
        won = " ".join(str(seat + 1) for seat in view.winners) or "nobody"
        more += [f"points {' '.join(map(str, view.points))}", f"won by {won}"]
    return ", ".join([f"episode {view.episode}", view.question, f"asks {asked(view.asked)}", *more])


def spaces_line(view: View) -> str:
    taken = [f"{space.icon}: {'-' if space.taken is None else space.taken + 1}" for space in view.spaces]
    return f"spaces {', '.join(taken) or '-'}"


def supply_line(view: View) -> str:
    supply = view.supply
    specials = " ".join(card.name for card in supply.specials) or "-"
    rest = f"alliances {supply.alliances}, misfortunes {supply.misfortunes}, cards {specials}"
    return f"beside {counted(supply.tokens)}, {rest}"


def player_line(player: PlayerView) -> str:
    parts = [f"hand {player.hand} ({counted(player.known)})"]
    parts += [f"laid {counted(player.laid)}"] if player.laid else []
    parts += [f"shown {counted(player.shown)}"] if player.shown else []
    parts += ["ready"] if player.ready else []
    parts += ["in"] if player.still_in else []
    parts += [f"total {player.total}"] if player.total is not None else []
    parts += [f"marker {player.marker}"] if player.marker is not None else []
    parts += [f"tokens {counted(player.squares)}"] if player.squares else []
    parts += [f"alliances {player.alliances} ({counted(player.seen)})"] if player.alliances else []
    parts += [f"misfortunes {player.misfortunes}"] if player.misfortunes else []
    parts += [f"scratches {player.scratches}, wounds {player.wounds} + {player.double_wounds}"]
    return f"seat {player.seat + 1}: {', '.join(parts)}"


def own_text(view: View) -> str:
    """Return what only its owner sees."""
    bid = f", bid {counted(view.bid)}" if view.bid else ""
    alliances = f", {counted(view.alliances)}" if view.alliances else ""
    return f"{counted(view.hand)}{bid}{alliances}"


def unseen_lines(table: Table, views: list[View]) -> Iterator[Named]:
    """L1.7: Yield the numbers of cards and alliance tokens that each viewer cannot place."""
    placeless = [dict((*view.unseen, *view.unseen_alliances)) for view in views]
    alliances = [token for token in table.box.token_counts if token.kind.startswith("alliance")]
    for thing in (*table.box.copies, *alliances):
        numbers = " ".join(str(unseen.get(thing, 0)) for unseen in placeless)
        yield f"unseen {thing}", f"unseen {thing_text(thing)}: {numbers}"


def saw_lines(table: Table, entry: Entry) -> Iterator[str]:
    """Yield the viewers who saw something else of the latest entry than what is written."""
    saw: dict[str, list[str]] = {}
    for seat in watchers(table):
        saw.setdefault(last_seen(table, seat), []).append(name_of(seat))
    return (f"{', '.join(who)} saw {text}" for text, who in saw.items() if text != entry_line(entry))


def last_seen(table: Table, seat: Seat | None) -> str:
    """Return what a seat saw of the latest entry."""
    entry = next(visible_entries(table.history[-1], seat), None)
    return "nothing" if entry is None else entry_line(Entry(entry.seat, write_log_entry(entry.action)))
