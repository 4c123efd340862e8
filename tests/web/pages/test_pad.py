"""The score pads of both games: the printed examples entered by taps, reloading, links, a missing server, printing,
and checks at every size and in every language."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from heorot.games.movie.box.box import built_in
from heorot.locales import LANGUAGES
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.web.support.browser import wait_until
from tests.web.support.browser_user import SIZES
from tests.web.support.pad_user import LegendPad, MoviePad

FULL_EXAMPLE, SMALL_EXAMPLE = built_in().examples
OWNERS = {"brown": "Geat", "green": "Dane", "gray": "Swede", "": "Geat"}
X4_SCORES = {  # tokens and tiles that make the printed sums
    "Sandra": {"fame": [5, 4], "treasure": [3], "wound": 1},
    "Martha": {"fame": [5, 3]},
    "Mark": {"fame": [7, 5], "treasure": [2], "misfortune": 1, "wound": 2},
    "Peter": {"fame": [7, 5, 1], "treasure": [3, 2], "wound": 3},
}
ENTRIES = "a1.1thane,b1.p4,c1.p2,a2.m3"
MOVIE_LINK = f"/1~2~Anna,Luc,,~{ENTRIES}~~~0,0,0,0~,,,"
TIED_LINK = f"/1~2~Anna,Luc,,~{ENTRIES}~a1.2longship,b1.p5~a1.2castle,b1.p2~0,0,0,0~,,,"
LEGEND_LINK = "/1~3~Anna,Luc,Zoë,,~~5-4.3...0.0.1.0~5-3....0.1.0.0~7.2.1.2.1.0.2.1~....0.0.0.0~....0.0.0.0"
BROKEN_LINKS = ["/nonsense", "/1~9~,,,~~~~~", "/1~2~%E0%A4,,,~~~~0,0,0,0~,,,", "/2~3~a/b"]
QUICK_LOOKS = {("desktop", "fr"), ("phone", "ru")}


def enter_example(pad: MoviePad, example) -> dict[str, str]:
    """Enter an example by taps, and return the space of each figure."""
    figures, spaces = {label: words.split() for label, words in example.figures}, {}
    for y, row in enumerate(example.board.strip().split("\n"), 1):
        for x, cell in enumerate(row.split()):
            space = f"{chr(97 + x)}{y}"
            if cell in figures:
                owner, kind = (["", *figures[cell]])[-2:]
                pad.place(space, kind, OWNERS[owner])
                spaces[cell] = space
            else:
                pad.place(space, cell)
    return spaces


# ---- The printed examples ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", quick_or_heavy(["desktop"], "phone", "desktop"))
def test_x1_small_example_by_taps(new_user, size):
    """The example names no owners, so one player owns all figures here."""
    pad = MoviePad(new_user(size))
    spaces = enter_example(pad, SMALL_EXAMPLE)
    assert pad.points() == {spaces[label]: points for label, points in SMALL_EXAMPLE.points}


def test_x2_full_act_by_taps(new_user):
    pad = MoviePad(new_user("phone"))
    spaces = enter_example(pad, FULL_EXAMPLE)
    assert pad.points() == {spaces[label]: points for label, points in FULL_EXAMPLE.points}
    assert pad.totals() == ["Geat: 76 +26", "Dane: 88 +38", "Swede: 66 +16"]
    pad.person.tap(pad.button(pad.word("count")))
    region = pad.page.get_by_role("region", name=pad.word("figures"))
    assert region.get_by_role("button").count() == len(FULL_EXAMPLE.points)
    pad.person.tap(region.get_by_role("button", name=re.compile(", e5: ")))
    expect(pad.page.get_by_text("9 times 4 is 36")).to_be_attached()
    pad.person.check(where="a counted act")


def test_x4_printed_scores_by_taps(new_user):
    person = new_user("phone")
    pad = LegendPad(person)
    name_players(pad, *X4_SCORES)
    for name, tokens in X4_SCORES.items():
        pad.tab(name)
        for kind, values in tokens.items():
            if isinstance(values, list):
                for value in values:
                    pad.token(kind, value)
            else:
                pad.tiles(kind, name, values)
    pad.settle()
    tabs = pad.page.get_by_role("navigation").get_by_role("button").all_inner_texts()
    assert [" ".join(tab.split()) for tab in tabs[:4]] == ["Sandra 12", "Martha 13", "Mark 12", "Peter 3"]
    pad.tab(pad.word("result"))
    expect(pad.page.get_by_role("heading", name="Martha wins with 13 points.")).to_be_visible()
    heads = [" ".join(row.inner_text().split()) for row in pad.page.get_by_role("rowheader").all()]
    assert heads == ["Martha", "Sandra", "Mark", "Peter"]
    person.check(where="the final table")


def name_players(pad, *names: str) -> None:
    pad.person.tap(pad.button(pad.word("players")))
    sheet = pad.page.get_by_role("dialog")
    pad.person.tap(sheet.get_by_role("button", name=str(len(names)), exact=True))
    for place, name in enumerate(names):
        sheet.get_by_role("textbox").nth(place).fill(name)
    pad.person.tap(sheet.get_by_role("button", name=pad.person.say("web.close")))
    expect(sheet).to_have_count(0)


# ---- Three acts ----------------------------------------------------------------------------------------------------


def test_m5_2_points_carry_over_and_tie_is_broken(new_user):
    """50 + 9 and 50 + 5 + 4 are a tie, which the unused figures break. Players can correct their number."""
    pad = MoviePad(new_user("phone"), TIED_LINK)
    pad.tab(pad.word("result"))
    pad.settle()
    expect(pad.page.get_by_role("heading", name=pad.person.say("web.movie.end.wins", name="Luc"))).to_be_visible()
    field = pad.page.get_by_role("textbox", name=pad.word("unused-of", name="Anna"))
    expect(field).to_have_value("17")
    field.fill("40")
    field.press("Enter")
    pad.settle()
    expect(pad.page.get_by_role("heading", name=pad.person.say("web.movie.end.wins", name="Anna"))).to_be_visible()
    pad.page.get_by_role("textbox", name=pad.word("cashed-of", name="Luc")).fill("5")
    pad.page.keyboard.press("Tab")
    pad.settle()
    expect(pad.page.get_by_role("heading", name=pad.person.say("web.movie.end.wins", name="Luc"))).to_be_visible()
    pad.person.check(where="the result")


def test_m4_11_printed_gorge_can_be_removed(new_user):
    pad = MoviePad(new_user("phone"))
    pad.tab(pad.person.say("web.movie.act", act="II"))
    gorge = pad.page.get_by_role("button", name=re.compile(pad.person.say("web.movie.space.gorge"))).first
    name = gorge.get_attribute("data-space")
    pad.person.tap(gorge)
    pad.person.tap(pad.button(pad.word("wipe", space=name)))
    expect(pad.space(name)).to_have_attribute("aria-label", f"{name}: {pad.person.say('web.movie.space.open')}")


def test_third_act_is_entered_in_windows_on_phone(new_user):
    pad = MoviePad(new_user("phone"))
    pad.tab(pad.person.say("web.movie.act", act="III"))
    pad.place("a1", "thane", "Geat")
    pad.place("b1", "+4")
    pad.person.tap(pad.button(pad.person.say("web.movie.near.other")))
    pad.place("i8", "-3")
    pad.place("i9", "castle", "Dane")
    assert pad.points() == {"a1": 12}  # the last space is followed by the first
    assert pad.totals() == ["Geat: 62 +12", "Dane: 44 −6", "Swede: 50 0"]
    pad.person.check(where="act III")


def test_m1_2_impossible_board_names_space_and_rule(new_user):
    pad = MoviePad(new_user("phone"))
    pad.person.monitor.forgive("status of 422")
    pad.place("a1", "beowulf", "Geat")
    pad.place("b2", "beowulf", "Geat")
    message = pad.page.get_by_role("status").filter(has_text="M1.2")
    expect(message).to_contain_text("b2")
    expect(message).to_contain_text("Geat")
    pad.person.check(where="a mistake")
    pad.person.tap(pad.button(pad.person.say("web.pad.undo")).first)
    expect(message).to_have_count(0)


# ---- Storage, links, printing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "link"), [(MoviePad, MOVIE_LINK), (LegendPad, LEGEND_LINK)])
def test_pad_survives_reload_and_opens_elsewhere_by_link(new_user, kind, link):
    first = kind(new_user("phone"), link)
    first.settle()
    before = first.page.get_by_role("main").inner_text()
    first.page.reload()
    first.settle()
    expect(first.page.get_by_role("main")).to_have_text(re.compile(".+", re.DOTALL))
    assert first.page.get_by_role("main").inner_text() == before
    first.person.tap(first.button(first.person.say("web.pad.share")))
    address = first.page.get_by_label(first.person.say("web.pad.link")).input_value()
    first.person.check(where="a link")
    assert address.startswith(f"{first.person.url}/#/pad/")
    second = new_user("phone")
    second.page.goto(address)
    expect(second.page.get_by_text(second.say("web.pad.opened"))).to_be_visible()
    expect(second.page.locator("[aria-busy=true]")).to_have_count(0)
    assert second.page.get_by_role("main").inner_text() == before


@pytest.mark.parametrize(("game", "broken"), thinly(["movie", "legend"], BROKEN_LINKS))
def test_damaged_pad_link_is_reported(new_user, game, broken):
    person = new_user("phone").visit(f"#/pad/{game}{broken}")
    person.sees("web.pad.broken")
    person.check(axe=False, where="a damaged link")


def test_pad_counts_entries_after_server_outage(new_user):
    pad = MoviePad(new_user("phone"), MOVIE_LINK)
    assert pad.points() == {"a1": 9}
    pad.person.monitor.forgive("ERR_INTERNET_DISCONNECTED|Failed to load")
    pad.person.context.set_offline(True)
    pad.place("e1", "+5")
    pad.person.sees("web.pad.away")
    pad.person.check(where="without a server")
    pad.person.context.set_offline(False)
    expect(pad.page.get_by_text(pad.person.say("web.pad.away"))).to_have_count(0)
    assert pad.points() == {"a1": 24}


def test_cleared_pad_can_be_restored(new_user):
    pad = MoviePad(new_user("phone"), MOVIE_LINK)
    pad.tab(pad.word("result"))
    pad.person.tap(pad.button(pad.word("again")))
    pad.person.sees("web.pad.cleared")
    assert pad.points() == {}
    pad.person.tap(pad.page.get_by_role("status").get_by_role("button", name=pad.person.say("web.pad.undo")))
    assert pad.points() == {"a1": 9}


@pytest.mark.parametrize(("kind", "link"), [(MoviePad, TIED_LINK), (LegendPad, LEGEND_LINK)])
def test_printed_pad_has_no_controls(new_user, kind, link):
    pad = kind(new_user("desktop", theme="dark"), link)
    pad.settle()
    expect(pad.page.get_by_role("button").first).to_be_visible()
    pad.page.emulate_media(media="print")
    expect(pad.page.get_by_role("table").first).to_be_visible()
    assert pad.page.get_by_role("button").count() == 0
    text = pad.person.text()
    assert not re.search(r"[a-z0-9]\.[A-Z]", text)  # there is a space between sentences
    assert {"Anna", "Luc"} <= set(re.findall(r"\w+", text))
    wait_until(pad.page, "document.documentElement.dataset.theme === 'light'")
    if kind is MoviePad:
        assert pad.page.get_by_role("img", name=re.compile("III")).count() == 1
    pad.page.emulate_media(media="screen")
    expect(pad.page.get_by_role("button").first).to_be_visible()
    wait_until(pad.page, "document.documentElement.dataset.theme === 'dark'")


# ---- By keyboard, in every size and language -----------------------------------------------------------------------


def test_board_is_filled_by_keyboard(new_user):
    pad = MoviePad(new_user())
    pad.space("a1").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        pad.page.keyboard.press(key)
    expect(pad.space("b2")).to_be_focused()
    expect(pad.space("b2")).to_have_attribute("aria-current", "true")
    pad.button("+4").focus()
    pad.page.keyboard.press("Enter")
    expect(pad.space("b2")).to_have_attribute("aria-label", "b2: tile +4")
    expect(pad.page.get_by_role("status").filter(has_text="b2: tile +4. Next: c2.")).to_have_count(1)
    pad.space("b2").focus()
    pad.page.keyboard.press("Delete")
    expect(pad.space("b2")).to_have_attribute("aria-label", "b2: open")


@pytest.mark.parametrize(("size", "language"), quick_or_heavy(QUICK_LOOKS, *product(SIZES, LANGUAGES)))
def test_movie_pad_passes_checks_at_every_size_and_language(new_user, size, language):
    theme = "dark" if size in ("phone", "tablet") else "light"
    pad = MoviePad(new_user(size, language=language, theme=theme), TIED_LINK)
    pad.settle()
    pad.person.check(where="act I")
    for kind in ("peril", "special", "figure"):
        pad.kind(kind)
        pad.person.check(axe=False, where=kind)
    pad.tab(pad.person.say("web.movie.act", act="III"))
    pad.person.check(axe=False, where="act III")
    pad.tab(pad.word("result"))
    pad.settle()
    pad.person.check(where="the result")


@pytest.mark.parametrize(("size", "language"), quick_or_heavy(QUICK_LOOKS, *product(SIZES, LANGUAGES)))
def test_legend_pad_passes_checks_at_every_size_and_language(new_user, size, language):
    theme = "dark" if size in ("phone", "tablet") else "light"
    pad = LegendPad(new_user(size, language=language, theme=theme), LEGEND_LINK)
    pad.settle()
    pad.person.check(where="a player")
    pad.tab(pad.word("result"))
    pad.settle()
    pad.person.check(where="the final table")


def test_l6_6_l9_3_l10_1_third_scratch_and_variants(new_user):
    pad = LegendPad(new_user("phone"), LEGEND_LINK)
    pad.person.monitor.forgive("status of 422")
    pad.tiles("scratch", "Anna", 3)
    message = pad.page.get_by_role("status").filter(has_text="L6.6")
    expect(message).to_contain_text("Anna")
    pad.person.tap(pad.button(pad.person.say("web.pad.undo")).first)
    pad.tab(pad.word("result"))
    pad.settle()
    for option in ("advanced", "fallen"):
        pad.person.tap(pad.page.get_by_role("switch", name=pad.person.say(f"web.option.{option}")))
    pad.settle()
    expect(pad.page.get_by_text(pad.person.say("web.legend.end.fallen"), exact=True)).to_be_visible()
    expect(pad.page.get_by_role("heading", name="Luc wins with 13 points.")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_hall_links_to_pads(new_user, size):
    person = new_user(size).visit()
    person.tap(person.link("web.hall.pad"))
    person.sees("web.pad.intro")
    person.check(where="which pad")
    person.tap(person.link("web.game.legend"))
    expect(person.page.get_by_role("heading", name=person.say("web.legend.pad.in-front", name="Geat"))).to_be_visible()
