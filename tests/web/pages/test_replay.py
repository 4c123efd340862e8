"""Replays in the browser: steps, automatic play, links, viewpoints, what-if games and downloads."""

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
from tests.support.case_sampling import quick_or_heavy
from tests.web.support.browser_user import SIZES, BrowserUser
from tests.web.support.checks import wait_for_animations
from tests.web.support.measurements import create_table
from tests.web.support.random_player import Player, play

POSITIONS = [("en", "open", 30), ("fr", "1", 55), ("ru", "2", 40)]  # language, viewpoint, move
QUICK_CHECKS = {("desktop", "movie", POSITIONS[1]), ("phone", "legend", POSITIONS[2])}
# Return the mean difference between a picture without its edge and a screenshot, pixel by pixel, in per cent.
PICTURE_DISTANCE = """
async ([picture, screenshot]) => {
  const pixels = async (data, edge) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 96;
    const pen = canvas.getContext('2d');
    pen.drawImage(image, edge, edge, image.width - 2 * edge, image.height - 2 * edge, 0, 0, 96, 96);
    return pen.getImageData(0, 0, 96, 96).data;
  };
  const [a, b] = [await pixels(picture, 32), await pixels(screenshot, 0)];
  return a.reduce((sum, value, n) => sum + Math.abs(value - b[n]), 0) / a.length / 2.55;
}
"""


@cache
def recorded_game(game: str, seats: int = 3) -> str:
    """Return the record of a whole game."""
    table = start_table(game, seats, seed=11)
    for _ in table.play():
        pass
    return record_for(table.first, table.events, Identity(None), b"s" * 32)


def import_game(server: Any, game: str) -> str:
    """Import the record once, and return the id of its table. No test changes an imported game."""
    return imported_table(server.url, game)


@cache
def imported_table(url: str, game: str) -> str:
    return str(request_json(f"{url}/api/records", {"record": recorded_game(game)})["table"])


def fetch_replay(server: Any, table: str, token: str | None = None, viewpoint: str = "") -> Any:
    return request_json(f"{server.url}/api/tables/{table}/replay{viewpoint}", token=token)


def board(person: BrowserUser) -> Locator:
    return person.page.locator("[data-move]")


def expect_move(person: BrowserUser, move: int) -> None:
    expect(board(person)).to_have_attribute("data-move", str(move))


def wait_for_move(person: BrowserUser, condition: str) -> None:
    """Wait until the replay reaches a move that fulfils a JavaScript condition."""
    moved = "Number(document.querySelector('[data-move]').dataset.move)"
    person.page.wait_for_function(f"() => {{ const move = {moved}; return {condition}; }}", polling=50)


def open_tab(person: BrowserUser, tab: str) -> None:
    """Open a tab; on a desktop all panels are visible without tabs."""
    tab_button = person.page.get_by_role("tab", name=person.say(f"web.replay.tab.{tab}"), exact=True)
    if person.size == "desktop":
        expect(tab_button).to_have_count(0)
    else:
        person.tap(tab_button)


# ---- Steps and links ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "steps"), quick_or_heavy([("movie", 25)], ("movie", 25), *product(GAMES, [None])))
def test_replay_steps_to_result_of_record(new_user, server, game, steps):
    table = import_game(server, game)
    last = len(fetch_replay(server, table)["moves"]) - 1
    person = new_user().visit(f"#/replay/{table}")
    expect_move(person, 0)
    expect(board(person)).to_have_attribute("data-lens", "open")
    assert person.page.locator(".left").evaluate("left => left.scrollHeight <= left.clientHeight")
    forward = person.button("web.tale.forward")
    for move in range(1, (steps or last) + 1):
        person.page.keyboard.press("ArrowRight") if move % 20 else forward.click()
        expect_move(person, move)
    person.page.keyboard.press("End")
    expect(forward).to_be_disabled()
    result = records.read(recorded_game(game)).result
    assert result is not None
    rows = person.page.locator("ul.hands li").all_inner_texts()
    for points, row in zip(result.points, rows, strict=True):
        assert re.search(rf"(?<!\d){str(points).replace('-', '−')}(?!\d)", row), (points, row)
    back = person.button("web.tale.back")
    back.click()
    expect_move(person, last - 1)
    person.page.keyboard.press("Home")
    expect_move(person, 0)
    person.page.keyboard.press("PageDown")
    chapter = next(n for n, entry in enumerate(fetch_replay(server, table)["moves"]) if entry["chapter"] == 2)
    expect_move(person, chapter)
    person.page.keyboard.press("End")
    expect_move(person, last)


@pytest.mark.parametrize("game", quick_or_heavy(["movie"], *GAMES))
def test_replay_plays_automatically_and_pauses(new_user, server, game):
    table = import_game(server, game)
    person = new_user(speed="normal").visit(f"#/replay/{table}/5/open")
    expect_move(person, 5)
    person.page.keyboard.press(" ")
    expect(person.button("web.tale.pause")).to_be_visible()
    person.page.get_by_role("button", name=re.compile("×")).click()  # twice as fast
    wait_for_move(person, "move >= 8")
    person.button("web.tale.pause").click()
    expect(person.button("web.replay.play")).to_be_visible()
    stopped = board(person).get_attribute("data-move")
    person.page.wait_for_timeout(1200)
    assert board(person).get_attribute("data-move") == stopped
    person.page.keyboard.press("End")
    person.button("web.replay.play").click()  # from the end it starts again
    wait_for_move(person, "move > 0 && move < 40")


def test_tap_on_game_log_goes_to_move(new_user, server):
    person = new_user().visit(f"#/replay/{import_game(server, 'movie')}")
    person.button("web.tale.jump", number=17).click()
    expect_move(person, 17)
    lit = person.page.locator("section.tale li.lit")
    expect(lit.locator("button")).to_have_text("17")


@pytest.mark.parametrize("game", quick_or_heavy(["legend"], *GAMES))
def test_link_opens_same_move_from_same_viewpoint(new_user, server, game):
    person = new_user().visit(f"#/replay/{import_game(server, game)}/20/2")
    expect_move(person, 20)
    person.button("web.tale.forward").click()
    expect_move(person, 21)
    address = person.page.evaluate("location.href")
    assert address.endswith("/21/2")
    other = new_user("phone")
    other.page.goto(address)
    expect_move(other, 21)
    expect(board(other)).to_have_attribute("data-lens", "2")
    open_tab(other, "hands")
    assert [row.split() for row in other.page.locator("ul.hands li").all_inner_texts()] == [
        row.split() for row in person.page.locator("ul.hands li").all_inner_texts()
    ]


# ---- Viewpoints ------------------------------------------------------------------------------------------------------


@pytest.mark.heavy  # tests/server checks in every run what is sent
def test_legend_seat_sees_own_cards_and_open_view_shows_all_cards(new_user, server):
    table = import_game(server, "legend")
    person = new_user().visit(f"#/replay/{table}/10/2")
    held = request_json(f"{server.url}/api/tables/{table}/replay/10?lens=open")["seats"]
    cards = [person.page.locator(f"ul.hands li:nth-child({seat}) .k") for seat in (1, 2, 3)]
    expect(cards[1]).to_have_count(len(held[1]["hand"]))
    names = cards[1].locator(".sr").all_inner_texts()
    assert [locator.count() for locator in (cards[0], cards[2])] == [0, 0]
    person.button("web.replay.lens.open").click()
    expect(board(person)).to_have_attribute("data-lens", "open")
    for seat, seat_cards in enumerate(cards):
        expect(seat_cards).to_have_count(len(held[seat]["hand"]))
    assert cards[1].locator(".sr").all_inner_texts() == names


def test_movie_seat_sees_own_hand_and_open_view_shows_all_hands(new_user, server):
    table = import_game(server, "movie")
    person = new_user().visit(f"#/replay/{table}/10/2")
    hands = request_json(f"{server.url}/api/tables/{table}/replay/10?lens=open")["seats"]
    rows = person.page.locator("ul.hands li")
    backs = person.page.locator("ul.hands li:nth-child(1) .held .h")
    expect(rows.nth(1).locator(".held .h")).to_have_count(len(hands[1]["hand"]))
    names = rows.nth(1).locator(".held .sr").all_inner_texts()
    count = backs.count()
    covered = backs.locator(".sr").all_inner_texts()
    assert len(set(covered)) <= 3  # backs, which show only the act
    person.button("web.replay.lens.open").click()
    expect(board(person)).to_have_attribute("data-lens", "open")
    assert rows.nth(1).locator(".held .sr").all_inner_texts() == names
    expect(rows.nth(0).locator(".held .h")).to_have_count(count)
    assert rows.nth(0).locator(".held .sr").all_inner_texts() != covered


@pytest.mark.parametrize("game", quick_or_heavy(["movie"], *GAMES))
def test_live_game_can_be_replayed_only_from_own_seat(new_user, server, game):
    created = create_table(server.url, game, "person", "greedy", watchable=True)
    table, token = created["table"], created["token"]
    person = new_user()
    person.page.goto(f"{person.url}/#{table}.{token}")
    expect(person.button("web.frame.menu")).to_be_visible()
    person.page.goto(f"{person.url}/#/replay/{table}")
    expect(board(person)).to_have_attribute("data-lens", "1")
    expect(person.button("web.replay.lens.open")).to_be_disabled()
    buttons = person.page.get_by_role("group", name=person.say("web.replay.lens.title")).get_by_role("button")
    assert [button.is_enabled() for button in buttons.all()] == [False, True, False]
    expect(person.button("web.replay.what-if.choose")).to_be_disabled()
    person.check(where="the replay of a live game")
    own = request_json(f"{server.url}/api/tables/{table}/past/100000", token=token)["view"]
    last = len(fetch_replay(server, table, token)["moves"]) - 1
    replayed = request_json(f"{server.url}/api/tables/{table}/replay/{last}", token=token)
    assert (replayed["view"], replayed["seats"]) == (own, None)
    for viewpoint in ("open", "2", "watch"):
        person.monitor.forgive("status of 4")
        person.page.goto("about:blank")
        person.page.goto(f"{person.url}/#/replay/{table}/0/{viewpoint}")
        expect(person.page.get_by_role("alert")).to_have_text(person.say("server.not-over"))
        assert board(person).count() == 0


# ---- What if ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "size"), [("movie", "phone"), ("legend", "desktop")])
def test_what_if_game_can_be_played_to_end(new_user, server, game, size):
    origin = import_game(server, game)
    moves = fetch_replay(server, origin)["moves"]
    move = len(moves) * 19 // 20
    person = new_user(size).visit(f"#/replay/{origin}/{move}/2")
    expect_move(person, move)
    open_tab(person, "what-if")
    person.tap(person.button("web.replay.what-if.choose"))
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("radio").nth(1)).to_be_checked()
    for bots in dialog.get_by_role("combobox").all():
        bots.select_option("greedy")
    person.check(where="choosing a what-if")
    person.tap(person.button("web.replay.what-if.go"))
    note = person.page.get_by_role("region", name=person.say("web.what-if.title"), exact=True)
    expect(note.get_by_role("link")).to_have_attribute("href", f"#/replay/{origin}/{move}")
    person.check(layout=game != "movie", where="a what-if")  # act III does not fit a phone: people zoom in
    play(Player(person, game, random.Random(5)))
    [key] = person.keys()
    text = request_json(f"{server.url}/api/tables/{key['table']}/record", token=key["token"])
    records.check(GAMES[game], *records.read_with_lines(text))
    record, first = records.read(text), records.read(recorded_game(game))
    assert record.result is not None
    count = moves[move]["entries"]  # without sealed entries
    assert record.entries[:count] == first.entries[:count]
    person.tap(person.link("web.end.replay"))
    expect_move(person, 0)
    expect(person.page.get_by_role("link", name=person.say("web.what-if.from", move=move))).to_be_visible()


# ---- Downloads -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_picture_drawing_and_record_are_downloaded(new_user, server, game):
    person = new_user().visit(f"#/replay/{import_game(server, game)}/40/open")
    expect_move(person, 40)
    wait_for_animations(person.page)
    part = person.page.locator("[data-picture]")
    shot = base64.b64encode(part.screenshot()).decode()
    box = part.bounding_box()
    assert box is not None
    size = [ceil(box["width"]), ceil(box["height"])]
    picture = download(person, "web.replay.picture")
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (2 * (size[0] + 32), 2 * (size[1] + 32))
    near = person.page.evaluate(PICTURE_DISTANCE, [base64.b64encode(picture).decode(), shot])
    person.page.keyboard.press("Home")
    expect_move(person, 0)
    wait_for_animations(person.page)
    other = base64.b64encode(download(person, "web.replay.picture")).decode()
    far = person.page.evaluate(PICTURE_DISTANCE, [other, shot])
    print(f"{game}: {near:.1f} from the screen, another move {far:.1f}")
    assert near < 7
    assert near < far
    drawing = download(person, "web.replay.drawing").decode()
    assert drawing.startswith("<svg")
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", drawing)
    assert download(person, "web.replay.record").decode() == recorded_game(game)


def download(person: BrowserUser, key: str) -> bytes:
    with person.page.expect_download() as pending:
        person.button(key).click()
    return pending.value.path().read_bytes()


# ---- Every size and error --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "game", "position"), quick_or_heavy(QUICK_CHECKS, *product(SIZES, GAMES, POSITIONS)))
def test_replay_passes_checks_at_every_size_and_language(new_user, server, game, size, position):
    table, (language, viewpoint, move) = import_game(server, game), position
    person = new_user(size, language=language).visit(f"#/replay/{table}/{move}/{viewpoint}")
    expect_move(person, move)
    for tab in ("tale", "why", "hands", "what-if", "keep"):
        open_tab(person, tab)
        person.check(axe=tab == "tale", where=f"{game}, {language}, {tab}")
        if size == "desktop":
            break
    person.page.goto("about:blank")
    person.visit(f"#/replay/{table}/9999/{viewpoint}")
    expect_move(person, len(fetch_replay(server, table)["moves"]) - 1)
    person.check(layout=(game, size) != ("movie", "phone"), where=f"the end of {game} in {language}")


def test_replay_of_missing_table_or_seat_shows_message(new_user, server):
    person = new_user()
    person.monitor.forgive("status of 4")
    for place in ("#/replay", "#/replay/nowhere", "#/replay/aaaaaaaaaaaaaaaa/3/open"):
        person.page.goto("about:blank")
        person.visit(place)
        expect(person.page.get_by_role("alert")).to_have_text(person.say("server.no-such-table"))
    person.page.goto("about:blank")
    person.visit(f"#/replay/{import_game(server, 'movie')}/3/9")
    expect(person.page.get_by_role("alert")).to_have_text(person.say("server.no-such-seat", seat=9, seats=3))
    person.check(where="a missing seat")
