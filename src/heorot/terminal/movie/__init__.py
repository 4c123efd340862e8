"""The Movie game's part of the terminal: the functions of `game_ui.GameUi` for this title. The rules and all values
come from `games.movie`.

May import: engine, games.movie.box, games.movie.model, games.movie.queries, games.movie.table, games.movie.text,
terminal.columns, terminal.game_ui, terminal.input_parser, terminal.translator, terminal.wrapping.
"""

from heorot.games.movie.queries import describe_unseen
from heorot.games.movie.table.notation import to_notation
from heorot.games.movie.text.narrator import describe_scores, describe_winner
from heorot.games.movie.text.rulebook import find as find_rules
from heorot.games.movie.text.rulebook import rules
from heorot.games.movie.text.why import describe_what_if, describe_why
from heorot.terminal.game_ui import Query
from heorot.terminal.movie.choices import choices, example, question, vocabulary
from heorot.terminal.movie.introduction import describe_help, introduce
from heorot.terminal.movie.panels import draw, draw_score_sheet, make_screen, milestone
from heorot.terminal.movie.plain_descriptions import describe_hand, describe_table

EXAMPLE_RULE = "M4.10"
queries: dict[str, Query] = {}

__all__ = [
    "EXAMPLE_RULE",
    "choices",
    "describe_hand",
    "describe_help",
    "describe_scores",
    "describe_table",
    "describe_unseen",
    "describe_what_if",
    "describe_why",
    "describe_winner",
    "draw",
    "draw_score_sheet",
    "example",
    "find_rules",
    "introduce",
    "make_screen",
    "milestone",
    "queries",
    "question",
    "rules",
    "to_notation",
    "vocabulary",
]
