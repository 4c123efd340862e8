"""Lessons over HTTP: all steps at once, an answer at a step, a question there; nothing but what the person's seat
sees."""

import json
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from heorot.games import GAMES, course
from tests.server.process import serving

OPEN = {"HEOROT_RATE_ASK": "100000/second", "HEOROT_RATE_REQUEST": "100000/second"}


class Answer(NamedTuple):
    """What came back."""

    status_code: int
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class Api:
    """Someone who asks over HTTP."""

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
def test_every_step_is_a_view_of_the_persons_seat(api, game):
    steps, told = course(game), api.get(f"/api/games/{game}/lesson").json()
    assert told["seat"] == steps.lesson.seat + 1
    for step, shown in zip(steps.lesson.steps, told["steps"], strict=True):
        view = GAMES[game].shown(steps.table(step), steps.lesson.seat)
        view.pop("log")
        assert shown["moment"]["now"]["view"] == json.loads(json.dumps(view))
        assert shown["moment"]["now"]["question"] is not None
        assert shown["numbers"] == steps.numbers(step)


@pytest.mark.parametrize("game", GAMES)
def test_the_right_answer_passes_and_shows_what_follows(api, game):
    told = api.get(f"/api/games/{game}/lesson").json()
    for number, step in enumerate(told["steps"], 1):
        heard = api.post(f"/api/games/{game}/lesson/{number}", {"actions": step["answer"]}).json()
        assert heard["passed"]
        assert heard["moments"]
        if step["goes_on"]:
            assert heard["moments"][-1]["now"]["view"] == told["steps"][number]["moment"]["now"]["view"]


def test_another_answer_is_allowed_and_does_not_pass(api):
    heard = api.post("/api/games/movie/lesson/1", {"actions": ["longship c3"]}).json()
    assert heard == {"passed": False, "moments": []}


def test_what_the_rules_forbid_is_refused_with_the_rule(api):
    answer = api.post("/api/games/movie/lesson/4", {"actions": ["thane a2"]})
    assert answer.status_code == 400
    assert answer.json()["problem"]["code"] == "illegal"
    assert answer.json()["problem"]["params"]["rule"] == "M2.2"


def test_half_a_set_is_no_answer(api):
    answer = api.post("/api/games/legend/lesson/1", {"actions": ["discard wit1"]})
    assert answer.json()["problem"]["code"] == "half-a-set"


NOT_THERE = [("chess/lesson/1", 404), ("movie/lesson/99", 404), ("movie/lesson/0", 422)]


@pytest.mark.parametrize(("place", "status"), NOT_THERE)
def test_what_is_not_there_is_not_found(api, place, status):
    answer = api.post(f"/api/games/{place}", {"actions": ["draw"]})
    assert answer.status_code == status
    assert list(answer.json()) == ["problem"]


def test_a_game_that_there_is_not_has_no_lesson(api):
    assert api.get("/api/games/chess/lesson").json()["problem"]["code"] == "no-such-game"


def test_questions_are_answered_as_at_a_table(api):
    steps = course("movie")
    step = steps.lesson.steps[3]
    told = api.post("/api/games/movie/lesson/4/ask", {"what": "preview", "about": "thane c2"}).json()["told"]
    assert told == json.loads(json.dumps(GAMES["movie"].ask(steps.table(step), 0, "preview", "thane c2")))
    after = steps.end(step)
    scores = api.post("/api/games/movie/lesson/4/ask", {"what": "scores", "after": after}).json()["told"]
    assert scores == json.loads(json.dumps(GAMES["movie"].ask(steps.table(step, after), 0, "scores")))


def test_nobody_can_look_behind_a_step(api):
    """A moment that the step does not show is not told of."""
    far = api.post("/api/games/movie/lesson/1/ask", {"what": "scores", "after": 250}).json()
    near = api.post("/api/games/movie/lesson/1/ask", {"what": "scores"}).json()
    assert far == near


def test_a_query_that_there_is_not_is_refused(api):
    answer = api.post("/api/games/movie/lesson/1/ask", {"what": "cards"})
    assert answer.json()["problem"]["code"] == "no-such-query"
