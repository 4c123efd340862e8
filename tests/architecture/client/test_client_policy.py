"""Patterns that the client must avoid: unsafe markup, other origins, stray storage, small text and stray colours."""

import re

from tests.architecture.client.client_files import WEB, ClientFile, client_files

MIN_FONT_SIZE = 12  # pixels
PICTURES = {"Art.svelte", "Scene.svelte", "scene.css"}  # pictures define their own colours

FORBIDDEN = {
    "markup from a text": re.compile(r"\{@html|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write"),
    "code from a text": re.compile(r"\beval\(|new Function\(|set(?:Timeout|Interval)\(\s*['\"`]"),
    "a style in an attribute": re.compile(r"""\sstyle=(?:["'{])"""),
    "a handler in an attribute": re.compile(r"""\son[a-z]+=["']"""),
    "a silenced check": re.compile(r"@ts-ignore|@ts-nocheck|\bas any\b|: any\b"),
    "a debugging aid": re.compile(r"\bconsole\.\w+\(|\bdebugger\b"),
}
FORBIDDEN_EXAMPLES = {
    "markup from a text": "{@html text}",
    "code from a text": "new Function(text)",
    "a style in an attribute": '<p style="top: 0">',
    "a handler in an attribute": '<p onclick="go()">',
    "a silenced check": "text as any",
    "a debugging aid": "console.log(text)",
}
OTHER_ORIGIN = re.compile(r"""(?:https?:)?//[a-zA-Z0-9-]+\.[a-z]|@import|url\(\s*['"]?(?!#|data:)""")
NAMESPACE = re.compile(r"http://www\.w3\.org/\S+")
STORED = re.compile(r"\b(?:local|session)Storage\b")
STORES = {
    "src/browser/padStorage.ts", "src/browser/seatKeys.ts", "src/browser/settings.svelte.ts",
    "src/pages/hosting/metricsPoller.svelte.ts",
}  # modules that may use the browser's storage  # fmt: skip
BARE_CLASS = re.compile(r"(?:^|[},])\s*(\.[\w-]+)(?=\s*[{,])", re.MULTILINE)
FONT_SIZE = re.compile(r"font(?:-size)?:[^;}]*?(?<![\d.])(\d*\.?\d+)px")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?![\w-])|\bhsla?\(")


def test_code_avoids_patterns_forbidden_by_policy():
    assert [fault for fault, pattern in FORBIDDEN.items() if not pattern.search(FORBIDDEN_EXAMPLES[fault])] == []
    code = [file for file in client_files(".ts", ".svelte") if not file.is_test]
    broken = [(fault, file.places(pattern)) for fault, pattern in FORBIDDEN.items() for file in code]
    assert [(fault, places) for fault, places in broken if places] == []


def test_client_loads_nothing_from_other_origins():
    assert OTHER_ORIGIN.search("url(https://example.org/font)")
    texts = [*client_files(), ClientFile("index.html", (WEB / "index.html").read_text("utf-8"))]
    assert [place for file in texts for place in file.places(OTHER_ORIGIN, NAMESPACE.sub("", file.text))] == []


def test_browser_storage_is_used_only_in_store_modules():
    assert {file.name for file in client_files() if file.places(STORED) and not file.is_test} >= STORES
    code = [file for file in client_files(".ts", ".svelte") if file.name not in STORES and not file.is_test]
    assert [place for file in code for place in file.places(STORED)] == []


def test_font_sizes_are_at_least_twelve_pixels():
    styled = client_files(".css", ".svelte")
    sizes = [(file.name, match[0], float(match[1])) for file in styled for match in FONT_SIZE.finditer(file.code)]
    assert sizes
    assert [f"web/{name}: {text}" for name, text, pixels in sizes if pixels < MIN_FONT_SIZE] == []


def test_colours_are_defined_only_in_kit():
    assert any(file.places(COLOUR) for file in client_files(".css") if file.name.startswith("src/ui/kit/"))
    code = [file for file in client_files(".css", ".svelte") if not file.name.startswith("src/ui/kit/")]
    code = [file for file in code if file.parts[-1] not in PICTURES]
    assert [place for file in code for place in file.places(COLOUR, without_references(file.code))] == []


def test_scene_classes_are_used_in_no_other_sheet():
    """The sheet of the scenes is loaded into pages of all games, so its classes must not style anything else."""
    sheets = {file.parts[-1]: set(BARE_CLASS.findall(file.code)) for file in client_files(".css")}
    scenes = sheets.pop("vignettes.css")
    assert scenes
    assert {name: scenes & classes for name, classes in sheets.items() if scenes & classes} == {}


def without_references(code: str) -> str:
    """Return code without references to symbols and anchors, which start with `#` too."""
    return re.sub(r"""(?:href=|url\()["'{]?#[\w-]*|['"`]#[^'"`]*""", "", code)
