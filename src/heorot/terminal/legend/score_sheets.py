"""What everyone looks at together: bids, hands and treasures when they are shown, and the score sheet at the end."""

from collections.abc import Sequence
from functools import partial

from rich.text import Text

from heorot.engine.naming import plain_number, signed
from heorot.engine.seats import Seat
from heorot.games.legend.happenings import Event, GetsMarker, ShowsCards, ShowsTokens
from heorot.games.legend.names import name_episode
from heorot.games.legend.results import Score, final_scores
from heorot.games.legend.story import name_cards, name_tokens
from heorot.games.legend.table import Said, Table
from heorot.terminal.columns import HEADING, SEAT_STYLES, cut
from heorot.terminal.guide import Milestone
from heorot.terminal.legend.panels import draw_key, in_columns
from heorot.terminal.legend.scene import short, shorten
from heorot.terminal.legend.signs import ALLIANCE, FAME, MISFORTUNE, TREASURE, WOUND
from heorot.terminal.speech import Speech

HANG = 4  # below a seat
TITLES = (  # of the columns of the score sheet
    "legend.screen.player", "legend.sheet.fame", "legend.sheet.alliance-fame", "legend.sheet.treasure",
    "legend.sheet.alliance-treasure", "legend.sheet.misfortunes", "legend.sheet.wounds", "legend.sheet.total",
    "legend.sheet.place",
)  # fmt: skip
SIGNS = (FAME, ALLIANCE + FAME, TREASURE, ALLIANCE + TREASURE, MISFORTUNE, WOUND)  # where words have no room
SHORTEST = 8  # columns of a name


def milestone(before: Table, now: Table, reader: Seat | None) -> Milestone | None:
    """L4.1, L8.1, L9.2: all bids, hands or treasures are shown at once. The log tells it too, so here it is drawn."""
    shown = [said for said in now.history[len(before.history) :] if any(map(is_shown, said.events))]
    return Milestone((), partial(draw_shown, now, shown[-1])) if shown else None


def is_shown(event: Event) -> bool:
    """Whether something is shown that was hidden before."""
    return isinstance(event, ShowsCards | ShowsTokens)


def draw_shown(table: Table, said: Said, names: Sequence[str], width: int, height: int, speech: Speech) -> list[Text]:
    """What each player shows, in the order of the markers."""
    markers = {event.seat: event.marker for event in said.events if isinstance(event, GetsMarker)}
    shown = [event for event in said.events if isinstance(event, ShowsCards | ShowsTokens)]
    episode = table.box.episodes[table.state.episode]
    title = speech.say("legend.screen.shown", name=name_episode(episode))
    lines = [*cut(Text(title, HEADING), width), Text()]
    for event in sorted(shown, key=lambda event: markers[event.seat]):
        lines += draw_one(table, event, markers[event.seat], names, width, speech)
    return lines


def draw_one(
    table: Table, event: ShowsCards | ShowsTokens, marker: int, names: Sequence[str], width: int, speech: Speech
) -> list[Text]:
    """What one player shows."""
    if isinstance(event, ShowsCards):
        things = name_cards(event.cards, table.box)
    else:
        things = name_tokens(event.tokens)
    told = speech.say("legend.screen.shows", name=names[event.seat], things=things, total=event.total, marker=marker)
    line = Text.assemble((f" {event.seat + 1} ", SEAT_STYLES[event.seat]), " ", told)
    return cut(line, width, " " * HANG)


# ---- The score sheet -----------------------------------------------------------------------------------------------


def draw_sheet(table: Table, names: Sequence[str], width: int, height: int, speech: Speech) -> list[Text]:
    """L8.2 to L8.4: every term of every score, the total and the place."""
    finals = final_scores(table)
    titles, rows = tuple(map(speech.say, TITLES)), []
    for seat, (score, place) in enumerate(zip(finals.scores, finals.places, strict=True)):
        name = short(f" {seat + 1} {names[seat]}", max(width // 4, SHORTEST))
        rows.append((name, *sheet_cells(score), plain_number(score.points), f"{place}."))
    lines, key = in_columns([titles, *rows]), []
    if any(len(line) > width for line in lines):
        lines, key = in_columns([("", *SIGNS, titles[-2], titles[-1]), *rows]), draw_key(width, speech)
    lines = [shorten(line, width) for line in lines]
    for seat, line in enumerate(lines[1:]):
        line.stylize(SEAT_STYLES[seat], 0, 3)
    return [Text(speech.say("legend.sheet.title"), HEADING), *lines, *key, Text()]


def sheet_cells(score: Score) -> tuple[str, ...]:
    """The terms of a score: whoever has fallen scores nothing, whatever they are."""
    return tuple(signed(term) if term else "–" for term in score.terms)
