"""The first page and the help of the Movie game."""

from heorot.engine.sentence import Param, Sentence
from heorot.games.movie.table.table import Table


def introduce(table: Table) -> list[Sentence]:
    """Return what the game is about and the origin of the box. Proposed values are never presented as printed ones."""
    box = table.box
    about = [Sentence("movie.intro.aim"), Sentence("movie.intro.turn")]
    if box.built_in:
        return [*about, Sentence("movie.intro.built-in")]
    sources = sorted({source for _, _, source in box.sourced() if source})
    named = tuple(Sentence("play.quoted", text=source) for source in sources) or (Sentence("box.not-stated"),)
    return [*about, Sentence("movie.intro.other-box", title=box.title, designer=box.designer, sources=named)]


def describe_help(example: Param) -> list[Sentence]:
    """Return the commands of this title, with an example of an input."""
    return [Sentence("movie.help.ask", example=example), Sentence("movie.help.table")]
