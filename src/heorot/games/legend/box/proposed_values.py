"""Which values that a rule tells of are our own proposals, not printed: said beside the rule wherever it is read."""

from collections.abc import Iterator

from heorot.engine.contents import is_known
from heorot.engine.sentence import Sentence
from heorot.games.legend.box import Box
from heorot.games.legend.components import Card
from heorot.games.legend.names import name_card, name_episode

# What an episode says of itself, the kinds of episodes whose rule tells of it, that rule, and how it is said.
FIELDS = (
    ("symbols", ("risk",), "L3.2", "legend.ours.symbols"),
    ("symbols", ("simultaneous",), "L4.2", "legend.ours.symbols"),
    ("symbols", ("in turn",), "L5.1", "legend.ours.symbols"),
    ("spaces", ("simultaneous", "in turn", "all hands", "treasure ranking"), "L6.1", "legend.ours.spaces"),
    ("reward", ("treasure auction",), "L9.1", "legend.ours.reward"),
)


def ours(box: Box) -> Iterator[tuple[str, Sentence]]:
    """Rules, and what they tell of that is ours."""
    if any(not is_known(row.sources.of(field)) for row in box.activity for field in ("single", "double")):
        yield "L1.3", Sentence("legend.ours.cards")
    late = [one for one in box.specials if not is_known(one.sources.of("players"))]
    if late:
        yield "L1.5", Sentence("legend.ours.players", cards=tuple(name_card(Card(one.id), box) for one in late))
    if any(not is_known(box.tokens.sources.of(kind, "mixes")) for kind in ("fame", "treasure", "alliance")):
        yield "L1.6", Sentence("legend.ours.tokens")
    yield from our_episodes(box)
    shown = [one for one in box.specials if one.symbols and not is_known(one.sources.of("symbols"))]
    if shown:
        yield "L7.1", Sentence("legend.ours.shown", cards=tuple(name_card(Card(one.id), box) for one in shown))


def our_episodes(box: Box) -> Iterator[tuple[str, Sentence]]:
    """L2.1: stops of the journey whose name, symbols, spaces or reward we had to choose."""
    named = [one for one in box.episodes if not is_known(one.sources.of("name"))]
    if named:
        yield "L2.1", Sentence("legend.ours.episodes", number=len(named), all=len(box.episodes))
    for field, kinds, rule, key in FIELDS:
        here = [one for one in box.episodes if one.kind in kinds and not is_known(one.sources.of(field))]
        if here:
            yield rule, Sentence(key, episodes=tuple(map(name_episode, here)))
