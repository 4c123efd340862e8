"""Golden playthroughs: whole games as text, with every table from every seat. `./dev golden` rewrites them; review the
difference like code. golden_movie.py and golden_legend.py explain the format."""

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.tools import golden_legend, golden_movie
from tests.tools.golden_common import playthrough

RECORDS = Path(__file__).parents[2] / "records"
FILES = golden_movie.FILES | golden_legend.FILES  # by file, the game in it


def files() -> Iterator[tuple[Path, str]]:
    """Return the text of every file."""
    for name, played in FILES.items():
        yield RECORDS / "golden" / name, playthrough(played)
    from tests.games.test_perft import GAMES, PERFT, snapshot

    for game in GAMES:
        yield PERFT / f"{game}.order", snapshot(game)


def main(args: list[str]) -> None:
    if args:
        sys.exit(f"{__doc__}\nUsage: python -m tests.tools.golden")
    for file, text in files():
        changed = not file.exists() or file.read_text("utf-8") != text
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        print(f"{'written' if changed else 'as before'}  {file.relative_to(RECORDS.parent)}  {len(text) // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
