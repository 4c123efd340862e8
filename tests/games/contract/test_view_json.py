"""Views as JSON: they hold the view of a seat and nothing else, and fit their schema."""

import json
from dataclasses import asdict, fields, is_dataclass
from importlib import import_module
from random import Random

import pytest
from jsonschema_rs import Draft202012Validator, meta

from heorot.engine.sentence import Sentence
from heorot.engine.serialize import Serializer, kebab_case, sentence_json
from heorot.games import GAMES
from tests.games.contract.cases import Case, cases, params
from tests.support.playing import Line, box_named, random_game, watchers

WRITERS = {  # how components are written, by the name of their class
    "movie": lambda act: {
        "Tile": lambda tile: import_module("heorot.games.movie.table.notation").write_tile(tile, act)
    },
    "legend": lambda act: {
        "Card": lambda card: card.name, "Icon": str, "Token": lambda token: f"{token.kind}{token.value}",
    },
}


@pytest.fixture(params=params(case for case in cases() if case.mode != "fallen"))
def case(request) -> Case:
    return request.param


@pytest.fixture
def line(case) -> Line:
    return case.line(in_order=False)


def some_tables(line: Line, number: int = 12):
    at = Random(3).sample(range(len(line.tables)), min(number, len(line.tables)))
    return [line.tables[0], *(line.tables[place] for place in at), line.last]


def another_world(game, table, seat, rng):
    return import_module(f"heorot.games.{game.info.name}.inference.worlds").another_world(table, seat, rng)


def as_text(plain) -> str:
    return json.dumps(plain, ensure_ascii=False)


# ---- The same as the view ------------------------------------------------------------------------------------------


def slowly(game, view) -> dict:
    """Convert a view to JSON independently of the serializer, by the values instead of the type hints."""
    name = game.info.name
    notation = import_module(f"heorot.games.{name}.table.notation")
    writers = WRITERS[name](getattr(view, "act", 0))

    def plain(value):
        if type(value).__name__ in writers:
            return writers[type(value).__name__](value)
        if isinstance(value, tuple):
            return [plain(one) for one in value]
        if is_dataclass(value):
            tag = {"is": kebab_case(type(value).__name__)} if "public_events" in type(value).__module__ else {}
            return tag | {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        return value

    def entry(seen):
        act = [seen.act] if name == "movie" else []
        written = {"action": notation.write_log_entry(seen.action, *act), "events": plain(getattr(seen, "events", ()))}
        return {name: written.get(name, getattr(seen, name)) for name in (field.name for field in fields(seen))}

    act = [view.act] if name == "movie" else []
    own = {"legal": [notation.write(action, *act) for action in view.legal], "log": [entry(e) for e in view.log]}
    return {field.name: own.get(field.name, plain(getattr(view, field.name))) for field in fields(view)}


def test_view_json_equals_the_view(line):
    for table in some_tables(line):
        for seat in watchers(table):
            assert line.game.view_json(table, seat) == slowly(line.game, line.game.view(table, seat))


def test_public_and_private_json_are_disjoint_and_make_the_view(line):
    for table in some_tables(line, 4):
        for seat in watchers(table):
            both, own = line.game.public_json(table), line.game.private_json(table, seat)
            assert not set(both) & set(own)
            assert {**both, **own} == line.game.view_json(table, seat)


def test_view_json_survives_a_round_trip_through_json(line):
    for seat in watchers(line.last):
        plain = line.game.view_json(line.last, seat)
        assert json.loads(as_text(plain)) == plain


def test_log_entries_of_view_json_are_those_of_the_log(line):
    for seat in watchers(line.last):
        told = {(entry["seat"], entry["action"]) for entry in line.game.view_json(line.last, seat)["log"]}
        assert told <= set(line.game.log(line.last, seat))


def test_parts_of_the_log_add_up_to_the_whole(line):
    for seat in watchers(line.last):
        whole, parts, since = line.game.view_json(line.last, seat)["log"], [], 0
        for table in sorted(some_tables(line), key=lambda table: len(table.history)):
            parts += line.game.view_json(table, seat, since)["log"]
            since = len(table.history)
            assert parts == whole[: len(parts)]
        assert parts == whole
        without = line.game.view_json(line.last, seat, since)
        assert without["log"] == []
        assert {**without, "log": whole} == line.game.view_json(line.last, seat)


def test_view_json_does_not_depend_on_hidden_information(line):
    rng = Random(5)
    for table in some_tables(line, 4):
        for seat in watchers(table):
            other = another_world(line.game, table, seat, rng)
            assert as_text(line.game.view_json(other, seat)) == as_text(line.game.view_json(table, seat))


# ---- The schema ----------------------------------------------------------------------------------------------------


def test_view_json_matches_its_schema(line):
    validator = Draft202012Validator(line.game.view_schema())
    for table in some_tables(line, 6):
        for seat in watchers(table):
            validator.validate(line.game.view_json(table, seat))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_schema_names_every_field_and_nothing_else(game):
    schema = game.view_schema()
    assert meta.is_valid(schema)
    json.dumps(schema)
    view = schema["$defs"]["View"]
    line = Case(game.info.name, "built-in", 2, next(iter(cases_of(game)))).line()
    assert set(view["properties"]) == set(view["required"]) == set(asdict(game.view(line.last, None)))
    wrong = {**game.view_json(line.last, None), "secret": 1}
    assert not Draft202012Validator(schema).is_valid(wrong)
    del wrong["secret"], wrong["log"]
    assert not Draft202012Validator(schema).is_valid(wrong)


def cases_of(game):
    return [case.mode for case in cases() if case.game == game.info.name]


# ---- The box -------------------------------------------------------------------------------------------------------


def sources(plain):
    """Yield every source in a JSON value."""
    if isinstance(plain, dict):
        yield from ([plain["source"]] if "source" in plain else ())
        yield from plain.get("sources", {}).values()
        plain = [*plain.values()]
    for part in plain if isinstance(plain, list) else ():
        yield from sources(part)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_box_contents_have_a_source_for_each_value(game):
    plain = game.contents(game.box)
    assert json.loads(as_text(plain)) == plain
    assert plain["hash"] == game.box_hash(game.box)
    assert plain["built_in"]
    found = list(sources(plain))
    assert all(found)
    assert {"rulebook", "ours"} <= set(found)


@pytest.mark.parametrize("name", ["built-in", "crooked", "tiny"])
def test_m1_5_box_contents_list_every_tile_and_space(name):
    box = box_named(name, "movie")
    plain = GAMES["movie"].contents(box)
    told = {(tile["act"], tile["tile"]): 0 for tile in plain["tiles"]}
    for tile in plain["tiles"]:
        told[tile["act"], tile["tile"]] += tile["count"]
    spectator = random_game(name, 2, 1).game.view_json(random_game(name, 2, 1).tables[0], None)["unseen"]
    unseen = {(act, text.split(":", 1)[1] if act > 1 else text): number
              for act, tiles in enumerate(spectator, 1) for text, number in tiles}  # fmt: skip
    assert told == unseen
    for board, its in zip(plain["boards"], box.boards, strict=True):
        assert [space["space"] for space in board["spaces"]] == list(its.names)
        assert all(space["space"] == "abcdefghijklmnopqrstuvwxyz"[space["column"] - 1] + str(space["row"])
                   for space in board["spaces"])  # fmt: skip


@pytest.mark.parametrize("name", ["built-in", "small", "strange"])
def test_l1_3_box_contents_list_every_card_token_and_space(name):
    box = box_named(name, "legend")
    plain = GAMES["legend"].contents(box)
    assert {card["card"]: card["count"] for card in plain["cards"]} == {c.name: n for c, n in box.copies.items()}
    assert {card["card"] for card in plain["specials"]} == set(box.special_names)
    tokens = {f"{token.kind}{token.value}": number for token, number in box.token_counts.items()}
    assert {token["token"]: token["count"] for token in plain["tokens"] if token["count"]} == tokens
    for episode, its in zip(plain["episodes"], box.episodes, strict=True):
        assert episode["spaces"][str(box.players[1])] == [str(icon) for icon in its.spaces[: box.players[1]]]


# ---- Sentences -----------------------------------------------------------------------------------------------------


def test_a_sentence_is_a_key_and_its_parameters():
    inner = Sentence("b", n=1)
    told = Sentence("a", text="x", one=inner, several=(inner, inner))
    plain = {"key": "b", "params": {"n": 1}}
    assert sentence_json(told) == {"key": "a", "params": {"text": "x", "one": plain, "several": [plain, plain]}}
    assert Serializer({}).to_json(inner) == plain


def test_the_serializer_refuses_objects_that_are_not_dataclasses():
    with pytest.raises(TypeError, match="no plain data"):
        Serializer({}).to_json(object())
