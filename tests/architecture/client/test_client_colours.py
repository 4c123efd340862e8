"""The colours of the client: legible in both themes, and seats that can be told apart by eyes of every kind.

Text needs 4.5:1, large numerals and drawings 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). Colour vision: Machado 2009, severity 1.
"""

import re
from itertools import combinations, pairwise

import pytest

from tests.architecture.client.client_files import WEB

TOKENS = (WEB / "src/ui/kit/tokens.css").read_text("utf-8")
SEATS = ("seat-g", "seat-d", "seat-s", "seat-f", "seat-j")
APART = 20  # the least distance of two seats in CIELAB
GREY = 15  # the least of two kinds of pieces, seen without any colour
LEAST_GREY = 3  # and of two seats
LEGIBLE = 40  # of lightness, between a text and its ground
SPRITE = (WEB / "src/ui/kit/Sprite.svelte").read_text("utf-8")

TEXT = """
    ink/page ink/panel ink/well ink/halo ink-2/page ink-2/panel ink-2/well ink-2/halo gain/panel gain/well loss/panel
    loss/well on-act/act link/panel link/page boon-ink/boon peril-ink/peril special-ink/special card-ink/card
    card-ink-2/card on-space/space on-space/frame on-wound/wound scratch-ink/scratch on-fame/fame on-treasure/treasure
    on-alliance/alliance on-misfortune/misfortune on-seat-g/seat-g on-seat-d/seat-d on-seat-s/seat-s on-seat-f/seat-f
    on-seat-j/seat-j
""".split()
DRAWN = """
    line/page line/panel focus/page focus/panel glow/space chosen/space rim/space rim/frame peril-edge/space
    peril-edge/peril special-edge/space special-edge/special boon/space act/panel wound/panel boon-edge/panel
    card-edge/panel yes/panel on-yes/yes scratch-edge/panel sym-travelling/card sym-friendship/card sym-wit/card
    sym-courage/card sym-fighting/card sym-beowulf/card
""".split()
EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "achromat": ((0.2126, 0.7152, 0.0722),) * 3,  # brightness alone
}
# Other things that lie side by side and mean different things: told apart by their ground, else by their edge and sign.
KINDS = ("boon", "peril", "special")
HURTS = ("wound", "scratch")
TOKENS_OF_FAME = ("fame", "treasure", "alliance", "misfortune")


def block(start: str) -> dict[str, str]:
    """The colours of one block of the file."""
    at = TOKENS.index(start)
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})", TOKENS[at : TOKENS.index("}", at)]))


BOTH = block("/*both*/")
THEMES = {"light": BOTH | block("/*light*/"), "dark": BOTH | block("/*dark*/")}


def light_of(colour: str) -> tuple[float, ...]:
    """Red, green and blue as amounts of light."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = light_of(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    """CIELAB, in which distances are about what eyes make of them."""
    r, g, b = (min(1, max(0, part)) for part in light)
    scaled = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
              (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)  # fmt: skip
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in scaled)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    light = light_of(colour)
    return lab(tuple(sum(m * part for m, part in zip(row, light, strict=True)) for row in EYES[eyes]))


def distance(one: str, other: str, eyes: str) -> float:
    pairs = zip(seen(one, eyes), seen(other, eyes), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("pairs", "needed"), [(TEXT, 4.5), (DRAWN, 3.0)], ids=["text", "drawn"])
def test_colour_pairs_have_enough_contrast(theme, pairs, needed):
    colours = THEMES[theme]
    ratios = {pair: contrast(*(colours[name] for name in pair.split("/"))) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < needed} == {}


def too_near(names: tuple[str, ...], eyes: str, least: float) -> dict[tuple[str, str], int]:
    apart = {(a, b): distance(BOTH[a], BOTH[b], eyes) for a, b in combinations(names, 2)}
    return {pair: round(far) for pair, far in apart.items() if far < least}


@pytest.mark.parametrize("eyes", [eyes for eyes in EYES if eyes != "achromat"])
def test_seat_colours_are_distinct(eyes):
    assert too_near(SEATS, eyes, APART) == {}


def test_seats_are_distinct_without_colour():
    """Five greys cannot all be far apart: each seat has a shape and a letter too, and these are legible on it."""
    greys = sorted(seen(BOTH[seat], "achromat")[0] for seat in SEATS)
    assert [round(b - a) for a, b in pairwise(greys) if b - a < LEAST_GREY] == []
    assert len({shape(seat) for seat in SEATS}) == len(SEATS)


def shape(seat: str) -> str:
    """The drawing of a seat's badge."""
    return re.search(rf'<symbol id="{seat}"[^>]*>(.*?)</symbol>|id="{seat}"[^>]*d="([^"]*)"', SPRITE, re.DOTALL)[0]


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("names", [KINDS, HURTS, TOKENS_OF_FAME], ids=lambda names: names[0])
def test_pieces_of_different_meaning_are_distinct(names, eyes):
    assert too_near(names, eyes, GREY if eyes == "achromat" else APART) == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_gains_and_losses_are_legible_for_all_colour_vision(theme, eyes):
    """The sign stands before every number: here only that both stay legible on their panel."""
    colours = THEMES[theme]
    panel = seen(colours["panel"], eyes)[0]
    assert all(abs(seen(colours[one], eyes)[0] - panel) > LEGIBLE for one in ("gain", "loss", "act", "focus", "link"))


def test_dark_theme_is_same_by_choice_and_by_system():
    assert block("/*dark*/") == block("/*dark again")


def test_themes_define_same_colours():
    assert THEMES["light"].keys() == THEMES["dark"].keys()


def test_every_checked_colour_exists():
    names = {name for pair in (*TEXT, *DRAWN) for name in pair.split("/")}
    assert names <= THEMES["light"].keys()
