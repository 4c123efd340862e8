"""Golden playthroughs: whole games as text, every table as everyone sees it. `./dev golden` writes them anew; review
the difference like code. golden_movie.py and golden_legend.py say how a state of each game is shown.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from tests import golden_legend, golden_movie
from tests.golden_common import playthrough

RECORDS = Path(__file__).parents[1] / "records"
FILES = golden_movie.FILES | golden_legend.FILES  # each file, and the game in it


def files() -> Iterator[tuple[Path, str]]:
    """Every file that is written, with its text."""
    for name, played in FILES.items():
        yield RECORDS / "golden" / name, playthrough(played)
    from tests.records.test_perft import GAMES, PERFT, snapshot

    for game in GAMES:
        yield PERFT / f"{game}.order", snapshot(game)


def main(args: list[str]) -> None:
    if args:
        sys.exit(f"{__doc__}\nUsage: python -m tests.golden")
    for file, text in files():
        changed = not file.exists() or file.read_text("utf-8") != text
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(f"{'written' if changed else 'as before'}  {file.relative_to(RECORDS.parent)}  {len(text) // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
