"""What one seat may know as plain data, for programs in any language: its view, with cards, tokens, icons
and actions in the notation."""

from operator import attrgetter

from heorot.engine.plain import Plain, Writing
from heorot.engine.seats import Seat
from heorot.games.legend.actions import Action, Hidden
from heorot.games.legend.components import Card, Icon, Token
from heorot.games.legend.notation import write, write_seen, write_token
from heorot.games.legend.table import Table
from heorot.games.legend.view import View, view

WRITING = Writing(
    {Card: attrgetter("name"), Token: write_token, Icon: str, Action: write, Action | Hidden: write_seen}
)


def shown(table: Table, seat: Seat | None, since: int) -> dict[str, Plain]:
    """L1.7: the view of a seat, with the log from an entry of the history on."""
    plain = WRITING.plain(view(table, seat, since))
    assert isinstance(plain, dict)
    return plain


def schema() -> dict[str, Plain]:
    """What `shown` returns."""
    return WRITING.schema(View)
