"""`heorot score`: score a finished board game from a typed file, and explain every point."""

from typing import Annotated

import typer

from heorot.cli.common import (
    TRANSLATOR,
    Advanced,
    Fallen,
    Language,
    OpenTokens,
    app,
    find_game,
    find_options,
    find_title,
    in_language,
    print_line,
    read_small_file,
    translate,
)
from heorot.engine.errors import HeorotError
from heorot.games import GAMES, ScorePad

WORDS = "[GAME] FILE"


@app.command(help=translate("cli.score.help"), epilog=translate("cli.score.example"))
def score(
    file: Annotated[list[str], typer.Argument(metavar=WORDS, help=translate("cli.score.file"), show_default=False)],
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    lang: Language = TRANSLATOR.language,
) -> None:
    """Score a typed position."""
    with in_language(lang) as translator:
        game, name = split_arguments(file)
        score_pad = find_scorepad(game)
        options = find_options(find_game(game), advanced=advanced, fallen=fallen, open_tokens=open_tokens)
        for sentence in score_pad.describe_position(score_pad.read(read_small_file(name), options)):
            print_line(translator.render(sentence))


def split_arguments(words: list[str]) -> tuple[str, str]:
    """Return the game and the file. A file alone belongs to the first game that has a score pad."""
    match words:
        case [game, file]:
            return game, file
        case [file]:
            return next(game for game in GAMES if find_title(game).score_pad), file
    raise HeorotError("cli.wrong.value", name=WORDS)


def find_scorepad(game: str) -> ScorePad:
    """Return the score pad of a game. Raise `HeorotError` if it has none."""
    score_pad = find_title(game).score_pad
    if score_pad is None:
        raise HeorotError("cli.score.missing", game=game)
    return score_pad
