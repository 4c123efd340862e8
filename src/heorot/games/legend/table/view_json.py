"""Views as JSON data, with cards, tokens, icons and actions in the notation."""

from dataclasses import fields
from operator import attrgetter

from heorot.engine.memo import cached_by_identity, memo
from heorot.engine.seats import Seat
from heorot.engine.serialize import Json, Serializer
from heorot.games.legend.model.actions import Action, Hidden
from heorot.games.legend.model.components import Card, Icon, Token
from heorot.games.legend.table.notation import write, write_log_entry, write_token
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import CACHED_ENTRIES, LogEntry, View, public_view, view

PRIVATE_FIELDS = ("seat", "hand", "bid", "alliances", "unseen", "drawable", "unseen_alliances", "legal", "log")
OWN_FIELDS = PRIVATE_FIELDS[:-1]  # all but the log
PUBLIC_FIELDS = tuple(field.name for field in fields(View) if field.name not in PRIVATE_FIELDS)

SERIALIZER = Serializer(
    {Card: attrgetter("name"), Token: write_token, Icon: str, Action: write, Action | Hidden: write_log_entry}
)


def to_json(table: Table, seat: Seat | None, since: int) -> dict[str, Json]:
    """L1.7: Return the view of a seat, with the log from entry `since` of the history on."""
    return {**public_json(table), **private_json(table, seat, since)}


@memo
def public_json(table: Table) -> dict[str, Json]:
    """L1.7: Return the public part of the view, equal for all seats."""
    return SERIALIZER.fields_to_json(public_view(table), PUBLIC_FIELDS)


def private_json(table: Table, seat: Seat | None, since: int) -> dict[str, Json]:
    """L1.7: Return the part of the view that depends on the seat."""
    seen = view(table, seat, since)
    return {**SERIALIZER.fields_to_json(seen, OWN_FIELDS), "log": [*map(entry_json, seen.log)]}


@cached_by_identity(CACHED_ENTRIES)
def entry_json(entry: LogEntry) -> Json:
    """Return an entry of a log as JSON."""
    return SERIALIZER.to_json(entry)


def schema() -> dict[str, Json]:
    """Return the JSON Schema of a view."""
    return SERIALIZER.schema(View)
