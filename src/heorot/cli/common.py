"""Shared by all commands: the language, common options, validation of arguments, and output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from heorot.engine.content.toml_reader import read_box_file
from heorot.engine.errors import HeorotError
from heorot.engine.game import AnyGame
from heorot.engine.options import YES, check_option_names
from heorot.games import GAMES, TITLES, Title
from heorot.locales import LANGUAGES
from heorot.locales.environment import environment_language
from heorot.terminal.translator import Translator

if TYPE_CHECKING:  # rich is slow to import and not needed for `--json`
    from rich.table import Table

TRANSLATOR = Translator(environment_language())
translate = TRANSLATOR.translate
MAX_SEED = 2**63 - 1
MAX_GAMES = 10**12
N = TypeVar("N", int, float)
MAX_FILE_BYTES = 100_000  # of a file that people write by hand
MAX_RECORD_BYTES = 10_000_000  # of a saved game, which may contain a whole box

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help=translate("cli.help"),
)

GameName = Annotated[str, typer.Argument(help=translate("cli.game", games=", ".join(GAMES)), show_default=False)]
BoxFile = Annotated[str | None, typer.Option("--box", metavar="FILE", help=translate("cli.box"))]
Seed = Annotated[int, typer.Option(help=translate("cli.seed"))]
First = Annotated[int | None, typer.Option(help=translate("cli.first"))]
Advanced = Annotated[bool, typer.Option("--advanced", help=translate("cli.advanced"))]
Fallen = Annotated[bool, typer.Option("--fallen", help=translate("cli.fallen"))]
OpenTokens = Annotated[bool, typer.Option("--open-tokens", help=translate("cli.open-tokens"))]
Language = Annotated[str, typer.Option("--lang", help=translate("cli.lang"))]
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", envvar="HEOROT_DATA", show_envvar=False, help=translate("cli.data")),
]
AsJson = Annotated[bool, typer.Option("--json", help=translate("cli.json"))]


def fail(sentence: str) -> NoReturn:
    """Print an error and exit with code 2."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


# ---- Arguments -----------------------------------------------------------------------------------------------------


def find_game(name: str) -> AnyGame:
    """Return a game by its name."""
    if name not in GAMES:
        raise HeorotError("cli.no-such-game", game=name, games=", ".join(GAMES))
    return GAMES[name]


def find_title(name: str) -> Title:
    """Return a game with its texts. Raise `HeorotError` if there is none."""
    find_game(name)
    return TITLES[name]


def read_file(name: str) -> str:
    """Return the text of a file, or of the standard input if the name is `-`."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise HeorotError("cli.unreadable", file=name, detail=str(error)) from error


def read_small_file(name: str, most: int = MAX_FILE_BYTES) -> str:
    """Return the text of a file of at most `most` bytes, or of the standard input. An error about the encoding names
    the place."""
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


def find_box(game: AnyGame, file: str | None) -> Any:
    """Return the box in a file, or the built-in one."""
    return game.box if file is None else game.read_box(read_box_file(file), file)


def find_options(game: AnyGame, first: int | None = None, **chosen: bool) -> dict[str, str]:
    """Return the options of a table that were chosen. Raise `HeorotError` if the game has no such option."""
    options = {name.replace("_", "-"): YES for name, wanted in chosen.items() if wanted}
    options |= {} if first is None else {"first": str(first)}
    check_option_names(options, game.info.options)
    return options


def find_seats(text: str, known: list[str], fewest: int, most: int) -> list[str]:
    """Return the players of the seats from a list separated by commas."""
    seats = [seat.strip() for seat in text.split(",")]
    for seat in seats:
        if seat not in known:
            raise HeorotError("cli.no-such-seat", seat=seat, known=", ".join(known))
    if not fewest <= len(seats) <= most:
        raise HeorotError("option.seats", seats=len(seats), fewest=fewest, most=most)
    return seats


def check_range(name: str, number: N, low: float, high: float) -> N:
    """Return a number if it is in the range of its option, else raise `HeorotError`."""
    if not low <= number <= high:
        raise HeorotError("cli.out-of-range", option=name, number=str(number), least=str(low), greatest=str(high))
    return number


def check_folder(folder: Path) -> None:
    """Raise `HeorotError` if the folder is not writable."""
    try:
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error


def check_seed(seed: int) -> int:
    """Return a seed if the generator accepts it, else raise `HeorotError`."""
    return check_range("--seed", seed, 0, MAX_SEED)


def find_translator(language: str) -> Translator:
    """Return the translator for a language. Raise `HeorotError` if there is no catalogue."""
    if language not in LANGUAGES:
        raise HeorotError("cli.no-such-language", language=language, known=", ".join(LANGUAGES))
    return Translator(language)


@contextmanager
def in_language(language: str) -> Iterator[Translator]:
    """Provide a translator, and print errors of the context in its language."""
    translator = find_translator(language)
    try:
        yield translator
    except HeorotError as error:
        fail(translator.render_error(error))


# ---- Output --------------------------------------------------------------------------------------------------------


def print_line(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def print_table(table: "Table") -> None:
    """Print a table."""
    from rich.console import Console

    Console(highlight=False).print(table)
