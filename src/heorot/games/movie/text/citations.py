"""The rule of each sentence in the log, added as its parameter `rule`."""

from heorot.engine.sentence import Sentence, with_rule
from heorot.games.movie.box.names import ABILITY_RULES

# By locale key; a placed tile has the rule of its ability.
RULES = {
    "movie.does.act": "M3.7", "movie.does.opens": "M3.8", "movie.does.first": "M1.7", "movie.does.figure": "M2.2",
    "movie.does.draw": "M2.3", "movie.does.given": "M2.3", "movie.does.tile": "M2.4", "movie.does.instead": "M4.4",
    "movie.does.cash": "M4.3", "movie.does.counsel": "M4.7", "movie.does.remove": "M4.12", "movie.does.swap": "M4.6",
    "movie.does.swapped": "M4.6", "movie.does.fill": "M3.7", "movie.does.keep": "M3.7", "movie.does.pass": "M2.8",
    "movie.does.skip": "M2.6", "movie.act.player": "M3.3", "movie.sheet.player": "M3.3", "movie.end.won": "M5.1",
}  # fmt: skip


def cite(sentence: Sentence) -> Sentence:
    """Add the rule to a sentence of the log."""
    return with_rule(sentence, ability_rule(sentence) or RULES.get(sentence.key))


def ability_rule(sentence: Sentence) -> str | None:
    """M4.1 to M4.10: Return the rule of the ability, if a sentence is about a placed tile."""
    tile = sentence.params.get("tile")
    while isinstance(tile, Sentence) and "tile" in tile.params:  # a tile of another act is nested in a sentence
        tile = tile.params["tile"]
    if sentence.key != "movie.does.tile" or not isinstance(tile, Sentence):
        return None
    ability = tile.key.rpartition(".")[2]
    return ABILITY_RULES.get(ability)
