"""`heorot score`: what lies on the table of an owner of the cardboard, typed into a file, and every point explained."""

from typing import Annotated, Any

import typer

from heorot.cli.asked import (
    SPEECH,
    Advanced,
    Fallen,
    Language,
    OpenTokens,
    app,
    find_game,
    find_options,
    find_part,
    read_small_file,
    say,
    speaking,
    tell,
)
from heorot.engine.errors import HeorotError
from heorot.games import GAMES

WORDS = "[GAME] FILE"


@app.command(help=say("cli.score.help"), epilog=say("cli.score.example"))
def score(
    file: Annotated[list[str], typer.Argument(metavar=WORDS, help=say("cli.score.file"), show_default=False)],
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    lang: Language = SPEECH.language,
) -> None:
    """Score what is typed in a file."""
    with speaking(lang) as speech:
        game, name = find_words(file)
        cardboard = find_cardboard(game)
        options = find_options(find_game(game), advanced=advanced, fallen=fallen, open_tokens=open_tokens)
        for sentence in cardboard.tell(cardboard.read(read_small_file(name), options)):
            tell(speech.utter(sentence))


def find_words(words: list[str]) -> tuple[str, str]:
    """A game and a file; a file alone is one of the first game whose cardboard can be scored."""
    match words:
        case [game, file]:
            return game, file
        case [file]:
            return next(game for game in GAMES if find_part(game, "cardboard")), file
    raise HeorotError("cli.wrong.value", name=WORDS)


def find_cardboard(game: str) -> Any:
    """The part of a game that reads what an owner has typed, and tells its score."""
    cardboard = find_part(game, "cardboard")
    if cardboard is None:
        raise HeorotError("cli.score.missing", game=game)
    return cardboard
