"""What a person may ask of the program during a game, each command in a function."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heorot.bots.hints import adviser, tell
from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Sentence
from heorot.locales import catalogue
from heorot.terminal.display import number_choices
from heorot.terminal.keeping import Keeper, keeper_of
from heorot.terminal.reading import Anew, Choice, Command, Slip, is_command

if TYPE_CHECKING:
    from heorot.terminal.play import Conversation


class Quit(Exception):
    """The person at the keyboard has had enough."""


class Commands:
    """The commands of one conversation."""

    def __init__(self, talk: "Conversation") -> None:
        self.talk = talk
        self.all: dict[str, Callable[[str], None]] = {
            "help": self.help, "preview": self.preview, "why": self.why, "unseen": self.unseen, "log": self.log,
            "undo": self.undo, "save": self.save, "quit": self.quit, "hand": self.hand, "table": self.state,
            "rule": self.rule, "yes": self.yes, "hint": self.hint,
        }  # fmt: skip

    def run(self, name: str, rest: str) -> None:
        """Do what was asked for: what any game has, or else this one."""
        if name in self.all:
            self.all[name](rest)
        elif name in self.talk.guide.queries:
            self.tell(self.talk.guide.queries[name](self.table, self.view, rest, self.talk.speech.language))
        else:
            said = catalogue(self.talk.speech.language)[f"play.command.{name}"].split("|")[0]
            raise HeorotError("play.no-such-command", command=said)

    def tell(self, paragraphs: Iterable[Sequence[Sentence]]) -> None:
        """An answer to what was asked of the program."""
        self.talk.respond(list(map(self.talk.speech.paragraph, paragraphs)))

    @property
    def table(self) -> Any:
        """The table now."""
        return self.talk.sitting.table

    @property
    def view(self) -> Any:
        """The table as the person who types may know it."""
        return self.talk.game.view(self.table, self.talk.reader_seat)

    # ---- What would be, and what is --------------------------------------------------------------------------------

    def preview(self, rest: str) -> None:
        """`preview thane c4`: what an answer would bring about."""
        talk, seat, table = self.talk, self.talk.reader_seat, self.table
        meant = talk.reader(seat).read(rest, talk.within) if rest else None
        if meant is None or isinstance(meant, Command | Slip | Choice):
            raise HeorotError("play.preview-what", example=talk.hint(talk.choices(seat)).params["example"])
        if isinstance(meant, Anew):
            table, meant = talk.anew.before_last(seat, meant), meant.actions[-1]
        self.tell(talk.guide.tell_what_if(table, talk.game.view(table, seat), meant))

    def why(self, rest: str) -> None:
        """`why b3`: how something stands now."""
        self.tell(self.talk.guide.tell_why(self.table, self.view, rest))

    def unseen(self, rest: str) -> None:
        """What nobody has shown."""
        self.tell([(told,) for told in self.talk.guide.tell_unseen(self.table.box, self.view)])

    def hint(self, rest: str) -> None:
        """The best answers, and why; only where nobody else plays but bots."""
        if self.talk.private:
            raise HeorotError("play.no-hints")
        self.tell(tell(adviser(self.talk.game.about.name)(self.table.box, self.view, self.talk.sitting.random(), None)))

    def log(self, rest: str) -> None:
        """All that happened."""
        self.talk.ahead = self.talk.display.page(self.talk.story(self.talk.reader_seat).whole(), self.talk.on)

    def hand(self, rest: str) -> None:
        """The own hand, and what may be done with it."""
        listed = number_choices(self.talk.choices(self.talk.reader_seat), self.talk.speech)
        self.talk.respond([*self.talk.guide.state_hand(self.table, self.view, self.talk.speech), *listed])

    def state(self, rest: str) -> None:
        """The table once more."""
        self.talk.fresh = True
        sight = self.talk.sight(self.talk.reader_seat)
        self.talk.respond(list(self.talk.guide.state_table(sight, self.talk.speech)))

    # ---- Rules -----------------------------------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        """What may be done and the rule behind it, and what may be asked; nothing of a hand that others could read."""
        if rest:
            self.rule(rest)
            return
        talk, choices = self.talk, self.talk.choices(self.talk.reader_seat)
        numbered = zip(number_choices(choices, talk.speech), choices, strict=True)
        shown = [(line, choice.rule) for line, choice in numbered if not (talk.lasting and choice.secret)]
        lines = [f"{line} ({rule})" for line, rule in shown]
        rules = talk.guide.rules(talk.speech.language)
        lines += [self.tell_rule(rule) for rule in rules if rule.number in {rule for _, rule in shown}]
        hint = talk.hint(choices).params
        lines.append(talk.speech.say("play.help.typing", **hint))
        lines += map(talk.speech.utter, talk.guide.tell_help(hint["example"]))
        talk.ahead = talk.display.page([*lines, talk.speech.say("play.help.leave")], talk.on)

    def rule(self, rest: str) -> None:
        """`rule` with a number, or a word."""
        if not rest:
            raise HeorotError("play.rule-what", number=self.talk.guide.EXAMPLE_OF_A_RULE)
        found = self.talk.guide.find_rules(self.talk.speech.language, rest)
        if not found:
            raise HeorotError("cli.rules.none", words=rest[:60], game=self.talk.game.about.name)
        self.talk.respond([self.tell_rule(rule) for rule in found])

    def tell_rule(self, rule: Any) -> str:
        """A rule with its ruling."""
        speech = self.talk.speech
        ruling = speech.say("cli.rules.ruling", text=rule.ruling) if rule.ruling else ""
        text = " ".join(filter(None, (rule.name and f"{rule.name}.", rule.text, ruling)))
        return speech.say("play.rule", number=rule.number, text=text)

    # ---- Taking back, keeping, leaving -----------------------------------------------------------------------------

    def undo(self, rest: str) -> None:
        """Take the last own answer back: freely while nothing new was revealed, and always against bots."""
        talk, seat = self.talk, self.talk.reader_seat
        if talk.anew.restore(seat):
            talk.respond([talk.speech.say("play.undone")])
            return
        free = talk.sitting.free(seat)
        count = 1 if free else talk.sitting.back_to(seat)
        if not count:
            raise HeorotError("play.nothing-to-undo")
        if free or not talk.private or is_command(talk.display.hand_over(talk.speech.say("play.agree")), "yes"):
            talk.take_back(count, seat)
            talk.respond([talk.speech.say("play.undone")])

    def save(self, rest: str) -> None:
        """Write the game down, also into another file; what is there already is not written over."""
        talk = self.talk
        keeper = new_keeper(rest) if rest else talk.keeper
        if keeper is None:
            raise HeorotError("play.save-where")
        keeper.keep(talk.sitting.record())
        talk.keeper, talk.unkept = keeper, ""
        talk.respond([talk.speech.say("play.saved", file=str(keeper.file))])

    def quit(self, rest: str) -> None:
        """Leave; the game is kept."""
        raise Quit

    def yes(self, rest: str) -> None:
        """What the slip was taken for is meant."""
        talk = self.talk
        if not talk.offer:
            raise HeorotError("play.nothing-offered")
        meant, talk.offer = talk.offer, ""
        talk.understand(talk.reader_seat, talk.reader(talk.reader_seat).read(meant))


def new_keeper(name: str) -> Keeper:
    """Who keeps a game in a file that a person has named."""
    try:
        return keeper_of(Path(name).expanduser())
    except (OSError, ValueError, RuntimeError) as error:
        raise HeorotError("cli.unwritable", file=name[:200], detail=str(error)) from error
