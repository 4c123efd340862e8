"""Worked examples of the rulebook as games. Sandra, Martha, Mark and Peter sit clockwise."""

from tests.games.legend.make_records import Script
from tests.games.legend.tables import small_box

HALL, GRENDEL = "King Hrothgar's Hall", "Grendel's Attack"


def hrothgars_hall() -> Script:
    script = Script(
        4,
        "X1: King Hrothgar's Hall asks for friendship. Martha and Mark show 2 symbols each, Sandra, the first player, "
        "shows 1, Peter none.",
        "L4.2: markers Martha, Mark, Sandra, Peter. L4.3: Peter's two fighting cards go back to his hand.",
    )
    script.deal("friendship1 wit1*4", "friendship2 wit1*4", "friendship1*2 courage1*3", "fighting1 courage1*4")
    script.go_to(HALL).bid("friendship1", "friendship2", "friendship1*2", "fighting1 fighting2")
    return script.take("card king_hrothgars_blessing", "alliance 2", "treasure 1", "cards 2")


def before_grendel(*notes: str) -> Script:
    """Return a script in which Sandra is first player at Grendel's Attack and all players have the cards of the
    example."""
    script = Script(4, *notes, first=2)
    script.deal("fighting1 wit1*4", "courage2 wit1*4", "courage1 wit1 travelling1*3", "travelling1*5")
    script.go_to(HALL).bid().take("alliance 2", "cards 2", "card king_hrothgars_blessing", "treasure 1").go_to(GRENDEL)
    return script.say("1 lay fighting1, 2 lay courage2, 3 lay courage1, 3 lay fighting2, 4 give up")


def grendel_out() -> Script:
    script = before_grendel(
        "X2: Grendel's Attack asks for courage and fighting. Sandra lays fighting 1, Martha courage 2, Mark courage 1 "
        "and fighting 2, which makes 3; Peter is out.",
        "X2, first branch: Sandra needs two more symbols and is out (L5.5). Martha lays a Beowulf, which makes 3, and "
        "Mark must still lay a card (L5.3).",
        "X3: markers Mark, Martha, Sandra, Peter. The scratch, on the fifth space, is not available to four (L6.1); "
        "Peter becomes the first player (L2.3).",
    )
    script.say("1 give up, 2 lay beowulf1, 3 lay beowulf1, 2 give up")
    return script.take("fame 5", "card beowulfs_daring", "alliance 1", "wound")


def grendel_risk() -> Script:
    script = before_grendel(
        "X2, second branch: Sandra risks, turns up travelling and Beowulf, lays the Beowulf, which makes 2, and must "
        "lay another card (L5.6). Martha lays a Beowulf, which makes 3, and Mark must still lay a card (L5.3).",
    )
    return script.say("1 risk, * travelling1, * beowulf1, 1 lay beowulf1, 2 lay beowulf1")


def scores() -> Script:
    box = small_box(
        "First: simultaneous wit / fame 9, fame 8, fame 9, fame 9",
        "Second: simultaneous wit / treasure 3, scratch, fame 3, fame 4",
        "Third: simultaneous wit / wound, cards 1, treasure 2, treasure 5",
        "Fourth: simultaneous wit / cards 1, cards 1, wound, wound",
        "Fifth: simultaneous wit / cards 1, cards 1, wound, double wound",
        "Death: all hands / cards 1, cards 1, misfortune, cards 1",
        cards="wit1*9", fame="3 4 8 9*3", treasure="2 3 5", misfortune=1, seats=4,
    )  # fmt: skip
    script = Script(
        4,
        "X4: Sandra 9 fame and 3 treasure with one wound, 12; Martha 8 fame without a wound, 13; Mark 12 + 2 - 2 with "
        "two wounds, 12; Peter 13 + 5 - 15 with three wounds, 3.",
        "L8.2, L8.3: Martha's scratch counts nothing, and Peter's double wound counts two. L8.4: Martha wins; Sandra "
        "and Mark share the second place.",
        box=box,
    )
    brought = (  # to Sandra, Martha, Mark and Peter
        ("fame 9", "fame 8", "fame 9", "fame 9"), ("treasure 3", "scratch", "fame 3", "fame 4"),
        ("wound", "cards 1", "treasure 2", "treasure 5"), ("cards 1", "cards 1", "wound", "wound"),
        ("cards 1", "cards 1", "wound", "double wound"), ("cards 1", "cards 1", "misfortune", "cards 1"),
    )  # fmt: skip
    for icons in brought:
        if script.table.state.pending:
            script.bid()
        script.take(*(icons[seat] for seat in script.table.state.order[:4]))
    return script


SCENARIOS = {
    "rulebook-hrothgars-hall": hrothgars_hall,
    "rulebook-grendel-out": grendel_out,
    "rulebook-grendel-risk": grendel_risk,
    "rulebook-scores": scores,
}
