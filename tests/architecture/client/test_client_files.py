"""Rules for the files of the browser's client: short, with a comment at the top, and titles only in their folders."""

import re

from tests.architecture.client.client_files import WEB, ClientFile, client_files
from tests.architecture.source import TITLES

MAX_LINES = 400
DRAWINGS = {f"src/ui/kit/{name}.svelte" for name in ("Sprite", "Vignettes", "LaterVignettes")}  # a line each
TITLE = re.compile(rf"(?<![a-z])({'|'.join(TITLES)})(?![a-z])", re.IGNORECASE)
FOLDERS = [title for title in TITLES if (WEB / "src/games" / title).is_dir()]  # Beowulf is a piece or symbol in both
REGISTRY = "src/games/index.ts"
SYMBOLS = {
    "Sprite.svelte", "Vignettes.svelte", "LaterVignettes.svelte", "tokens.css", "pieces.css", "controls.css",
    "vignettes.css",
}  # fmt: skip


def own_title(file: ClientFile) -> str:
    """Return the game whose folder contains a file, or ""."""
    return file.parts[2] if file.parts[1] == "games" and file.parts[2] in TITLES else ""


def test_client_files_include_known_files():
    assert {"src/main.ts", "src/App.svelte", "src/ui/kit/tokens.css"} <= {file.name for file in client_files()}


def test_files_are_short_enough():
    lengths = {file.name: file.text.count("\n") for file in client_files() if file.name not in DRAWINGS}
    assert {name: lines for name, lines in lengths.items() if lines > MAX_LINES} == {}


def test_long_files_start_with_comment():
    """Files of more than 30 lines start with a comment that explains their purpose."""
    long = [file for file in client_files(".svelte", ".ts") if file.text.count("\n") > 30 and not file.is_test]
    assert [file.name for file in long if not re.match(r"(<script[^>]*>\s*)?\s*(//|/\*|<!--)", file.text)] == []


def test_titles_appear_only_in_their_folders_and_registry():
    untitled = [file for file in client_files(".ts", ".svelte") if not own_title(file) and file.name != REGISTRY]
    untitled = [file for file in untitled if file.parts[-1] not in SYMBOLS and not file.is_test]
    assert [file.name for file in client_files(".ts") if file.name == REGISTRY and file.places(TITLE)] == [REGISTRY]
    assert [place for file in untitled for place in file.places(TITLE)] == []


def test_games_never_refer_to_each_other():
    assert {own_title(file) for file in client_files()} == {"", *FOLDERS}
    assert len(FOLDERS) > 1
    broken = [
        place
        for file in client_files()
        if (title := own_title(file))
        for place in file.places(re.compile(rf"""['"/.]({"|".join(t for t in FOLDERS if t != title)})[/.'"]"""))
    ]
    assert broken == []
