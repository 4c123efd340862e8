"""The road, drawn: the episode at hand with its icon spaces, and the episodes that are next."""

from collections.abc import Iterator

from rich.text import Text

from heorot.engine.sentence import Sentence
from heorot.games.legend.codes import CHOICES
from heorot.games.legend.components import Episode, Icon
from heorot.games.legend.looking import ahead, episode_of
from heorot.games.legend.memory import one_by_one
from heorot.games.legend.names import name_episode, name_icon
from heorot.games.legend.reasons import tell_asked, tell_coming
from heorot.games.legend.story import name_cards
from heorot.games.legend.view import SpaceView
from heorot.games.legend.wounds import CARDS_FOR_A_WOUND
from heorot.terminal.columns import HEADING, QUIET, cut
from heorot.terminal.legend.scene import GOOD, STYLES, Scene, seat_mark, short, shorten
from heorot.terminal.legend.signs import SCRATCH, short_episode, sign_icon
from heorot.terminal.speech import Speech

NEXT = 6  # so many of the episodes ahead are shown
NUMBER, SHORTEST = 3, 8  # columns of an episode's number, and of its name at least
SIGN = 4  # the width of an icon's sign
HANG = " " * (SIGN + 1)
TITLE = "bold reverse"

# ---- The episode at hand -------------------------------------------------------------------------------------------


def draw_episode(shown: Scene, width: int, speech: Speech) -> list[Text]:
    """What it asks, and what every icon space pays; who has taken which."""
    episode, view = episode_of(shown.box, shown.view), shown.view
    lines = cut(Text(speech.utter(tell_asked(shown.box, episode)), HEADING), width, "  ")
    for space in view.spaces:
        lines += draw_space(shown, space, width, speech)
    if episode.kind == "selection":
        lines += [line for icon in CHOICES for line in draw_icon(shown, icon, width, speech)]
        lines.append(Text.assemble((f"−{SCRATCH}".ljust(SIGN), GOOD), " ", speech.say("legend.screen.heal")))
    if view.turned:
        cards = name_cards(one_by_one(view.turned), shown.box)
        lines += cut(Text(speech.say("legend.screen.turned", cards=cards)), width, "  ")
    return lines


def draw_episode_shortly(shown: Scene, width: int, speech: Speech) -> list[Text]:
    """The same in signs, on as few lines as possible: behind a space that is taken stands the seat."""
    line = Text(speech.utter(tell_asked(shown.box, episode_of(shown.box, shown.view))), HEADING)
    for space in shown.view.spaces:
        line.append("  ").append(sign_icon(space.icon), STYLES.get(space.icon.kind, GOOD))
        if space.taken is not None:
            line.append("\u00a0").append(*seat_mark(space.taken))
    return cut(line, width, "  ")


def draw_space(shown: Scene, space: SpaceView, width: int, speech: Speech) -> list[Text]:
    """L6.1: an icon space, and who has taken it."""
    lines = draw_icon(shown, space.icon, width - (4 if space.taken is not None else 0), speech)
    if space.taken is not None:
        lines[0].pad_right(width - 4 - len(lines[0]))
        lines[0].append(" ").append(*seat_mark(space.taken))
    return lines


def draw_icon(shown: Scene, icon: Icon, width: int, speech: Speech) -> list[Text]:
    """An icon, as a sign and in words."""
    line = Text.assemble((sign_icon(icon).ljust(SIGN), STYLES.get(icon.kind, GOOD)), " ")
    line.append(speech.utter(name_payment(shown, icon)))
    return cut_behind_sign(line, width)


def cut_behind_sign(line: Text, width: int) -> list[Text]:
    """A sign with words beside it, which go on below each other."""
    words = cut(line[SIGN + 1 :], max(width - SIGN - 1, 8))
    return [line[: SIGN + 1].append_text(words[0]), *(Text(HANG).append_text(more) for more in words[1:])]


def name_payment(shown: Scene, icon: Icon) -> Sentence:
    """What a space pays; a wound comes with cards (L6.7)."""
    name = name_icon(icon, shown.box)
    if icon.kind in ("wound", "double wound"):
        return Sentence("legend.screen.with-cards", icon=name, number=CARDS_FOR_A_WOUND)
    return name


# ---- The episodes ahead --------------------------------------------------------------------------------------------


def draw_road(shown: Scene, width: int, number: int, speech: Speech) -> list[Text]:
    """The next episodes, a line each: what they ask and bring for this number of players."""
    coming = ahead(shown.box, shown.view)[:number]
    if not coming:
        return []
    names = [speech.utter(name_episode(episode)) for episode in coming]
    asked = [speech.utter(tell_coming(shown.box, shown.view, episode)) for episode in coming]
    longest = max(map(len, names))
    if longest + max(map(len, asked)) + NUMBER + 1 > width:
        asked = [short_episode(episode, len(shown.view.players), speech) for episode in coming]
        longest = min(longest, max(width - NUMBER - 1 - max(map(len, asked)), SHORTEST))
    rows = zip(coming, names, asked, strict=True)
    lines = [draw_coming(episode, short(name, longest).ljust(longest), f" {told}") for episode, name, told in rows]
    return [Text(speech.say("legend.screen.ahead"), QUIET), *(shorten(line, width) for line in lines)]


def draw_road_in_words(shown: Scene, width: int, number: int, speech: Speech) -> list[Text]:
    """The same in words, which may take several lines each."""
    lines = []
    for episode in ahead(shown.box, shown.view)[:number]:
        name, asked = speech.utter(name_episode(episode)), tell_coming(shown.box, shown.view, episode)
        told = speech.say("legend.screen.coming", name=name, asked=asked).removeprefix(name)
        lines += cut(draw_coming(episode, name, told), width, " " * NUMBER)
    return [Text(speech.say("legend.screen.ahead"), QUIET), *lines] if lines else []


def draw_coming(episode: Episode, name: str, asked: str) -> Text:
    """One of them."""
    return Text.assemble((f"{episode.number:>2} ", QUIET), (name, HEADING), asked)


def frame(title: str, lines: list[Text], width: int) -> Iterator[Text]:
    """Lines within a frame that bears a title."""
    name = f" {short(title, width - 8)} "
    yield Text.assemble(("┌─", QUIET), (name, TITLE), ("─" * (width - 3 - len(name)) + "┐", QUIET))
    for line in lines:
        line = line.copy()
        line.pad_right(width - 4 - len(line))
        yield Text.assemble(("│ ", QUIET), line, (" │", QUIET))
    yield Text("└" + "─" * (width - 2) + "┘", QUIET)
