"""`heorot box`: show the contents of a box, and the source of each value."""

from typing import Annotated

import typer

from heorot.cli.common import (
    TRANSLATOR,
    GameName,
    Language,
    app,
    find_box,
    find_game,
    find_title,
    in_language,
    print_line,
    translate,
)
from heorot.engine.errors import HeorotError


@app.command(help=translate("cli.box.help"), epilog=translate("cli.box.example"))
def box(
    game: GameName,
    file: Annotated[str | None, typer.Option("--box", metavar="FILE", help=translate("cli.box.file"))] = None,
    lang: Language = TRANSLATOR.language,
) -> None:
    """Show the contents of a box."""
    with in_language(lang) as translator:
        contents = find_title(game).contents
        if contents is None:
            raise HeorotError("cli.box.missing", game=game)
        for line in contents.describe_box(find_box(find_game(game), file)):
            print_line(line if isinstance(line, str) else translator.render(line))
