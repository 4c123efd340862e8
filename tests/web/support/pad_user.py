"""Page objects of the score pads: enter boards and tokens by taps, and read the results from the page."""

import re

from playwright.sync_api import Locator, expect

from tests.web.support.browser_user import BrowserUser

MINUS = str.maketrans("-", "−")
SIGNS = {"boon": "+", "peril": "−"}


class ScorePad:
    """The score pad of a game."""

    def __init__(self, person: BrowserUser, game: str, shared: str = "") -> None:
        self.person, self.page, self.game = person, person.page, game
        person.visit(f"#/pad/{game}{shared}")

    def word(self, end: str, **params: object) -> str:
        return self.person.say(f"web.{self.game}.pad.{end}", **params)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> None:
        """Open a tab; its name may include a number."""
        self.person.tap(self.page.get_by_role("navigation").get_by_role("button", name=re.compile(f"^{name}(\\s|$)")))

    def settle(self) -> None:
        """Wait until all entries are counted."""
        expect(self.page.get_by_role("navigation")).to_be_visible()
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)


class MoviePad(ScorePad):
    """The score pad of the Movie game."""

    def __init__(self, person: BrowserUser, shared: str = "") -> None:
        super().__init__(person, "movie", shared)

    def space(self, space: str) -> Locator:
        return self.page.locator(f"[data-space={space}]")

    def kind(self, kind: str) -> None:
        self.person.tap(self.button(self.word(f"kind.{kind}")))

    def place(self, space: str, content: str, owner: str = "") -> None:
        """Select a space, and tap the pieces on it."""
        self.person.tap(self.space(space))
        if owner:
            self.kind("figure")
            self.person.tap(self.button(owner))
            figure = self.person.say(f"movie.figure.{content}")
            self.person.tap(self.button(self.person.say("web.movie.space.figure", figure=figure, who=owner)))
            return
        self.tile(content)

    def tile(self, content: str) -> None:
        ability, value = re.fullmatch(r"([a-z]*)([+-]\d+)?", content).groups()
        name = {"horn": "royal_dragon_horn", "counsel": "good_counsel", "statue": "golden_statue"}.get(ability, ability)
        if not value:
            self.kind("special")
            self.person.tap(self.button(self.person.say(f"movie.tile.{name}", value="")))
            return
        self.kind("boon" if value[0] == "+" else "peril")
        key = f"movie.tile.{name}{'-alone' if name == 'treasure' else ''}"
        self.person.tap(self.button(self.person.say(key, value="") if ability else self.word("plain")))
        shown = value.translate(MINUS)
        self.person.tap(self.button(self.person.say(key, value=f" {shown}") if ability else shown))

    def points(self) -> dict[str, int]:
        """Return the points of each figure by its space, as the accessible names state them."""
        self.settle()
        names = [cell.get_attribute("aria-label") or "" for cell in self.page.locator("[data-space]").all()]
        scores = re.escape(self.person.say("web.movie.space.scores", points="@")).replace("@", r"(−?\d+)")
        matches = [re.match(rf"(\w+)\W.*, {scores}$", name) for name in names]
        return {match[1]: int(match[2].replace("−", "-")) for match in matches if match}

    def totals(self) -> list[str]:
        """Return the saga points and the points of the act below the board."""
        self.settle()
        region = self.page.get_by_role("region", name=self.word("totals"))
        return [" ".join(item.inner_text().split()) for item in region.get_by_role("listitem").all()]


class LegendPad(ScorePad):
    """The score pad of the Legend."""

    def __init__(self, person: BrowserUser, shared: str = "") -> None:
        super().__init__(person, "legend", shared)

    def token(self, kind: str, value: int) -> None:
        token = self.person.say(f"legend.token.{kind}", value=value)
        self.person.tap(self.button(self.word("add", token=token)))

    def tiles(self, kind: str, name: str, number: int) -> None:
        label = self.word("of", what=self.word(kind), name=name)
        for _ in range(number):
            self.person.tap(self.button(self.person.say("web.pad.more", what=label)))
