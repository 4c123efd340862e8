"""What one seat may know as plain data, for programs in any language: its view, with cards, tokens, icons
and actions in the notation."""

from operator import attrgetter

from heorot.engine.latest import latest
from heorot.engine.plain import Plain, Writing
from heorot.engine.seats import Seat
from heorot.games.legend.actions import Action, Hidden
from heorot.games.legend.components import Card, Icon, Token
from heorot.games.legend.notation import write, write_seen, write_token
from heorot.games.legend.table import Table
from heorot.games.legend.view import View, in_the_open, view

OWN = ("seat", "hand", "bid", "alliances", "unseen", "drawable", "unseen_alliances", "legal", "log")

WRITING = Writing(
    {Card: attrgetter("name"), Token: write_token, Icon: str, Action: write, Action | Hidden: write_seen}
)


def shown(table: Table, seat: Seat | None, since: int) -> dict[str, Plain]:
    """L1.7: the view of a seat, with the log from an entry of the history on."""
    return {**shown_to_all(table), **WRITING.some(view(table, seat, since), OWN)}


@latest
def shown_to_all(table: Table) -> dict[str, Plain]:
    """L1.7: what is open, and the same for everybody."""
    return WRITING.whole(in_the_open(table))


def schema() -> dict[str, Plain]:
    """What `shown` returns."""
    return WRITING.schema(View)
