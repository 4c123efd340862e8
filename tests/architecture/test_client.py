"""The laws of the browser's client: short files, titles in their folders alone, nothing that its policy forbids."""

import re

from tests.architecture.client import WEB, Leaf, client
from tests.architecture.source import TITLES

LONGEST_FILE = 400
DRAWINGS = {f"src/ui/kit/{name}.svelte" for name in ("Sprite", "Vignettes", "LaterVignettes")}  # pictures, a line each
TITLE = re.compile(rf"(?<![a-z])({'|'.join(TITLES)})(?![a-z])", re.IGNORECASE)
FOLDERS = [title for title in TITLES if (WEB / "src/games" / title).is_dir()]  # Beowulf is a piece or a symbol of each
REGISTRY = "src/games/index.ts"
PICTURES = {"Art.svelte", "Scene.svelte", "scene.css"}  # paintings have colours of their own
SYMBOLS = {
    "Sprite.svelte", "Vignettes.svelte", "LaterVignettes.svelte", "tokens.css", "pieces.css", "controls.css",
    "vignettes.css",
}  # fmt: skip

FORBIDDEN = {
    "markup from a text": re.compile(r"\{@html|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write"),
    "code from a text": re.compile(r"\beval\(|new Function\(|set(?:Timeout|Interval)\(\s*['\"`]"),
    "a style in an attribute": re.compile(r"""\sstyle=(?:["'{])"""),
    "a handler in an attribute": re.compile(r"""\son[a-z]+=["']"""),
    "a silenced check": re.compile(r"@ts-ignore|@ts-nocheck|\bas any\b|: any\b"),
    "a debugging aid": re.compile(r"\bconsole\.\w+\(|\bdebugger\b"),
}
ELSEWHERE = re.compile(r"""(?:https?:)?//[a-zA-Z0-9-]+\.[a-z]|@import|url\(\s*['"]?(?!#|data:)""")
NAMESPACE = re.compile(r"http://www\.w3\.org/\S+")
STORED = re.compile(r"\b(?:local|session)Storage\b")
STORES = {
    "src/browser/padStorage.ts", "src/browser/seatKeys.ts", "src/browser/settings.svelte.ts",
    "src/pages/hosting/metricsPoller.svelte.ts",
}  # these know a browser's storage  # fmt: skip
BARE_CLASS = re.compile(r"(?:^|[},])\s*(\.[\w-]+)(?=\s*[{,])", re.MULTILINE)
SMALL = re.compile(r"font(?:-size)?:[^;}]*?(?<![\d.])(\d*\.?\d+)px")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?![\w-])|\bhsla?\(")


def own_title(leaf: Leaf) -> str:
    """The game in whose folder a file stands."""
    return leaf.parts[2] if leaf.parts[1] == "games" and leaf.parts[2] in TITLES else ""


def test_the_client_is_read_at_all():
    assert {"src/main.ts", "src/App.svelte", "src/ui/kit/tokens.css"} <= {leaf.name for leaf in client()}


def test_no_file_outgrows_its_subject():
    lengths = {leaf.name: leaf.text.count("\n") for leaf in client() if leaf.name not in DRAWINGS}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_every_file_says_what_it_is_for():
    """A component with a script and every module begin with a comment that says why it exists, or are a few lines."""
    long = [leaf for leaf in client(".svelte", ".ts") if leaf.text.count("\n") > 30 and not leaf.is_test]
    assert [leaf.name for leaf in long if not re.match(r"(<script[^>]*>\s*)?\s*(//|/\*|<!--)", leaf.text)] == []


def test_titles_stand_in_their_own_folders_and_in_the_registry():
    untitled = [leaf for leaf in client(".ts", ".svelte") if not own_title(leaf) and leaf.name != REGISTRY]
    untitled = [leaf for leaf in untitled if leaf.parts[-1] not in SYMBOLS and not leaf.is_test]
    assert [place for leaf in untitled for place in leaf.places(TITLE)] == []


def test_the_games_know_nothing_of_each_other():
    broken = [
        place
        for leaf in client()
        if (title := own_title(leaf))
        for place in leaf.places(re.compile(rf"""['"/.]({"|".join(t for t in FOLDERS if t != title)})[/.'"]"""))
    ]
    assert broken == []


def test_nothing_that_the_policy_forbids():
    code = [leaf for leaf in client(".ts", ".svelte") if not leaf.is_test]
    assert [(what, place) for what, sign in FORBIDDEN.items() for leaf in code for place in leaf.places(sign)] == []


def test_nothing_comes_from_elsewhere():
    texts = [*client(), Leaf("index.html", (WEB / "index.html").read_text("utf-8"))]
    assert [place for leaf in texts for place in leaf.places(ELSEWHERE, NAMESPACE.sub("", leaf.text))] == []


def test_storage_is_known_in_few_places():
    code = [leaf for leaf in client(".ts", ".svelte") if leaf.name not in STORES and not leaf.is_test]
    assert [place for leaf in code for place in leaf.places(STORED)] == []


def test_no_text_is_set_smaller_than_twelve_pixels():
    small = [
        f"web/{leaf.name}: {found[0]}"
        for leaf in client(".css", ".svelte")
        for found in SMALL.finditer(leaf.code)
        if float(found[1]) < 12
    ]
    assert small == []


def test_colours_are_written_down_in_the_kit():
    code = [leaf for leaf in client(".css", ".svelte") if not leaf.name.startswith("src/ui/kit/")]
    code = [leaf for leaf in code if leaf.parts[-1] not in PICTURES]
    assert [place for leaf in code for place in leaf.places(COLOUR, without_references(leaf.code))] == []


def test_the_paint_of_scenes_is_nothing_elses():
    """It comes to any page of any game, once the scenes are kept for later."""
    sheets = {leaf.parts[-1]: set(BARE_CLASS.findall(leaf.code)) for leaf in client(".css")}
    scenes = sheets.pop("vignettes.css")
    assert {name: scenes & classes for name, classes in sheets.items() if scenes & classes} == {}


def without_references(code: str) -> str:
    """A `#` also begins the name of a symbol or a place within the page."""
    return re.sub(r"""(?:href=|url\()["'{]?#[\w-]*|['"`]#[^'"`]*""", "", code)
