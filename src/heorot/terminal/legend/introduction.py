"""The first page and the help of the Legend."""

from heorot.engine.sentence import Param, Sentence
from heorot.games.legend.table.table import Table

FALLEN = "fallen"


def introduce(table: Table) -> list[Sentence]:
    """Return what the game is about, the options of the table and the origin of the box. Proposed values are never
    presented as printed ones."""
    box, options = table.box, dict(table.options)
    about = [Sentence("legend.intro.aim"), Sentence("legend.intro.hand"), Sentence("legend.intro.wounds")]
    about += [Sentence("legend.intro.advanced")] if "advanced" in options else []
    about += [Sentence("legend.intro.fallen")] if FALLEN in options else []
    if box.built_in:
        return [*about, Sentence("legend.intro.built-in")]
    sources = sorted({source for _, _, source in box.sourced() if source})
    named = tuple(Sentence("play.quoted", text=source) for source in sources) or (Sentence("box.not-stated"),)
    return [*about, Sentence("legend.intro.other-box", title=box.title, designer=box.designer, sources=named)]


def describe_help(example: Param) -> list[Sentence]:
    """Return the commands of this title, with an example of an input."""
    several = Sentence("legend.help.several")
    return [several, Sentence("legend.help.ask", example=example), Sentence("legend.help.table")]
