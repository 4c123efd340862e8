"""`heorot warmup`, `bench` and `version`: compile the rules, measure their speed, and show how they run here."""

import json
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from heorot import __version__
from heorot.cli.common import (
    MAX_GAMES,
    Advanced,
    AsJson,
    Fallen,
    OpenTokens,
    app,
    check_range,
    find_game,
    find_options,
    print_line,
    print_table,
    translate,
)
from heorot.cli.compiling import warm_up
from heorot.engine.errors import HeorotError
from heorot.engine.kernels.compile_cache import can_compile, is_ready
from heorot.games import GAMES
from heorot.search import simulator_name
from heorot.terminal.progress import progress_bar

if TYPE_CHECKING:  # rich is slow to import and not needed for `--json`
    from rich.table import Table

    from heorot.bench.speed import Measurement


SERVER = "server"  # given instead of a title


@app.command(help=translate("cli.warmup.help"), epilog=translate("cli.warmup.example"))
def warmup(
    game: Annotated[list[str] | None, typer.Argument(help=translate("cli.warmup.game"), show_default=False)] = None,
) -> None:
    """Compile some games or all of them ahead of time."""
    names = [find_game(name).info.name for name in game or GAMES]
    if not can_compile():
        raise HeorotError("cli.warmup.no-numba")
    for name in names:
        warm_up(name)
    print_line(translate("cli.warmup.done"))


@app.command("bench", help=translate("cli.bench.help"), epilog=translate("cli.bench.example"))
def bench_command(
    game: Annotated[list[str] | None, typer.Argument(help=translate("cli.bench.game"), show_default=False)] = None,
    games: Annotated[int, typer.Option(help=translate("cli.bench.games"))] = 20_000,
    cold: Annotated[bool, typer.Option(help=translate("cli.bench.cold"))] = False,
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    tables: Annotated[int, typer.Option(help=translate("cli.bench.tables"))] = 200,
    sockets: Annotated[int, typer.Option(help=translate("cli.bench.sockets"))] = 2000,
    rate: Annotated[int, typer.Option(help=translate("cli.bench.rate"))] = 200,
    seconds: Annotated[float, typer.Option(help=translate("cli.bench.seconds"))] = 20.0,
    database: Annotated[str | None, typer.Option(help=translate("cli.bench.database"))] = None,
    bus: Annotated[str | None, typer.Option(help=translate("cli.bench.bus"))] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the rules, compiled and interpreted, or that of a server."""
    from heorot.bench import speed

    if game == [SERVER]:
        return measure_server(ServerLoad(tables, sockets, rate, seconds), database, bus, as_json)
    check_range("--games", games, 100, MAX_GAMES)
    flags = {"advanced": advanced, "fallen": fallen, "open_tokens": open_tokens}
    for name, options in [(name, find_options(find_game(name), **flags)) for name in game or GAMES]:
        if can_compile() and not is_ready(simulator_name(name)):
            warm_up(name)  # so that compilation is not measured
        figures = list(speed.measure(name, games, cold, options))
        if as_json:
            print(json.dumps({"game": name, **{f.key: [f.compiled, f.interpreted, f.unit] for f in figures}}))
        else:
            print_table(bench_table(name, figures))


class ServerLoad(NamedTuple):
    """The load on a measured server."""

    tables: int
    sockets: int
    rate: int
    seconds: float


def measure_server(load: ServerLoad, database: str | None, bus: str | None, as_json: bool) -> None:
    """Measure a real server with clients at many tables, or two nodes on one database."""
    import uvloop

    from heorot.bench.server import Load, measure

    check_range("--tables", load.tables, 1, 10_000)
    check_range("--sockets", load.sockets, 4 * load.tables, 100_000)
    check_range("--rate", load.rate, 1, 10_000)
    check_range("--seconds", load.seconds, 1, 3600)
    with progress_bar(translate("cli.bench.moving")) as report:
        if database is None:
            figures = uvloop.run(measure(Load(*load), report))
        else:
            from heorot.bench import nodes as bench_nodes  # needs the extra `scale`

            nodes = bench_nodes.ClusterAddress(database, bus)
            figures = uvloop.run(bench_nodes.measure(Load(*load), nodes, report))
    if as_json:
        print(json.dumps(figures))
    else:
        print_table(server_table(figures))


def server_table(figures: dict[str, float]) -> "Table":
    """Return the figures of a server as a table."""
    from rich.table import Table

    table = Table(title=SERVER)
    table.add_column(translate("bench.column.server"))
    table.add_column("", justify="right")
    for name, number in figures.items():
        table.add_row(translate(f"bench.server.{name.replace('_', '-')}"), f"{number:,g}")
    return table


def bench_table(game: str, figures: "list[Measurement]") -> "Table":
    """Return the figures of the rules as a table."""
    from rich.table import Table

    table = Table(title=game)
    table.add_column(translate("bench.column.what"))
    for column in ("compiled", "interpreted"):
        table.add_column(translate(f"bench.column.{column}"), justify="right")
    for figure in figures:
        speeds = (format_figure(figure.compiled, figure.unit), format_figure(figure.interpreted, figure.unit))
        table.add_row(translate(figure.key), *speeds)
    return table


def format_figure(number: float | None, unit: str) -> str:
    """Return a figure with three significant digits and its unit."""
    if number is None:
        return "–"
    digits = f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
    return f"{digits} {unit}"


@app.command(help=translate("cli.version.help"), epilog=translate("cli.version.example"))
def version() -> None:
    """Print the version, and whether the rules run compiled."""
    print_line(translate("cli.version.said", version=__version__, compiled="yes" if can_compile() else "no"))
