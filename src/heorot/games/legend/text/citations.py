"""Rules behind questions, answers and log sentences."""

from heorot.engine.sentence import Sentence, with_rule
from heorot.games.legend.model.actions import Action, GiveUp, Risk, Take
from heorot.games.legend.refusal import ASKED
from heorot.games.legend.table.view import QUESTIONS, View

RULES = {QUESTIONS[phase]: rule for phase, (rule, _) in ASKED.items()}
ICON_RULES = {
    "fame": "L6.3", "treasure": "L6.3", "misfortune": "L6.3", "alliance": "L6.4", "cards": "L6.5", "card": "L6.5",
    "scratch": "L6.6", "wound": "L6.7", "double wound": "L6.7", "fame or heal": "L6.8",
}  # fmt: skip


def rule(view: View, action: Action) -> str:
    """Return the rule behind a choice."""
    match action:
        case Risk():
            return "L5.6" if view.question == "lay" else "L3.2"
        case GiveUp() if view.question != "show":
            return "L5.5"
        case Take(icon) if view.question == "take-space":
            return ICON_RULES[icon.kind]
    return RULES[view.question]


# ---- The log -------------------------------------------------------------------------------------------------------

KIND_RULES = {
    "risk": "L3.2", "opportunity": "L3.3", "selection": "L3.6", "recovery": "L3.7", "simultaneous": "L4.1",
    "in-turn": "L5.1", "all-hands": "L8.1", "treasure-auction": "L9.1", "treasure-ranking": "L9.2",
}  # fmt: skip
TOLD_RULES = {
    "first": "L1.2", "dealt": "L1.4", "hands": "L1.4", "first-player": "L2.3", "passes-by": "L3.5",
    "passes-basic": "L2.1", "tie": "L4.2", "treasure-returned": "L9.2", "reshuffle": "L1.8",
    "draws": "L6.5", "draws-these": "L6.5", "draws-tokens": "L6.4",
    "draws-these-tokens": "L6.4", "turned-over": "L3.7", "recovers": "L3.7", "declines": "L3.1", "risks": "L3.2",
    "risk-keeps": "L3.2", "risk-lays": "L5.6", "discards": "L3.3", "pays": "L3.4", "returns": "L3.5", "bids": "L4.1",
    "seals": "L4.4", "shows": "L4.2", "goes-back": "L4.3", "shows-tokens": "L9.2", "turns-up": "L9.2", "lays": "L5.2",
    "shows-token": "L9.1", "gives-up": "L5.5", "gives-up-marker": "L5.5", "gives-up-tokens": "L9.1", "out": "L5.6",
    "last-in": "L5.8", "wins-auction": "L9.1", "wins-unpaid": "L9.1", "nothing-left": "L6.3", "gets-tokens": "L6.3",
    "misfortune": "L6.3", "gets-card": "L6.5", "scratch": "L6.6", "third-scratch": "L6.6", "wound": "L6.7",
    "double-wound": "L6.7", "blesses": "L7.2", "inspires": "L7.3", "dares": "L7.4", "resolves": "L7.5", "rests": "L7.6",
    "keeps": "L7.7", "heals": "L6.8", "adds": "L4.1",
}  # fmt: skip
RESOLVED = ("simultaneous", "in-turn", "all-hands", "treasure-ranking")  # episodes with icon spaces (chapter 6)
DONE = "legend.does."  # prefix of log keys
BROUGHT = ("draws", "draws-these", "draws-tokens", "draws-these-tokens", "gets-tokens", "gets-card", "heals")


def cite(sentence: Sentence, kind: str) -> Sentence:
    """Add the rule to a log sentence about an episode of some kind."""
    _, of_the_log, what = sentence.key.partition(DONE)
    return with_rule(sentence, rule_of_sentence(sentence, what, kind) if of_the_log else None)


def rule_of_sentence(sentence: Sentence, what: str, kind: str) -> str | None:
    """Return the rule of a log sentence: for an arrival that of the episode kind, for an icon its own."""
    kind = kind.replace(" ", "-")
    match what:
        case "arrives" | "arrives-symbols" | "arrives-offer" | "arrives-reward" | "takes":
            return KIND_RULES.get(kind)
        case "space":
            return ICON_RULES.get(icon_kind(sentence.params["icon"]), "L6.2")
        case "risks" | "risk-fails":
            return "L5.6" if kind == "in-turn" else "L3.2"
        case "shows" if kind == "all-hands":
            return KIND_RULES[kind]
        case _ if what in BROUGHT and kind not in RESOLVED:
            return KIND_RULES.get(kind) or TOLD_RULES[what]
    return TOLD_RULES.get(what)


def icon_kind(icon: object) -> str:
    """Return the kind of an icon from its name sentence."""
    return icon.key.rpartition(".")[2].replace("-", " ") if isinstance(icon, Sentence) else ""
