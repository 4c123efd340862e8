"""The loop of one game in the terminal: ask people, let bots act, show what happened, save."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from shlex import quote
from typing import Any

from heorot.engine.errors import HeorotError
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.sentence import Sentence
from heorot.terminal.commands import Commands, Quit
from heorot.terminal.display import Display, Frame
from heorot.terminal.game_log import GameLog
from heorot.terminal.game_ui import GameUi, Snapshot
from heorot.terminal.input_parser import (
    Choice,
    Correction,
    InputParser,
    RefusedCorrection,
    ReplaceLatest,
    TypedCommand,
    is_command,
)
from heorot.terminal.reorder import Reordering
from heorot.terminal.save import SaveFile
from heorot.terminal.session import YOU, Session
from heorot.terminal.translator import Translator


class GameLoop:
    """One session played on one display."""

    def __init__(self, session: Session, display: Display, translator: Translator, save_file: SaveFile | None) -> None:
        self.session = session
        self.display = display
        self.translator = translator
        self.save_file = save_file
        self.save_error = ""  # why the latest attempt to save failed
        self.game = session.game
        self.ui: GameUi = import_module(f"heorot.terminal.{self.game.info.name}")
        self.names = list(map(self.player_name, session.header.seats))
        self.logs: dict[Seat | None, GameLog] = {}
        # The number of entries that each person has been shown, and had been shown at their latest action.
        self.seen_entries: dict[Seat | None, int] = {seat: self.entries_before(seat) for seat in session.people}
        self.acted_at = dict(self.seen_entries)
        self.notices: dict[Seat, str] = {}  # shown at the start of the next turn
        self.viewer: Seat | None = session.people[0] if len(session.people) == 1 else None  # the person at the screen
        self.shared = len(session.people) > 1  # several people use this screen in turn
        self.hide_secrets = self.shared and display.keeps_output  # the next person could read them
        self.full = True  # describe the whole table next time
        self.ending: list[str] = []
        self.last_asked: Any = None  # the table of the latest question
        self.open_choice: Choice | None = None  # a selected line of the list whose ending is still to be typed
        self.suggestion = ""  # a correction that `yes` accepts
        self.typed_ahead = ""  # a line typed at another prompt
        self.queued: list[str] = []  # further inputs of the same line
        self.commands = Commands(self)
        self.reordering = Reordering(self)

    def entries_before(self, seat: Seat) -> int:
        """Return the number of entries before a person's latest action. Later ones are news when a game is resumed."""
        count = self.session.entries_to_undo(seat)
        return len(self.session.effective_entries) - count if count else 0

    def player_name(self, player: str) -> str:
        """Return the displayed name of a player: a bot level, "you", "person" or a name from the record."""
        if player in self.session.bots:
            return self.translator.translate(f"play.who.{player}")
        if len(self.session.people) == 1:
            return self.translator.translate("play.who.you")
        return self.translator.translate("play.who.person") if player == YOU else self.translator.clean(player)

    # ---- The course of the game ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over. Raise `Quit` if a person quits."""
        self.display.page(list(map(self.translator.render, self.introduction())), self.continue_prompt)
        self.save()
        while (seat := self.session.next_seat) is not None:
            if seat == CHANCE:
                self.session.draw_chance()
                self.save()
            elif seat in self.session.people:
                self.ask_person(seat)
            else:
                self.play(seat, self.session.bot_action(seat))
        self.finish()

    def introduction(self) -> list[Sentence]:
        """Return the sentences of the first page; on a shared screen they explain how hands stay secret."""
        shared = [Sentence("play.private")] if self.hide_secrets else []
        return [*self.ui.introduce(self.session.table), *shared]

    def play(self, seat: Seat, action: Any) -> None:
        """Play an action and the draws that follow, save, then show what happened."""
        before, viewer = self.session.table, self.viewer
        self.session.play(seat, action)
        while self.session.next_seat == CHANCE:
            self.session.draw_chance()
        self.save()
        frame = self.frame(viewer)
        if self.needs_pause(seat, before):
            self.display.show_action(frame, frame.news)
        else:
            self.display.echo(frame.news)
        self.seen_entries[viewer] = len(self.session.effective_entries)
        self.show_milestone(before)

    def needs_pause(self, seat: Seat, before: Any) -> bool:
        """Return whether the viewer needs time to see what happened: actions of others, except sealed ones, which show
        nothing; and draws after the viewer's own action, if another player is next."""
        if seat == self.viewer:
            latest = self.session.effective_entries[-1]
            return latest.seat == CHANCE and self.session.next_seat not in (seat, None)
        return not (self.game.is_sealed(before) and self.game.is_sealed(self.session.table))

    def show_milestone(self, before: Any) -> None:
        """Show the page of a milestone, such as the end of an act, if one was reached since the table `before`."""
        reached = self.ui.milestone(before, self.session.table, self.viewer_or_all)
        if reached is not None:
            self.full, draw = True, partial(reached.draw, self.names)
            paragraphs = list(map(self.translator.render_paragraph, reached.paragraphs))
            typed = self.display.page(paragraphs, self.continue_prompt, draw)
            self.typed_ahead = "" if self.shared else typed

    def finish(self) -> None:
        """Show the score sheet and the winner."""
        table = self.session.table
        scores = self.ui.describe_scores(table, self.viewer_or_all)
        winner = self.ui.describe_winner(table, self.viewer_or_all)
        self.ending = list(map(self.translator.render, [*scores, *winner]))
        if self.session.people:
            sheet = partial(self.ui.draw_score_sheet, table, self.names)
            self.display.show_end(list(map(self.translator.render, winner)), self.continue_prompt, sheet)

    def closing_lines(self) -> Iterator[str]:
        """Yield the lines to print after the screen is closed: the result, or how to resume."""
        yield from self.ending or [self.translator.translate("play.bye")]
        if self.save_error:
            yield self.translator.translate("play.not-kept", why=self.save_error)
        if self.save_file is not None and self.save_file.text is not None:
            saved = self.translator.translate("play.kept", file=str(self.save_file.path))
            yield saved if self.ending else self.translator.translate("play.go-on")

    def resume_command(self) -> str:
        """Return the shell command that resumes the game; empty if the game is over or was not saved."""
        if self.ending or self.save_file is None or self.save_file.text is None:
            return ""
        command = os.environ.get("HEOROT_PLAY", f"heorot play {self.game.info.name}")
        return f"{command} --resume {quote(str(self.save_file.path))}"

    def save(self) -> None:
        """Save the game, once a player has acted or if the player named a file. Show the first of several errors;
        every later action tries again."""
        has_actions = any(entry.seat >= 0 for entry in self.session.entries)
        if self.save_file is None or not (has_actions or self.save_file.is_named):
            return
        try:
            self.save_file.save(self.session.record())
            self.save_error = ""
        except HeorotError as error:
            if not self.save_error:
                self.display.page([self.translator.render_error(error)], self.continue_prompt)
            self.save_error = self.translator.render_error(error)

    def undo(self, count: int, seat: Seat) -> None:
        """Undo the latest `count` entries, and notify the other people whose log changed."""
        before = self.session.table
        self.session.undo(count)
        self.save()
        now = len(self.session.effective_entries)
        for seen in (self.seen_entries, self.acted_at):
            seen.update({viewer: min(entry, now) for viewer, entry in seen.items()})
        for other in self.session.people:
            if other != seat and self.game.log(before, other) != self.game.log(self.session.table, other):
                self.notices[other] = self.translator.translate("play.undone-by", seat=seat + 1)

    # ---- A person's turn -------------------------------------------------------------------------------------------

    def ask_person(self, seat: Seat) -> None:
        """Read lines from a person until one changes the table."""
        if seat != self.viewer and not self.hand_over(seat):
            return
        self.open_choice, self.suggestion, asked = None, "", self.session.table
        if seat in self.notices:
            self.respond([self.notices.pop(seat)])
        while self.session.table is asked:
            self.read_line(seat)
            self.full, self.last_asked = False, asked
        self.acted_at[seat] = len(self.session.effective_entries)

    def hand_over(self, seat: Seat) -> bool:
        """Hide everything until the next person presses Enter. The previous person may still quit, or undo the latest
        action; then return False."""
        last, self.viewer, self.typed_ahead, self.queued = self.viewer, None, "", []
        while text := self.display.hand_over(self.translator.translate("play.hand-over", seat=seat + 1)).strip():
            if is_command(text, "quit"):
                raise Quit
            if is_command(text, "undo") and last is not None and self.session.can_undo_freely(last):
                self.viewer = last
                self.undo(1, last)
                self.respond([self.translator.translate("play.undone")])
                return False
        self.viewer = seat
        return True

    def read_line(self, seat: Seat) -> None:
        """Read one input from the keyboard or from the queue, and execute it."""
        frame, parser = self.frame(seat), self.parser(seat)
        self.seen_entries[seat] = len(self.session.effective_entries)
        completer = partial(parser.complete, language=self.translator.language, open_choice=self.open_choice)
        if not self.queued:
            text, self.typed_ahead = self.typed_ahead or self.display.ask(frame, self.prompt(seat), completer), ""
            self.queued = parser.split_line(text)
        text = self.queued.pop(0)
        if not text.strip():
            self.open_choice = None
            return
        try:
            self.execute(seat, parser.parse(text, self.open_choice))
        except RefusedCorrection as error:
            self.show_errors([error, error.refusal])
        except HeorotError as error:
            self.show_errors([error])

    def show_errors(self, errors: Sequence[HeorotError]) -> None:
        """Show errors, and discard further inputs of the same line."""
        self.queued = []
        self.respond(list(map(self.translator.render_error, errors)))

    def execute(self, seat: Seat, meaning: Any) -> None:
        """Execute what the parser returned."""
        match meaning:
            case TypedCommand(name, rest):
                self.commands.run(name, rest)
            case Correction(text, suggestion):
                self.suggestion, self.queued = suggestion, []
                self.respond([self.translator.translate("play.slip", text=text[:60], meant=suggestion)])
            case Choice():
                self.open_choice = meaning
            case ReplaceLatest():
                self.reordering.replace(seat, meaning)
            case action:
                self.play(seat, action)
        if self.queued and (self.session.next_seat != seat or self.session.effective_entries[-1].seat == CHANCE):
            self.queued, self.notices[seat] = [], self.translator.translate("play.rest-of-the-line")

    def prompt(self, seat: Seat) -> str:
        """Return the text before the cursor."""
        if self.open_choice is not None:
            what, ending = self.open_choice.phrases[0] or self.open_choice.label, next(iter(self.open_choice.endings))
            if self.hide_secrets and self.open_choice.secret:
                what = str(1 + self.choices(seat).index(self.open_choice))
            if "-" in ending:
                return self.translator.translate("play.from-to.prompt", what=what, example=ending)
            return self.translator.translate("play.where.prompt", what=what)
        return self.translator.translate("play.prompt", seat=seat + 1)

    def parser(self, seat: Seat) -> InputParser:
        """Return a parser for the current question of a seat."""
        words = self.ui.vocabulary(self.translator.language)
        table, choices = self.session.table, self.choices(seat)
        return InputParser(self.game, table, seat, choices, self.ui.to_notation, words, self.hide_secrets)

    def choices(self, seat: Seat | None) -> tuple[Choice, ...]:
        """Return the numbered list of choices."""
        table = self.session.table
        found: tuple[Choice, ...] = self.ui.choices(table.box, self.game.view(table, seat), self.translator.language)
        return tuple(choice for choice in found if seat is None or self.reordering.is_possible(seat, choice))

    # ---- Output ----------------------------------------------------------------------------------------------------

    def frame(self, viewer: Seat | None) -> Frame:
        """Return what the display shows to a viewer now."""
        snapshot, choices = self.snapshot(viewer), self.choices(viewer)
        screen = self.ui.make_screen(snapshot)
        return Frame(
            draw_table=lambda columns, lines: self.ui.draw(screen, columns, lines, self.translator),
            describe_table=lambda: self.ui.describe_table(snapshot, self.translator),
            describe_hand=lambda: self.ui.describe_hand(snapshot.table, snapshot.view, self.translator),
            question=self.ui.question(snapshot.table.box, snapshot.view),
            choices=choices,
            hint=self.hint(choices),
            news=self.log_of(viewer).lines_since(self.seen_entries.get(viewer, 0)),
            full=self.full,
            shared=self.shared,
            repeated=self.session.table is self.last_asked,
        )

    def snapshot(self, viewer: Seat | None) -> Snapshot:
        """Return the table as a viewer may see it now."""
        table, previous = self.session.table, self.session.tables[self.acted_at.get(viewer, 0)]
        view, log = self.game.view(table, viewer), self.log_of(viewer).all_lines()
        return Snapshot(table, view, previous, self.full, tuple(self.names), tuple(log))

    def log_of(self, viewer: Seat | None) -> GameLog:
        """Return the log of one viewer."""
        if viewer not in self.logs:
            self.logs[viewer] = GameLog(self.session, self.ui, self.translator, viewer, self.hide_secrets)
        return self.logs[viewer]

    def hint(self, choices: Sequence[Choice]) -> Sentence:
        """Return an example of an input; it reveals no secret where the next person could read it."""
        for number, choice in enumerate(choices, 1):
            if not (self.hide_secrets and choice.secret):
                ending = next(iter(choice.endings))
                example, short = f"{choice.phrases[0]} {ending}".strip(), f"{number} {ending}".strip()
                return Sentence("play.hint", example=example, short=short)
        example, short = self.ui.example(self.translator.language)
        return Sentence("play.hint", example=example, short=short)

    @property
    def continue_prompt(self) -> str:
        """The prompt at the end of a page."""
        return self.translator.translate("play.page.prompt")

    @property
    def viewer_seat(self) -> Seat:
        """The seat of the person who is typing."""
        assert self.viewer is not None
        return self.viewer

    @property
    def viewer_or_all(self) -> Seat | None:
        """The viewer of pages that all people at the screen read together; None for several people."""
        return None if self.shared else self.viewer

    def respond(self, lines: Sequence[str]) -> None:
        """Show the response to an input."""
        self.typed_ahead = self.display.respond(lines)
