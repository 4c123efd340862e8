"""`heorot match`: bots against each other with rotated seats, and confidence intervals of the result."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from heorot.bots import bots_of
from heorot.cli.common import (
    MAX_GAMES,
    Advanced,
    AsJson,
    BoxFile,
    Fallen,
    GameName,
    OpenTokens,
    Seed,
    app,
    check_range,
    check_seed,
    find_box,
    find_game,
    find_options,
    find_seats,
    print_table,
    translate,
)
from heorot.cli.compiling import warm_up
from heorot.engine.kernels.compile_cache import can_compile
from heorot.search import wilson_interval
from heorot.terminal.progress import progress_bar

if TYPE_CHECKING:  # rich is slow to import and not needed for `--json`
    from rich.table import Table

    from heorot.bots.match import BotResult, Match, MatchGame

MAX_WORKERS = 64


@app.command(help=translate("cli.match.help"), epilog=translate("cli.match.example"))
def match(
    game: GameName,
    seats: Annotated[str, typer.Option(help=translate("cli.match.seats"))],
    games: Annotated[int, typer.Option(help=translate("cli.match.games"))] = 100,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(help=translate("cli.match.workers"))] = 2,
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Play games between bots."""
    from heorot.bots.match import Match, bot_results

    played, bots = find_game(game), bots_of(game)
    names = find_seats(seats, list(bots), *played.info.seats)
    check_range("--games", games, 1, MAX_GAMES)
    check_range("--workers", workers, 1, MAX_WORKERS)
    options = find_options(played, advanced=advanced, fallen=fallen, open_tokens=open_tokens)
    text = played.box_text(find_box(played, box))
    spec = Match(game, tuple(names), check_seed(seed), tuple(sorted(options.items())), text)
    if can_compile():  # once, before worker processes would all do it
        warm_up(game)
    ended = bot_results(spec, play_games(spec, games, workers))
    if as_json:
        print(json.dumps(summary(spec, games, ended)))
    else:
        print_table(summary_table(games, ended))


def play_games(spec: "Match", games: int, workers: int) -> "list[MatchGame]":
    """Play all games, with a progress bar."""
    from heorot.bots.match import play_match

    played = []
    with progress_bar(translate("cli.sim.playing")) as report:
        for one in play_match(spec, games, workers):
            played.append(one)
            report(len(played), games)
    return played


def summary(spec: "Match", games: int, results: "list[BotResult]") -> dict[str, object]:
    """Return the output of `--json`."""
    return {
        "game": spec.game,
        "players": len(spec.bots),
        "seats": list(spec.bots),
        "games": games,
        "seed": spec.seed,
        "options": dict(spec.options),
        "wins": [result.share for result in results],
        "intervals": [wilson_interval(result.share, games) for result in results],
        "scores": [result.points for result in results],
        "margins": [result.margin for result in results],
        "margin_errors": [result.margin_error for result in results],
        "answers": [result.answers for result in results],
        "cpu_seconds": [dict(zip(("p50", "p95", "max"), result.seconds, strict=True)) for result in results],
        "compiled": can_compile(),
    }


def summary_table(games: int, results: "list[BotResult]") -> "Table":
    """Return the result as a table."""
    from rich.table import Table

    table = Table(caption=translate("cli.match.played", games=games))
    for column in ("who", "share", "points", "margin", "seconds"):
        table.add_column(translate(f"cli.match.column.{column}"), justify="left" if column == "who" else "right")
    for result in results:
        low, high = wilson_interval(result.share, games)
        table.add_row(
            result.bot,
            f"{100 * result.share:.2f} % ({100 * low:.2f}–{100 * high:.2f})",
            f"{result.points:.1f}",
            f"{result.margin:+.1f} ± {1.96 * result.margin_error:.1f}",
            " / ".join(f"{spent:.3f}" for spent in result.seconds),
        )
    return table
