"""`heorot match`: bots against each other, seats rotated, with the interval of what that proves."""

import json
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from heorot.cli.asked import (
    MOST_GAMES,
    Advanced,
    AsJson,
    BoxFile,
    Fallen,
    GameName,
    OpenTokens,
    Seed,
    app,
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
from heorot.engine.accel import can_compile
from heorot.search import interval
from heorot.terminal.progress import progress_bar

if TYPE_CHECKING:  # slow to load, and only for people
    from rich.table import Table

    from heorot.bots.match import Match, Played, Standing

MOST_WORKERS = 64


@app.command(help=say("cli.match.help"), epilog=say("cli.match.example"))
def match(
    game: GameName,
    seats: Annotated[str, typer.Option(help=say("cli.match.seats"))],
    games: Annotated[int, typer.Option(help=say("cli.match.games"))] = 100,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(help=say("cli.match.workers"))] = 2,
    advanced: Advanced = False,
    fallen: Fallen = False,
    open_tokens: OpenTokens = False,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other."""
    from heorot.bots.match import Match, standings

    played, bots = find_game(game), import_module(f"heorot.bots.{game}").BOTS
    names = find_seats(seats, list(bots), *played.about.seats)
    within("--games", games, 1, MOST_GAMES)
    within("--workers", workers, 1, MOST_WORKERS)
    options = find_options(played, advanced=advanced, fallen=fallen, open_tokens=open_tokens)
    text = played.box_text(find_box(played, box))
    asked = Match(game, tuple(names), find_seed(seed) or 0, tuple(sorted(options.items())), text)
    if can_compile():  # here once, so that no two processes do it
        with_progress_of_compiling(import_module(f"heorot.search.{game}").warm_up)
    ended = standings(asked, run(asked, games, workers))
    if as_json:
        print(json.dumps(summary(asked, games, ended)))
    else:
        show(summary_table(games, ended))


def run(asked: "Match", games: int, workers: int) -> "list[Played]":
    """All games, with a bar on a terminal."""
    from heorot.bots.match import play_match

    played = []
    with progress_bar(say("cli.sim.playing")) as told:
        for one in play_match(asked, games, workers):
            played.append(one)
            told(len(played), games)
    return played


def summary(asked: "Match", games: int, ended: "list[Standing]") -> dict[str, object]:
    """What `--json` prints."""
    return {
        "game": asked.game,
        "players": len(asked.bots),
        "seats": list(asked.bots),
        "games": games,
        "seed": asked.seed,
        "options": dict(asked.options),
        "wins": [one.share for one in ended],
        "intervals": [interval(one.share, games) for one in ended],
        "scores": [one.points for one in ended],
        "margins": [one.margin for one in ended],
        "margin_errors": [one.margin_error for one in ended],
        "answers": [one.answers for one in ended],
        "cpu_seconds": [dict(zip(("p50", "p95", "max"), one.seconds, strict=True)) for one in ended],
        "compiled": can_compile(),
    }


def summary_table(games: int, ended: "list[Standing]") -> "Table":
    """The same for people."""
    from rich.table import Table

    table = Table(caption=say("cli.match.played", games=games))
    for column in ("who", "share", "points", "margin", "seconds"):
        table.add_column(say(f"cli.match.column.{column}"), justify="left" if column == "who" else "right")
    for one in ended:
        low, high = interval(one.share, games)
        table.add_row(
            one.bot,
            f"{100 * one.share:.2f} % ({100 * low:.2f}–{100 * high:.2f})",
            f"{one.points:.1f}",
            f"{one.margin:+.1f} ± {1.96 * one.margin_error:.1f}",
            " / ".join(f"{spent:.3f}" for spent in one.seconds),
        )
    return table
