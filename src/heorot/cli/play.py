"""`heorot play`: one game in the terminal."""

from importlib import import_module
from random import Random
from typing import Annotated

import typer

from heorot.cli.asked import (
    SPEECH,
    BoxFile,
    GameName,
    app,
    find_box,
    find_game,
    find_seats,
    find_seed,
    find_speech,
    say,
    tell,
    within,
)
from heorot.engine.errors import HeorotError
from heorot.terminal.play import YOU, Quit, Sitting


@app.command(help=say("cli.play.help"), epilog=say("cli.play.example"))
def play(
    game: GameName,
    players: Annotated[int, typer.Option(help=say("cli.play.players"))] = 2,
    seats: Annotated[str | None, typer.Option(help=say("cli.play.seats"))] = None,
    first: Annotated[int | None, typer.Option(help=say("cli.first"))] = None,
    seed: Annotated[int | None, typer.Option(help=say("cli.seed"))] = None,
    lang: Annotated[str, typer.Option(help=say("cli.lang"))] = SPEECH.language,
    box: BoxFile = None,
) -> None:
    """Play one game against bots."""
    played, speech = find_game(game), find_speech(lang)
    bots = list(import_module(f"heorot.bots.{game}").BOTS)
    others = within("--players", players, *played.about.seats) - 1
    names = find_seats(seats or ",".join([YOU] + ["greedy"] * others), [YOU, *bots], *played.about.seats)
    if names.count(YOU) > 1:
        raise HeorotError("cli.one-person")
    options = {} if first is None else {"first": str(first)}
    sitting = Sitting(played, find_box(played, box), names, options, speech)
    tell(sitting.screen.introduce(sitting.box, speech))
    try:
        sitting.run(Random(find_seed(seed)), input, tell)
    except (Quit, EOFError):
        tell(speech.say("play.bye"))
