"""The drawn table of the Legend for a view and a size: nothing is too wide, nothing is lost."""

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.games.legend.box.names import name_card, name_episode
from heorot.games.legend.table.view_lookup import episodes_ahead
from heorot.locales import LANGUAGES
from heorot.terminal.game_ui import Snapshot
from heorot.terminal.legend import describe_hand, describe_table, draw, draw_score_sheet, make_screen, milestone
from heorot.terminal.legend.symbols import KEY
from heorot.terminal.translator import Translator
from tests.support.playing import random_game
from tests.support.strategies import AS_FOUND, lines

LEGEND = GAMES["legend"]
NAMES = ("Anna", "Ben", "Chloé with a long name", "Dora", "Egil")
LOG = tuple(f"Something happened, and that is sentence number {number}." for number in range(40))
OPEN = (("advanced", "yes"), ("open-tokens", "yes"))
USUAL_SIZES = [(79, 17), (79, 18), (99, 23), (139, 38)]


@cache
def game(seats=4, seed=3, options=()):
    return random_game("built-in", seats, seed, "legend", options, in_order=True)


def snapshot(table, seat):
    """Return the snapshot for a viewer who sees the table for the first time."""
    return Snapshot(table, LEGEND.view(table, seat), table, True, NAMES, LOG)


def drawn(table, seat, size, language="en"):
    """Return the lines of a screen."""
    return draw(make_screen(snapshot(table, seat)), *size, Translator(language))


def text(table, seat, size, language="en"):
    return "\n".join(line.plain for line in drawn(table, seat, size, language))


def table_with_question(name, number=0, **game_args):
    tables = [table for table in game(**game_args).tables if LEGEND.view(table, None).question == name]
    return tables[number]


@settings(AS_FOUND, max_examples=40)
@given(lines(game="legend"), st.sampled_from(LANGUAGES), st.integers(24, 200), st.integers(7, 60), st.integers(0, 5))
def test_screen_fits_any_size(line, language, columns, rows, seat):
    reader = Seat(seat) if seat < line.seats else None
    screen = drawn(line.last, reader, (columns, rows), language)
    assert len(screen) <= rows
    assert [row.plain for row in screen if len(row) > columns] == []


@pytest.mark.parametrize("size", USUAL_SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", ["risk", "bid", "take-space", "lay", "take-card", "select"])
def test_screen_of_usual_size_shows_road_players_and_hand(question, language, size):
    table = table_with_question(question, seats=4)
    seat, translator = LEGEND.actors(table)[0], Translator(language)
    view, shown = LEGEND.view(table, seat), text(table, seat, size, language)
    episode = table.box.episodes[view.episode - 1]
    assert shown.startswith(translator.translate("legend.screen.episode", number=episode.number, episodes=36,
                                       name=name_episode(episode)))  # fmt: skip
    for coming in episodes_ahead(table.box, view)[:6]:
        assert re.search(rf"\b{coming.number} {re.escape(translator.render(name_episode(coming))[:6])}", shown), shown
    for player in view.players:
        assert re.search(rf"^ {player.seat + 1} {NAMES[player.seat][:4]}", shown, re.MULTILINE), shown
    squeezed = " ".join(shown.replace("\u00a0", " ").split())
    for card, _ in view.hand:
        assert translator.render(name_card(card, table.box)) in squeezed, shown


def test_icon_spaces_match_the_number_of_players_and_show_takers():
    for seats in (2, 3, 5):
        table = table_with_question("take-space", 1, seats=seats)
        shown = text(table, Seat(0), (99, 30))
        view = LEGEND.view(table, Seat(0))
        assert len(view.spaces) == seats
        taken = [space.taken for space in view.spaces if space.taken is not None]
        assert taken
        for seat in taken:
            assert re.search(rf"│ .* {seat + 1}  │", shown), shown


def test_matching_cards_are_in_brackets():
    table = table_with_question("lay")
    seat = LEGEND.actors(table)[0]
    view = LEGEND.view(table, seat)
    value = table.box.printed.value[view.episode - 1]
    shown = " ".join(text(table, seat, (120, 30)).replace("\u00a0", " ").split())
    matching = {value[table.box.face_numbers[card]] > 0 for card, _ in view.hand}
    assert matching == {True, False}
    for card, _ in view.hand:
        name = Translator("en").render(name_card(card, table.box))
        assert (f"[{name}]" in shown) == (value[table.box.face_numbers[card]] > 0)


def test_scratches_and_wounds_have_separate_columns_and_signs():
    tables = game(seats=4, seed=5).tables
    table = next(table for table in tables if max(table.state.wounds) > 0 and max(table.state.scratches) > 1)
    view, shown = LEGEND.view(table, Seat(0)), text(table, Seat(0), (99, 30)).splitlines()
    heading = next(row for row in shown if row.startswith("player"))
    for player in view.players:
        row = next(row for row in shown if row.startswith(f" {player.seat + 1} {NAMES[player.seat][:3]}"))
        scratches = row[heading.index("scratches") : heading.index("wounds")].strip()
        wounds = row[heading.index("wounds") : heading.index("here")].strip()
        assert scratches == ("/" * player.scratches or "–")
        assert wounds == ("✚" * player.wounds + "(✚✚)" * player.double_wounds or "–")


def test_remembered_information_is_shown_only_with_open_tokens():
    for options, expected in (((), False), (OPEN, True)):
        table = game(4, 3, options).tables[300]
        shown = text(table, Seat(0), (120, 40))
        assert ("known in hand:" in shown) == expected
        description = "\n".join(describe_table(snapshot(table, Seat(0)), Translator("en")))
        assert ("could be remembered" in description) == expected


def test_own_tokens_are_listed_and_those_of_others_counted():
    table = game(4, 3).tables[-60]
    view = LEGEND.view(table, Seat(1))
    shown = text(table, Seat(1), (120, 40))
    mine = next(row for row in shown.splitlines() if row.startswith("Your tokens:"))
    assert len(re.findall(r"[★$]\d|▼", mine)) == view.players[1].tokens > 0
    assert all(player.tokens for player in view.players)
    assert not re.search(r"≡[★$?]", shown.replace(mine, ""))


def test_large_screen_has_a_key_of_all_signs():
    shown = text(table_with_question("risk"), Seat(0), (120, 40))
    assert all(f"{sign}\u00a0" in shown for sign in KEY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_spectator_sees_no_hand(language):
    for table in game().tables[100:400:60]:
        assert "[" not in text(table, None, (120, 40), language)
        assert list(describe_hand(table, LEGEND.view(table, None), Translator(language))) == []


# ---- Screens for all -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [24, 40, 79, 139])
def test_revealed_bids_are_shown_in_marker_order(width, language):
    line, milestones = game(5, 2, OPEN), 0
    for before, _, _, after in line.steps():
        reached = milestone(before, after, None)
        if reached is not None:
            milestones += 1
            rows = [row.plain for row in reached.draw(NAMES, width, 30, Translator(language))]
            assert [row for row in rows if len(row) > width] == []
            seats = [int(row[1]) - 1 for row in rows if re.match(r" \d  ", row)]
            assert seats == list(after.state.order[:5])
    assert milestones > 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [(), OPEN, (("fallen", "yes"),)])
def test_score_sheet_shows_every_total(options, language):
    table = game(5, 4, options).last
    for width in (79, 139):
        rows = [row.plain for row in draw_score_sheet(table, NAMES, width, 30, Translator(language))]
        assert [row for row in rows if len(row) > width] == []
        for seat, points in enumerate(LEGEND.score(table)):
            row = next(row for row in rows if row.startswith(f" {seat + 1} "))
            assert re.search(rf" {str(points).replace('-', '−')} +\d\.$", row), rows
