"""The rule behind every question, and behind every answer to it."""

from heorot.games.legend.actions import Action, GiveUp, Risk, Take
from heorot.games.legend.refusal import ASKED
from heorot.games.legend.view import QUESTIONS, View

RULES = {QUESTIONS[phase]: rule for phase, (rule, _) in ASKED.items()}  # the rule behind each question
ICON_RULES = {
    "fame": "L6.3", "treasure": "L6.3", "misfortune": "L6.3", "alliance": "L6.4", "cards": "L6.5", "card": "L6.5",
    "scratch": "L6.6", "wound": "L6.7", "double wound": "L6.7", "fame or heal": "L6.8",
}  # fmt: skip


def rule(view: View, action: Action) -> str:
    """The rule behind a choice."""
    match action:
        case Risk():
            return "L5.6" if view.question == "lay" else "L3.2"
        case GiveUp() if view.question != "show":
            return "L5.5"
        case Take(icon) if view.question == "take-space":
            return ICON_RULES[icon.kind]
    return RULES[view.question]
