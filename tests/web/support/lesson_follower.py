"""A player of a lesson who follows its text literally and ignores the highlight.

Names in a sentence are matched with the names of controls, whatever the ending of a word: "Возьмите Тана" is "Тан".
Then the player uses the control of the requested action, which has the same name or is the only one left.
"""

import re
from dataclasses import dataclass

from heorot.locales import catalogue
from tests.web.support.catalogue import say
from tests.web.support.random_player import Control, Player

NUMERALS = {"2": "2|two|deux|два"}
ENDING = 2  # letters that a case or a plural may change
SHORT = 3  # words up to this length are ignored
GLUE = {"the", "les", "des", "tile", "tuile", "жетон"}
BACK = ["web.movie.cancel", "web.movie.step.first-again", "web.movie.step.other-figure"]  # no text asks for them
WORD = re.compile(r"[+−]?\w+")


def head(name: str) -> str:
    """Return the name of a control without its description."""
    return re.split(r"[:(;]|, ", name.replace("\u00ad", ""))[0].strip().lower()


def stem(word: str) -> str:
    """Return the part of a word that all its forms share; numbers, values and spaces stay whole."""
    if re.search(r"\d", word):
        return rf"(?<![+−\w])(?:{NUMERALS.get(word, re.escape(word))})(?!\w)"
    return rf"\b{re.escape(word[: max(SHORT, len(word) - ENDING)])}\w*"


def place_of(name: str, text: str) -> int | None:
    """Return the position of a name in a text: cards by word and number, all else by any word."""
    words = WORD.findall(head(name))
    numbered = [word for word in words if re.search(r"\d", word)]
    if numbered:
        value = [words[-1]] if re.match(r"[+−]", words[-1]) else words[-2:]
        if found := re.search(r"\W+".join(map(stem, value)), text.lower()):
            return found.start()
    if numbered == words[-1:] and not re.match(r"[+−]", words[-1]):
        return None  # another card of that kind
    spoken = [word for word in words if len(word) >= SHORT and word not in GLUE and word not in numbered]
    return min((found.start() for word in spoken if (found := re.search(stem(word), text.lower()))), default=None)


@dataclass
class LessonFollower(Player):
    """Presses what a sentence names, in order, and then the requested action."""

    def follow(self, text: str, done: set[str]) -> Control | None:
        """Return the control to press next, after `done` of them."""
        controls = [one for one in self.see().controls if one.on != "true" and not self.leads_away(one)]
        named = {one: at for one in controls if (at := place_of(one.name, text)) is not None}
        deeds = [one for one in controls if self.is_one_of(one, "says")]
        chosen = [one for one in named if one not in deeds and head(one.name) not in done]
        if chosen:
            return min(chosen, key=named.__getitem__)
        asked = [one for one in deeds if one in named]
        fine = [one for one in deeds if not self.is_one_of(one, "rarely")]
        return next(iter([*asked, *fine]), None)

    def leads_away(self, control: Control) -> bool:
        """Return whether a control is a step back or an episode on the road, which no text asks for."""
        said = catalogue(self.person.language)
        back = {head(say(key, self.person.language)) for key in BACK}
        road = {text.lower() for key, text in said.items() if key.startswith("legend.episode.")}
        return head(control.name) in back or re.sub(r"^\d+ ", "", head(control.name)) in road
