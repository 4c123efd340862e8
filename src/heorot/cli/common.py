"""What every command shares: the language, the options that several have, and how a person is told something."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from heorot.engine.accel import can_compile, compiling
from heorot.engine.errors import HeorotError
from heorot.engine.options import YES, check_names
from heorot.engine.sheet import read_text
from heorot.games import GAMES, part_of
from heorot.locales import LANGUAGES
from heorot.terminal.progress import progress_bar
from heorot.terminal.speech import Speech, environment_language

if TYPE_CHECKING:  # slow to load, and only for people
    from rich.table import Table

SPEECH = Speech(environment_language())
say = SPEECH.say
GREATEST_SEED = 2**63 - 1
MOST_GAMES = 10**12
N = TypeVar("N", int, float)
BIGGEST_FILE = 100_000  # bytes of what a person writes
BIGGEST_RECORD = 10_000_000  # and of a kept game, which may hold a whole box

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help=say("cli.help"),
)

GameName = Annotated[str, typer.Argument(help=say("cli.game", games=", ".join(GAMES)), show_default=False)]
BoxFile = Annotated[str | None, typer.Option("--box", metavar="FILE", help=say("cli.box"))]
Seed = Annotated[int, typer.Option(help=say("cli.seed"))]
First = Annotated[int | None, typer.Option(help=say("cli.first"))]
Advanced = Annotated[bool, typer.Option("--advanced", help=say("cli.advanced"))]
Fallen = Annotated[bool, typer.Option("--fallen", help=say("cli.fallen"))]
OpenTokens = Annotated[bool, typer.Option("--open-tokens", help=say("cli.open-tokens"))]
Language = Annotated[str, typer.Option("--lang", help=say("cli.lang"))]
DataFolder = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", envvar="HEOROT_DATA", show_envvar=False, help=say("cli.data"))
]
AsJson = Annotated[bool, typer.Option("--json", help=say("cli.json"))]


def fail(sentence: str) -> NoReturn:
    """Say what is wrong and stop."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


# ---- What is asked for ---------------------------------------------------------------------------------------------


def find_game(name: str) -> Any:
    """A game by its name."""
    if name not in GAMES:
        raise HeorotError("cli.no-such-game", game=name, games=", ".join(GAMES))
    return GAMES[name]


def find_part(name: str, part: str) -> Any:
    """A module of a game that not every game has; nothing if this one has none."""
    find_game(name)
    return part_of(name, part)


def read_file(name: str) -> str:
    """A text file, or what comes in when the name is `-`."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise HeorotError("cli.unreadable", file=name, detail=str(error)) from error


def read_small_file(name: str, most: int = BIGGEST_FILE) -> str:
    """A text of so many bytes at most, from a file or from what comes in; where it is no text, that place is named."""
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as stream:
            data = stream.read(most + 1)
    except (OSError, ValueError) as error:
        raise HeorotError("cli.unreadable", file=name, detail=str(error)) from error
    if len(data) > most:
        raise HeorotError("cli.too-large", file=name, most=most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        *above, before = data[: error.start].decode("utf-8-sig").split("\n")
        raise HeorotError("cli.not-utf-8", file=name, line=len(above) + 1, column=len(before) + 1) from error


def find_box(game: Any, file: str | None) -> Any:
    """The box in a file, or the one that is built in."""
    return game.box if file is None else game.read_box(read_text(file), file)


def find_options(game: Any, first: int | None = None, **chosen: bool) -> dict[str, str]:
    """What the host has chosen for a table, as its options; nothing is said of the others."""
    options = {name.replace("_", "-"): YES for name, wanted in chosen.items() if wanted}
    options |= {} if first is None else {"first": str(first)}
    check_names(options, game.about.options)
    return options


def find_seats(text: str, known: list[str], fewest: int, most: int) -> list[str]:
    """Who sits where, from a list with commas."""
    seats = [seat.strip() for seat in text.split(",")]
    for seat in seats:
        if seat not in known:
            raise HeorotError("cli.no-such-seat", seat=seat, known=", ".join(known))
    if not fewest <= len(seats) <= most:
        raise HeorotError("option.seats", seats=len(seats), fewest=fewest, most=most)
    return seats


def within(name: str, number: N, low: float, high: float) -> N:
    """A number that an option may have."""
    if not low <= number <= high:
        raise HeorotError("cli.out-of-range", option=name, number=str(number), least=str(low), greatest=str(high))
    return number


def check_folder(folder: Path) -> None:
    """Something can be written there."""
    try:
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error


def find_seed(seed: int | None) -> int | None:
    """A seed that fits the generator."""
    return None if seed is None else within("--seed", seed, 0, GREATEST_SEED)


def find_speech(language: str) -> Speech:
    """A language that we speak."""
    if language not in LANGUAGES:
        raise HeorotError("cli.no-such-language", language=language, known=", ".join(LANGUAGES))
    return Speech(language)


@contextmanager
def speaking(language: str) -> Iterator[Speech]:
    """Whatever is said within is said in one language, errors too."""
    speech = find_speech(language)
    try:
        yield speech
    except HeorotError as error:
        fail(speech.complain(error))


# ---- What is told --------------------------------------------------------------------------------------------------


def tell(line: str) -> None:
    """One line to the person."""
    print(line, flush=True)


def show(table: "Table") -> None:
    """A table to the person."""
    from rich.console import Console

    Console(highlight=False).print(table)


def with_progress_of_compiling(work: Any) -> None:
    """Do some work that may have to be compiled first; a bar shows how far that is."""
    if not can_compile():
        work()
        return
    with progress_bar(say("cli.warmup.compiling")) as told, compiling(told):
        work()
