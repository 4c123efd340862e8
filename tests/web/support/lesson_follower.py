"""A player of a lesson who follows its text literally and ignores the highlight.

Names in the text are matched with the names of controls, whatever their endings: "Возьмите Тана" names "Тан". Then the
player presses the control of the requested action, which has the same name or is the only one left.
"""

import re
from dataclasses import dataclass

from heorot.locales import catalogue
from tests.web.support.catalogue import say
from tests.web.support.random_player import Control, Player

NUMERALS = {"2": "2|two|deux|два"}
MAX_ENDING = 2  # letters that a case or a plural may change
MIN_STEM = 3  # letters; shorter words are ignored
IGNORED_WORDS = {"the", "les", "des", "tile", "tuile", "жетон"}
BACK_KEYS = ["web.movie.cancel", "web.movie.step.first-again", "web.movie.step.other-figure"]  # no text mentions them
WORD = re.compile(r"[+−]?\w+")


def head(name: str) -> str:
    """Return the name of a control without its description."""
    return re.split(r"[:(;]|, ", name.replace("\u00ad", ""))[0].strip().lower()


def stem(word: str) -> str:
    """Return a pattern of the part that all forms of a word share; numbers, values and spaces stay whole."""
    if re.search(r"\d", word):
        return rf"(?<![+−\w])(?:{NUMERALS.get(word, re.escape(word))})(?!\w)"
    return rf"\b{re.escape(word[: max(MIN_STEM, len(word) - MAX_ENDING)])}\w*"


def place_of(name: str, text: str) -> int | None:
    """Return the position of a name in a text: cards are found by word and number, other controls by any word."""
    words = WORD.findall(head(name))
    numbered = [word for word in words if re.search(r"\d", word)]
    if numbered:
        value = [words[-1]] if re.match(r"[+−]", words[-1]) else words[-2:]
        if match := re.search(r"\W+".join(map(stem, value)), text.lower()):
            return match.start()
    if numbered == words[-1:] and not re.match(r"[+−]", words[-1]):
        return None  # another card of that kind
    spoken = [word for word in words if len(word) >= MIN_STEM and word not in IGNORED_WORDS and word not in numbered]
    return min((match.start() for word in spoken if (match := re.search(stem(word), text.lower()))), default=None)


@dataclass
class LessonFollower(Player):
    """A player who presses the controls that a text names, in order, and then the requested action."""

    def follow(self, text: str, done: set[str]) -> Control | None:
        """Return the control to press next; `done` contains the names of those already pressed."""
        unchosen = [control for control in self.look().controls if control.on != "true"]
        controls = [control for control in unchosen if not self.leads_away(control)]
        named = {control: at for control in controls if (at := place_of(control.name, text)) is not None}
        actions = [control for control in controls if self.is_one_of(control, "action")]
        chosen = [control for control in named if control not in actions and head(control.name) not in done]
        if chosen:
            return min(chosen, key=named.__getitem__)
        named_actions = [control for control in actions if control in named]
        preferred = [control for control in actions if not self.is_one_of(control, "rare")]
        return next(iter([*named_actions, *preferred]), None)

    def leads_away(self, control: Control) -> bool:
        """Return whether a control is a step back or an episode on the road, which no text mentions."""
        messages = catalogue(self.person.language)
        back = {head(say(key, self.person.language)) for key in BACK_KEYS}
        road = {text.lower() for key, text in messages.items() if key.startswith("legend.episode.")}
        return head(control.name) in back or re.sub(r"^\d+ ", "", head(control.name)) in road
