"""`heorot play`: one game in the terminal."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from heorot.cli.asked import (
    BIGGEST_RECORD,
    SPEECH,
    Advanced,
    BoxFile,
    Fallen,
    First,
    GameName,
    OpenTokens,
    app,
    check_folder,
    find_box,
    find_game,
    find_options,
    find_seats,
    find_seed,
    read_small_file,
    say,
    speaking,
    within,
)
from heorot.engine import record as records
from heorot.engine.errors import HeorotError
from heorot.engine.game import Options
from heorot.engine.record import Record
from heorot.terminal.keeping import Keeper, keeper_of, new_file
from heorot.terminal.sitting import YOU, Sitting
from heorot.terminal.speech import Speech

if TYPE_CHECKING:  # slow to load, and only for people who play
    from heorot.terminal.drawn import Drawn
    from heorot.terminal.plain import Plain

PACE, SLOWEST = 1.0, 60.0  # seconds to follow an opponent
FOUR = 4  # what the game is best with, and what a newcomer gets


class Stopped(Exception):
    """Someone ended the program, or closed the terminal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@app.command(help=say("cli.play.help"), epilog=say("cli.play.example"))
def play(
    game: GameName,
    players: Annotated[int | None, typer.Option(help=say("cli.play.players"), show_default=False)] = None,
    seats: Annotated[str | None, typer.Option(help=say("cli.play.seats"))] = None,
    first: First = None,
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    seed: Annotated[int | None, typer.Option(help=say("cli.seed"))] = None,
    lang: Annotated[str, typer.Option(help=say("cli.lang"))] = SPEECH.language,
    box: BoxFile = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=say("cli.play.save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=say("cli.play.resume"))] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("cli.play.plain"))] = False,
    pace: Annotated[float | None, typer.Option(help=say("cli.play.pace"), show_default=False)] = None,
) -> None:
    """Play one game with people and bots."""
    with speaking(lang) as speech:
        played = find_game(game)
        options = find_options(played, first, advanced=advanced, fallen=fallen, open_tokens=open_tokens)
        seconds = None if pace is None else within("--pace", pace, 0.0, SLOWEST)
        if resume is None:
            record = new_record(played, find_box(played, box), players, seats, options)
            sitting = Sitting(played, record, find_seed(seed))
            keeper = new_keeper(game, save) if sitting.people or save else None
        else:
            if options or (players, seats, box) != (None, None, None):
                raise HeorotError("cli.play.resume-alone")
            text = read_small_file(str(resume), BIGGEST_RECORD)
            sitting = resumed(played, resume, text, find_seed(seed), speech)
            keeper = Keeper(resume, wanted=True, text=text) if save is None else new_keeper(game, save)
        converse(sitting, find_display(plain, seconds, speech, len(sitting.people) > 1), speech, keeper)


def find_display(plain: bool, pace: float | None, speech: Speech, shared: bool) -> "Drawn | Plain":
    """The whole screen, where there is one and it is wanted."""
    from heorot.terminal.drawn import Drawn
    from heorot.terminal.plain import Plain

    seen = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if plain or not seen or os.environ.get("TERM", "dumb") == "dumb":
        return Plain(speech, pace or 0.0)
    return Drawn(speech, PACE if pace is None else pace, shared)


def new_record(game: Any, box: Any, players: int | None, seats: str | None, options: Options) -> Record:
    """A game that is still to begin."""
    bots = list(import_module(f"heorot.bots.{game.about.name}").BOTS)
    count = min(FOUR, box.players[1]) if players is None else within("--players", players, *game.about.seats)
    names = find_seats(seats or ",".join([YOU] + ["greedy"] * (count - 1)), [YOU, *bots], *game.about.seats)
    if seats is not None and players not in (None, len(names)):
        raise HeorotError("cli.play.players-differ", players=players or 0, seats=len(names))
    game.setup(box, len(names), options, game.about.rules[-1])  # an error here names the option
    return Record(
        game=game.about.name,
        rules=game.about.rules[-1],
        box_hash=game.box_hash(box),
        box_text=game.box_text(box),
        options=tuple(sorted(options.items())),
        seats=tuple(names),
    )


def new_keeper(game: str, file: Path | None) -> Keeper:
    """Who keeps a new game; nothing that is there already is written over."""
    if file is None:
        return Keeper(new_file(game), wanted=False)
    keeper = keeper_of(file)
    check_folder(file.parent)
    return keeper


def resumed(game: Any, file: Path, text: str, seed: int | None, speech: Speech) -> Sitting:
    """A game that was kept."""
    try:
        record, places = records.read_lines(text)
        return Sitting(game, record, seed, places)
    except HeorotError as error:
        raise HeorotError("cli.check.wrong", file=str(file), sentence=speech.complain(error)) from error


def converse(sitting: Sitting, display: "Drawn | Plain", speech: Speech, keeper: Keeper | None) -> None:
    """Play to the end, or until someone leaves; the game is kept whichever way."""
    from heorot.terminal.commands import Quit
    from heorot.terminal.play import Conversation

    conversation = Conversation(sitting, display, speech, keeper)
    code = 0
    try:
        with stoppable(), display.screen():
            conversation.run()
    except (Quit, EOFError):
        display.last("")
    except KeyboardInterrupt:
        code = 128 + signal.SIGINT
    except Stopped as stop:
        code = 128 + stop.number
    try:
        for line in conversation.farewell():
            display.last(line)
        if command := conversation.command_to_go_on():
            display.terminal.write(command)
        sys.stdout.flush()
    except OSError:  # the terminal is gone, and what is still to be written goes nowhere
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if code:
        sys.exit(code)


@contextmanager
def stoppable() -> Iterator[None]:
    """Being ended, or losing the terminal, is an exception like any other, so that everything is put in order."""

    def stop(number: int, _: object) -> None:
        raise Stopped(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
