"""What a person sees of the Movie game. The rest of the terminal asks for these by name and knows no title."""

from heorot.games.movie.notation import in_our_words
from heorot.games.movie.queries import tell_unseen, tell_what_if, tell_why
from heorot.games.movie.rulebook import find as find_rules
from heorot.games.movie.rulebook import rules
from heorot.games.movie.telling import tell_scores, tell_winner
from heorot.terminal.guide import Query
from heorot.terminal.movie.choices import choices, example, question, vocabulary
from heorot.terminal.movie.introducing import introduce, tell_help
from heorot.terminal.movie.panels import draw, draw_sheet, milestone, scene
from heorot.terminal.movie.statements import state_hand, state_table

EXAMPLE_OF_A_RULE = "M4.10"
queries: dict[str, Query] = {}

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
