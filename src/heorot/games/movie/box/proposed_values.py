"""The values of a box that are our proposals, by rule. They are marked wherever the rule is shown."""

from collections.abc import Iterator

from heorot.engine.content.box_contents import is_documented
from heorot.engine.sentence import Sentence
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import ABILITY_RULES, roman


def proposed_values(box: Box) -> Iterator[tuple[str, Sentence]]:
    """Yield rules with a sentence that says which of their values are proposed."""
    for act in (board.act for board in box.boards):
        if any(not is_documented(row.source) for row in box.tiles if row.tile.act == act):
            yield "M1.4", Sentence("movie.ours.tiles", act=roman(act))
    for board in box.boards:
        if not is_documented(board.source):
            yield "M3.7", Sentence("movie.ours.board", act=roman(board.act))
            if board.gorges:
                yield "M4.11", Sentence("movie.ours.gorges", act=roman(board.act))
    yield from proposed_abilities(box)


def proposed_abilities(box: Box) -> Iterator[tuple[str, Sentence]]:
    """M4.1 to M4.10: Yield the abilities whose tiles no example of the rulebook shows."""
    for ability, rule in ABILITY_RULES.items():
        rows = [row for row in box.tiles if ability and row.tile.ability == ability and not is_documented(row.source)]
        if any(row.tile.value and not row.seen for row in rows):
            yield rule, Sentence("movie.ours.values")
        if any(row.tile.cash for row in rows):
            yield rule, Sentence("movie.ours.cash")
