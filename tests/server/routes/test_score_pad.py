"""The score pad over HTTP: printed examples, hostile bodies and rate limits."""

import asyncio
import json

import pytest

from heorot.games import GAMES
from heorot.games.movie.box.box import built_in
from heorot.locales import LANGUAGES, catalogue
from tests.server.support.asgi_client import run_app

X4 = "fame 9, treasure 3, wounds 1\nfame 8\nfame 12, treasure 2, misfortune 1, wounds 2\nfame 13, treasure 5, wounds 3"


def posted(tmp_path, *bodies, game="movie", **settings):
    """Return the responses to some bodies."""

    async def ask():
        async with run_app(tmp_path, **settings) as app:
            return [await app.call("POST", f"/api/games/{game}/score", body) for body in bodies]

    return asyncio.run(ask())


@pytest.mark.parametrize("example", built_in().examples, ids=lambda example: example.name)
def test_x1_x2_printed_examples(tmp_path, example):
    text = example.board + "".join(f"\n{label} = {figure}" for label, figure in example.figures)
    (reply,) = posted(tmp_path, {"text": text})
    figures = reply.json["acts"][0]["figures"]
    assert reply.status == 200
    assert sorted(scored["points"] for scored in figures) == sorted(points for _, points in example.points)


def test_x4_printed_scores(tmp_path):
    basic, advanced, fallen = posted(
        tmp_path,
        {"text": X4},
        {"text": X4, "options": {"advanced": "yes"}},
        {"text": X4, "options": {"fallen": "yes"}},
        game="legend",
    )
    assert (basic.json["points"], basic.json["final"]["places"]) == ([12, 13, 12, 3], [2, 1, 2, 4])
    assert advanced.json["points"] == [9, 13, 10, -2]
    assert fallen.json["points"][3] == 0
    assert basic.json["shares"] == ["0", "1", "0", "0"]


def test_every_sentence_is_in_the_catalogues(tmp_path):
    (movie,) = posted(tmp_path, {"text": "[I]\nA horn\nA = thane of 1\n[II]\n.\n[III]\n.\n[saga]\n1:\n2:"})
    (legend,) = posted(tmp_path, {"text": X4}, game="legend")
    keys = {key for reply in (movie, legend) for key in keys_in(reply.json)}
    assert len(keys) > 10
    assert [(key, language) for key in keys for language in LANGUAGES if key not in catalogue(language)] == []


def keys_in(part):
    """Return all sentence keys, also of nested sentences."""
    if isinstance(part, dict):
        if set(part) == {"key", "params"}:
            yield part["key"]
        for inner in part.values():
            yield from keys_in(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from keys_in(inner)


@pytest.mark.parametrize(
    ("game", "text", "line", "column", "rule"),
    [
        ("movie", "A +4\n. gogre\nA = thane", 2, 3, None),
        ("movie", "[I]\nA gorge+2\nA = thane of 1", 2, 3, "M4.13"),
        ("movie", "[I]\nA B\nA = beowulf of 1\nB = beowulf of 1", 4, 1, "M1.2"),
        ("legend", "fame 9\nfame 7, scratches 3", 2, 9, "L6.6"),
        ("legend", "\n".join(["fame 1"] * 6), 6, 1, None),
    ],
)
def test_errors_name_line_column_and_rule(tmp_path, game, text, line, column, rule):
    (reply,) = posted(tmp_path, {"text": text}, game=game)
    params = reply.json["problem"]["params"]
    assert (reply.status, reply.code) == (422, "bad-text")
    assert (params["line"], params["column"], params.get("rule")) == (line, column, rule)


HOSTILE = [
    (b"", 422), (b"{", 400), (b"[]", 422), (b"null", 422), (b'{"text": 3}', 422), (b'{"text": null}', 422),
    (b'{"text": "A", "more": 1}', 422), (b'{"text": "A", "options": {"first": 1}}', 422),
    (b'{"text": "A", "options": []}', 422), (b'{"text": "\\ud800"}', 422),
    (json.dumps({"text": "x" * 20_000}).encode(), 422), (json.dumps({"text": "x" * 600_000}).encode(), 413),
    (json.dumps({"text": "A", "options": {str(n): "yes" for n in range(50)}}).encode(), 422),
    (json.dumps({"text": "A", "options": {"no-such": "yes"}}).encode(), 422),
    (json.dumps({"text": "\x00\x1b[31m"}).encode(), 422), (json.dumps({"text": ". " * 8000}).encode(), 422),
    (json.dumps({"text": "[" * 200 + "]" * 99}).encode(), 422), (json.dumps({"text": ""}).encode(), 422),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_hostile_bodies_are_refused_with_our_error_model(tmp_path, game):
    replies = posted(tmp_path, *(body for body, _ in HOSTILE), game=game)
    assert [(reply.status, reply.code != "internal") for reply in replies] == [(status, True) for _, status in HOSTILE]


def test_unknown_games_are_refused(tmp_path):
    (reply,) = posted(tmp_path, {"text": "A"}, game="chess")
    assert (reply.status, reply.code) == (404, "no-such-game")


def test_the_score_pad_is_rate_limited(tmp_path):
    replies = posted(tmp_path, *[{"text": "."}] * 3, rate_ask="2/minute")
    assert [reply.status for reply in replies] == [200, 200, 429]
    assert replies[-1].json["problem"]["params"]["seconds"] > 0
