"""What a person sees of the Legend. The rest of the terminal asks for these by name and knows no title."""

from heorot.games.legend.notation import in_our_words
from heorot.games.legend.queries import tell_odds, tell_unseen
from heorot.games.legend.reasons import tell_what_if, tell_why
from heorot.games.legend.rulebook import find as find_rules
from heorot.games.legend.rulebook import rules
from heorot.games.legend.telling import tell_scores, tell_winner
from heorot.terminal.guide import Query
from heorot.terminal.legend.asking import question
from heorot.terminal.legend.choices import choices
from heorot.terminal.legend.introducing import introduce, tell_help
from heorot.terminal.legend.journey import tell_road
from heorot.terminal.legend.panels import draw
from heorot.terminal.legend.scene import scene
from heorot.terminal.legend.sheets import draw_sheet, milestone
from heorot.terminal.legend.statements import state_hand, state_table
from heorot.terminal.legend.typing import example, vocabulary

EXAMPLE_OF_A_RULE = "L5.2"
queries: dict[str, Query] = {"odds": lambda table, view, rest, language: tell_odds(table.box, view), "road": tell_road}

__all__ = [
    "EXAMPLE_OF_A_RULE",
    "choices",
    "draw",
    "draw_sheet",
    "example",
    "find_rules",
    "in_our_words",
    "introduce",
    "milestone",
    "queries",
    "question",
    "rules",
    "scene",
    "state_hand",
    "state_table",
    "tell_help",
    "tell_scores",
    "tell_unseen",
    "tell_what_if",
    "tell_why",
    "tell_winner",
    "vocabulary",
]
