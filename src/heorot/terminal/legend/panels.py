"""The whole table of the Legend, drawn for the room there is: the road, the players, the own hand, what happened."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from heorot.engine.sentence import Part
from heorot.games.legend.explain import number_of
from heorot.games.legend.looking import episode_of, is_open
from heorot.games.legend.names import name_episode
from heorot.terminal.columns import HEADING, QUIET, cut, side_by_side
from heorot.terminal.legend.players import draw_hand, draw_memory, draw_players, draw_tokens
from heorot.terminal.legend.road import NEXT, draw_episode, draw_episode_shortly, draw_road, draw_road_in_words, frame
from heorot.terminal.legend.scene import Scene, shorten
from heorot.terminal.legend.signs import KEY
from heorot.terminal.speech import Speech
from heorot.terminal.wrapping import wrap

GAP = 2  # between what stands side by side
TWO_COLUMNS, THREE_COLUMNS = 66, 122  # from so many on the road, and then the log, stand beside the episode
WIDEST = 84  # columns of the episode and the players, beside the log
KEY_WORDS = (  # as in signs.KEY
    "legend.sheet.fame", "legend.sheet.treasure", "legend.screen.alliance", "legend.screen.cards",
    "legend.screen.special", "legend.icon.scratch", "legend.icon.wound", "legend.icon.misfortune",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Level:
    """How much is shown: the less room, the less."""

    framed: bool = False  # the episode at hand
    road: int = NEXT  # episodes ahead
    log: int = 0  # lines of what happened, at least
    tokens: bool = True  # the own ones, and of others what could be remembered
    key: bool = False  # to the signs
    wordy: bool = False  # the episodes ahead in words, on several lines each
    spaces: bool = True  # of the episode, a line each


LEVELS = (
    Level(framed=True, log=12, key=True, wordy=True),
    Level(framed=True, log=6, key=True), Level(framed=True, log=4), Level(log=3), Level(log=2), Level(log=1), Level(),
    Level(road=4, log=1), Level(road=4, log=1, spaces=False), Level(road=3, spaces=False), Level(road=2, spaces=False),
    Level(road=1, tokens=False, spaces=False), Level(road=0, tokens=False, spaces=False),
)  # fmt: skip


def draw(shown: Scene, width: int, height: int, speech: Speech) -> list[Text]:
    """The table in so many columns and lines: as much as there is room for."""
    arrange = place_log_beside if width >= THREE_COLUMNS else stack
    for level in LEVELS:
        lines = arrange(shown, level, width, height, speech)
        if lines is not None:
            return lines
    smallest = LEVELS[-1]
    here = [*draw_heading(shown, width, speech), *draw_here(shown, smallest, width, speech)]
    return [*here, *draw_people(shown, smallest, width, speech)][:height]


def place_log_beside(shown: Scene, level: Level, width: int, height: int, speech: Speech) -> list[Text] | None:
    """The road and what happened beside all else; nothing if that is too large."""
    left = min(width * 11 // 20, WIDEST)
    main = [*draw_here(shown, level, left, speech), *draw_people(shown, level, left, speech)]
    draw_next = draw_road_in_words if level.wordy else draw_road
    road = draw_next(shown, width - left - GAP, level.road, speech)
    room = height - 2 - len(road)
    if len(main) + 1 > height or room < level.log:
        return None
    side = [*road, Text(), *draw_log(shown, width - left - GAP, room)]
    return [*draw_heading(shown, width, speech), *side_by_side(main, side, left + GAP)]


def stack(shown: Scene, level: Level, width: int, height: int, speech: Speech) -> list[Text] | None:
    """One below the other, the road beside the episode if there is room; what happened stands below all, or below the
    episode if more of it fits there. Nothing if that is too large."""
    beside = width >= TWO_COLUMNS and level.road > 0
    left = (width - GAP) * 9 // 20 if beside else width
    here = draw_here(shown, level, left, speech)
    road = draw_road(shown, width - left - GAP if beside else width, level.road, speech)
    others = [*draw_heading(shown, width, speech), *draw_people(shown, level, width, speech)]
    room = height - len(others) - (max(len(here), len(road)) if beside else len(here) + len(road))
    spare = len(road) - len(here) if beside else 0
    if room < 0 or max(room, spare // 2) < level.log or level.wordy:
        return None
    if spare * left > room * width:
        here, room = [*here, *draw_log(shown, left, spare)], 0
    top = side_by_side(here, road, left + GAP) if beside else [*here, *road]
    return [others[0], *top, *others[1:], *draw_log(shown, width, room)]


def draw_heading(shown: Scene, width: int, speech: Speech) -> list[Text]:
    """Where Beowulf stands; the piles, and who is first player."""
    view, episode = shown.view, episode_of(shown.box, shown.view)
    where: dict[str, Part] = {
        "number": episode.number,
        "episodes": len(shown.box.episodes),
        "name": name_episode(episode),
    }
    line = Text(speech.say("legend.screen.episode", **where), HEADING)
    discards = number_of(view.supply.discards)
    piles = speech.say("legend.screen.piles", pile=view.supply.pile, discards=discards, first=(view.first or 0) + 1)
    if len(line) + GAP + len(piles) <= width:
        line.pad_right(width - len(line) - len(piles))
        line.append(piles, QUIET)
    return [shorten(line, width)]


def draw_here(shown: Scene, level: Level, width: int, speech: Speech) -> list[Text]:
    """The episode at hand."""
    if not level.framed:
        return (draw_episode if level.spaces else draw_episode_shortly)(shown, width, speech)
    title = speech.utter(name_episode(episode_of(shown.box, shown.view)))
    return list(frame(title, draw_episode(shown, width - 4, speech), width))


def draw_people(shown: Scene, level: Level, width: int, speech: Speech) -> list[Text]:
    """The players, the own hand and tokens, what could be remembered, and the key to the signs."""
    lines = draw_players(shown, width, speech)
    if level.tokens and is_open(shown.view):
        lines += draw_memory(shown, width, speech)
    lines += draw_hand(shown, width, speech)
    lines += draw_tokens(shown, width, speech) if level.tokens else []
    return [*lines, *(draw_key(width, speech) if level.key else [])]


def draw_key(width: int, speech: Speech) -> list[Text]:
    """What the signs mean."""
    words = (speech.say(word).replace(" ", "\u00a0") for word in KEY_WORDS)
    return cut(Text("  ".join(f"{sign}\u00a0{word}" for sign, word in zip(KEY, words, strict=True)), QUIET), width)


def draw_log(shown: Scene, width: int, height: int) -> list[Text]:
    """The last that happened, in whole sentences as far as there is room."""
    lines: list[str] = []
    for sentence in reversed(shown.log[-max(height, 0) :]):
        more = wrap(sentence, width, "  ")
        if len(lines) + len(more) > height:
            break
        lines = [*more, *lines]
    return list(map(Text, lines))


def in_columns(rows: Sequence[Sequence[str]]) -> list[Text]:
    """Rows of cells, the first to the left and all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [Text("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])) for row in rows]
