"""The command `heorot`. It reads options, calls the rest of the house and prints; every sentence is in the locales."""

import json
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from heorot.engine import record as records
from heorot.engine.accel import can_compile, compiling
from heorot.engine.errors import BadRecord, HeorotError
from heorot.engine.sheet import read_text
from heorot.games import GAMES
from heorot.locales import LANGUAGES
from heorot.terminal.play import YOU, Quit, Sitting
from heorot.terminal.progress import progress_bar
from heorot.terminal.speech import Speech, environment_language

if TYPE_CHECKING:  # slow to load, and only for people
    from rich.table import Table

    from heorot.bench import Figure

SPEECH = Speech(environment_language())
say = SPEECH.say
GREATEST_SEED = 2**63 - 1
MOST_GAMES = 10**12

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
AsJson = Annotated[bool, typer.Option("--json", help=say("cli.json"))]


def main() -> None:
    """Run the command; an error is one sentence, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack our letters
    try:
        app()
    except HeorotError as error:
        fail(SPEECH.complain(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:  # a full disk, or a pipe that was closed
        sys.stdout = None  # or Python complains once more at its end
        fail(say("cli.output", detail=str(error)))


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


def read_file(name: str) -> str:
    """A text file, or what comes in when the name is `-`."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise HeorotError("cli.unreadable", file=name, detail=str(error)) from error


def find_box(game: Any, file: str | None) -> Any:
    """The box in a file, or the one that is built in."""
    return game.box if file is None else game.read_box(read_text(file), file)


def find_seats(text: str, known: list[str], fewest: int, most: int) -> list[str]:
    """Who sits where, from a list with commas."""
    seats = [seat.strip() for seat in text.split(",")]
    for seat in seats:
        if seat not in known:
            raise HeorotError("cli.no-such-seat", seat=seat, known=", ".join(known))
    if not fewest <= len(seats) <= most:
        raise HeorotError("option.seats", seats=len(seats), fewest=fewest, most=most)
    return seats


def within(name: str, number: int, low: int, high: int) -> int:
    """A number that an option may have."""
    if not low <= number <= high:
        raise HeorotError("cli.out-of-range", option=name, number=str(number), least=str(low), greatest=str(high))
    return number


def find_seed(seed: int | None) -> int | None:
    """A seed that fits the generator."""
    return None if seed is None else within("--seed", seed, 0, GREATEST_SEED)


# ---- Commands ------------------------------------------------------------------------------------------------------


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


def find_speech(language: str) -> Speech:
    """A language that we speak."""
    if language not in LANGUAGES:
        raise HeorotError("cli.no-such-language", language=language, known=", ".join(LANGUAGES))
    return Speech(language)


def tell(line: str) -> None:
    """One line to the person."""
    print(line)


def show(table: "Table") -> None:
    """A table to the person."""
    from rich.console import Console

    Console(highlight=False).print(table)


@app.command(help=say("cli.sim.help"), epilog=say("cli.sim.example"))
def sim(
    game: GameName,
    seats: Annotated[str, typer.Option(help=say("cli.sim.seats"))] = "random,random,random,random",
    games: Annotated[int, typer.Option(help=say("cli.sim.games"))] = 1000,
    seed: Seed = 0,
    box: BoxFile = None,
    as_json: AsJson = False,
    folder: Annotated[Path | None, typer.Option("--records", metavar="DIR", help=say("cli.sim.records"))] = None,
) -> None:
    """Simulate many games and add them up."""
    played, search = find_game(game), import_module(f"heorot.search.{game}")
    names = find_seats(seats, list(search.POLICIES), *played.about.seats)
    within("--games", games, 1, MOST_GAMES)
    simulation = search.Simulation(find_box(played, box), names, find_seed(seed))
    if folder is not None:
        make_folder(folder)
    with_progress_of_compiling(lambda: simulation.run(0, 0))
    totals = run_in_parts(simulation, games)
    if folder is not None:
        write_records(simulation, games, folder)
    if as_json:
        print(json.dumps(summary(game, names, seed, totals)))
    else:
        show(summary_table(names, totals))


def run_in_parts(simulation: Any, games: int) -> Any:
    """All games, in parts of about a third of a second, with a bar on a terminal."""
    totals, part = simulation.run(0, 0), 1
    with progress_bar(say("cli.sim.playing")) as told:
        while totals.games < games:
            done = simulation.run(totals.games, min(part, games - totals.games))
            part = max(1, min(2 * part, int(part / max(done.cpu_seconds, 1e-4) / 3)))
            totals += done
            told(totals.games, games)
    return totals


def make_folder(folder: Path) -> None:
    """A folder that can be written to, before anything is played for it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error


def write_records(simulation: Any, games: int, folder: Path) -> None:
    """One record a file."""
    try:
        for number in range(games):
            text = records.write(simulation.record(number))
            (folder / f"{number:0{len(str(games - 1))}}.record").write_text(text, "utf-8")
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error


def summary(game: str, names: list[str], seed: int, totals: Any) -> dict[str, object]:
    """What `--json` prints."""
    return {
        "game": game,
        "players": len(names),
        "seats": names,
        "games": totals.games,
        "seed": seed,
        "decisions": totals.decisions,
        "cpu_seconds": totals.cpu_seconds,
        "games_per_second": totals.games / totals.cpu_seconds,
        "ns_per_decision": totals.cpu_seconds / totals.decisions * 1e9,
        "scores": [points / totals.games for points in totals.points],
        "wins": [float(share / totals.games) for share in totals.shares],
        "compiled": can_compile(),
    }


def summary_table(names: list[str], totals: Any) -> "Table":
    """The same for people: mean points, and shares of the victories with an interval of 95 %."""
    speed = say("cli.sim.speed", games=totals.games, rate=round(totals.games / totals.cpu_seconds))
    from rich.table import Table

    table = Table(caption=speed)
    for column in ("seat", "who", "points", "share"):
        table.add_column(say(f"cli.sim.column.{column}"), justify="left" if column == "who" else "right")
    for seat, (name, points, share) in enumerate(zip(names, totals.points, totals.shares, strict=True), 1):
        low, high = interval(float(share / totals.games), totals.games)
        part = f"{float(100 * share / totals.games):.2f} % ({100 * low:.2f}–{100 * high:.2f})"
        table.add_row(str(seat), name, f"{points / totals.games:.1f}", part)
    return table


def interval(part: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % around a share."""
    z = 1.96
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z * (part * (1 - part) / games + z * z / (4 * games * games)) ** 0.5 / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


@app.command(help=say("cli.check.help"), epilog=say("cli.check.example"))
def check(files: Annotated[list[str], typer.Argument(help=say("cli.check.files"), show_default=False)]) -> None:
    """Replay records and say whether they hold."""
    wrong = 0
    for file in files:
        try:
            record, places = records.read_lines(read_file(file))
            if record.game not in GAMES:
                raise BadRecord(places.header["game"], "record.other-game", game=record.game[:60])
            records.check(GAMES[record.game], record, places)
            result = records.result_line(record.result)
            tell(say("cli.check.holds", file=file, entries=len(record.entries), result=result))
        except HeorotError as error:
            wrong += 1
            print(say("cli.check.wrong", file=file, sentence=SPEECH.complain(error)), file=sys.stderr)
    if wrong:
        sys.exit(1)


@app.command(help=say("cli.warmup.help"), epilog=say("cli.warmup.example"))
def warmup() -> None:
    """Compile everything ahead of time."""
    if not can_compile():
        raise HeorotError("cli.warmup.no-numba")
    for game in GAMES:
        with_progress_of_compiling(import_module(f"heorot.search.{game}").warm_up)
    tell(say("cli.warmup.done"))


def with_progress_of_compiling(work: Any) -> None:
    """Do some work that may have to be compiled first; a bar shows how far that is."""
    if not can_compile():
        work()
        return
    with progress_bar(say("cli.warmup.compiling")) as told, compiling(told):
        work()


@app.command("bench", help=say("cli.bench.help"), epilog=say("cli.bench.example"))
def bench_command(
    games: Annotated[int, typer.Option(help=say("cli.bench.games"))] = 20_000,
    cold: Annotated[bool, typer.Option(help=say("cli.bench.cold"))] = False,
    as_json: AsJson = False,
) -> None:
    """Measure the speed, compiled beside interpreted."""
    from heorot import bench

    within("--games", games, 100, MOST_GAMES)
    for game in GAMES:
        figures = list(bench.measure(game, games, cold))
        if as_json:
            print(json.dumps({"game": game, **{f.key: [f.compiled, f.interpreted, f.unit] for f in figures}}))
        else:
            show(bench_table(game, figures))


def bench_table(game: str, figures: "list[Figure]") -> "Table":
    """The figures for people."""
    from rich.table import Table

    table = Table(title=game)
    table.add_column(say("bench.column.what"))
    for column in ("compiled", "interpreted"):
        table.add_column(say(f"bench.column.{column}"), justify="right")
    for figure in figures:
        table.add_row(say(figure.key), shown(figure.compiled, figure.unit), shown(figure.interpreted, figure.unit))
    return table


def shown(number: float | None, unit: str) -> str:
    """A figure with three digits that matter."""
    if number is None:
        return "–"
    digits = f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
    return f"{digits} {unit}"


@app.command(help=say("cli.version.help"), epilog=say("cli.version.example"))
def version() -> None:
    """The version, and how the rules run here."""
    from importlib import metadata  # slow to load, and needed here alone

    tell(say("cli.version.said", version=metadata.version("heorot"), compiled="yes" if can_compile() else "no"))
