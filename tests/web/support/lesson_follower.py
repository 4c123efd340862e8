"""Someone who learns by reading: does what a step's text says, word for word, and looks at no light that points.

What a sentence names is found among the names of what can be pressed, whatever the ending of a word: "Возьмите Тана" is
"Тан". Then the deed that it asks for is done, which is called after the same things, or is the only one that there is.
"""

import re
from dataclasses import dataclass

from heorot.locales import catalogue
from tests.web.playing import Control, Player
from tests.web.words import say

NUMERALS = {"2": "2|two|deux|два"}
ENDING = 2  # letters that a case or a plural may change
SHORT = 3  # letters without which a word is only glue
GLUE = {"the", "les", "des", "tile", "tuile", "жетон"}
BACK = ["web.movie.cancel", "web.movie.step.first-again", "web.movie.step.other-figure"]  # what no text asks for
WORD = re.compile(r"[+−]?\w+")


def head(name: str) -> str:
    """How something is called, without what is told of it."""
    return re.split(r"[:(;]|, ", name.replace("\u00ad", ""))[0].strip().lower()


def stem(word: str) -> str:
    """What stays of a word in all its forms; numbers, values and spaces stay whole."""
    if re.search(r"\d", word):
        return rf"(?<![+−\w])(?:{NUMERALS.get(word, re.escape(word))})(?!\w)"
    return rf"\b{re.escape(word[: max(SHORT, len(word) - ENDING)])}\w*"


def place_of(name: str, text: str) -> int | None:
    """Where a text speaks of something: of a card by its word and its number, of all else by any of its words."""
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
class Follower(Player):
    """Presses what a sentence names, in its order, and then what it asks to be done with it."""

    def follow(self, text: str, done: set[str]) -> Control | None:
        """What comes next, if so much of it is done."""
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
        """A step back, or an episode on the road: no text asks for them."""
        said = catalogue(self.person.language)
        back = {head(say(key, self.person.language)) for key in BACK}
        road = {text.lower() for key, text in said.items() if key.startswith("legend.episode.")}
        return head(control.name) in back or re.sub(r"^\d+ ", "", head(control.name)) in road
