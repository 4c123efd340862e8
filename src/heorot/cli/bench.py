"""`heorot warmup`, `bench` and `version`: how the rules run here, and how fast."""

import json
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from heorot.cli.asked import (
    MOST_GAMES,
    Advanced,
    AsJson,
    Fallen,
    OpenTokens,
    app,
    find_game,
    find_options,
    say,
    show,
    tell,
    with_progress_of_compiling,
    within,
)
from heorot.engine.accel import can_compile
from heorot.engine.errors import HeorotError
from heorot.games import GAMES
from heorot.terminal.progress import progress_bar

if TYPE_CHECKING:  # slow to load, and only for people
    from rich.table import Table

    from heorot.bench import Figure


SERVER = "server"  # in the place of a game


@app.command(help=say("cli.warmup.help"), epilog=say("cli.warmup.example"))
def warmup() -> None:
    """Compile everything ahead of time."""
    if not can_compile():
        raise HeorotError("cli.warmup.no-numba")
    for game in GAMES:
        with_progress_of_compiling(import_module(f"heorot.search.{game}").warm_up)
    tell(say("cli.warmup.done"))


@app.command("bench", help=say("cli.bench.help"), epilog=say("cli.bench.example"))
def bench_command(
    game: Annotated[list[str] | None, typer.Argument(help=say("cli.bench.game"), show_default=False)] = None,
    games: Annotated[int, typer.Option(help=say("cli.bench.games"))] = 20_000,
    cold: Annotated[bool, typer.Option(help=say("cli.bench.cold"))] = False,
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    tables: Annotated[int, typer.Option(help=say("cli.bench.tables"))] = 200,
    sockets: Annotated[int, typer.Option(help=say("cli.bench.sockets"))] = 2000,
    rate: Annotated[int, typer.Option(help=say("cli.bench.rate"))] = 200,
    seconds: Annotated[float, typer.Option(help=say("cli.bench.seconds"))] = 20.0,
    database: Annotated[str | None, typer.Option(help=say("cli.bench.database"))] = None,
    bus: Annotated[str | None, typer.Option(help=say("cli.bench.bus"))] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the speed, compiled beside interpreted; or that of a server."""
    from heorot import bench

    if game == [SERVER]:
        return measure_server(Served(tables, sockets, rate, seconds), database, bus, as_json)
    within("--games", games, 100, MOST_GAMES)
    flags = {"advanced": advanced, "fallen": fallen, "open_tokens": open_tokens}
    for name, options in [(name, find_options(find_game(name), **flags)) for name in game or GAMES]:
        figures = list(bench.measure(name, games, cold, options))
        if as_json:
            print(json.dumps({"game": name, **{f.key: [f.compiled, f.interpreted, f.unit] for f in figures}}))
        else:
            show(bench_table(name, figures))


class Served(NamedTuple):
    """Under what a server is measured."""

    tables: int
    sockets: int
    rate: int
    seconds: float


def measure_server(served: Served, database: str | None, bus: str | None, as_json: bool) -> None:
    """A real server with people at many tables; or two nodes on one database."""
    import uvloop

    from heorot.bench_server import Load, measure

    within("--tables", served.tables, 1, 10_000)
    within("--sockets", served.sockets, 4 * served.tables, 100_000)
    within("--rate", served.rate, 1, 10_000)
    within("--seconds", served.seconds, 1, 3600)
    with progress_bar(say("cli.bench.moving")) as told:
        if database is None:
            figures = uvloop.run(measure(Load(*served), told))
        else:
            from heorot import bench_nodes  # whose packages not everyone has

            nodes = bench_nodes.Nodes(database, bus)
            figures = uvloop.run(bench_nodes.measure(Load(*served), nodes, told))
    if as_json:
        print(json.dumps(figures))
    else:
        show(server_table(figures))


def server_table(figures: dict[str, float]) -> "Table":
    """The figures of a server for people."""
    from rich.table import Table

    table = Table(title=SERVER)
    table.add_column(say("bench.column.server"))
    table.add_column("", justify="right")
    for name, number in figures.items():
        table.add_row(say(f"bench.server.{name.replace('_', '-')}"), f"{number:,g}")
    return table


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
