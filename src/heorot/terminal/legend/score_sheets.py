"""Pages that all players read together: revealed bids, hands and treasures, and the final score sheet."""

from collections.abc import Sequence
from functools import partial

from rich.text import Text

from heorot.engine.seats import Seat
from heorot.engine.sentence_params import format_number, format_signed
from heorot.games.legend.box.names import name_episode
from heorot.games.legend.table.public_events import GetsMarker, ShowsCards, ShowsTokens
from heorot.games.legend.table.results import final_scores
from heorot.games.legend.table.table import HistoryEntry, Table
from heorot.games.legend.text.log_context import name_cards, name_tokens
from heorot.terminal.columns import HEADING, SEAT_STYLES, wrap_styled
from heorot.terminal.game_ui import Milestone
from heorot.terminal.legend.panels import align_columns, draw_key
from heorot.terminal.legend.screen import truncate, truncate_styled
from heorot.terminal.legend.symbols import ALLIANCE, FAME, MISFORTUNE, TREASURE, WOUND
from heorot.terminal.translator import Translator

HANG = 4  # columns, below a seat
TITLES = (  # columns of the score sheet
    "legend.screen.player", "legend.sheet.fame", "legend.sheet.alliance-fame", "legend.sheet.treasure",
    "legend.sheet.alliance-treasure", "legend.sheet.misfortunes", "legend.sheet.wounds", "legend.sheet.total",
    "legend.sheet.place",
)  # fmt: skip
SIGNS = (FAME, ALLIANCE + FAME, TREASURE, ALLIANCE + TREASURE, MISFORTUNE, WOUND)  # where words do not fit
NOTHING = "–"
SHORTEST = 8  # fewest columns of a name
REVEALS = (ShowsCards, ShowsTokens)  # events that reveal hidden cards or tokens


def milestone(before: Table, now: Table, reader: Seat | None) -> Milestone | None:
    """L4.1, L8.1, L9.2: Return the page on which all bids, hands or treasures are revealed. It is a drawing alone,
    because the log has the words."""
    entries = now.history[len(before.history) :]
    reveals = [entry for entry in entries if any(isinstance(event, REVEALS) for event in entry.events)]
    return Milestone((), partial(draw_revealed, now, reveals[-1])) if reveals else None


def draw_revealed(
    table: Table, entry: HistoryEntry, names: Sequence[str], width: int, height: int, translator: Translator
) -> list[Text]:
    """Draw what each player reveals, in the order of the markers."""
    markers = {event.seat: event.marker for event in entry.events if isinstance(event, GetsMarker)}
    revealed = [event for event in entry.events if isinstance(event, REVEALS)]
    episode = table.box.episodes[table.state.episode]
    title = translator.translate("legend.screen.shown", name=name_episode(episode))
    lines = [*wrap_styled(Text(title, HEADING), width), Text()]
    for event in sorted(revealed, key=lambda event: markers[event.seat]):
        lines += draw_revealed_by_player(table, event, markers[event.seat], names, width, translator)
    return lines


def draw_revealed_by_player(
    table: Table, event: ShowsCards | ShowsTokens, marker: int, names: Sequence[str], width: int, translator: Translator
) -> list[Text]:
    """Draw what one player reveals."""
    if isinstance(event, ShowsCards):
        things = name_cards(event.cards, table.box)
    else:
        things = name_tokens(event.tokens)
    sentence = translator.translate(
        "legend.screen.shows", name=names[event.seat], things=things, total=event.total, marker=marker
    )
    line = Text.assemble((f" {event.seat + 1} ", SEAT_STYLES[event.seat]), " ", sentence)
    return wrap_styled(line, width, " " * HANG)


# ---- The score sheet -----------------------------------------------------------------------------------------------


def draw_score_sheet(table: Table, names: Sequence[str], width: int, height: int, translator: Translator) -> list[Text]:
    """L8.2 to L8.4: Draw every term of every score, the total and the place."""
    finals = final_scores(table)
    titles, rows = tuple(map(translator.translate, TITLES)), []
    for seat, (score, place) in enumerate(zip(finals.scores, finals.places, strict=True)):
        name = truncate(f" {seat + 1} {names[seat]}", max(width // 4, SHORTEST))
        terms = [format_signed(term) if term else NOTHING for term in score.terms]  # of a fallen player too
        rows.append((name, *terms, format_number(score.points), f"{place}."))
    lines, key = align_columns([titles, *rows]), []
    if any(len(line) > width for line in lines):
        lines, key = align_columns([("", *SIGNS, titles[-2], titles[-1]), *rows]), draw_key(width, translator)
    lines = [truncate_styled(line, width) for line in lines]
    for seat, line in enumerate(lines[1:]):
        line.stylize(SEAT_STYLES[seat], 0, 3)
    return [Text(translator.translate("legend.sheet.title"), HEADING), *lines, *key, Text()]
