"""The screens in the README, recorded from real games in a real pseudo-terminal.

    python -m tests.tools.record_screens

The script types a few inputs and writes the screen as a picture into docs/. The games have a seed, so the same program
gives the same screens; a test compares them.
"""

import io
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from tests.terminal.support.pseudo_terminal import Terminal, Window

DOCS = Path(__file__).parents[2] / "docs"
SIZES = {"movie": (100, 40), "legend": (100, 40)}
SEED = 7
SCREENS = {"movie": DOCS / "screen.svg", "legend": DOCS / "screen-legend.svg"}
ANSWERS = {
    "movie": ("thane c3", "draw", "mead+3 c2", "beowulf d2", "castle e3", "draw", "preview horn d3"),
    "legend": ("decline", "risk", "fighting 2", "beowulf", "beowulf, done", "", "1", "risk", "fighting 2", "odds"),
}
NAMES = {"default": "", "brown": "yellow"}  # colours of pyte by their names in Rich
FORMAT = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<style>.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px;
line-height: {line_height}px; white-space: pre }} .{unique_id}-title {{ font: bold 18px sans-serif }} {styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">
{matrix}</g></g>
</svg>
"""


def record(game: str) -> Window:
    """Return the screen after the inputs."""
    with TemporaryDirectory() as games:
        with Terminal("--first", 1, "--seed", SEED, games=Path(games), size=SIZES[game], game=game) as terminal:
            terminal.start()
            for answer in ANSWERS[game]:
                terminal.enter(answer)
            return terminal.window


def styled(window: Window, y: int) -> Text:
    """Return a line of the screen with its colours."""
    line = Text(end="")
    for x in range(len(window.row(y))):
        char = window.buffer[y][x]
        colours = [NAMES.get(colour, colour) for colour in (char.fg, char.bg)]
        marks = [mark for mark, is_on in (("bold", char.bold), ("underline", char.underscore)) if is_on]
        line.append(char.data, " ".join([*marks, colours[0], f"on {colours[1]}" if colours[1] else ""]).strip())
    return line


def draw(window: Window, game: str) -> str:
    """Return the screen as a picture."""
    console = Console(record=True, width=window.columns, file=io.StringIO(), force_terminal=True, legacy_windows=False)
    for y in range(len(window.text.splitlines())):
        console.print(styled(window, y), no_wrap=True, crop=True)
    svg = console.export_svg(title=f"heorot play {game}", theme=MONOKAI, code_format=FORMAT, unique_id="heorot")
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


if __name__ == "__main__":
    for name, file in SCREENS.items():
        file.write_text(draw(record(name), name), "utf-8")
