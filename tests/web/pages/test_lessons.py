"""The lessons in the browser: each is completed in each language, by the text alone and by the highlight alone."""

import random
import re
from contextlib import suppress
from itertools import product

import pytest
from playwright.sync_api import ElementHandle, Error, Locator, expect

from heorot.engine.content.lesson import ScriptedStep
from heorot.games import GAMES, lesson_of
from heorot.locales import LANGUAGES
from tests.support.case_sampling import quick_or_heavy
from tests.web.support.browser import wait_until
from tests.web.support.browser_user import SIZES, BrowserUser
from tests.web.support.catalogue import say
from tests.web.support.lesson_follower import LessonFollower, head

MAX_CLICKS = 12  # clicks for one step
QUICK_CASES = {("legend", "fr")}  # the others run under `--all`


class LessonPlayer:
    """A player of a lesson, who follows the highlight or the text."""

    def __init__(self, person: BrowserUser, game: str) -> None:
        self.person, self.page, self.game = person, person.page, game
        self.steps = lesson_of(game).lesson.steps

    def begin(self) -> "LessonPlayer":
        """Open the lesson from the game's card in the hall."""
        self.person.visit()
        card = self.person.hall_card(self.game)
        self.person.tap(card.get_by_role("link", name=self.person.say("web.hall.learn")))
        expect(self.coach.get_by_role("heading")).to_have_text(self.text(0, "title"))
        return self

    @property
    def coach(self) -> Locator:
        return self.page.get_by_role("region", name=self.person.say("web.learn.coach"))

    def text(self, number: int, part: str) -> str:
        """Return a text of a step (title, text, do, done), with the numbers of the game filled in."""
        step: ScriptedStep = self.steps[number]
        numbers = lesson_of(self.game).numbers(step)
        return say(f"web.learn.{self.game}.{step.name}.{part}", self.person.language, **numbers)

    def highlighted_control(self) -> ElementHandle | None:
        """Return the button at the centre of the highlight, or None."""
        ring = self.page.locator(".ring")
        if not ring.count():
            return None
        box = ring.bounding_box()
        assert box
        at = f"document.elementFromPoint({box['x'] + box['width'] / 2}, {box['y'] + box['height'] / 2})"
        self.page.evaluate(f"window.lit = {at}?.closest('button')")
        return self.page.evaluate_handle("window.lit").as_element()

    def pass_step(self, number: int) -> None:
        """Press highlighted controls until the step is done."""
        expect(self.coach).to_contain_text(self.text(number, "text")[:60])
        for _ in range(MAX_CLICKS):
            if self.is_passed(number):
                return
            self.page.wait_for_timeout(450)  # wait for animations
            if self.is_passed(number):
                return
            lit = self.highlighted_control()
            if lit is not None:
                with suppress(Error):  # the button was redrawn: look again
                    lit.click()
        raise AssertionError(f"step {number + 1} was not passed")

    def follow_text(self, number: int, follower: LessonFollower) -> None:
        """Press what the text names, and nothing else, until the step is done."""
        texts = [self.person.say("web.learn.first.shown"), self.text(number, "do")]
        expect(self.coach).to_contain_text(re.compile("|".join(map(re.escape, texts))))
        done: set[str] = set()
        for _ in range(MAX_CLICKS):
            self.page.wait_for_timeout(450)  # wait for animations
            if self.is_passed(number):
                return
            text = next((text for text in texts if self.coach.get_by_text(text, exact=True).count()), texts[-1])
            control = follower.follow(text, done)
            if control is not None and follower.press(control):
                done.add(head(control.name))
        raise AssertionError(f"step {number + 1}: {self.text(number, 'do')} Pressed: {sorted(done)}")

    def is_passed(self, number: int) -> bool:
        return self.coach.get_by_text(self.text(number, "done"), exact=True).count() > 0

    def continue_lesson(self, number: int) -> None:
        """Press the button to the next step, unless the step continues by itself."""
        last = number == len(self.steps) - 1
        button = self.coach.get_by_role("button", name=self.person.say("web.learn.finish" if last else "web.learn.on"))
        if last or not lesson_of(self.game).continues(self.steps[number]):
            self.person.tap(button)


@pytest.mark.heavy
@pytest.mark.parametrize(("game", "language"), [*product(GAMES, LANGUAGES)])
def test_lesson_is_completed_by_following_highlight(new_user, game, language):
    learner = LessonPlayer(new_user("phone" if language == "ru" else "desktop", language=language), game).begin()
    for number in range(len(learner.steps)):
        learner.pass_step(number)
        learner.continue_lesson(number)
    expect(learner.coach.get_by_role("heading")).to_have_text(learner.person.say("web.learn.finished"))
    learner.person.tap(learner.coach.get_by_role("button", name=learner.person.say("web.learn.play")))
    wait_until(learner.page, "/^#[a-z2-7]{16}$/.test(location.hash)")


@pytest.mark.parametrize(("game", "language"), quick_or_heavy(QUICK_CASES, *product(GAMES, LANGUAGES)))
def test_lesson_is_completed_by_following_text(new_user, game, language):
    learner = LessonPlayer(new_user(language=language), game).begin()
    follower = LessonFollower(learner.person, game, random.Random(1))
    for number in range(len(learner.steps)):
        learner.follow_text(number, follower)
        learner.continue_lesson(number)
    expect(learner.coach.get_by_role("heading")).to_have_text(learner.person.say("web.learn.finished"))


def test_left_lesson_resumes_at_same_step(new_user):
    learner = LessonPlayer(new_user(), "movie").begin()
    learner.pass_step(0)
    learner.pass_step(1)
    learner.page.get_by_role("link", name=learner.person.say("web.learn.leave")).click()
    expect(learner.person.hall_card("movie")).to_be_visible()
    learner.page.reload()
    learner.person.hall_card("movie").get_by_role("link", name=learner.person.say("web.hall.learn")).click()
    expect(learner.coach.get_by_role("heading")).to_have_text(learner.text(2, "title"))
    learner.coach.get_by_role("button", name=learner.person.say("web.learn.back")).click()
    expect(learner.coach.get_by_role("heading")).to_have_text(learner.text(1, "title"))
    learner.coach.get_by_role("button", name=learner.person.say("web.learn.skip")).click()
    expect(learner.coach.get_by_role("heading")).to_have_text(learner.text(2, "title"))


def test_other_legal_action_is_taken_back(new_user):
    person = new_user()
    learner = LessonPlayer(person, "movie").begin()
    figures = learner.page.get_by_role("group", name=person.say("web.movie.tray.figures"))
    figures.get_by_role("button", disabled=False).first.click()  # Beowulf
    learner.page.locator("[data-space=c3]").click()
    learner.page.locator("[data-go]").click()
    expect(learner.coach.get_by_role("alert")).to_have_text(person.say("web.learn.other"))
    empty = re.compile(f"^c3.*{person.say('web.movie.space.open')}")
    expect(learner.page.get_by_role("button", name=empty)).to_be_visible()
    person.check(where="another action")
    learner.pass_step(0)


def test_illegal_action_in_lesson_names_rule(new_user):
    person = new_user()
    person.monitor.forgive("lesson/4")  # browsers log the refusal of an illegal action
    learner = LessonPlayer(person, "movie").begin()
    for _ in range(3):
        learner.coach.get_by_role("button", name=person.say("web.learn.skip")).click()
    expect(learner.coach.get_by_role("heading")).to_have_text(learner.text(3, "title"))
    learner.page.locator("[data-piece=thane]").click()
    learner.page.locator("[data-space=a2]").click()  # occupied by a tile
    expect(learner.page.get_by_role("main").get_by_role("alert")).to_contain_text("M2.2")


@pytest.mark.heavy  # runs axe in a hundred states
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_step_passes_checks(new_user, game, size):
    """Layout and axe checks at every step and size."""
    language = {"desktop": "fr", "tablet": "en", "upright": "ru", "phone": "ru"}[size]
    person = new_user(size, language=language, theme="dark" if size == "phone" else "light")
    learner = LessonPlayer(person, game).begin()
    for number, step in enumerate(learner.steps):
        expect(learner.coach.get_by_role("heading")).to_have_text(learner.text(number, "title"))
        learner.page.wait_for_timeout(300)
        person.check(where=f"{game} {step.name}")
        if number < len(learner.steps) - 1:
            person.tap(learner.coach.get_by_role("button", name=person.say("web.learn.skip")))


def test_lesson_of_unknown_game_leads_to_hall(new_user):
    person = new_user()
    person.visit("#/learn/chess")
    expect(person.hall_card("movie")).to_be_visible()
