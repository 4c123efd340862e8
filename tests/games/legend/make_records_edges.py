"""Edge cases of the rules as whole games."""

from functools import partial

from heorot.games.legend.table.table import actors
from tests.games.legend.make_records import Script
from tests.games.legend.tables import BLESSING, DARING, INSPIRATION, RESOLVE, REST, asked, may_say, small_box

HALL, GRENDEL, CUP = "King Hrothgar's Hall", "Grendel's Attack", "The Queen's Cup"

# ---- The piles -----------------------------------------------------------------------------------------------------


def reshuffle_in_a_risk() -> Script:
    box = small_box(
        "Storm: risk travelling courage", "Calm: risk travelling wit", "Death: all hands / fame 2, fame 1",
        cards="wit1*4 courage1", hand=(0, 0, 1), fame="1 2",
    )  # fmt: skip
    script = Script(
        2,
        "L1.8: Martha's risk takes the last card of the pile. The two discards are the new one, without the card that "
        "she has just turned over, and the second card comes from there.",
        "L3.2: nothing matches, so both her cards are discarded then, and she takes a scratch.",
        box=box,
    )
    script.deal("wit1", "courage1").say("1 risk, * wit1, * wit1, 2 risk, * wit1, * wit1")
    return script.say("1 risk, * wit1, * wit1").finish()


def empty_pile() -> Script:
    box = small_box(
        "Storm: risk travelling courage", "Camp: recovery", "Feast: selection",
        "Battle: in turn courage fighting / fame 2, wound", "Market: opportunity any 2 / cards 2",
        "Death: all hands / fame 2, fame 1", cards="wit1*3 courage1", hand=(0, 0, 2), fame="1 2*2",
    )  # fmt: skip
    script = Script(
        2,
        "L1.8: all four cards are dealt, and there are no discards: nobody is asked in the risk and in the recovery, "
        "two cards chosen at the feast are none, and in the battle nobody may risk.",
        "L1.8: Sandra's laid card is the only discard when Martha's wound brings two cards: she draws that one, and "
        "what is missing is not drawn.",
        "L1.8: the two cards that Martha discards at the market are shuffled when she draws two.",
        box=box,
    )
    script.deal("wit1 courage1", "wit1*2").say("1 take cards 2, 2 take fame 2, 1 lay courage1, 2 give up")
    script.take("fame 2", "wound").say("2 discard wit1, 2 discard wit1, 2 done").settle()
    return script.finish()


def recovery() -> Script:
    box = small_box(
        "Camp: recovery", "Rest: recovery", "Death: all hands / fame 2, fame 1, fame 1",
        cards="wit1*4 courage2*2 beowulf1", hand=(0, 0, 1), fame="1*2 2", seats=3,
    )  # fmt: skip
    script = Script(
        3,
        "L3.7: four cards are left for three players. Martha, the first player, Mark and Sandra take one each, and "
        "Martha the last one.",
        "L3.7: the second recovery has no card at all, and passes.",
        box=box, first=2,
    )  # fmt: skip
    script.deal("wit1", "wit1", "wit1").settle()
    return script.say("2 take beowulf1, 3 take courage2, 1 take courage2, 2 take wit1").finish()


# ---- Bids ----------------------------------------------------------------------------------------------------------


def all_tied() -> Script:
    script = Script(
        5,
        "L4.2: everyone shows one Beowulf symbol at King Hrothgar's Hall. Mark is the first player, so the markers go "
        "to Mark, Peter, Wiglaf, Sandra and Martha, who becomes the first player (L2.3).",
        first=3,
    )
    script.deal().go_to(HALL).bid(*["beowulf1"] * 5)
    return script.take("treasure 1", "misfortune", "alliance 2", f"card {BLESSING}", "cards 2").finish()


def no_bids() -> Script:
    script = Script(
        3,
        "L4.1, L4.2: nobody bids a card at King Hrothgar's Hall: the markers go clockwise from Martha, who is first.",
        "L4.3: at The Queen's Cup all bid cards that do not match, and take them back.",
        first=2,
    )
    script.deal("courage1*5", "courage1*4 travelling1", "travelling1*5").go_to(HALL).bid()
    script.take(f"card {BLESSING}", "treasure 1", "alliance 2").go_to(CUP)
    return script.bid("fighting2", f"courage1 fighting2 {BLESSING}", "travelling1*2").finish()


def last_in() -> Script:
    script = Script(
        4,
        "L5.8: Sandra, Martha and Mark give up without a card at Grendel's Attack. Peter is the last one in: he takes "
        "marker 1 without ever having been asked.",
    )
    script.deal().go_to(HALL).bid("", "beowulf1", "beowulf1", "beowulf1")
    script.take("alliance 2", "cards 2", "treasure 1", f"card {BLESSING}").go_to(GRENDEL)
    return script.say("1 give up, 2 give up, 3 give up").take("fame 5").finish()


def auction() -> Script:
    script = Script(
        3,
        "L9.1: all leave The Ring-Giver at once, and the last one in takes three cards for nothing.",
        "L9.1: at Unferth's Offer Sandra shows a token and all others give up: she returns it for fame 3. At Gifts for "
        "the King everyone gives up at once, though all have treasure.",
        options="advanced",
    )
    script.deal().go_to("The Ring-Giver").all_say("give up").all_say("take treasure 2").go_to("Unferth's Offer")
    script.fight({1: ["show treasure2"]}).go_to("Hrothgar's Thanks").all_say("take treasure 2")
    return script.finish()


# ---- Special cards -------------------------------------------------------------------------------------------------


def specials(used: bool) -> Script:
    """Let Sandra win every special card, and use or keep each of them at its question."""
    notes = (
        "L7.2: King Hrothgar's Blessing takes back a card that a risk has laid at Grendel's Attack.",
        "L7.4, L7.5: at The Empty Throne Sandra uses Beowulf's Daring, turns over five cards without a match, and uses "
        "Beowulf's Resolve; the Daring stays spent, and her next risk is of two cards.",
        "L7.6: that one fails too, and The Warrior's Rest returns both her scratches before the third one comes.",
        "L7.3: Queen Wealhtheow's Inspiration avoids the double wound of Dragon Battle, and brings no cards.",
        "L7.1: Hrunting, Naegling and the All-Iron Shield are laid, the Hides of Land are bid, and the Golden Torque "
        "pays for an alliance.",
    ) if used else (
        "L7.7: Sandra is asked about every special card with a text at its moment, and keeps each of them.",
        "L7.2: the Blessing after a risk at Grendel's Attack. L7.4: the Daring before each risk. L7.5: the Resolve "
        "after a risk without a match. L7.6: the Rest at the third scratch, which is a wound then. L7.3: the "
        "Inspiration at a double wound, which brings two cards then.",
        "L7.1: special cards with symbols stay in the hand, and count at Death of Beowulf (L8.1).",
    )  # fmt: skip
    script = Script(5, *notes, options="advanced")
    script.deal("friendship1 wit1*2 travelling1*2").go_to(HALL).bid("friendship1").take(f"card {BLESSING}")
    script.go_to(GRENDEL).fight({1: ["risk, * courage2, * wit2"]})
    script.say("1 take back courage2" if used else "1 keep").take(f"card {DARING}")
    script.go_to("Feast in Heorot", "1 select").say("1 take treasure 2")
    script.go_to(CUP).bid("wit1").take(f"card {INSPIRATION}")
    fail(script, "The Sea Hag's Revenge")
    script.go_to("Hunt for the Sea Hag").bid("wit1").take("card hrunting")
    fail(script, "Dive into the Mere")
    script.go_to("Sea Hag Battle").fight({1: ["lay fighting2"]}).take(f"card {RESOLVE}")
    script.go_to("Return to King Hygelac").bid("travelling1").take("card hides_of_land")
    raid = {1: ["lay hrunting"], 3: ["lay fighting2"]} if used else {1: ["lay travelling1"]}
    script.go_to("The Frisian Raid").fight(raid).take(f"card {REST}")
    fail_again(script, used)
    script.go_to("Guardian of the Heir").fight({1: ["lay beowulf1"]}).take("card golden_torque")
    script.go_to("The Swedish War").fight({1: ["lay"]}).take("card naegling")
    script.go_to("Many Friendships", "1 pay").say("1 pay golden_torque, 1 done" if used else "1 decline").settle()
    script.go_to("The Dragon Wakes").bid("hides_of_land" if used else "").go_to("Forging the Shield")
    script.fight({1: ["show treasure2"]}).go_to("Dragon Battle")
    battle = {1: ["lay naegling", "lay all_iron_shield"], 2: ["lay fighting2", "lay beowulf1"]}
    script.fight(battle if used else {1: ["lay"]}).take("double wound")
    return script.say(f"1 use {INSPIRATION}" if used else "1 keep").finish()


def fail(script: Script, name: str) -> None:
    """Let Sandra fail a risk, take a scratch and keep the Daring."""
    script.go_to(name, "1 risk").say("1 risk, 1 keep").miss(2)


def fail_again(script: Script, used: bool) -> None:
    """Let Sandra fail a risk at the third scratch."""
    script.go_to("The Empty Throne", "1 risk").say("1 risk")
    if used:
        script.say(f"1 use {DARING}").miss(5).say(f"1 use {RESOLVE}, 1 risk").miss(2).say("1 rest 2")
    else:
        script.say("1 keep").miss(2).say("1 keep, 1 keep")


# ---- Supplies ------------------------------------------------------------------------------------------------------


def supplies() -> Script:
    box = small_box(
        "Feast: selection", "Revel: selection", "Trade: opportunity fighting 2 / treasure 3",
        "Hall: simultaneous friendship / fame 3, alliance 2, misfortune", "Pact: opportunity wit 1 / alliance 1",
        "Court: simultaneous wit / fame 3, treasure 2, misfortune", "Death: all hands / fame 2 or heal, fame 1, fame 1",
        cards="wit1*6 fighting2*3 beowulf1*3", hand=(1, 1, 1), fame="1 2*2 3", treasure="2 3",
        alliance="fame1*2", misfortune=1, seats=3,
    )  # fmt: skip
    script = Script(
        3,
        "L3.6: at the second selection treasure 2 has run out, and for Martha fame 2 as well.",
        "L3.5: Sandra buys the last treasure 3, so the others are not asked; at the Pact nobody is, since no alliance "
        "token is left.",
        "L6.4: two scrolls at the Hall, and one alliance token is left: Martha takes it.",
        "L6.3: at the Court neither fame 3, treasure 2 nor a misfortune is left: the spaces bring nothing. No change "
        "is made for fame 2 (L6.8), and of two spaces with fame 1 the second brings nothing.",
        box=box,
    )
    script.deal("wit1", "wit1", "wit1").say("1 take treasure 2, 2 take alliance 1").settle()
    script.say("3 take fame 2, 1 take fame 2, 2 decline, 3 decline, 1 pay fighting2, 1 done").bid()
    script.take("fame 3", "alliance 2", "misfortune").bid().take("fame 3", "treasure 2", "misfortune")
    return script.finish()


def change() -> Script:
    script = Script(
        5,
        "L3.6: all ten fame 2 are taken at two selections; at King Beowulf that option is gone.",
        "L6.3: at Dragon Battle the space with fame 2 brings two fame 1 instead. At Death of Beowulf a single fame 1 "
        "is left, so the spaces with fame 2 bring nothing.",
    )
    script.deal().go_to("Feast in Heorot").all_say("take fame 2").go_to("Hrothgar's Thanks").all_say("take fame 2")
    script.go_to("King Beowulf").all_say("take cards 2").go_to("Dragon Battle").until(is_taking)
    script.take("fame 2").go_to("Death of Beowulf").take("fame 2", "fame 2")
    return script.finish()


def is_taking(table: object) -> bool:
    return asked(table).endswith("take-space")


# ---- The end -------------------------------------------------------------------------------------------------------


def break_ranks() -> Script:
    script = Script(
        4,
        "L3.3, L3.5: at Break Ranks? Sandra returns an alliance token with fame 1 and one with fame 3, whose faces all "
        "see now, and a wound heals. They lie face down among the others again.",
        "L3.5: only those who are hurt are asked.",
    )
    script.deal().go_to(GRENDEL).fight({}).until(lambda table: asked(table) == "1 take-space").take("wound")
    script.go_to("Feast in Heorot", "1 select").say("1 take alliance 1, * alliance-fame1")
    script.go_to("Hrothgar's Thanks", "1 select").say("1 take alliance 1, * alliance-fame3")
    script.go_to("Break Ranks?", "1 return").say("1 give alliance-fame1, 1 give alliance-fame3, 1 done, 1 heal wound")
    return script.finish()


def ties_of_treasure() -> Script:
    box = small_box(
        "Feast: selection", "Revel: selection", "Hoard: treasure ranking / fame 3, fame 2, fame 1",
        "Death: all hands / fame 1, fame 1, fame 1", cards="wit1*3", hand=(0, 0, 1), fame="1*4 2 3", treasure="2*3",
        alliance="treasure2*3", seats=3,
    )  # fmt: skip
    script = Script(
        3,
        "L9.2: all three show treasure worth 4, a square token and an alliance token each: the markers go clockwise "
        "from Mark, the first player. Then all treasure goes back, alliance tokens face down.",
        "L2.3: the first player stays the same. L9.3: no treasure counts at the end.",
        box=box, first=3, options="advanced",
    )  # fmt: skip
    script.deal().all_say("take treasure 2").all_say("take alliance 1")
    return script.take("fame 3", "fame 1", "fame 2").finish()


def all_fallen() -> Script:
    script = Script(
        2,
        "L10.1: both players risk whenever they can, and chance is against them: three scratches are a wound (L6.6), "
        "and three wounds are too many. Both have fallen, so nobody wins.",
        options="fallen",
    )
    script.deal()
    while actors(script.table):
        seat, texts = actors(script.table)[0], may_say(script.table)
        if asked(script.table) == "* risk-card":
            script.miss(1)
        elif "risk" in texts:
            script.say(f"{seat + 1} risk")
        elif asked(script.table).endswith("take-space"):
            script.say(f"{seat + 1} {worst(script, texts)}")
        else:
            script.step()
    return script


def worst(script: Script, texts: list[str]) -> str:
    """Return a wound or a scratch for the player with fewer wounds, and another space for the other."""
    s = script.table.state
    wounds = [s.wounds[seat] + 2 * s.double_wounds[seat] for seat in range(2)]
    is_next = wounds[s.seat] <= wounds[1 - s.seat]
    return min(texts, key=lambda text: (text.endswith(("wound", "scratch")) != is_next, text))


SCENARIOS = {
    "reshuffle-in-a-risk": reshuffle_in_a_risk,
    "empty-pile-without-discards": empty_pile,
    "recovery-with-too-few-cards": recovery,
    "all-bids-tied": all_tied,
    "everyone-bids-nothing": no_bids,
    "last-in-without-laying": last_in,
    "auction-left-at-once": auction,
    "special-cards-used": partial(specials, used=True),
    "special-cards-kept": partial(specials, used=False),
    "supplies-run-out": supplies,
    "fame-2-in-change": change,
    "break-ranks-with-alliance-tokens": break_ranks,
    "recover-treasures-with-ties": ties_of_treasure,
    "all-fallen": all_fallen,
}
