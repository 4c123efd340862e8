"""One game in a terminal: who is asked, what they may type, and what everybody is told."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from shlex import quote
from typing import Any

from heorot.engine.errors import HeorotError
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.sentence import Sentence
from heorot.terminal.anew import Renaming
from heorot.terminal.chronicle import Chronicle
from heorot.terminal.commands import Commands, Quit
from heorot.terminal.display import Display, Moment
from heorot.terminal.guide import Guide, Sight
from heorot.terminal.keeping import Keeper
from heorot.terminal.reading import Anew, Choice, Command, Misread, Reader, Slip, is_command
from heorot.terminal.sitting import YOU, Sitting
from heorot.terminal.speech import Speech


class Conversation:
    """A sitting with people, on one display."""

    def __init__(self, sitting: Sitting, display: Display, speech: Speech, keeper: Keeper | None) -> None:
        self.sitting = sitting
        self.display = display
        self.speech = speech
        self.keeper = keeper  # who keeps the game, if anyone does
        self.unkept = ""  # why the last answers could not be kept
        self.game = sitting.game
        self.guide: Guide = import_module(f"heorot.terminal.{self.game.about.name}")
        self.names = list(map(self.name, sitting.head.seats))
        self.chronicles: dict[Seat | None, Chronicle] = {}
        self.heard: dict[Seat | None, int] = {  # up to which entry each person was told what happened
            seat: self.before(seat) for seat in sitting.people
        }
        self.acted = dict(self.heard)  # and where they were when they answered last
        self.notices: dict[Seat, str] = {}  # what someone must be told besides
        self.present: Seat | None = sitting.people[0] if len(sitting.people) == 1 else None  # who sees the screen
        self.private = len(sitting.people) > 1  # several people see this screen, one after the other
        self.lasting = self.private and display.lasting  # and what one was shown, the next can read
        self.fresh = True
        self.ending: list[str] = []
        self.asked: Any = None  # the table that the last question was about
        self.within: Choice | None = None  # a choice of the list whose end is still to be typed
        self.offer = ""  # what a slip may have meant
        self.ahead = ""  # what was typed before it was asked for
        self.more: list[str] = []  # what else stood in the same line
        self.commands = Commands(self)
        self.anew = Renaming(self)

    def before(self, seat: Seat) -> int:
        """The entry before which a person answered last: what came after it is news when a game is taken up again."""
        return len(self.sitting.standing) - self.sitting.back_to(seat) if self.sitting.back_to(seat) else 0

    def name(self, who: str) -> str:
        """Who sits there: a kind of bot, you, one of several people, or someone by name."""
        if who in self.sitting.bots:
            return self.speech.say(f"play.who.{who}")
        if len(self.sitting.people) == 1:
            return self.speech.say("play.who.you")
        return self.speech.say("play.who.person") if who == YOU else self.speech.clean(who)

    # ---- The course of the game ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over, or someone quits."""
        self.display.page(list(map(self.speech.utter, self.introduction())), self.on)
        self.keep()
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
        return [*self.guide.introduce(self.sitting.table), *shared]

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
        if self.has_to_be_followed(seat, before):
            self.display.follow(moment, moment.news)
        else:
            self.display.echo(moment.news)
        self.heard[reader] = len(self.sitting.standing)
        self.milestone(before)

    def has_to_be_followed(self, seat: Seat, before: Any) -> bool:
        """Whether the person at the screen needs time to see what happened: what others did, but for a sealed answer,
        which shows nothing; and what chance did to the own answer, if others go on then."""
        if seat == self.present:
            return self.sitting.standing[-1].seat == CHANCE and self.sitting.asked not in (seat, None)
        return not (self.game.sealed(before) and self.game.sealed(self.sitting.table))

    def milestone(self, before: Any) -> None:
        """Something that all should see before the game goes on, say the end of an act."""
        reached = self.guide.milestone(before, self.sitting.table, self.reader_or_all)
        if reached is not None:
            self.fresh, drawn = True, partial(reached.drawn, self.names)
            typed = self.display.page(list(map(self.speech.paragraph, reached.told)), self.on, drawn)
            self.ahead = "" if self.private else typed

    def finish(self) -> None:
        """The score sheet, and who won."""
        table = self.sitting.table
        reader = self.reader_or_all
        scores, won = self.guide.tell_scores(table, reader), self.guide.tell_winner(table, reader)
        self.ending = list(map(self.speech.utter, [*scores, *won]))
        if self.sitting.people:
            sheet = partial(self.guide.draw_sheet, table, self.names)
            self.display.close(list(map(self.speech.utter, won)), self.on, sheet)

    def farewell(self) -> Iterator[str]:
        """The last words, when the screen is gone: how it ended, or how to go on."""
        yield from self.ending or [self.speech.say("play.bye")]
        if self.unkept:
            yield self.speech.say("play.not-kept", why=self.unkept)
        if self.keeper is not None and self.keeper.text is not None:
            kept = self.speech.say("play.kept", file=str(self.keeper.file))
            yield kept if self.ending else self.speech.say("play.go-on")

    def command_to_go_on(self) -> str:
        """What must be typed to take the game up again, if it was kept and is not over; to be copied as it is."""
        if self.ending or self.keeper is None or self.keeper.text is None:
            return ""
        command = os.environ.get("HEOROT_PLAY", f"heorot play {self.game.about.name}")
        return f"{command} --resume {quote(str(self.keeper.file))}"

    def keep(self) -> None:
        """Write the game down, once there is something to keep. If that fails, say so, and try again next time."""
        answered = any(entry.seat >= 0 for entry in self.sitting.said)
        if self.keeper is None or not (answered or self.keeper.wanted):
            return
        try:
            self.keeper.keep(self.sitting.record())
            self.unkept = ""
        except HeorotError as error:
            if not self.unkept:
                self.display.page([self.speech.complain(error)], self.on)
            self.unkept = self.speech.complain(error)

    def take_back(self, count: int, seat: Seat) -> None:
        """The table agreed to take back so many entries; everyone goes on from there, and those are told who had seen
        any of it."""
        before = self.sitting.table
        self.sitting.take_back(count)
        self.keep()
        now = len(self.sitting.standing)
        for told in (self.heard, self.acted):
            told.update({reader: min(entry, now) for reader, entry in told.items()})
        for other in self.sitting.people:
            if other != seat and self.game.log(before, other) != self.game.log(self.sitting.table, other):
                self.notices[other] = self.speech.say("play.undone-by", seat=seat + 1)

    # ---- A person's turn -------------------------------------------------------------------------------------------

    def person(self, seat: Seat) -> None:
        """Ask until something is done; a mistake costs nothing."""
        if seat != self.present and not self.hand_over(seat):
            return
        self.within, self.offer, asked = None, "", self.sitting.table
        if seat in self.notices:
            self.respond([self.notices.pop(seat)])
        while self.sitting.table is asked:
            self.listen(seat)
            self.fresh, self.asked = False, asked
        self.acted[seat] = len(self.sitting.standing)

    def hand_over(self, seat: Seat) -> bool:
        """Nothing is shown until the next person is there, and Enter alone says so. The last one may still leave, or
        take the last answer back."""
        last, self.present, self.ahead, self.more = self.present, None, "", []
        while text := self.display.hand_over(self.speech.say("play.hand-over", seat=seat + 1)).strip():
            if is_command(text, "quit"):
                raise Quit
            if is_command(text, "undo") and last is not None and self.sitting.free(last):
                self.present = last
                self.take_back(1, last)
                self.respond([self.speech.say("play.undone")])
                return False
        self.present = seat
        return True

    def listen(self, seat: Seat) -> None:
        """One line of the keyboard."""
        moment, reader = self.moment(seat), self.reader(seat)
        self.heard[seat] = len(self.sitting.standing)
        complete = partial(reader.complete, language=self.speech.language, within=self.within)
        if not self.more:
            text, self.ahead = self.ahead or self.display.ask(moment, self.prompt(seat), complete), ""
            self.more = reader.parts(text)
        text = self.more.pop(0)
        if not text.strip():
            self.within = None
            return
        try:
            self.understand(seat, reader.read(text, self.within))
        except Misread as slip:
            self.refuse([slip, slip.refused])
        except HeorotError as error:
            self.refuse([error])

    def refuse(self, errors: Sequence[HeorotError]) -> None:
        """Say what is wrong; what else stood in the line is forgotten."""
        self.more = []
        self.respond(list(map(self.speech.complain, errors)))

    def understand(self, seat: Seat, meant: Any) -> None:
        """Do what was meant."""
        match meant:
            case Command(name, rest):
                self.commands.run(name, rest)
            case Slip(text, nearest):
                self.offer, self.more = nearest, []
                self.respond([self.speech.say("play.slip", text=text[:60], meant=nearest)])
            case Choice():
                self.within = meant
            case Anew():
                self.anew.answer(seat, meant)
            case action:
                self.play(seat, action)
        if self.more and (self.sitting.asked != seat or self.sitting.standing[-1].seat == CHANCE):
            self.more, self.notices[seat] = [], self.speech.say("play.rest-of-the-line")

    def prompt(self, seat: Seat) -> str:
        """What stands before the cursor."""
        if self.within is not None:
            what, end = self.within.typed[0] or self.within.label, next(iter(self.within.ends))
            if self.lasting and self.within.secret:
                what = str(1 + self.choices(seat).index(self.within))
            if "-" in end:
                return self.speech.say("play.from-to.prompt", what=what, example=end)
            return self.speech.say("play.where.prompt", what=what)
        return self.speech.say("play.prompt", seat=seat + 1)

    def reader(self, seat: Seat) -> Reader:
        """Someone who understands what may be said now."""
        words = self.guide.vocabulary(self.speech.language)
        table, choices = self.sitting.table, self.choices(seat)
        return Reader(self.game, table, seat, choices, self.guide.in_our_words, words, self.lasting)

    def choices(self, seat: Seat | None) -> tuple[Choice, ...]:
        """What may be answered."""
        table = self.sitting.table
        found: tuple[Choice, ...] = self.guide.choices(table.box, self.game.view(table, seat), self.speech.language)
        return tuple(choice for choice in found if seat is None or self.anew.is_possible(seat, choice))

    # ---- What is shown ---------------------------------------------------------------------------------------------

    def moment(self, reader: Seat | None) -> Moment:
        """The table as one reader may see it now."""
        sight, choices = self.sight(reader), self.choices(reader)
        shown = self.guide.scene(sight)
        return Moment(
            paint=lambda columns, lines: self.guide.draw(shown, columns, lines, self.speech),
            state=lambda: self.guide.state_table(sight, self.speech),
            hand=lambda: self.guide.state_hand(sight.table, sight.view, self.speech),
            question=self.guide.question(sight.table.box, sight.view),
            choices=choices,
            hint=self.hint(choices),
            news=self.story(reader).since(self.heard.get(reader, 0)),
            fresh=self.fresh,
            private=self.private,
            again=self.sitting.table is self.asked,
        )

    def sight(self, reader: Seat | None) -> Sight:
        """What a moment is made from."""
        table, since = self.sitting.table, self.sitting.past[self.acted.get(reader, 0)]
        view, log = self.game.view(table, reader), self.story(reader).whole()
        return Sight(table, view, since, self.fresh, tuple(self.names), tuple(log))

    def story(self, reader: Seat | None) -> Chronicle:
        """What happened, for one reader."""
        if reader not in self.chronicles:
            self.chronicles[reader] = Chronicle(self.sitting, self.guide, self.speech, reader, self.lasting)
        return self.chronicles[reader]

    def hint(self, choices: Sequence[Choice]) -> Sentence:
        """An example of what may be typed, without a secret where others can read it later."""
        for number, choice in enumerate(choices, 1):
            if not (self.lasting and choice.secret):
                end = next(iter(choice.ends))
                example, short = f"{choice.typed[0]} {end}".strip(), f"{number} {end}".strip()
                return Sentence("play.hint", example=example, short=short)
        example, short = self.guide.example(self.speech.language)
        return Sentence("play.hint", example=example, short=short)

    # ---- What is said ----------------------------------------------------------------------------------------------

    @property
    def on(self) -> str:
        """How to go on from a page."""
        return self.speech.say("play.page.prompt")

    @property
    def reader_seat(self) -> Seat:
        """Whoever is typing."""
        assert self.present is not None
        return self.present

    @property
    def reader_or_all(self) -> Seat | None:
        """Whom something is told that everyone reads: the one person at the screen, or all of them."""
        return None if self.private else self.present

    def respond(self, lines: Sequence[str]) -> None:
        """An answer in lines."""
        self.ahead = self.display.answer(lines)
