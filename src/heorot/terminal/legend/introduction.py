"""What the Legend is about, and what one may ask of the program during it."""

from heorot.engine.sentence import Part, Sentence
from heorot.games.legend.table import Table

FALLEN = "fallen"


def introduce(table: Table) -> list[Sentence]:
    """What it is about, how this table plays, and what the box is; values of ours are never shown as printed."""
    box, options = table.box, dict(table.options)
    about = [Sentence("legend.intro.aim"), Sentence("legend.intro.hand"), Sentence("legend.intro.wounds")]
    about += [Sentence("legend.intro.advanced")] if "advanced" in options else []
    about += [Sentence("legend.intro.fallen")] if FALLEN in options else []
    if box.built_in:
        return [*about, Sentence("legend.intro.built-in")]
    sources = sorted({source for _, _, source in box.sourced() if source})
    named = tuple(Sentence("play.quoted", text=source) for source in sources) or (Sentence("box.not-stated"),)
    return [*about, Sentence("legend.intro.other-box", title=box.title, designer=box.designer, sources=named)]


def tell_help(example: Part) -> list[Sentence]:
    """What one may ask, with an example of an answer."""
    several = Sentence("legend.help.several")
    return [several, Sentence("legend.help.ask", example=example), Sentence("legend.help.table")]
