"""What the Movie game is about, and what one may ask of the program during it."""

from heorot.engine.sentence import Part, Sentence
from heorot.games.movie.table import Table


def introduce(table: Table) -> list[Sentence]:
    """What it is about, and what the box is; values of ours are never shown as printed."""
    box = table.box
    about = [Sentence("movie.intro.aim"), Sentence("movie.intro.turn")]
    if box.built_in:
        return [*about, Sentence("movie.intro.built-in")]
    sources = sorted({source for _, _, source in box.sourced() if source})
    named = tuple(Sentence("play.quoted", text=source) for source in sources) or (Sentence("box.not-stated"),)
    return [*about, Sentence("movie.intro.other-box", title=box.title, designer=box.designer, sources=named)]


def tell_help(example: Part) -> list[Sentence]:
    """What one may ask, with an example of an answer."""
    return [Sentence("movie.help.ask", example=example), Sentence("movie.help.table")]
