"""What a person sees of the Movie game. The rest of the terminal asks for these by name and knows no title."""

from heorot.games.movie.notation import in_our_words
from heorot.games.movie.rulebook import find as find_rules
from heorot.games.movie.rulebook import rules
from heorot.terminal.movie.choices import choices, question, vocabulary
from heorot.terminal.movie.panels import draw, draw_last, draw_sheet, scene
from heorot.terminal.movie.queries import (
    introduce,
    tell_effects,
    tell_help,
    tell_milestone,
    tell_scores,
    tell_story,
    tell_unseen,
    tell_what_if,
    tell_why,
    tell_winner,
    touched,
)
from heorot.terminal.movie.statements import state_hand, state_table

__all__ = [
    "choices",
    "draw",
    "draw_last",
    "draw_sheet",
    "find_rules",
    "in_our_words",
    "introduce",
    "question",
    "rules",
    "scene",
    "state_hand",
    "state_table",
    "tell_effects",
    "tell_help",
    "tell_milestone",
    "tell_scores",
    "tell_story",
    "tell_unseen",
    "tell_what_if",
    "tell_why",
    "tell_winner",
    "touched",
    "vocabulary",
]
