"""The players of the Legend, drawn: a line each; below them the own hand and the own tokens."""

from collections.abc import Sequence

from rich.text import Text

from heorot.games.legend.components import Card, Token
from heorot.games.legend.explain import number_of, standing
from heorot.games.legend.looking import next_bidding, own, value_in
from heorot.games.legend.names import name_card, name_episode
from heorot.games.legend.view import PlayerView
from heorot.terminal.columns import HEADING, QUIET, SEAT_STYLES, cut
from heorot.terminal.legend.scene import BAD, MATCHING, Scene, shorten
from heorot.terminal.legend.signs import (
    ALLIANCE,
    CARDS,
    DOUBLE_WOUND,
    FAME,
    MISFORTUNE,
    SCRATCH,
    TREASURE,
    UNSEEN,
    WOUND,
    short_cards,
    sign_tokens,
)
from heorot.terminal.speech import Speech

GAP = "  "
FEWEST = 4  # columns for a name, its seat included
NARROW = 60  # with fewer columns signs stand above the numbers
NOTHING = "–"
TITLES = (  # of the columns
    "legend.screen.player", "legend.screen.cards", "legend.screen.tokens", "legend.screen.scratches",
    "legend.screen.wounds", "legend.screen.here",
)  # fmt: skip

# ---- A line for each player ----------------------------------------------------------------------------------------


def draw_players(shown: Scene, width: int, speech: Speech) -> list[Text]:
    """Cards, tokens, scratches, wounds, and how each stands in this episode."""
    titles = tuple(map(speech.say, TITLES))
    if width < NARROW:
        titles = (titles[0], CARDS, FAME + TREASURE, SCRATCH, WOUND, titles[-1])
    rows = [player_cells(shown, player, speech) for player in shown.view.players]
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    others = sum(widths[1:5]) + len(GAP) * 5
    widths[0] = max(FEWEST, min(widths[0], width - others - min(widths[5], width // 4)))
    lines = [Text(fit_row(titles, widths), QUIET)]
    for player, row in zip(shown.view.players, rows, strict=True):
        line = Text(fit_row(row, widths))
        line.stylize(SEAT_STYLES[player.seat], 0, 3)
        if player.seat in shown.view.asked:
            line.stylize(HEADING)
        lines.append(line)
    return [shorten(line, width) for line in lines]


def fit_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The cells of a row, numbers to the right."""
    name, cards, tokens, *others = cells
    first = [f"{name[: widths[0]]:<{widths[0]}}", cards.rjust(widths[1]), tokens.rjust(widths[2])]
    return GAP.join([*first, *(cell.ljust(room) for cell, room in zip(others, widths[3:], strict=True))]).rstrip()


def player_cells(shown: Scene, player: PlayerView, speech: Speech) -> tuple[str, ...]:
    """A player in six cells."""
    return (
        f" {player.seat + 1} {shown.names[player.seat]}",
        str(player.hand),
        str(player.tokens),
        SCRATCH * player.scratches or NOTHING,
        draw_wounds(player) or NOTHING,
        tell_here(shown, player, speech),
    )


def draw_wounds(player: PlayerView) -> str:
    """Wound tiles; the double wound is one tile."""
    return WOUND * player.wounds + DOUBLE_WOUND * player.double_wounds


def tell_here(shown: Scene, player: PlayerView, speech: Speech) -> str:
    """How a player stands in this episode."""
    view = shown.view
    lying = " ".join(filter(None, (short_cards(player.laid, shown.box, speech), *sign_tokens(player.shown))))
    if view.question == "bid":
        return speech.say("legend.screen.ready" if player.ready else "legend.screen.choosing")
    if player.marker is not None:
        told = speech.say("legend.screen.marker", marker=player.marker)
    elif player.still_in:
        told = speech.say("legend.screen.total", total=player.total or 0)
    elif any(other.still_in for other in view.players):
        told = speech.say("legend.screen.out")
    else:
        told = ""
    return f"{told} ({lying})".strip() if lying else told


def draw_memory(shown: Scene, width: int, speech: Speech) -> list[Text]:
    """L1.7: what could be remembered of the others: square tokens, alliance faces that were seen, known cards."""
    return [line for player in shown.view.players if player.seat != shown.view.seat
            for line in draw_remembered(shown, player, width, speech)]  # fmt: skip


def draw_remembered(shown: Scene, player: PlayerView, width: int, speech: Speech) -> list[Text]:
    """The same of one player."""
    hidden = [f"{ALLIANCE}{UNSEEN}"] * (player.alliances - number_of(player.seen))
    tokens = [*sign_tokens(player.squares), *sign_tokens(player.seen), *hidden, *[MISFORTUNE] * player.misfortunes]
    line = Text.assemble((f" {player.seat + 1} ", SEAT_STYLES[player.seat]), " ", " ".join(tokens) or NOTHING)
    if player.known:
        cards = short_cards(player.known, shown.box, speech)
        line.append(f"{GAP}{speech.say('legend.screen.known', cards=cards)}", QUIET)
    return cut(line, width, "    ")


# ---- The own hand and tokens ---------------------------------------------------------------------------------------


def draw_hand(shown: Scene, width: int, speech: Speech) -> list[Text]:
    """The own hand: what matches the bidding at hand, or the next one, in brackets and first; nothing for those who
    only watch."""
    if shown.view.seat is None:
        return []
    matching = [(card, number) for card, number in shown.view.hand if is_wanted(shown, card)]
    others = [(card, number) for card, number in shown.view.hand if not is_wanted(shown, card)]
    line = draw_hand_heading(shown, bool(matching), speech)
    for card, number in matching:
        line.append(f"[{name_held(shown, card, speech)}]", MATCHING).append(times(number)).append(" ")
    if matching and others:
        line.append(f"{speech.say('legend.screen.others')} ", QUIET)
    names = (name_held(shown, card, speech) + times(number) for card, number in others)
    return cut(line.append(", ".join(names)), width, "  ")


def draw_hand_heading(shown: Scene, matching: bool, speech: Speech) -> Text:
    """How many cards, and what those in brackets match."""
    size, episode = number_of(shown.view.hand), next_bidding(shown.box, shown.view)
    if not size:
        return Text(speech.say("legend.screen.no-hand"), HEADING)
    if episode is None or not matching:
        return Text(f"{speech.say('legend.screen.hand', number=size)} ", HEADING)
    told = speech.say("legend.screen.hand-for", number=size, name=name_episode(episode))
    return Text(f"{told} ", HEADING)


def is_wanted(shown: Scene, card: Card) -> bool:
    """Whether a card matches the bidding at hand, or else the next one."""
    episode = next_bidding(shown.box, shown.view)
    return episode is not None and value_in(shown.box, episode, card) > 0


def name_held(shown: Scene, card: Card, speech: Speech) -> str:
    """A card in words that are not cut in two."""
    return speech.utter(name_card(card, shown.box)).replace(" ", "\u00a0")


def times(number: int) -> str:
    """`×2`, where there is more than one."""
    return f"×{number}" if number > 1 else ""


def draw_tokens(shown: Scene, width: int, speech: Speech) -> list[Text]:
    """The own tokens, and what they are worth with the wounds."""
    if shown.view.seat is None:
        return []
    mine, points = own(shown.view), standing(shown.box, shown.view, shown.view.seat).score.points
    tokens: list[tuple[Token, int]] = sorted((*mine.squares, *shown.view.alliances), key=by_value)
    signs = [*sign_tokens(tuple(tokens)), *[MISFORTUNE] * mine.misfortunes]
    line = Text.assemble((speech.say("legend.screen.your-tokens"), HEADING), " ", " ".join(signs) or NOTHING)
    line.append(f"{GAP}{speech.say('legend.screen.points', points=points)}", BAD if points < 0 else QUIET)
    return cut(line, width, "  ")


def by_value(counted: tuple[Token, int]) -> tuple[bool, str, int]:
    """Square tokens first, the greatest of each kind first."""
    token, _ = counted
    return token.kind.startswith("alliance"), token.kind, -token.value
