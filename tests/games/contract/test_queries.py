"""Queries: every viewer may make them at any time, and the answers come from the viewer's view."""

import json
from random import Random

import pytest

from heorot.engine.errors import HeorotError, IllegalAction
from heorot.engine.game import play
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from tests.games.contract.cases import Case, cases, params
from tests.games.contract.test_view_json import another_world, some_tables
from tests.support.playing import Line, watchers

ABOUT = {  # what one may ask about beside actions
    "movie": {
        "why": ("", "thane", "a1", "b2 castle", "nonsense"),
        "previews": ("", "thane", "+2", "counsel", "nonsense"),
    },
    "legend": {"why": ("", "1", "fame 5", "naegling", "grendel", "nonsense")},
}


@pytest.fixture(params=params(cases()))
def case(request) -> Case:
    return request.param


@pytest.fixture
def line(case) -> Line:
    return case.line(in_order=False)


def questions(game, table, seat):
    """Yield each query with several arguments."""
    for what in game.info.queries:
        for about in ABOUT[game.info.name].get(what, ("",)):
            yield what, about
    texts = [] if seat is None else [game.write(table, action) for action in game.legal(table, seat)]
    for text in (*Random(2).sample(texts, min(3, len(texts))), "nonsense"):
        yield from (("preview", text), ("next", text))


def answered(game, table, seat, what, about) -> str:
    """Return an answer or an error as bytes."""
    try:
        found = game.query(table, seat, what, about)
    except HeorotError as error:
        return f"{error.key} {sorted(error.params.items(), key=str)}"
    assert found["what"] == what
    assert all(set(sentence) == {"key", "params"} for paragraph in found["told"] for sentence in paragraph)
    assert all(found["told"])
    text = json.dumps(found, ensure_ascii=False)
    assert json.loads(text) == found
    return text


def test_answers_to_queries_do_not_depend_on_hidden_information(line):
    rng = Random(6)
    for table in some_tables(line, 4):
        for seat in watchers(table):
            other = another_world(line.game, table, seat, rng)
            for what, about in questions(line.game, table, seat):
                there = answered(line.game, other, seat, what, about)
                assert answered(line.game, table, seat, what, about) == there


def test_unknown_queries_are_refused(line):
    with pytest.raises(HeorotError) as caught:
        line.game.query(line.last, None, "everything", "")
    assert caught.value.key == "ask.unknown"


def test_every_game_has_the_common_queries():
    for game in GAMES.values():
        assert {"preview", "why", "unseen", "scores", "next"} <= set(game.info.queries)


# ---- What may follow -----------------------------------------------------------------------------------------------


def sets(line: Line):
    """Yield every action of several parts: its first table, its seat, its parts, and the legal actions after each
    part."""
    game, open_sets = line.game, {}
    for before, seat, action, after in line.steps():
        if seat == CHANCE:
            continue
        if game.has_unfinished_action(after, seat) or seat in open_sets:
            first, texts = open_sets.setdefault(seat, (before, []))
            texts.append(game.write(before, action))
            yield first, seat, list(texts), after
        if not game.has_unfinished_action(after, seat):
            open_sets.pop(seat, None)


def test_next_after_the_pieces_of_a_set_lists_the_legal_actions(line):
    game = line.game
    for first, seat, texts, after in sets(line):
        found = game.query(first, seat, "next", ", ".join(texts))["next"]
        whole = not game.has_unfinished_action(after, seat)
        assert found == ([] if whole else [game.write(after, action) for action in game.legal(after, seat)])
        with pytest.raises(HeorotError):
            game.query(first, seat, "next", ", ".join([*texts, "nonsense"]))


def test_next_without_pieces_lists_the_legal_actions(line):
    for table in some_tables(line):
        for seat in map(Seat, range(line.seats)):
            texts = [line.game.write(table, action) for action in line.game.legal(table, seat)]
            assert line.game.query(table, seat, "next", "")["next"] == texts
        with pytest.raises(HeorotError):
            line.game.query(table, None, "next", "")


def test_next_after_a_complete_action_is_empty(line):
    game = line.game
    for table, seat, action, after in line.steps():
        if seat == CHANCE or game.has_unfinished_action(after, seat):
            continue
        text = game.write(table, action)
        assert game.query(table, seat, "next", text)["next"] == []
        with pytest.raises(HeorotError) as caught:
            game.query(table, seat, "next", f"{text}, {text}")
        assert caught.value.key == "ask.complete"


def test_illegal_actions_are_refused_by_next_and_preview(line):
    game = line.game
    for table, seat, action, _ in Random(8).sample(list(line.steps()), 12):
        for other in map(Seat, range(line.seats)):
            text = game.write(table, action)
            if game.refusal(table, other, action) is not None:
                for what in ("next", "preview"):
                    with pytest.raises(IllegalAction):
                        game.query(table, other, what, text)
            elif seat != CHANCE:
                assert game.query(table, other, "preview", text)["action"] == text


def test_a_preview_of_a_set_is_that_of_its_last_piece(line):
    for first, seat, texts, _ in sets(line):
        then = first
        for text in texts[:-1]:
            then = play(line.game, then, seat, line.game.read(then, text))
        whole = line.game.query(first, seat, "preview", ", ".join(texts))
        assert whole == line.game.query(then, seat, "preview", texts[-1])
