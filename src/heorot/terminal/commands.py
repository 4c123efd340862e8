"""The commands that a player can type during a game, such as `why` and `undo`: one method each."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heorot.bots import hinter_of
from heorot.bots.hints import advice_paragraphs
from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Sentence
from heorot.locales import catalogue
from heorot.terminal.display import number_choices
from heorot.terminal.input_parser import Choice, Correction, ReplaceLatest, TypedCommand, is_command
from heorot.terminal.save import SaveFile, named_save_file

if TYPE_CHECKING:
    from heorot.terminal.game_loop import GameLoop


class Quit(Exception):
    """Raised when a person quits the game."""


class Commands:
    """The commands of one game loop."""

    def __init__(self, loop: "GameLoop") -> None:
        self.loop = loop
        self.all: dict[str, Callable[[str], None]] = {
            "help": self.help, "preview": self.preview, "why": self.why, "unseen": self.unseen, "log": self.log,
            "undo": self.undo, "save": self.save, "quit": self.quit, "hand": self.hand, "table": self.describe_table,
            "rule": self.rule, "yes": self.yes, "hint": self.hint,
        }  # fmt: skip

    def run(self, name: str, rest: str) -> None:
        """Run a command of all games or of this title."""
        language = self.loop.translator.language
        if name in self.all:
            self.all[name](rest)
        elif name in self.loop.ui.queries:
            self.respond(self.loop.ui.queries[name](self.table, self.view, rest, language))
        else:
            word = catalogue(language)[f"play.command.{name}"].split("|")[0]
            raise HeorotError("play.no-such-command", command=word)

    def respond(self, paragraphs: Iterable[Sequence[Sentence]]) -> None:
        """Show paragraphs as the response to a command."""
        self.loop.respond(list(map(self.loop.translator.render_paragraph, paragraphs)))

    @property
    def table(self) -> Any:
        """The current table."""
        return self.loop.session.table

    @property
    def view(self) -> Any:
        """The view of the person who types."""
        return self.loop.game.view(self.table, self.loop.viewer_seat)

    # ---- Questions about the table ---------------------------------------------------------------------------------

    def preview(self, rest: str) -> None:
        """Describe the consequences of an action: `preview thane c4`."""
        loop, seat, table = self.loop, self.loop.viewer_seat, self.table
        meaning = loop.parser(seat).parse(rest, loop.open_choice) if rest else None
        if meaning is None or isinstance(meaning, TypedCommand | Correction | Choice):
            raise HeorotError("play.preview-what", example=loop.hint(loop.choices(seat)).params["example"])
        if isinstance(meaning, ReplaceLatest):
            table, meaning = loop.reordering.table_before_last(seat, meaning), meaning.actions[-1]
        self.respond(loop.ui.describe_what_if(table, loop.game.view(table, seat), meaning))

    def why(self, rest: str) -> None:
        """Explain a value on the table: `why b3`."""
        self.respond(self.loop.ui.describe_why(self.table, self.view, rest))

    def unseen(self, rest: str) -> None:
        """List the pieces that the person has not seen."""
        self.respond([(sentence,) for sentence in self.loop.ui.describe_unseen(self.table.box, self.view)])

    def hint(self, rest: str) -> None:
        """Show the best actions with reasons; only in a game against bots alone."""
        if self.loop.shared:
            raise HeorotError("play.no-hints")
        advise = hinter_of(self.loop.game.info.name)
        self.respond(advice_paragraphs(advise(self.table.box, self.view, self.loop.session.random(), None)))

    def log(self, rest: str) -> None:
        """Show the whole log."""
        lines = self.loop.log_of(self.loop.viewer_seat).all_lines()
        self.loop.typed_ahead = self.loop.display.page(lines, self.loop.continue_prompt)

    def hand(self, rest: str) -> None:
        """Describe the person's hand and list the choices."""
        choices = number_choices(self.loop.choices(self.loop.viewer_seat), self.loop.translator)
        self.loop.respond([*self.loop.ui.describe_hand(self.table, self.view, self.loop.translator), *choices])

    def describe_table(self, rest: str) -> None:
        """Describe the whole table again."""
        self.loop.full = True
        snapshot = self.loop.snapshot(self.loop.viewer_seat)
        self.loop.respond(list(self.loop.ui.describe_table(snapshot, self.loop.translator)))

    # ---- Rules -----------------------------------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        """Show the choices with their rules, and the commands. Secret choices are left out where the next person could
        read them."""
        if rest:
            self.rule(rest)
            return
        loop, choices = self.loop, self.loop.choices(self.loop.viewer_seat)
        numbered = zip(number_choices(choices, loop.translator), choices, strict=True)
        shown = [(line, choice.rule) for line, choice in numbered if not (loop.hide_secrets and choice.secret)]
        lines = [f"{line} ({rule})" for line, rule in shown]
        rules = loop.ui.rules(loop.translator.language)
        lines += [self.rule_text(rule) for rule in rules if rule.number in {rule for _, rule in shown}]
        hint = loop.hint(choices).params
        lines.append(loop.translator.translate("play.help.typing", **hint))
        lines += map(loop.translator.render, loop.ui.describe_help(hint["example"]))
        lines.append(loop.translator.translate("play.help.leave"))
        loop.typed_ahead = loop.display.page(lines, loop.continue_prompt)

    def rule(self, rest: str) -> None:
        """Show the rules that have a number or contain words: `rule gorge`."""
        if not rest:
            raise HeorotError("play.rule-what", number=self.loop.ui.EXAMPLE_RULE)
        matching = self.loop.ui.find_rules(self.loop.translator.language, rest)
        if not matching:
            raise HeorotError("cli.rules.none", words=rest[:60], game=self.loop.game.info.name)
        self.loop.respond([self.rule_text(rule) for rule in matching])

    def rule_text(self, rule: Any) -> str:
        """Return a rule with its ruling."""
        translator = self.loop.translator
        ruling = translator.translate("cli.rules.ruling", text=rule.ruling) if rule.ruling else ""
        text = " ".join(filter(None, (rule.name and f"{rule.name}.", rule.text, ruling)))
        return translator.translate("play.rule", number=rule.number, text=text)

    # ---- Undo, save, quit ------------------------------------------------------------------------------------------

    def undo(self, rest: str) -> None:
        """Undo the person's latest action: freely while nothing new was revealed, and always against bots; else if the
        other people at the screen agree."""
        loop, seat = self.loop, self.loop.viewer_seat
        if loop.reordering.undo(seat):
            loop.respond([loop.translator.translate("play.undone")])
            return
        is_free = loop.session.can_undo_freely(seat)
        count = 1 if is_free else loop.session.entries_to_undo(seat)
        if not count:
            raise HeorotError("play.nothing-to-undo")
        consent = loop.translator.translate("play.agree")
        if is_free or not loop.shared or is_command(loop.display.hand_over(consent), "yes"):
            loop.undo(count, seat)
            loop.respond([loop.translator.translate("play.undone")])

    def save(self, rest: str) -> None:
        """Save the game, optionally to another file, which must not exist."""
        loop = self.loop
        save_file = open_save_file(rest) if rest else loop.save_file
        if save_file is None:
            raise HeorotError("play.save-where")
        save_file.save(loop.session.record())
        loop.save_file, loop.save_error = save_file, ""
        loop.respond([loop.translator.translate("play.saved", file=str(save_file.path))])

    def quit(self, rest: str) -> None:
        """Quit; the game is saved already."""
        raise Quit

    def yes(self, rest: str) -> None:
        """Accept the suggested correction."""
        loop = self.loop
        if not loop.suggestion:
            raise HeorotError("play.nothing-offered")
        accepted, loop.suggestion = loop.suggestion, ""
        loop.execute(loop.viewer_seat, loop.parser(loop.viewer_seat).parse(accepted))


def open_save_file(name: str) -> SaveFile:
    """Return a save file with a typed name. Raise `HeorotError` if the name is invalid or exists."""
    try:
        return named_save_file(Path(name).expanduser())
    except (OSError, ValueError, RuntimeError) as error:
        raise HeorotError("cli.unwritable", file=name[:200], detail=str(error)) from error
