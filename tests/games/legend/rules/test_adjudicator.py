"""The game against the independent adjudicator: whole random games in step, every list of answers, every place."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from heorot.engine.kernels.bits import members
from heorot.engine.seats import CHANCE
from heorot.games.legend.box.box import Box
from heorot.games.legend.game import GAME
from heorot.games.legend.model.state import LAID, PLAIN, SUPPLY, TURNED, State
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import QUESTIONS
from tests.games.legend.rules import adjudicator
from tests.games.legend.rules.adjudicator import World, adjudicate, new_world, whole_game
from tests.games.legend.tables import small_box
from tests.support.playing import box_named

BOXES = ("built-in", "small", "strange")
EVERYTHING = set(QUESTIONS.values()) - {"over"}
MANY = 8  # many scratches, so that a holder of The Warrior's Rest gets a third one too


def cards_at(table: Table, place: int) -> Counter[str]:
    s, faces = table.state, table.box.faces
    return Counter({faces[face].name: s.cards[place][face] for face in members(s.held[place])})


def plain_cards(table: Table, numbers: list[int]) -> Counter[str]:
    return Counter({table.box.faces[face].name: numbers[face] for face in range(PLAIN) if numbers[face]})


def tokens_at(table: Table, place: int) -> Counter[str]:
    faces = table.box.token_faces
    words = {token: f"{faces[token].kind}{faces[token].value}" for token in faces}
    return Counter({words[token]: table.state.tokens[place][token] for token in members(table.state.owned[place])})


def check_world(table: Table, w: World) -> None:
    """Check that every card, token and tile is where the adjudicator has it."""
    s: State = table.state
    seats = range(s.seats)
    assert [cards_at(table, seat) for seat in seats] == [+hand for hand in w.hands]
    assert [cards_at(table, LAID + seat) for seat in seats] == [+laid for laid in w.laid]
    assert cards_at(table, TURNED) == +w.turned
    assert (plain_cards(table, s.pile), plain_cards(table, s.discards)) == (+w.pile, +w.discards)
    assert {table.box.faces[face].name for face in members(s.specials)} == w.beside
    assert [tokens_at(table, seat) for seat in seats] == [+tokens for tokens in w.front]
    assert [tokens_at(table, LAID + seat) for seat in seats] == [+tokens for tokens in w.shown]
    assert tokens_at(table, SUPPLY) == +w.supply
    assert (s.misfortunes, s.misfortune[: s.seats]) == (w.misfortunes, w.misfortune)
    assert s.scratches[: s.seats] == w.scratches
    assert (s.wounds[: s.seats], s.double_wounds[: s.seats]) == (w.wounds, w.doubles)


def check_answers(table: Table, asked: adjudicator.Ask) -> None:
    """Check the seats to answer and their options."""
    assert set(GAME.actors(table)) == asked.keys()
    for seat, texts in asked.items():
        legal = [GAME.write(table, action) for action in GAME.legal(table, seat)]
        assert len(set(legal)) == len(legal)
        assert set(legal) == texts


def check_game(box: Box, seats: int, options: dict[str, str], rng: Random) -> set[str]:
    """Play a whole game in step; return the questions in it."""
    questions = set()
    table = GAME.setup(box, seats, options, 1)
    w = new_world(table.box.text, seats, "advanced" in options, "fallen" in options)
    play = whole_game(w, int(options["first"]) - 1 if "first" in options else None)
    asked: adjudicator.Ask = next(play)
    while asked:
        check_answers(table, asked)
        check_world(table, w)
        questions.add(QUESTIONS[table.state.phase])
        seat, action = choose(table, rng)
        text = GAME.write(table, action)
        before, table = table, GAME.apply(table, seat, action)
        asked = next_question(play, (seat, text))
        check_episode(before, table, w)
    check_world(table, w)
    assert GAME.actors(table) == ()
    assert list(GAME.score(table)) == w.points
    assert [seat for seat, share in enumerate(GAME.victory_shares(table)) if share] == w.winners
    return questions


def check_episode(before: Table, table: Table, w: World) -> None:
    """Check the markers and the first player at the end of an episode."""
    assert table.state.episode == w.episode or not GAME.actors(table)
    assert table.state.first == w.first
    if before.state.free and not table.state.free:
        assert table.state.order[: w.seats] == w.order


def next_question(play: adjudicator.Play, answer: adjudicator.Answer) -> adjudicator.Ask:
    try:
        return play.send(answer)
    except StopIteration:
        return {}


def choose(table: Table, rng: Random) -> tuple[int, Any]:
    """Choose any seat to answer, then the kind of answer, so that rare ones occur too."""
    seat = rng.choice(GAME.actors(table))
    if seat == CHANCE:
        cases = GAME.chance_outcomes(table)
        return seat, rng.choices([case.action for case in cases], [case.weight for case in cases])[0]
    kinds: dict[type, list[Any]] = {}
    for action in GAME.legal(table, seat):
        kinds.setdefault(type(action), []).append(action)
    return seat, rng.choice(rng.choice(list(kinds.values())))


def random_options(box: Box, rng: Random) -> tuple[int, dict[str, str]]:
    seats = rng.randint(*box.players)
    options = {name: "yes" for name in ("advanced", "fallen") if rng.random() < 0.6}
    return seats, options | ({"first": str(rng.randint(1, seats))} if rng.random() < 0.5 else {})


# ---- Random boxes --------------------------------------------------------------------------------------------------

FIVE = adjudicator.SYMBOLS[:-1]
ICONS = ["fame 1", "fame 2", "fame 3", "treasure 2", "misfortune", "alliance 1", "alliance 3", "cards 1", "cards 4",
         "scratch", "wound", "double wound", "fame 2 or heal"]  # fmt: skip
REWARDS = [icon for icon in ICONS if icon.startswith(("fame", "treasure", "alliance", "cards")) and "heal" not in icon]
SPECIALS = [*adjudicator.TEXTS, "sword:fighting=2:courage=1", "ring:beowulf=2", "+mail:wit=1:travelling=1:beowulf=1"]


def random_box(rng: Random) -> Box:
    """Return a box with few cards and tokens, special cards for all, and episodes in any order."""
    seats = rng.randint(2, 5)
    cards = {f"{symbol}{times}": rng.randint(0, 3) for symbol in FIVE for times in (1, 2)}
    cards |= {"beowulf1": rng.randint(seats, 2 * seats), "fighting2": rng.randint(seats, 2 * seats)}
    dealt = rng.randint(0, max(0, sum(cards.values()) // seats - 2))
    icons = ICONS + ["scratch"] * MANY + [f"card {word.strip('+').partition(':')[0]}" for word in SPECIALS] * 2
    episodes = [random_episode(rng, seats, icons) for _ in range(rng.randint(10, 24))]
    few = {kind: " ".join(f"{value}*{rng.randint(1, 4)}" for value in (1, 2, 3)) for kind in ("fame", "treasure")}
    return small_box(
        *episodes, f"Death: all hands / {spaces(rng, seats, icons)}", seats=seats, specials=" ".join(SPECIALS),
        cards=" ".join(f"{card}*{number}" for card, number in cards.items() if number), hand=(1, 1, min(dealt, 9)),
        alliance=f"fame1*{rng.randint(1, 4)} treasure2*{rng.randint(1, 4)}", misfortune=rng.randint(0, 3), **few,
    )  # fmt: skip


def spaces(rng: Random, seats: int, icons: list[str]) -> str:
    return ", ".join(rng.choices(icons, k=rng.randint(seats, 8)))


def random_episode(rng: Random, seats: int, icons: list[str]) -> str:
    name = rng.choice(["Somewhere", "Elsewhere", "Nowhere", "Dragon Battle"])
    two, space = " ".join(rng.sample(FIVE, 2)), spaces(rng, seats, icons)
    prices = ["any 1", "any 3", "one of each", "fame tokens 1", *(f"{rng.choice(FIVE)} {n}" for n in (1, 2, 3))]
    gets = rng.choice([*REWARDS, "card ring"])
    kinds = [
        *[f"risk {two}"] * 3, f"opportunity {rng.choice(prices)} / {gets}",
        f"opportunity fame tokens {rng.randint(1, 2)} / heal", "selection", "recovery",
        f"simultaneous {rng.choice(two.split())} / {space}", f"simultaneous {two} / {space}",
        *[f"in turn {two} / {space}"] * 2, f"treasure auction / {gets}", f"treasure ranking / {space}",
    ]  # fmt: skip
    return f"{name}: {rng.choice(kinds)}"


# ---- Equal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_agree_with_the_adjudicator(name, seed):
    rng, box = Random(f"{name} {seed}"), box_named(name, "legend")
    for _ in range(2 if name == "built-in" else 6):
        check_game(box, *random_options(box, rng), rng)


@pytest.mark.parametrize("seed", range(6))
def test_games_with_random_boxes_agree_with_the_adjudicator(seed):
    rng, questions = Random(seed), set()
    for _ in range(20):
        box = random_box(rng)
        questions |= check_game(box, *random_options(box, rng), rng)
    assert questions >= EVERYTHING


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 130))
def test_many_more_games_agree_with_the_adjudicator(seed):
    rng = Random(seed)
    for box in (box_named("built-in", "legend"), *(random_box(rng) for _ in range(20))):
        check_game(box, *random_options(box, rng), rng)


def test_x2_the_adjudicator_knows_the_example_of_the_rulebook():
    w = new_world(box_named("built-in", "legend").text, 4, advanced=False, fallen=False)
    w.hands = [Counter(words.split()) for words in ("fighting1", "courage2 beowulf1", "courage1 fighting2", "wit1")]
    w.episode = next(n for n, stop in enumerate(w.box["episode"]) if stop["name"] == "Grendel's Attack")
    said = [(0, "lay fighting1"), (1, "lay courage2"), (2, "lay courage1"), (2, "lay fighting2"), (3, "give up")]
    asked, _ = adjudicate(w, [*said, (0, "risk"), (CHANCE, "travelling1"), (CHANCE, "beowulf1")])
    assert asked == {0: {"give up"}}
    assert w.laid[0] == Counter(["fighting1", "beowulf1"])
