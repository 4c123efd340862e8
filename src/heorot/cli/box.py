"""`heorot box`: what is in a box, and where each value comes from."""

from typing import Annotated

import typer

from heorot.cli.asked import SPEECH, GameName, Language, app, find_box, find_game, find_part, say, speaking, tell
from heorot.engine.errors import HeorotError


@app.command(help=say("cli.box.help"), epilog=say("cli.box.example"))
def box(
    game: GameName,
    file: Annotated[str | None, typer.Option("--box", metavar="FILE", help=say("cli.box.file"))] = None,
    lang: Language = SPEECH.language,
) -> None:
    """Show what is in a box."""
    with speaking(lang) as speech:
        contents = find_part(game, "contents")
        if contents is None:
            raise HeorotError("cli.box.missing", game=game)
        for line in contents.tell_box(find_box(find_game(game), file)):
            tell(line if isinstance(line, str) else speech.utter(line))
