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
    SPEECH,
    BoxFile,
    GameName,
    app,
    check_folder,
    find_box,
    find_game,
    find_seats,
    find_seed,
    find_speech,
    read_file,
    say,
    tell,
    within,
)
from heorot.engine import record as records
from heorot.engine.errors import HeorotError
from heorot.engine.record import Record
from heorot.terminal.keeping import new_file
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
    first: Annotated[int | None, typer.Option(help=say("cli.first"))] = None,
    seed: Annotated[int | None, typer.Option(help=say("cli.seed"))] = None,
    lang: Annotated[str, typer.Option(help=say("cli.lang"))] = SPEECH.language,
    box: BoxFile = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=say("cli.play.save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=say("cli.play.resume"))] = None,
    plain: Annotated[bool, typer.Option("--plain", help=say("cli.play.plain"))] = False,
    pace: Annotated[float | None, typer.Option(help=say("cli.play.pace"), show_default=False)] = None,
) -> None:
    """Play one game with people and bots."""
    played, speech = find_game(game), find_speech(lang)
    if resume is None:
        sitting = Sitting(played, new_record(played, find_box(played, box), players, seats, first), find_seed(seed))
        file = new_place(game, save) if sitting.people or save else None
    else:
        if (players, seats, first, box) != (None, None, None, None):
            raise HeorotError("cli.play.resume-alone")
        sitting, file = resumed(played, resume, find_seed(seed)), save or resume
    seconds = None if pace is None else within("--pace", pace, 0.0, SLOWEST)
    converse(sitting, find_display(plain, seconds, speech), speech, file)


def find_display(plain: bool, pace: float | None, speech: Speech) -> "Drawn | Plain":
    """The whole screen, where there is one and it is wanted."""
    from heorot.terminal.drawn import Drawn
    from heorot.terminal.plain import Plain

    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return Plain(speech, pace or 0.0)
    return Drawn(speech, PACE if pace is None else pace)


def new_record(game: Any, box: Any, players: int | None, seats: str | None, first: int | None) -> Record:
    """A game that is still to begin."""
    bots = list(import_module(f"heorot.bots.{game.about.name}").BOTS)
    count = min(FOUR, game.about.seats[1]) if players is None else within("--players", players, *game.about.seats)
    names = find_seats(seats or ",".join([YOU] + ["greedy"] * (count - 1)), [YOU, *bots], *game.about.seats)
    if seats is not None and players not in (None, len(names)):
        raise HeorotError("cli.play.players-differ", players=players or 0, seats=len(names))
    options = () if first is None else (("first", str(first)),)
    game.setup(box, len(names), dict(options), game.about.rules[-1])  # an error here names the option
    return Record(
        game=game.about.name,
        rules=game.about.rules[-1],
        box_hash=game.box_hash(box),
        box_text=game.box_text(box),
        options=options,
        seats=tuple(names),
    )


def new_place(game: str, file: Path | None) -> Path:
    """Where a new game is kept; nothing that is there already is written over."""
    if file is not None and file.exists():
        raise HeorotError("cli.play.exists", file=str(file))
    if file is not None:
        check_folder(file.parent)
    return file or new_file(game)


def resumed(game: Any, file: Path, seed: int | None) -> Sitting:
    """A game that was kept."""
    text = read_file(str(file))
    try:
        record, places = records.read_lines(text)
        return Sitting(game, record, seed, places)
    except HeorotError as error:
        raise HeorotError("cli.check.wrong", file=str(file), sentence=SPEECH.complain(error)) from error


def converse(sitting: Sitting, display: "Drawn | Plain", speech: Speech, file: Path | None) -> None:
    """Play to the end, or until someone leaves; the game is kept whichever way."""
    from heorot.terminal.play import Conversation, Quit

    conversation = Conversation(sitting, display, speech, file)
    code = 0
    try:
        with stoppable(), display.screen():
            conversation.run()
    except (Quit, EOFError):
        tell("")
    except KeyboardInterrupt:
        code = 128 + signal.SIGINT
    except Stopped as stop:
        code = 128 + stop.number
    try:
        for line in conversation.farewell():
            tell(line)
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
