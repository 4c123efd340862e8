"""The Legend's part of the terminal: the functions of `game_ui.GameUi` for this title. The rules and all values come
from `games.legend`.

May import: engine, games.legend.box, games.legend.inference, games.legend.model, games.legend.queries,
games.legend.rules, games.legend.table, games.legend.text, terminal.columns, terminal.game_ui, terminal.input_parser,
terminal.translator, terminal.wrapping.
"""

from heorot.games.legend.queries import describe_odds, describe_unseen
from heorot.games.legend.table.notation import to_notation
from heorot.games.legend.text.narrator import describe_scores, describe_winner
from heorot.games.legend.text.rulebook import find as find_rules
from heorot.games.legend.text.rulebook import rules
from heorot.games.legend.text.why import describe_what_if, describe_why
from heorot.terminal.game_ui import Query
from heorot.terminal.legend.choices import choices
from heorot.terminal.legend.introduction import describe_help, introduce
from heorot.terminal.legend.panels import draw
from heorot.terminal.legend.plain_descriptions import describe_hand, describe_table
from heorot.terminal.legend.prompts import question
from heorot.terminal.legend.road_list import describe_road
from heorot.terminal.legend.score_sheets import draw_score_sheet, milestone
from heorot.terminal.legend.screen import make_screen
from heorot.terminal.legend.typed_forms import example, vocabulary

EXAMPLE_RULE = "L5.2"
queries: dict[str, Query] = {
    "odds": lambda table, view, rest, language: describe_odds(table.box, view),
    "road": describe_road,
}

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
