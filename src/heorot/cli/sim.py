"""`heorot sim`: simulate many games between bots and print totals."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from heorot.cli.common import (
    MAX_GAMES,
    Advanced,
    AsJson,
    BoxFile,
    Fallen,
    First,
    GameName,
    OpenTokens,
    Seed,
    app,
    check_folder,
    check_range,
    check_seed,
    find_box,
    find_game,
    find_options,
    find_seats,
    print_table,
    translate,
)
from heorot.cli.compiling import compile_with_progress
from heorot.engine import records
from heorot.engine.errors import HeorotError
from heorot.engine.game import Options
from heorot.engine.kernels.compile_cache import can_compile
from heorot.search import Totals, simulator, wilson_interval
from heorot.terminal.progress import progress_bar

if TYPE_CHECKING:  # rich is slow to import and not needed for `--json`
    from rich.table import Table

    from heorot.search.simulation import BaseSimulation


@app.command(help=translate("cli.sim.help"), epilog=translate("cli.sim.example"))
def sim(
    game: GameName,
    seats: Annotated[str, typer.Option(help=translate("cli.sim.seats"))] = "random,random,random,random",
    games: Annotated[int, typer.Option(help=translate("cli.sim.games"))] = 1000,
    seed: Seed = 0,
    first: First = None,
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    box: BoxFile = None,
    as_json: AsJson = False,
    folder: Annotated[Path | None, typer.Option("--records", metavar="DIR", help=translate("cli.sim.records"))] = None,
) -> None:
    """Simulate many games and print totals."""
    played, search = find_game(game), simulator(game)
    names = find_seats(seats, list(search.POLICIES), *played.info.seats)
    check_range("--games", games, 1, MAX_GAMES)
    options = find_options(played, first, advanced=advanced, fallen=fallen, open_tokens=open_tokens)
    simulation = search.Simulation(find_box(played, box), names, check_seed(seed), options=options)
    if folder is not None:
        make_folder(folder)
    compile_with_progress(lambda: simulation.run(0, 0))
    totals = run_in_batches(simulation, games)
    if folder is not None:
        write_records(simulation, games, folder)
    if as_json:
        print(json.dumps(summary(game, names, seed, options, totals)))
    else:
        print_table(summary_table(names, totals))


def run_in_batches(simulation: "BaseSimulation", games: int) -> Totals:
    """Run all games in batches of about a third of a second, with a progress bar."""
    totals, part = simulation.run(0, 0), 1
    with progress_bar(translate("cli.sim.playing")) as report:
        while totals.games < games:
            done = simulation.run(totals.games, min(part, games - totals.games))
            part = max(1, min(2 * part, int(part / max(done.cpu_seconds, 1e-4) / 3)))
            totals += done
            report(totals.games, games)
    return totals


def make_folder(folder: Path) -> None:
    """Create a writable folder before any game is played."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error
    check_folder(folder)


def write_records(simulation: "BaseSimulation", games: int, folder: Path) -> None:
    """Write each game as a record file."""
    try:
        for number in range(games):
            text = records.write(simulation.record(number))
            (folder / f"{number:0{len(str(games - 1))}}.record").write_text(text, "utf-8")
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error


def summary(game: str, names: list[str], seed: int, options: Options, totals: Totals) -> dict[str, object]:
    """Return the output of `--json`."""
    return {
        "game": game,
        "players": len(names),
        "seats": names,
        "games": totals.games,
        "seed": seed,
        "options": dict(sorted(options.items())),
        "decisions": totals.decisions,
        "cpu_seconds": totals.cpu_seconds,
        "games_per_second": totals.games / totals.cpu_seconds,
        "ns_per_decision": totals.cpu_seconds / totals.decisions * 1e9,
        "scores": [points / totals.games for points in totals.points],
        "wins": [float(share / totals.games) for share in totals.shares],
        "compiled": can_compile(),
    }


def summary_table(names: list[str], totals: Totals) -> "Table":
    """Return the result as a table: mean points, and shares of victories with 95 % confidence intervals."""
    speed = translate("cli.sim.speed", games=totals.games, rate=round(totals.games / totals.cpu_seconds))
    from rich.table import Table

    table = Table(caption=speed)
    for column in ("seat", "who", "points", "share"):
        table.add_column(translate(f"cli.sim.column.{column}"), justify="left" if column == "who" else "right")
    for seat, (name, points, share) in enumerate(zip(names, totals.points, totals.shares, strict=True), 1):
        low, high = wilson_interval(float(share / totals.games), totals.games)
        part = f"{float(100 * share / totals.games):.2f} % ({100 * low:.2f}–{100 * high:.2f})"
        table.add_row(str(seat), name, f"{points / totals.games:.1f}", part)
    return table
