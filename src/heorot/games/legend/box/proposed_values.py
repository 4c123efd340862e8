"""Values of the box that are our proposals, not printed ones, listed beside the rules that use them."""

from collections.abc import Iterator

from heorot.engine.content.box_contents import is_documented
from heorot.engine.sentence import Sentence
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import name_card, name_episode
from heorot.games.legend.model.components import Card

# Field of an episode, kinds of episodes with that field, rule that uses it, and key of the sentence.
FIELDS = (
    ("symbols", ("risk",), "L3.2", "legend.ours.symbols"),
    ("symbols", ("simultaneous",), "L4.2", "legend.ours.symbols"),
    ("symbols", ("in turn",), "L5.1", "legend.ours.symbols"),
    ("spaces", ("simultaneous", "in turn", "all hands", "treasure ranking"), "L6.1", "legend.ours.spaces"),
    ("reward", ("treasure auction",), "L9.1", "legend.ours.reward"),
)


def proposed_values(box: Box) -> Iterator[tuple[str, Sentence]]:
    """Yield each rule that uses proposed values, with a sentence about them."""
    if any(not is_documented(row.sources.of(field)) for row in box.activity for field in ("single", "double")):
        yield "L1.3", Sentence("legend.ours.cards")
    late = [special for special in box.specials if not is_documented(special.sources.of("players"))]
    if late:
        yield "L1.5", Sentence("legend.ours.players", cards=tuple(name_card(Card(special.id), box) for special in late))
    if any(not is_documented(box.tokens.sources.of(kind, "mixes")) for kind in ("fame", "treasure", "alliance")):
        yield "L1.6", Sentence("legend.ours.tokens")
    yield from proposed_for_episodes(box)
    with_symbols = [special for special in box.specials if special.symbols]
    shown = [special for special in with_symbols if not is_documented(special.sources.of("symbols"))]
    if shown:
        yield "L7.1", Sentence("legend.ours.shown", cards=tuple(name_card(Card(special.id), box) for special in shown))


def proposed_for_episodes(box: Box) -> Iterator[tuple[str, Sentence]]:
    """L2.1: Yield the rules that use proposed names, symbols, spaces or rewards of episodes."""
    named = [episode for episode in box.episodes if not is_documented(episode.sources.of("name"))]
    if named:
        yield "L2.1", Sentence("legend.ours.episodes", number=len(named), all=len(box.episodes))
    for field, kinds, rule, key in FIELDS:
        episodes = [episode for episode in box.episodes if episode.kind in kinds]
        proposed = [episode for episode in episodes if not is_documented(episode.sources.of(field))]
        if proposed:
            yield rule, Sentence(key, episodes=tuple(map(name_episode, proposed)))
