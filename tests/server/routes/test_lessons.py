"""Lessons over HTTP: all steps, answers and queries, limited to the view of the learner's seat."""

import json
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from heorot.games import GAMES, lesson_of
from tests.server.support.live_server import serving

OPEN = {"HEOROT_RATE_ASK": "100000/second", "HEOROT_RATE_REQUEST": "100000/second"}


class Answer(NamedTuple):
    """An HTTP response."""

    status_code: int
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class Api:
    """An HTTP client."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    def get(self, path: str) -> Answer:
        return self.ask(Request(self.url + path))

    def post(self, path: str, body: object) -> Answer:
        sent = json.dumps(body).encode()
        return self.ask(Request(self.url + path, sent, {"Content-Type": "application/json"}))

    def ask(self, request: Request) -> Answer:
        try:
            with urlopen(request) as answer:
                return Answer(answer.status, answer.read().decode())
        except HTTPError as error:
            return Answer(error.code, error.read().decode())


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory):
    with serving(Path(tmp_path_factory.mktemp("lessons")), **OPEN) as running:
        yield Api(running.url)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_the_view_of_the_learners_seat(api, game):
    steps, data = lesson_of(game), api.get(f"/api/games/{game}/lesson").json()
    assert data["seat"] == steps.lesson.seat + 1
    for step, shown in zip(steps.lesson.steps, data["steps"], strict=True):
        view = GAMES[game].view_json(steps.table(step), steps.lesson.seat)
        view.pop("log")
        assert shown["moment"]["now"]["view"] == json.loads(json.dumps(view))
        assert shown["moment"]["now"]["question"] is not None
        assert shown["numbers"] == steps.numbers(step)


@pytest.mark.parametrize("game", GAMES)
def test_the_expected_answer_passes_and_returns_moments(api, game):
    data = api.get(f"/api/games/{game}/lesson").json()
    assert any(step["goes_on"] for step in data["steps"])
    for number, step in enumerate(data["steps"], 1):
        result = api.post(f"/api/games/{game}/lesson/{number}", {"actions": step["answer"]}).json()
        assert result["passed"]
        assert result["moments"]
        if step["goes_on"]:
            assert result["moments"][-1]["now"]["view"] == data["steps"][number]["moment"]["now"]["view"]


def test_another_legal_answer_does_not_pass(api):
    result = api.post("/api/games/movie/lesson/1", {"actions": ["longship c3"]}).json()
    assert result == {"passed": False, "moments": []}


def test_illegal_answers_are_refused_with_their_rule(api):
    answer = api.post("/api/games/movie/lesson/4", {"actions": ["thane a2"]})
    assert answer.status_code == 400
    assert answer.json()["problem"]["code"] == "illegal"
    assert answer.json()["problem"]["params"]["rule"] == "M2.2"


def test_incomplete_sets_are_refused(api):
    answer = api.post("/api/games/legend/lesson/1", {"actions": ["discard wit1"]})
    assert answer.json()["problem"]["code"] == "half-a-set"


UNKNOWN_STEPS = [("chess/lesson/1", 404), ("movie/lesson/99", 404), ("movie/lesson/0", 422)]


@pytest.mark.parametrize(("place", "status"), UNKNOWN_STEPS)
def test_unknown_steps_are_not_found(api, place, status):
    answer = api.post(f"/api/games/{place}", {"actions": ["draw"]})
    assert answer.status_code == status
    assert list(answer.json()) == ["problem"]


def test_unknown_games_have_no_lesson(api):
    assert api.get("/api/games/chess/lesson").json()["problem"]["code"] == "no-such-game"


def test_queries_are_answered(api):
    steps = lesson_of("movie")
    step = steps.lesson.steps[3]
    data = api.post("/api/games/movie/lesson/4/ask", {"what": "preview", "about": "thane c2"}).json()["told"]
    assert data == json.loads(json.dumps(GAMES["movie"].query(steps.table(step), 0, "preview", "thane c2")))
    after = steps.end(step)
    scores = api.post("/api/games/movie/lesson/4/ask", {"what": "scores", "after": after}).json()["told"]
    assert scores == json.loads(json.dumps(GAMES["movie"].query(steps.table(step, after), 0, "scores")))


def test_queries_cannot_reach_other_moments(api):
    """A query about a moment that the step does not show gets the step itself."""
    far = api.post("/api/games/movie/lesson/1/ask", {"what": "scores", "after": 250}).json()
    near = api.post("/api/games/movie/lesson/1/ask", {"what": "scores"}).json()
    assert far == near


def test_unknown_queries_are_refused(api):
    answer = api.post("/api/games/movie/lesson/1/ask", {"what": "cards"})
    assert answer.json()["problem"]["code"] == "no-such-query"
