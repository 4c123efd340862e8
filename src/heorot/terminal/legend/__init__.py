"""The Legend's part of the terminal: the functions of `game_ui.GameUi` for this title. The rules and all values come
from `games.legend`.

May import: engine, games.legend.box, games.legend.inference, games.legend.model, games.legend.queries,
games.legend.rules, games.legend.table, games.legend.text, terminal.columns, terminal.game_ui, terminal.input_parser,
terminal.translator, terminal.wrapping.
"""

from heorot.games.legend.queries import tell_odds, tell_unseen
from heorot.games.legend.table.notation import to_notation
from heorot.games.legend.text.narrator import tell_scores, tell_winner
from heorot.games.legend.text.rulebook import find as find_rules
from heorot.games.legend.text.rulebook import rules
from heorot.games.legend.text.why import tell_what_if, tell_why
from heorot.terminal.game_ui import Query
from heorot.terminal.legend.choices import choices
from heorot.terminal.legend.introduction import introduce, tell_help
from heorot.terminal.legend.panels import draw
from heorot.terminal.legend.plain_descriptions import describe_hand, describe_table
from heorot.terminal.legend.prompts import question
from heorot.terminal.legend.road_list import tell_road
from heorot.terminal.legend.score_sheets import draw_score_sheet, milestone
from heorot.terminal.legend.screen import make_screen
from heorot.terminal.legend.typed_forms import example, vocabulary

EXAMPLE_RULE = "L5.2"
queries: dict[str, Query] = {"odds": lambda table, view, rest, language: tell_odds(table.box, view), "road": tell_road}

__all__ = [
    "EXAMPLE_RULE",
    "choices",
    "describe_hand",
    "describe_table",
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
    "tell_help",
    "tell_scores",
    "tell_unseen",
    "tell_what_if",
    "tell_why",
    "tell_winner",
    "to_notation",
    "vocabulary",
]
