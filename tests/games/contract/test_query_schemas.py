"""JSON Schemas of query answers: they describe every answer of every game, and nothing else."""

from collections import Counter

import pytest
from jsonschema_rs import Draft202012Validator, meta

from heorot.engine.errors import HeorotError
from heorot.games import GAMES
from tests.games.contract.cases import MODES, Case, cases, params
from tests.games.contract.test_queries import questions
from tests.games.contract.test_view_json import some_tables
from tests.support.playing import watchers


@pytest.fixture(params=params(cases()))
def case(request) -> Case:
    return request.param


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_query_has_a_schema(game):
    schemas = game.query_schemas()
    assert tuple(schemas) == game.info.queries
    for query, schema in schemas.items():
        meta.validate(schema)
        answer = schema["$defs"][schema["$ref"].rpartition("/")[2]]
        assert answer["properties"]["what"] == {"const": query}
        assert answer["required"] == [*answer["properties"]]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_definitions_of_one_name_agree_in_all_schemas_of_a_game(game):
    definitions: dict[str, object] = {}
    for schema in (game.view_schema(), *game.query_schemas().values(), game.contents_schema(), game.score_schema()):
        for name, definition in schema["$defs"].items():
            assert definitions.setdefault(name, definition) == definition, name


def answers(line, number: int):
    """Yield every answer at some tables of a whole game, with the name of its query."""
    for table in some_tables(line, number):
        for seat in watchers(table):
            for query, about in questions(line.game, table, seat):
                try:
                    yield query, line.game.query(table, seat, query, about)
                except HeorotError:
                    continue


def test_every_answer_matches_its_schema(case):
    line = case.line(in_order=False)
    validators = {query: Draft202012Validator(schema) for query, schema in line.game.query_schemas().items()}
    checked: Counter[str] = Counter()
    for query, answer in answers(line, 6):
        validators[query].validate(answer)
        checked[query] += 1
    assert {"why", "unseen", "scores", "next"} <= set(checked)


@pytest.mark.parametrize("game", GAMES)
def test_a_schema_refuses_missing_and_unknown_fields(game):
    line = Case(game, "built-in", 3, next(iter(MODES[game]))).line(in_order=False)
    for query, answer in answers(line, 2):
        validator = Draft202012Validator(line.game.query_schemas()[query])
        for field in answer:
            assert not validator.is_valid({name: value for name, value in answer.items() if name != field})
        assert not validator.is_valid({**answer, "unknown": 1})
