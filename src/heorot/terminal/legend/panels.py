"""The whole table of the Legend, drawn to fit: the road, the players, the viewer's hand and the log."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from heorot.engine.sentence import Param
from heorot.games.legend.box.names import name_episode
from heorot.games.legend.table.analysis import count_pieces
from heorot.games.legend.table.view_lookup import are_tokens_open, episode_of
from heorot.terminal.columns import HEADING, QUIET, side_by_side, wrap_styled
from heorot.terminal.legend.players import draw_hand, draw_memory, draw_players, draw_tokens
from heorot.terminal.legend.road import NEXT, draw_episode, draw_episode_in_signs, draw_road, draw_road_in_words, frame
from heorot.terminal.legend.screen import LegendScreen, truncate_styled
from heorot.terminal.legend.symbols import KEY
from heorot.terminal.translator import Translator
from heorot.terminal.wrapping import wrap

GAP = 2  # between panels
TWO_COLUMNS, THREE_COLUMNS = 66, 122  # fewest columns to put the road, and then the log, beside the episode
WIDEST = 84  # most columns of the episode and the players, beside the log
KEY_WORDS = (  # in the order of symbols.KEY
    "legend.sheet.fame", "legend.sheet.treasure", "legend.screen.alliance", "legend.screen.cards",
    "legend.screen.special", "legend.icon.scratch", "legend.icon.wound", "legend.icon.misfortune",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DetailLevel:
    """Level of detail: less of the table is drawn where there is less room."""

    framed: bool = False  # a frame around the current episode
    road: int = NEXT  # number of upcoming episodes
    log: int = 0  # fewest lines of the log
    tokens: bool = True  # the viewer's tokens, and with open memory those of others
    key: bool = False  # explanation of the signs
    wordy: bool = False  # upcoming episodes in words, several lines each
    spaces: bool = True  # icon spaces of the episode, a line each


LEVELS = (
    DetailLevel(framed=True, log=12, key=True, wordy=True),
    DetailLevel(framed=True, log=6, key=True),
    DetailLevel(framed=True, log=4),
    DetailLevel(log=3),
    DetailLevel(log=2),
    DetailLevel(log=1),
    DetailLevel(),
    DetailLevel(road=4, log=1),
    DetailLevel(road=4, log=1, spaces=False),
    DetailLevel(road=3, spaces=False),
    DetailLevel(road=2, spaces=False),
    DetailLevel(road=1, tokens=False, spaces=False),
    DetailLevel(road=0, tokens=False, spaces=False),
)


def draw(screen: LegendScreen, width: int, height: int, translator: Translator) -> list[Text]:
    """Draw the table with the most detail that fits."""
    arrange = arrange_with_log_beside if width >= THREE_COLUMNS else arrange_stacked
    for level in LEVELS:
        lines = arrange(screen, level, width, height, translator)
        if lines is not None:
            return lines
    smallest = LEVELS[-1]
    here = [*draw_heading(screen, width, translator), *draw_current_episode(screen, smallest, width, translator)]
    return [*here, *draw_players_and_hand(screen, smallest, width, translator)][:height]


def arrange_with_log_beside(
    screen: LegendScreen, level: DetailLevel, width: int, height: int, translator: Translator
) -> list[Text] | None:
    """Arrange the road and the log beside everything else. Return None if that does not fit."""
    left = min(width * 11 // 20, WIDEST)
    main = [
        *draw_current_episode(screen, level, left, translator),
        *draw_players_and_hand(screen, level, left, translator),
    ]
    draw_next = draw_road_in_words if level.wordy else draw_road
    road = draw_next(screen, width - left - GAP, level.road, translator)
    room = height - 2 - len(road)
    if len(main) + 1 > height or room < level.log:
        return None
    side = [*road, Text(), *draw_log(screen, width - left - GAP, room)]
    return [*draw_heading(screen, width, translator), *side_by_side(main, side, left + GAP)]


def arrange_stacked(
    screen: LegendScreen, level: DetailLevel, width: int, height: int, translator: Translator
) -> list[Text] | None:
    """Arrange the panels below each other, with the road beside the episode if there is room. The log is at the bottom,
    or below the episode if more of it fits there. Return None if that does not fit."""
    beside = width >= TWO_COLUMNS and level.road > 0
    left = (width - GAP) * 9 // 20 if beside else width
    here = draw_current_episode(screen, level, left, translator)
    road = draw_road(screen, width - left - GAP if beside else width, level.road, translator)
    others = [*draw_heading(screen, width, translator), *draw_players_and_hand(screen, level, width, translator)]
    room = height - len(others) - (max(len(here), len(road)) if beside else len(here) + len(road))
    spare = len(road) - len(here) if beside else 0
    if room < 0 or max(room, spare // 2) < level.log or level.wordy:
        return None
    if spare * left > room * width:
        here, room = [*here, *draw_log(screen, left, spare)], 0
    top = side_by_side(here, road, left + GAP) if beside else [*here, *road]
    return [others[0], *top, *others[1:], *draw_log(screen, width, room)]


def draw_heading(screen: LegendScreen, width: int, translator: Translator) -> list[Text]:
    """Draw the number and name of the episode, the piles and the first player."""
    view, episode = screen.view, episode_of(screen.box, screen.view)
    where: dict[str, Param] = {
        "number": episode.number,
        "episodes": len(screen.box.episodes),
        "name": name_episode(episode),
    }
    line = Text(translator.translate("legend.screen.episode", **where), HEADING)
    discards = count_pieces(view.supply.discards)
    piles = translator.translate(
        "legend.screen.piles", pile=view.supply.pile, discards=discards, first=(view.first or 0) + 1
    )
    if len(line) + GAP + len(piles) <= width:
        line.pad_right(width - len(line) - len(piles))
        line.append(piles, QUIET)
    return [truncate_styled(line, width)]


def draw_current_episode(screen: LegendScreen, level: DetailLevel, width: int, translator: Translator) -> list[Text]:
    """Draw the current episode."""
    if not level.framed:
        return (draw_episode if level.spaces else draw_episode_in_signs)(screen, width, translator)
    title = translator.render(name_episode(episode_of(screen.box, screen.view)))
    return list(frame(title, draw_episode(screen, width - 4, translator), width))


def draw_players_and_hand(screen: LegendScreen, level: DetailLevel, width: int, translator: Translator) -> list[Text]:
    """Draw the players, the viewer's hand and tokens, the open memory and the explanation of the signs."""
    lines = draw_players(screen, width, translator)
    if level.tokens and are_tokens_open(screen.view):
        lines += draw_memory(screen, width, translator)
    lines += draw_hand(screen, width, translator)
    lines += draw_tokens(screen, width, translator) if level.tokens else []
    return [*lines, *(draw_key(width, translator) if level.key else [])]


def draw_key(width: int, translator: Translator) -> list[Text]:
    """Draw the explanation of the signs."""
    words = (translator.translate(word).replace(" ", "\u00a0") for word in KEY_WORDS)
    return wrap_styled(
        Text("  ".join(f"{sign}\u00a0{word}" for sign, word in zip(KEY, words, strict=True)), QUIET), width
    )


def draw_log(screen: LegendScreen, width: int, height: int) -> list[Text]:
    """Draw the latest sentences of the log that fit as a whole."""
    lines: list[str] = []
    for sentence in reversed(screen.log[-max(height, 0) :]):
        more = wrap(sentence, width, "  ")
        if len(lines) + len(more) > height:
            break
        lines = [*more, *lines]
    return list(map(Text, lines))


def align_columns(rows: Sequence[Sequence[str]]) -> list[Text]:
    """Return rows of cells as lines, the first column left-aligned and the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [Text("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])) for row in rows]
