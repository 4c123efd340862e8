"""Replays in the browser: to the same result as the record, by link, automatically, from any seat once the game is
over, as a picture; and a game continued from any move."""

import base64
import random
import re
import struct
from functools import cache
from itertools import product
from math import ceil
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from heorot.bench.client import request_json
from heorot.engine import records
from heorot.games import GAMES
from heorot.server.table.identity import Identity
from heorot.server.views.export import record_for
from tests.server.support.table_setup import start_table
from tests.support.case_sampling import quick_or_heavy, thinly
from tests.web.support.browser_user import SIZES, BrowserUser
from tests.web.support.measurements import lay as lay_table
from tests.web.support.random_player import Player, play

MOMENTS = [("en", "open", 30), ("fr", "1", 55), ("ru", "2", 40)]  # language, lens, move
# The distance of a picture, without its edge, from the screen, pixel by pixel, in hundredths.
DISTANCE = """
async ([one, other]) => {
  const dots = async (data, edge) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 96;
    const pen = canvas.getContext('2d');
    pen.drawImage(picture, edge, edge, picture.width - 2 * edge, picture.height - 2 * edge, 0, 0, 96, 96);
    return pen.getImageData(0, 0, 96, 96).data;
  };
  const [a, b] = [await dots(one, 32), await dots(other, 0)];
  return a.reduce((sum, value, n) => sum + Math.abs(value - b[n]), 0) / a.length / 2.55;
}
"""


@cache
def recorded(game: str, seats: int = 3) -> str:
    """Return a whole game as text."""
    played = start_table(game, seats, seed=11)
    for _ in played.play():
        pass
    return record_for(played.first, played.events, Identity(None), b"s" * 32)


def imported(server: Any, game: str) -> str:
    """Import the game as a table to replay."""
    return str(request_json(f"{server.url}/api/records", {"record": recorded(game)})["table"])


def film(server: Any, table: str, token: str | None = None, lens: str = "") -> Any:
    return request_json(f"{server.url}/api/tables/{table}/replay{lens}", token=token)


def board(person: BrowserUser) -> Locator:
    return person.page.locator("[data-move]")


def at(person: BrowserUser, move: int) -> None:
    expect(board(person)).to_have_attribute("data-move", str(move))


def comes_to(person: BrowserUser, condition: str) -> None:
    """Wait until a condition holds while the replay runs."""
    moved = "Number(document.querySelector('[data-move]').dataset.move)"
    person.page.wait_for_function(f"() => {{ const move = {moved}; return {condition}; }}", polling=50)


def tab(person: BrowserUser, which: str) -> None:
    """Open a tab; on a desktop everything is visible at once."""
    found = person.page.get_by_role("tab", name=person.say(f"web.replay.tab.{which}"), exact=True)
    if found.count():
        person.tap(found)


# ---- The same game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "steps"), quick_or_heavy([("movie", 25)], ("movie", 25), *product(GAMES, [None])))
def test_replay_steps_to_result_of_record(new_user, server, game, steps):
    table = imported(server, game)
    last = len(film(server, table)["moves"]) - 1
    person = new_user().visit(f"#/replay/{table}")
    at(person, 0)
    expect(board(person)).to_have_attribute("data-lens", "open")
    assert person.page.locator(".left").evaluate("left => left.scrollHeight <= left.clientHeight")
    on = person.button("web.tale.forward")
    for move in range(1, (steps or last) + 1):
        person.page.keyboard.press("ArrowRight") if move % 20 else on.click()
        at(person, move)
    person.page.keyboard.press("End")
    expect(on).to_be_disabled()
    result = records.read(recorded(game)).result
    assert result is not None
    rows = person.page.locator("ul.hands li").all_inner_texts()
    for points, row in zip(result.points, rows, strict=True):
        assert re.search(rf"(?<!\d){str(points).replace('-', '−')}(?!\d)", row), (points, row)
    back = person.button("web.tale.back")
    back.click()
    at(person, last - 1)
    person.page.keyboard.press("Home")
    at(person, 0)
    person.page.keyboard.press("PageDown")
    chapter = next(n for n, one in enumerate(film(server, table)["moves"]) if one["chapter"] == 2)
    at(person, chapter)
    person.page.keyboard.press("End")
    at(person, last)


@pytest.mark.parametrize("game", GAMES)
def test_replay_plays_automatically_and_pauses(new_user, server, game):
    table = imported(server, game)
    person = new_user(speed="normal").visit(f"#/replay/{table}/5/open")
    at(person, 5)
    person.page.keyboard.press(" ")
    expect(person.button("web.tale.pause")).to_be_visible()
    person.page.get_by_role("button", name=re.compile("×")).click()  # twice as fast
    comes_to(person, "move >= 8")
    person.button("web.tale.pause").click()
    expect(person.button("web.replay.play")).to_be_visible()
    stopped = board(person).get_attribute("data-move")
    person.page.wait_for_timeout(1200)
    assert board(person).get_attribute("data-move") == stopped
    person.page.keyboard.press("End")
    person.button("web.replay.play").click()  # from the end it starts again
    comes_to(person, "move > 0 && move < 40")


def test_tap_on_game_log_goes_to_move(new_user, server):
    person = new_user().visit(f"#/replay/{imported(server, 'movie')}")
    person.button("web.tale.jump", number=17).click()
    at(person, 17)
    lit = person.page.locator("section.tale li.lit")
    expect(lit.locator("button")).to_have_text("17")


@pytest.mark.parametrize("game", GAMES)
def test_link_opens_same_move_from_same_viewpoint(new_user, server, game):
    person = new_user().visit(f"#/replay/{imported(server, game)}/20/2")
    at(person, 20)
    person.button("web.tale.forward").click()
    at(person, 21)
    address = person.page.evaluate("location.href")
    assert address.endswith("/21/2")
    other = new_user("phone")
    other.page.goto(address)
    at(other, 21)
    expect(board(other)).to_have_attribute("data-lens", "2")
    tab(other, "hands")
    assert [row.split() for row in other.page.locator("ul.hands li").all_inner_texts()] == [
        row.split() for row in person.page.locator("ul.hands li").all_inner_texts()
    ]


# ---- Whose eyes ------------------------------------------------------------------------------------------------------


@pytest.mark.heavy  # the cards of the Legend; tests/server checks its traffic in every run
def test_legend_seat_sees_own_cards_and_open_view_shows_all_cards(new_user, server):
    table = imported(server, "legend")
    person = new_user().visit(f"#/replay/{table}/10/2")
    held = request_json(f"{server.url}/api/tables/{table}/replay/10?lens=open")["seats"]
    cards = [person.page.locator(f"ul.hands li:nth-child({seat}) .k") for seat in (1, 2, 3)]
    expect(cards[1]).to_have_count(len(held[1]["hand"]))
    names = cards[1].locator(".sr").all_inner_texts()
    assert [one.count() for one in (cards[0], cards[2])] == [0, 0]
    person.button("web.replay.lens.open").click()
    expect(board(person)).to_have_attribute("data-lens", "open")
    for seat, shown in enumerate(cards):
        expect(shown).to_have_count(len(held[seat]["hand"]))
    assert cards[1].locator(".sr").all_inner_texts() == names


def test_movie_seat_sees_own_hand_and_open_view_shows_all_hands(new_user, server):
    table = imported(server, "movie")
    person = new_user().visit(f"#/replay/{table}/10/2")
    hands = request_json(f"{server.url}/api/tables/{table}/replay/10?lens=open")["seats"]
    rows = person.page.locator("ul.hands li")
    backs = person.page.locator("ul.hands li:nth-child(1) .held .h")
    expect(rows.nth(1).locator(".held .h")).to_have_count(len(hands[1]["hand"]))
    names = rows.nth(1).locator(".held .sr").all_inner_texts()
    count = backs.count()
    covered = backs.locator(".sr").all_inner_texts()
    assert len(set(covered)) <= 3  # backs, by act only
    person.button("web.replay.lens.open").click()
    expect(board(person)).to_have_attribute("data-lens", "open")
    assert rows.nth(1).locator(".held .sr").all_inner_texts() == names
    expect(rows.nth(0).locator(".held .h")).to_have_count(count)
    assert rows.nth(0).locator(".held .sr").all_inner_texts() != covered


@pytest.mark.parametrize("game", quick_or_heavy(["movie"], *GAMES))
def test_live_game_can_be_replayed_only_from_own_seat(new_user, server, game):
    laid = lay_table(server.url, game, "person", "greedy", watchable=True)
    table, token = laid["table"], laid["token"]
    person = new_user()
    person.page.goto(f"{person.url}/#{table}.{token}")
    expect(person.button("web.frame.menu")).to_be_visible()
    person.page.goto(f"{person.url}/#/replay/{table}")
    expect(board(person)).to_have_attribute("data-lens", "1")
    expect(person.button("web.replay.lens.open")).to_be_disabled()
    people = person.page.get_by_role("group", name=person.say("web.replay.lens.title")).get_by_role("button")
    assert [one.is_enabled() for one in people.all()] == [False, True, False]
    expect(person.button("web.replay.what-if.choose")).to_be_disabled()
    person.check(where="the replay of a live game")
    own = request_json(f"{server.url}/api/tables/{table}/past/100000", token=token)["view"]
    last = len(film(server, table, token)["moves"]) - 1
    seen = request_json(f"{server.url}/api/tables/{table}/replay/{last}", token=token)
    assert (seen["view"], seen["seats"]) == (own, None)
    for lens in ("open", "2", "watch"):
        person.monitor.forgive("status of 4")
        person.page.goto("about:blank")
        person.page.goto(f"{person.url}/#/replay/{table}/0/{lens}")
        expect(person.page.get_by_role("alert")).to_have_text(person.say("server.not-over"))
        assert board(person).count() == 0


# ---- What if ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "size"), [("movie", "phone"), ("legend", "desktop")])
def test_what_if_game_can_be_played_to_end(new_user, server, game, size):
    origin = imported(server, game)
    moves = film(server, origin)["moves"]
    move = len(moves) * 9 // 10
    person = new_user(size).visit(f"#/replay/{origin}/{move}/2")
    at(person, move)
    tab(person, "what-if")
    person.tap(person.button("web.replay.what-if.choose"))
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("radio").nth(1)).to_be_checked()
    for bots in dialog.get_by_role("combobox").all():
        bots.select_option("greedy")
    person.check(where="choosing a what-if")
    person.tap(person.button("web.replay.what-if.go"))
    note = person.page.get_by_role("region", name=person.say("web.what-if.title"), exact=True)
    expect(note.get_by_role("link")).to_have_attribute("href", f"#/replay/{origin}/{move}")
    person.check(layout=game != "movie", where="a what-if")  # act III on a phone: people zoom in to aim
    play(Player(person, game, random.Random(5)))
    [key] = person.keys()
    text = request_json(f"{server.url}/api/tables/{key['table']}/record", token=key["token"])
    records.check(GAMES[game], *records.read_with_lines(text))
    record, first = records.read(text), records.read(recorded(game))
    assert record.result is not None
    said = moves[move]["entries"]  # all of them, except sealed ones
    assert record.entries[:said] == first.entries[:said]
    person.tap(person.link("web.end.replay"))
    at(person, 0)
    expect(person.page.get_by_role("link", name=person.say("web.what-if.from", move=move))).to_be_visible()


# ---- Taken along -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_picture_drawing_and_record_are_downloaded(new_user, server, game):
    person = new_user().visit(f"#/replay/{imported(server, game)}/40/open")
    at(person, 40)
    person.page.wait_for_timeout(500)
    part = person.page.locator("[data-picture]")
    shot = base64.b64encode(part.screenshot()).decode()
    box = part.bounding_box()
    assert box is not None
    size = [ceil(box["width"]), ceil(box["height"])]
    picture = download(person, "web.replay.picture")
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (2 * (size[0] + 32), 2 * (size[1] + 32))
    near = person.page.evaluate(DISTANCE, [base64.b64encode(picture).decode(), shot])
    person.page.keyboard.press("Home")
    at(person, 0)
    person.page.wait_for_timeout(500)
    other = base64.b64encode(download(person, "web.replay.picture")).decode()
    far = person.page.evaluate(DISTANCE, [other, shot])
    print(f"{game}: {near:.1f} from the screen, another move {far:.1f}")
    assert near < 7
    assert near < far
    drawing = download(person, "web.replay.drawing").decode()
    assert drawing.startswith("<svg")
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", drawing)
    assert download(person, "web.replay.record").decode() == recorded(game)


def download(person: BrowserUser, key: str) -> bytes:
    with person.page.expect_download() as coming:
        person.button(key).click()
    return coming.value.path().read_bytes()


# ---- On every screen -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "game", "moment"), thinly(SIZES, GAMES, MOMENTS))
def test_replay_passes_checks_at_every_size_and_language(new_user, server, game, size, moment):
    table, (language, lens, move) = imported(server, game), moment
    person = new_user(size, language=language).visit(f"#/replay/{table}/{move}/{lens}")
    at(person, move)
    for which in ("tale", "why", "hands", "what-if", "keep"):
        tab(person, which)
        person.check(axe=which == "tale", where=f"{game}, {language}, {which}")
        if size == "desktop":
            break
    person.page.goto("about:blank")
    person.visit(f"#/replay/{table}/9999/{lens}")
    at(person, len(film(server, table)["moves"]) - 1)
    person.check(layout=(game, size) != ("movie", "phone"), where=f"the end of {game} in {language}")


def test_replay_of_missing_table_or_seat_shows_message(new_user, server):
    person = new_user()
    person.monitor.forgive("status of 4")
    for place in ("#/replay", "#/replay/nowhere", "#/replay/aaaaaaaaaaaaaaaa/3/open"):
        person.page.goto("about:blank")
        person.visit(place)
        expect(person.page.get_by_role("alert")).to_have_text(person.say("server.no-such-table"))
    person.page.goto("about:blank")
    person.visit(f"#/replay/{imported(server, 'movie')}/3/9")
    expect(person.page.get_by_role("alert")).to_have_text(person.say("server.no-such-seat", seat=9, seats=3))
    person.check(where="a seat that is not there")
