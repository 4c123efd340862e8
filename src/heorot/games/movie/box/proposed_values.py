"""Which values that a rule tells of are our own proposals, not printed: said beside the rule wherever it is read."""

from collections.abc import Iterator

from heorot.engine.contents import is_known
from heorot.engine.sentence import Sentence
from heorot.games.movie.box import Box
from heorot.games.movie.names import ABILITY_RULES, roman


def ours(box: Box) -> Iterator[tuple[str, Sentence]]:
    """Rules, and what they tell of that is ours."""
    for act in (board.act for board in box.boards):
        if any(not is_known(row.source) for row in box.tiles if row.tile.act == act):
            yield "M1.4", Sentence("movie.ours.tiles", act=roman(act))
    for board in box.boards:
        if not is_known(board.source):
            yield "M3.7", Sentence("movie.ours.board", act=roman(board.act))
            if board.gorges:
                yield "M4.11", Sentence("movie.ours.gorges", act=roman(board.act))
    yield from our_abilities(box)


def our_abilities(box: Box) -> Iterator[tuple[str, Sentence]]:
    """M4.1 to M4.10: tiles that no example of the rulebook shows."""
    for ability, rule in ABILITY_RULES.items():
        rows = [row for row in box.tiles if ability and row.tile.ability == ability and not is_known(row.source)]
        if any(row.tile.value and not row.seen for row in rows):
            yield rule, Sentence("movie.ours.values")
        if any(row.tile.cash for row in rows):
            yield rule, Sentence("movie.ours.cash")
