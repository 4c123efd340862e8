"""`heorot sim`: many games between bots, added up."""

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from heorot.cli.asked import (
    MOST_GAMES,
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
    find_box,
    find_game,
    find_options,
    find_seats,
    find_seed,
    say,
    show,
    with_progress_of_compiling,
    within,
)
from heorot.engine import record as records
from heorot.engine.accel import can_compile
from heorot.engine.errors import HeorotError
from heorot.engine.game import Options
from heorot.search import interval
from heorot.terminal.progress import progress_bar

if TYPE_CHECKING:  # slow to load, and only for people
    from rich.table import Table


@app.command(help=say("cli.sim.help"), epilog=say("cli.sim.example"))
def sim(
    game: GameName,
    seats: Annotated[str, typer.Option(help=say("cli.sim.seats"))] = "random,random,random,random",
    games: Annotated[int, typer.Option(help=say("cli.sim.games"))] = 1000,
    seed: Seed = 0,
    first: First = None,
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    box: BoxFile = None,
    as_json: AsJson = False,
    folder: Annotated[Path | None, typer.Option("--records", metavar="DIR", help=say("cli.sim.records"))] = None,
) -> None:
    """Simulate many games and add them up."""
    played, search = find_game(game), import_module(f"heorot.search.{game}")
    names = find_seats(seats, list(search.POLICIES), *played.about.seats)
    within("--games", games, 1, MOST_GAMES)
    options = find_options(played, first, advanced=advanced, fallen=fallen, open_tokens=open_tokens)
    simulation = search.Simulation(find_box(played, box), names, find_seed(seed), options=options)
    if folder is not None:
        make_folder(folder)
    with_progress_of_compiling(lambda: simulation.run(0, 0))
    totals = run_in_parts(simulation, games)
    if folder is not None:
        write_records(simulation, games, folder)
    if as_json:
        print(json.dumps(summary(game, names, seed, options, totals)))
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
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error
    check_folder(folder)


def write_records(simulation: Any, games: int, folder: Path) -> None:
    """One record a file."""
    try:
        for number in range(games):
            text = records.write(simulation.record(number))
            (folder / f"{number:0{len(str(games - 1))}}.record").write_text(text, "utf-8")
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(folder), detail=str(error)) from error


def summary(game: str, names: list[str], seed: int, options: Options, totals: Any) -> dict[str, object]:
    """What `--json` prints."""
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
