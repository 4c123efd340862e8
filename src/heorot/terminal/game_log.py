"""The log of a game in words for one viewer: every entry with its consequences."""

from typing import Any

from heorot.engine.game import Narrator
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph
from heorot.terminal.game_ui import GameUi
from heorot.terminal.session import Session
from heorot.terminal.translator import Translator


class GameLog:
    """Log lines of one viewer, cached for each entry. It follows the session when entries are added or undone."""

    def __init__(
        self, session: Session, ui: GameUi, translator: Translator, viewer: Seat | None, hide_secrets: bool
    ) -> None:
        self.session = session
        self.ui = ui
        self.translator = translator
        self.viewer = viewer
        self.hide_secrets = hide_secrets  # other people may read this log too
        self.tables: list[Any] = session.tables[:1]  # the tables that the log covers
        self.actions: list[list[str]] = []  # lines for each entry
        self.milestones: list[list[str]] = []  # lines for each entry, about the milestone that it reached
        self.narrator: Narrator[Any] | None = None

    def lines_since(self, entry: int) -> list[str]:
        """Return the lines of all actions from an entry on, without milestones."""
        self.update()
        return [line for lines in self.actions[entry:] for line in lines]

    def all_lines(self) -> list[str]:
        """Return the whole log, with milestones."""
        self.update()
        return [line for entry in zip(self.actions, self.milestones, strict=True) for lines in entry for line in lines]

    def update(self) -> None:
        """Drop the lines of undone entries and add those of new ones."""
        played = self.session.tables
        while self.tables[-1] is not played[min(len(self.tables), len(played)) - 1] or len(self.tables) > len(played):
            self.tables.pop()
            self.actions.pop()
            self.milestones.pop()
            self.narrator = None
        if self.narrator is None:
            self.narrator = self.session.game.narrator(self.tables[-1], self.viewer, self.hide_secrets)
        for now in played[len(self.tables) :]:
            narrated = self.narrator.narrate_moves(self.tables[-1], now)
            self.actions.append([line for paragraph in narrated for line in self.indent(paragraph)])
            self.milestones.append(self.milestone_lines(self.tables[-1], now))
            self.tables.append(now)

    def indent(self, paragraph: Paragraph) -> list[str]:
        """Return the lines of a paragraph, all but the first indented."""
        first, *others = map(self.translator.render, paragraph)
        return [first, *("  " + line for line in others)]

    def milestone_lines(self, before: Any, now: Any) -> list[str]:
        """Return the first sentence of each paragraph of the milestone between two tables."""
        reached = self.ui.milestone(before, now, self.viewer)
        return [self.translator.render(paragraph[0]) for paragraph in reached.paragraphs] if reached else []
