"""The colours of the client are legible in both themes, and seats are distinct for every kind of colour vision.

Text needs 4.5:1, large numerals and drawings 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). Colour vision: Machado 2009, severity 1.
"""

import re
from itertools import combinations, pairwise

import pytest

from tests.architecture.client.client_files import WEB

STYLE_SHEET = (WEB / "src/ui/kit/tokens.css").read_text("utf-8")
SEATS = ("seat-g", "seat-d", "seat-s", "seat-f", "seat-j")
MIN_DISTANCE = 20  # between two seats in CIELAB
MIN_GREY_PIECES = 15  # between two kinds of pieces, in lightness
MIN_GREY_SEATS = 3  # between two seats, in lightness
MIN_LIGHTNESS = 40  # between text and background, in CIELAB
SPRITE = (WEB / "src/ui/kit/Sprite.svelte").read_text("utf-8")

TEXT_PAIRS = """
    ink/page ink/panel ink/well ink/halo ink-2/page ink-2/panel ink-2/well ink-2/halo gain/panel gain/well loss/panel
    loss/well on-act/act link/panel link/page boon-ink/boon peril-ink/peril special-ink/special card-ink/card
    card-ink-2/card on-space/space on-space/frame on-wound/wound scratch-ink/scratch on-fame/fame on-treasure/treasure
    on-alliance/alliance on-misfortune/misfortune on-seat-g/seat-g on-seat-d/seat-d on-seat-s/seat-s on-seat-f/seat-f
    on-seat-j/seat-j
""".split()
GRAPHIC_PAIRS = """
    line/page line/panel focus/page focus/panel glow/space chosen/space rim/space rim/frame peril-edge/space
    peril-edge/peril special-edge/space special-edge/special boon/space act/panel wound/panel boon-edge/panel
    card-edge/panel yes/panel on-yes/yes scratch-edge/panel sym-travelling/card sym-friendship/card sym-wit/card
    sym-courage/card sym-fighting/card sym-beowulf/card
""".split()
COLOUR_VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "achromat": ((0.2126, 0.7152, 0.0722),) * 3,  # luminance only
}
# Groups of pieces that lie side by side and mean different things: their backgrounds must differ.
SPACES = ("boon", "peril", "special")
INJURIES = ("wound", "scratch")
TOKENS_OF_FAME = ("fame", "treasure", "alliance", "misfortune")


def block(start: str) -> dict[str, str]:
    """Return the colours of one block of the style sheet."""
    at = STYLE_SHEET.index(start)
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})", STYLE_SHEET[at : STYLE_SHEET.index("}", at)]))


BOTH = block("/*both*/")
THEMES = {"light": BOTH | block("/*light*/"), "dark": BOTH | block("/*dark*/")}


def linear_rgb(colour: str) -> tuple[float, ...]:
    """Return linear red, green and blue."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def contrast(first: str, second: str) -> float:
    dark, light = sorted(map(luminance, (first, second)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = linear_rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def cielab(light: tuple[float, ...]) -> tuple[float, float, float]:
    """Return CIELAB coordinates, in which distances are about as large as they look."""
    r, g, b = (min(1, max(0, part)) for part in light)
    scaled = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
              (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)  # fmt: skip
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in scaled)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def perceived(colour: str, vision: str) -> tuple[float, float, float]:
    light = linear_rgb(colour)
    return cielab(tuple(sum(m * part for m, part in zip(row, light, strict=True)) for row in COLOUR_VISION[vision]))


def distance(first: str, second: str, vision: str) -> float:
    pairs = zip(perceived(first, vision), perceived(second, vision), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("pairs", "minimum_ratio"), [(TEXT_PAIRS, 4.5), (GRAPHIC_PAIRS, 3.0)], ids=["text", "drawn"])
def test_colour_pairs_have_enough_contrast(theme, pairs, minimum_ratio):
    colours = THEMES[theme]
    ratios = {pair: contrast(*(colours[name] for name in pair.split("/"))) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < minimum_ratio} == {}


def too_similar(names: tuple[str, ...], vision: str, minimum: float) -> dict[tuple[str, str], int]:
    distances = {(a, b): distance(BOTH[a], BOTH[b], vision) for a, b in combinations(names, 2)}
    return {pair: round(apart) for pair, apart in distances.items() if apart < minimum}


@pytest.mark.parametrize("vision", [vision for vision in COLOUR_VISION if vision != "achromat"])
def test_seat_colours_are_distinct(vision):
    assert too_similar(SEATS, vision, MIN_DISTANCE) == {}


def test_seats_are_distinct_without_colour():
    """Five greys cannot all be far apart, so each seat also has its own shape and a legible letter."""
    greys = sorted(perceived(BOTH[seat], "achromat")[0] for seat in SEATS)
    assert [round(b - a) for a, b in pairwise(greys) if b - a < MIN_GREY_SEATS] == []
    assert len({shape(seat) for seat in SEATS}) == len(SEATS)


def shape(seat: str) -> str:
    """Return the path of a seat's badge."""
    return re.search(rf'<path id="{seat}"[^>]*d="([^"]*)"', SPRITE)[1]


@pytest.mark.parametrize("vision", COLOUR_VISION)
@pytest.mark.parametrize("names", [SPACES, INJURIES, TOKENS_OF_FAME], ids=lambda names: names[0])
def test_pieces_of_different_meaning_are_distinct(names, vision):
    assert too_similar(names, vision, MIN_GREY_PIECES if vision == "achromat" else MIN_DISTANCE) == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", COLOUR_VISION)
def test_gains_and_losses_are_legible_for_all_colour_vision(theme, vision):
    """Numbers have a sign too, so these colours need not differ from each other, only from their panel."""
    colours = THEMES[theme]
    panel = perceived(colours["panel"], vision)[0]
    names = ("gain", "loss", "act", "focus", "link")
    assert all(abs(perceived(colours[name], vision)[0] - panel) > MIN_LIGHTNESS for name in names)


def test_dark_theme_is_same_by_choice_and_by_system():
    assert block("/*dark*/")
    assert block("/*dark*/") == block("/*dark again")


def test_themes_define_same_colours():
    assert THEMES["light"].keys() == THEMES["dark"].keys()


def test_every_checked_colour_exists():
    names = {name for pair in (*TEXT_PAIRS, *GRAPHIC_PAIRS) for name in pair.split("/")}
    assert names <= THEMES["light"].keys()
