"""One game in a terminal: who is asked, what they may type, and what everybody is told."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from heorot.engine.errors import HeorotError
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.sentence import Sentence
from heorot.terminal.chronicle import Chronicle
from heorot.terminal.display import Display, Moment, number_choices
from heorot.terminal.keeping import keep
from heorot.terminal.reading import Choice, Command, Misread, Reader, Slip, is_command
from heorot.terminal.sitting import YOU, Sitting
from heorot.terminal.speech import Speech


class Quit(Exception):
    """The person at the keyboard has had enough."""


class Conversation:
    """A sitting with people, on one display."""

    def __init__(self, sitting: Sitting, display: Display, speech: Speech, file: Path | None) -> None:
        self.sitting = sitting
        self.display = display
        self.speech = speech
        self.file = file  # where the game is kept, if anywhere
        self.game = sitting.game
        self.guide = import_module(f"heorot.terminal.{self.game.about.name}")
        self.names = list(map(self.name, sitting.head.seats))
        self.chronicles: dict[Seat | None, Chronicle] = {}
        self.heard: dict[Seat | None, int] = {}  # up to which entry each person was told what happened
        self.acted: dict[Seat | None, int] = {}  # and which was there when they were asked last
        self.act_began = 0  # likewise, when something began that is drawn on another board
        self.present: Seat | None = sitting.people[0] if len(sitting.people) == 1 else None  # who sees the screen
        self.private = len(sitting.people) > 1  # several people see this screen, one after the other
        self.lasting = self.private and display.lasting  # and what one was shown, the next can read
        self.fresh = True
        self.ending: list[str] = []
        self.asked: Any = None  # the table that the last question was about
        self.within: Choice | None = None  # a choice of the list whose end is still to be typed
        self.offer = ""  # what a slip may have meant
        self.ahead = ""  # what was typed before it was asked for
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help, "preview": self.preview, "why": self.why, "unseen": self.unseen, "log": self.log,
            "undo": self.undo, "save": self.save, "quit": self.quit, "hand": self.hand, "table": self.state,
            "rule": self.rule, "yes": self.yes,
        }  # fmt: skip

    def name(self, who: str) -> str:
        """Who sits there: a kind of bot, you, one of several people, or someone by name."""
        if who in self.sitting.bots:
            return self.speech.say(f"play.who.{who}")
        if len(self.sitting.people) == 1:
            return self.speech.say("play.who.you")
        return self.speech.say("play.who.person") if who == YOU else who

    # ---- The course of the game ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over, or someone quits."""
        self.display.page(list(map(self.speech.utter, self.introduction())), self.speech.say("play.page.prompt"))
        while (seat := self.sitting.asked) is not None:
            if seat == CHANCE:
                self.sitting.draw()
                self.keep()
            elif seat in self.sitting.people:
                self.person(seat)
            else:
                self.opponent(seat)
        self.finish()

    def introduction(self) -> list[Sentence]:
        """What a newcomer should know; with several people, also how hands stay secret."""
        shared = [Sentence("play.private")] if self.lasting else []
        return [*self.guide.introduce(self.sitting.table.box), *shared]

    def opponent(self, seat: Seat) -> None:
        """A bot answers, and everyone may follow."""
        self.play(seat, self.sitting.think(seat))

    def play(self, seat: Seat, action: Any) -> None:
        """An answer, kept before anyone goes on; then whatever it brought about is told."""
        before, reader = self.sitting.table, self.present
        self.sitting.answer(seat, action)
        while self.sitting.asked == CHANCE:
            self.sitting.draw()
        self.keep()
        moment = self.moment(reader)
        if seat == self.present:
            self.display.echo(moment.news)
        else:
            self.display.follow(moment, moment.news)
        self.heard[reader] = len(self.sitting.standing)
        self.milestone(before, action)

    def milestone(self, before: Any, action: Any) -> None:
        """The end of an act, explained to all: the last board, and every figure on it."""
        paragraphs = self.guide.tell_milestone(before, self.sitting.table, self.present)
        if paragraphs:
            self.fresh, self.act_began = True, len(self.sitting.standing)
            lines = list(map(self.speech.paragraph, paragraphs))
            self.display.page(lines, self.speech.say("play.page.prompt"), partial(self.guide.draw_last, before, action))

    def finish(self) -> None:
        """The score sheet, and who won."""
        table = self.sitting.table
        scores, won = self.guide.tell_scores(table, self.present), self.guide.tell_winner(table, self.present)
        self.ending = list(map(self.speech.utter, [*scores, *won]))
        if self.sitting.people:
            sheet, on = partial(self.guide.draw_sheet, table, self.names), self.speech.say("play.page.prompt")
            self.display.close(list(map(self.speech.utter, won)), on, sheet)

    def farewell(self) -> Iterator[str]:
        """The last words, when the screen is gone: how it ended, or how to go on."""
        yield from self.ending
        kept = self.file is not None and self.file.exists()
        if not self.ending:
            yield self.speech.say("play.bye")
        if kept and self.ending:
            yield self.speech.say("play.kept", file=str(self.file))
        elif kept:
            yield self.speech.say("play.go-on", game=self.game.about.name, file=str(self.file))

    def keep(self) -> None:
        """Write the game down. If that fails, say so once and play on."""
        if self.file is None or not any(entry.seat in self.sitting.people for entry in self.sitting.said):
            return
        try:
            keep(self.file, self.sitting.record())
        except HeorotError as error:
            self.file = None
            self.respond([self.speech.complain(error)])

    # ---- A person's turn -------------------------------------------------------------------------------------------

    def person(self, seat: Seat) -> None:
        """Ask until something is done; a mistake costs nothing."""
        if seat != self.present and not self.hand_over(seat):
            return
        self.within, self.offer, asked = None, "", self.sitting.table
        while self.sitting.table is asked:
            self.listen(seat)
            self.fresh, self.asked = False, asked
        self.acted[seat] = len(self.sitting.standing)

    def hand_over(self, seat: Seat) -> bool:
        """Nothing is shown until the next person is there. The last one may still take the last answer back."""
        last, self.present = self.present, None
        text = self.display.hand_over(self.speech.say("play.hand-over", seat=seat + 1))
        if is_command(text, "undo") and last is not None and self.sitting.free(last):
            self.sitting.take_back(1)
            self.keep()
            self.present = last
            return False
        self.present = seat
        return True

    def listen(self, seat: Seat) -> None:
        """One line of the keyboard."""
        moment, reader = self.moment(seat), self.reader(seat)
        self.heard[seat] = len(self.sitting.standing)
        complete = partial(reader.complete, language=self.speech.language, within=self.within)
        text, self.ahead = self.ahead or self.display.ask(moment, self.prompt(seat), complete), ""
        if not text.strip():
            self.within = None
            return
        try:
            self.understand(seat, reader.read(text, self.within))
        except Misread as slip:
            self.respond([self.speech.complain(slip), self.speech.complain(slip.refused)])
        except HeorotError as error:
            self.respond([self.speech.complain(error)])

    def understand(self, seat: Seat, meant: Any) -> None:
        """Do what was meant."""
        match meant:
            case Command(name, rest):
                self.commands[name](rest)
            case Slip(text, nearest):
                self.offer = nearest
                self.respond([self.speech.say("play.slip", text=text[:60], meant=nearest)])
            case Choice():
                self.within = meant
            case action:
                self.play(seat, action)

    def prompt(self, seat: Seat) -> str:
        """What stands before the cursor."""
        if self.within is not None:
            what, end = self.within.typed[0] or self.within.label, next(iter(self.within.ends))
            if "-" in end:
                return self.speech.say("play.from-to.prompt", what=what, example=end)
            return self.speech.say("play.where.prompt", what=what)
        return self.speech.say("play.prompt", seat=seat + 1)

    def reader(self, seat: Seat) -> Reader:
        """Someone who understands what may be said now."""
        return Reader(self.game, self.sitting.table, seat, self.choices(seat), self.guide.in_our_words)

    def choices(self, seat: Seat) -> tuple[Choice, ...]:
        """What may be answered."""
        table = self.sitting.table
        found: tuple[Choice, ...] = self.guide.choices(table.box, self.game.view(table, seat), self.speech.language)
        return found

    # ---- What is shown ---------------------------------------------------------------------------------------------

    def moment(self, reader: Seat | None) -> Moment:
        """The table as one reader may see it now."""
        table = self.sitting.table
        view = self.game.view(table, reader)
        shown = self.guide.scene(table, view, self.names, self.story(reader).whole(), self.new_spaces(reader))
        choices = self.choices(reader) if reader is not None else ()
        return Moment(
            paint=lambda columns, lines: self.guide.draw(shown, columns, lines, self.speech),
            state=lambda: self.guide.state_table(table, view, self.names, self.speech),
            hand=lambda: self.guide.state_hand(view, self.speech),
            question=self.guide.question(view),
            choices=choices,
            hint=self.hint(choices),
            news=self.story(reader).since(self.heard.get(reader, 0)),
            fresh=self.fresh,
            private=self.private,
            again=self.sitting.table is self.asked,
        )

    def story(self, reader: Seat | None) -> Chronicle:
        """What happened, for one reader."""
        if reader not in self.chronicles:
            self.chronicles[reader] = Chronicle(self.sitting, self.guide, self.speech, reader, self.lasting)
        return self.chronicles[reader]

    def new_spaces(self, reader: Seat | None) -> frozenset[str]:
        """Where something happened since a person answered last."""
        start = max(self.acted.get(reader, 0), self.act_began)
        pairs = zip(self.sitting.past[start:], self.sitting.standing[start:], strict=False)
        actions = [self.game.read(before, entry.text) for before, entry in pairs if entry.seat != CHANCE]
        return frozenset(space for action in actions for space in self.guide.touched(action))

    def hint(self, choices: Sequence[Choice]) -> Sentence:
        """An example of what may be typed."""
        typed, end = (choices[0].typed[0], next(iter(choices[0].ends))) if choices else ("", "")
        return Sentence("play.hint", example=f"{typed} {end}".strip(), short=f"1 {end}".strip())

    # ---- Commands --------------------------------------------------------------------------------------------------

    @property
    def reader_seat(self) -> Seat:
        """Whoever is typing."""
        assert self.present is not None
        return self.present

    def respond(self, lines: Sequence[str]) -> None:
        """An answer in lines."""
        self.ahead = self.display.answer(lines)

    def tell(self, paragraphs: Iterable[Sequence[Sentence]]) -> None:
        """An answer to what was asked of the program."""
        self.respond(list(map(self.speech.paragraph, paragraphs)))

    def preview(self, rest: str) -> None:
        """`preview thane c4`: what every figure touched would score."""
        seat = self.reader_seat
        meant = self.reader(seat).answer(rest) if rest else None
        if meant is None or isinstance(meant, Command | Slip | Choice):
            raise HeorotError("play.preview-what", example=self.hint(self.choices(seat)).params["example"])
        table = self.sitting.table
        self.tell(self.guide.tell_what_if(table, self.game.view(table, seat), meant))

    def why(self, rest: str) -> None:
        """`why b3`: how a figure stands now."""
        table = self.sitting.table
        self.tell(self.guide.tell_why(table, self.game.view(table, self.reader_seat), rest))

    def unseen(self, rest: str) -> None:
        """What nobody has shown."""
        self.tell([(told,) for told in self.guide.tell_unseen(self.game.view(self.sitting.table, self.reader_seat))])

    def log(self, rest: str) -> None:
        """All that happened."""
        self.ahead = self.display.page(self.story(self.reader_seat).whole(), self.speech.say("play.page.prompt"))

    def hand(self, rest: str) -> None:
        """The own hand, and what may be done with it."""
        view = self.game.view(self.sitting.table, self.reader_seat)
        listed = self.numbered(self.choices(self.reader_seat))
        self.respond([*self.guide.state_hand(view, self.speech), *listed])

    def state(self, rest: str) -> None:
        """The table once more."""
        self.fresh = True
        view = self.game.view(self.sitting.table, self.reader_seat)
        self.respond(list(self.guide.state_table(self.sitting.table, view, self.names, self.speech)))

    def help(self, rest: str) -> None:
        """What may be done and the rule behind it, and what may be asked."""
        if rest:
            self.rule(rest)
            return
        choices = self.choices(self.reader_seat)
        lines = [f"{line} ({choice.rule})" for line, choice in zip(self.numbered(choices), choices, strict=True)]
        behind = {choice.rule for choice in choices}
        lines += [self.tell_rule(rule) for rule in self.guide.rules(self.speech.language) if rule.number in behind]
        hint = self.hint(choices).params
        for part in ("typing", "ask", "table", "leave"):
            lines.append(self.speech.say(f"play.help.{part}", **hint))
        self.ahead = self.display.page(lines, self.speech.say("play.page.prompt"))

    def numbered(self, choices: Sequence[Choice]) -> list[str]:
        """What may be answered, with numbers."""
        return number_choices(choices, self.speech)

    def rule(self, rest: str) -> None:
        """`rule M4.10`, or a word."""
        if not rest:
            raise HeorotError("play.rule-what")
        found = self.guide.find_rules(self.speech.language, rest)
        if not found:
            raise HeorotError("cli.rules.none", words=rest[:60], game=self.game.about.name)
        self.respond([self.tell_rule(rule) for rule in found])

    def tell_rule(self, rule: Any) -> str:
        """A rule with its ruling."""
        ruling = self.speech.say("cli.rules.ruling", text=rule.ruling) if rule.ruling else ""
        text = " ".join(filter(None, (rule.name and f"{rule.name}.", rule.text, ruling)))
        return self.speech.say("play.rule", number=rule.number, text=text)

    def undo(self, rest: str) -> None:
        """Take the last own answer back: freely while nothing new was revealed, and always against bots."""
        seat = self.reader_seat
        alone = len(self.sitting.people) == 1
        count = 1 if self.sitting.free(seat) else self.sitting.back_to(seat)
        if not count:
            raise HeorotError("play.nothing-to-undo")
        if not alone and not self.sitting.free(seat) and not self.agree():
            return
        self.sitting.take_back(count)
        self.keep()
        self.heard[seat] = min(self.heard.get(seat, 0), len(self.sitting.standing))
        self.respond([self.speech.say("play.undone")])

    def agree(self) -> bool:
        """Something was revealed, or others have answered since: everyone must agree."""
        return is_command(self.display.hand_over(self.speech.say("play.agree")), "yes")

    def save(self, rest: str) -> None:
        """Write the game down, also into another file."""
        file = Path(rest).expanduser() if rest else self.file
        if file is None:
            raise HeorotError("play.save-where")
        keep(file, self.sitting.record())
        self.file = file
        self.respond([self.speech.say("play.saved", file=str(file))])

    def quit(self, rest: str) -> None:
        """Leave; the game is kept."""
        raise Quit

    def yes(self, rest: str) -> None:
        """What the slip was taken for is meant."""
        if not self.offer:
            raise HeorotError("play.nothing-offered")
        meant, self.offer = self.offer, ""
        self.understand(self.reader_seat, self.reader(self.reader_seat).read(meant))
