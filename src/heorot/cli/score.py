"""`heorot score`: a board of cardboard, typed by its owner, and every figure on it explained."""

from typing import Annotated

import typer

from heorot.cli.asked import SPEECH, Language, app, find_part, read_small_file, say, speaking, tell
from heorot.games import GAMES


@app.command(help=say("cli.score.help"), epilog=say("cli.score.example"))
def score(
    file: Annotated[str, typer.Argument(metavar="FILE", help=say("cli.score.file"), show_default=False)],
    lang: Language = SPEECH.language,
) -> None:
    """Score a board that is drawn in a file."""
    cardboard = next(filter(None, (find_part(game, "cardboard") for game in GAMES)))
    with speaking(lang) as speech:
        for sentence in cardboard.tell_board(cardboard.read_board(read_small_file(file))):
            tell(speech.utter(sentence))
