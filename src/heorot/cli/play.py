"""`heorot play`: play one game in the terminal."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from heorot.bots import bots_of
from heorot.cli.common import (
    MAX_RECORD_BYTES,
    TRANSLATOR,
    Advanced,
    BoxFile,
    Fallen,
    First,
    GameName,
    OpenTokens,
    app,
    check_folder,
    check_range,
    check_seed,
    find_box,
    find_game,
    find_options,
    find_seats,
    in_language,
    read_small_file,
    translate,
)
from heorot.engine import records
from heorot.engine.errors import HeorotError
from heorot.engine.game import Options
from heorot.engine.records import Record
from heorot.terminal.save import SaveFile, default_path, named_save_file
from heorot.terminal.session import YOU, Session
from heorot.terminal.translator import Translator

if TYPE_CHECKING:  # slow to import, and not needed for errors
    from heorot.terminal.full_screen import FullScreenDisplay
    from heorot.terminal.plain_text import PlainTextDisplay

DEFAULT_PACE, MAX_PACE = 1.0, 60.0  # seconds to pause after an action of another player
DEFAULT_PLAYERS = 4  # best for the game, and the default for newcomers


class Terminated(Exception):
    """Raised when the process is terminated or the terminal is closed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@app.command(help=translate("cli.play.help"), epilog=translate("cli.play.example"))
def play(
    game: GameName,
    players: Annotated[int | None, typer.Option(help=translate("cli.play.players"), show_default=False)] = None,
    seats: Annotated[str | None, typer.Option(help=translate("cli.play.seats"))] = None,
    first: First = None,
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    seed: Annotated[int | None, typer.Option(help=translate("cli.seed"))] = None,
    lang: Annotated[str, typer.Option(help=translate("cli.lang"))] = TRANSLATOR.language,
    box: BoxFile = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=translate("cli.play.save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=translate("cli.play.resume"))] = None,
    plain: Annotated[bool, typer.Option("--plain", help=translate("cli.play.plain"))] = False,
    pace: Annotated[float | None, typer.Option(help=translate("cli.play.pace"), show_default=False)] = None,
) -> None:
    """Play one game with people and bots."""
    with in_language(lang) as translator:
        played = find_game(game)
        options = find_options(played, first, advanced=advanced, fallen=fallen, open_tokens=open_tokens)
        seconds = None if pace is None else check_range("--pace", pace, 0.0, MAX_PACE)
        if resume is None:
            record = new_record(played, find_box(played, box), players, seats, options)
            session = Session(played, record, seed if seed is None else check_seed(seed))
            save_file = make_save_file(game, save) if session.people or save else None
        else:
            if options or (players, seats, box) != (None, None, None):
                raise HeorotError("cli.play.resume-alone")
            text = read_small_file(str(resume), MAX_RECORD_BYTES)
            session = resume_session(played, resume, text, seed if seed is None else check_seed(seed), translator)
            save_file = SaveFile(resume, is_named=True, text=text) if save is None else make_save_file(game, save)
        run_game(session, make_display(plain, seconds, translator, len(session.people) > 1), translator, save_file)


def make_display(
    plain: bool, pace: float | None, translator: Translator, shared: bool
) -> "FullScreenDisplay | PlainTextDisplay":
    """Return the full-screen display if the terminal supports it and plain text was not requested."""
    from heorot.terminal.full_screen import FullScreenDisplay
    from heorot.terminal.plain_text import PlainTextDisplay

    seen = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if plain or not seen or os.environ.get("TERM", "dumb") == "dumb":
        return PlainTextDisplay(translator, pace or 0.0)
    return FullScreenDisplay(translator, DEFAULT_PACE if pace is None else pace, shared)


def new_record(game: Any, box: Any, players: int | None, seats: str | None, options: Options) -> Record:
    """Return the record of a new game."""
    bots = list(bots_of(game.info.name))
    if players is None:
        count = min(DEFAULT_PLAYERS, box.players[1])
    else:
        count = check_range("--players", players, *game.info.seats)
    names = find_seats(seats or ",".join([YOU] + ["greedy"] * (count - 1)), [YOU, *bots], *game.info.seats)
    if seats is not None and players not in (None, len(names)):
        raise HeorotError("cli.play.players-differ", players=players or 0, seats=len(names))
    game.setup(box, len(names), options, game.info.rules[-1])  # raises if an option is invalid
    return Record(
        game=game.info.name,
        rules=game.info.rules[-1],
        box_hash=game.box_hash(box),
        box_text=game.box_text(box),
        options=tuple(sorted(options.items())),
        seats=tuple(names),
    )


def make_save_file(game: str, file: Path | None) -> SaveFile:
    """Return the file to save a new game in. Raise `HeorotError` if the path exists already."""
    if file is None:
        return SaveFile(default_path(game), is_named=False)
    save_file = named_save_file(file)
    check_folder(file.parent)
    return save_file


def resume_session(game: Any, file: Path, text: str, seed: int | None, translator: Translator) -> Session:
    """Return the session of a saved game."""
    try:
        record, places = records.read_with_lines(text)
        return Session(game, record, seed, places)
    except HeorotError as error:
        raise HeorotError("cli.check.wrong", file=str(file), sentence=translator.render_error(error)) from error


def run_game(
    session: Session,
    display: "FullScreenDisplay | PlainTextDisplay",
    translator: Translator,
    save_file: SaveFile | None,
) -> None:
    """Play until the game ends or a person quits, and print the closing lines. The game is saved either way."""
    from heorot.terminal.commands import Quit
    from heorot.terminal.game_loop import GameLoop

    loop = GameLoop(session, display, translator, save_file)
    code = 0
    try:
        with signals_as_exceptions(), display.screen():
            loop.run()
    except (Quit, EOFError):
        display.write_last("")
    except KeyboardInterrupt:
        code = 128 + signal.SIGINT
    except Terminated as stop:
        code = 128 + stop.number
    try:
        for line in loop.closing_lines():
            display.write_last(line)
        if command := loop.resume_command():
            display.terminal.write(command)
        sys.stdout.flush()
    except OSError:  # the terminal is gone: discard the remaining output
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if code:
        sys.exit(code)


@contextmanager
def signals_as_exceptions() -> Iterator[None]:
    """Raise `Terminated` on SIGTERM and SIGHUP, so that the terminal is restored and the game is saved."""

    def stop(number: int, _: object) -> None:
        raise Terminated(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
