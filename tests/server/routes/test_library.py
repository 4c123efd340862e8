"""Rules and examples over HTTP: complete, in every language, and cacheable."""

import gzip
import json

import pytest

from heorot.games import GAMES, TITLES
from heorot.locales import LANGUAGES, catalogue
from tests.server.support.live_server import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("library"), HEOROT_RATE_REQUEST="100000/second") as running:
        yield running


def book(server, game, language):
    return json.loads(server.get(f"/api/games/{game}/rules/{language}").body)


def rules(server, game, language):
    return [rule for chapter in book(server, game, language)["chapters"] for rule in chapter["rules"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_are_complete_and_in_order(server, game, language):
    sent = [(rule["number"], rule["name"], rule["text"], rule["ruling"]) for rule in rules(server, game, language)]
    written = TITLES[game].rulebook.rules(language)
    assert sent == [(rule.number, rule.name, rule.text, rule.ruling) for rule in written]
    assert len(sent) > 30


@pytest.mark.parametrize("game", GAMES)
def test_proposed_values_are_listed_with_their_rule(server, game):
    sent = {rule["number"]: rule["ours"] for rule in rules(server, game, "en")}
    listed = [(number, what["key"]) for number, ours in sent.items() for what in ours]
    assert sorted(listed) == sorted(
        (rule, what.key) for rule, what in TITLES[game].proposals.proposed_values(GAMES[game].box)
    )
    assert listed
    assert {key for _, key in listed} <= set(catalogue("en"))


@pytest.mark.parametrize("path", ["rules/en", "examples"])
def test_documents_are_cached_and_revalidated(server, path):
    page = server.get(f"/api/games/movie/{path}", Accept_Encoding="gzip")
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-encoding"] == "gzip"
    assert gzip.decompress(page.body) == server.get(f"/api/games/movie/{path}").body
    again = server.get(f"/api/games/movie/{path}", If_None_Match=page.headers["etag"])
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    ("path", "code"),
    [("none/rules/en", "no-such-game"), ("none/examples", "no-such-game"), ("movie/rules/xx", "not-found")],
)
def test_unknown_documents_are_refused(server, path, code):
    page = server.get(f"/api/games/{path}")
    assert page.status == 404
    assert json.loads(page.body)["problem"]["code"] == code


# ---- Examples ------------------------------------------------------------------------------------------------------


def examples(server, game):
    return json.loads(server.get(f"/api/games/{game}/examples").body)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_has_a_rule_and_text(server, game):
    data, known = examples(server, game), {rule["number"] for rule in rules(server, game, "en")}
    assert len(data["examples"]) >= 6
    for example in data["examples"]:
        assert example["rule"] in known
        assert example["box"] in data["boxes"]
        assert example["told"] or any(answer["told"] for answer in example["asked"])


def answer_in_example(server, game, rule, what):
    example = next(example for example in examples(server, game)["examples"] if example["rule"] == rule)
    return next(answer for answer in example["asked"] if answer["what"] == what)


def test_the_gorge_example_hides_tiles_behind_it(server):
    figures = {figure["space"]: figure for figure in answer_in_example(server, "movie", "M4.10", "why")["figures"]}
    assert {space: figure["points"] for space, figure in figures.items()} == {"a2": 0, "c1": 12, "a3": -1, "b3": -2}
    assert [term["space"] for term in figures["b3"]["cut_off"]] == ["b1"]


def test_the_final_scores_are_those_of_the_rulebook(server):
    """X4: Sandra 12, Martha 13, Mark 12, Peter 3."""
    final = answer_in_example(server, "legend", "L8.3", "scores")["final"]
    assert [score["fame"] for score in final["scores"]] == [9, 8, 12, 13]
    assert [score["treasure"] + score["wound_points"] for score in final["scores"]] == [3, 5, 2, -10]
    assert final["winners"] == [1]
