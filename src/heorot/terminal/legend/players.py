"""The players of the Legend, drawn a line each; below them the viewer's hand and tokens."""

from collections.abc import Sequence

from rich.text import Text

from heorot.games.legend.box.names import name_card, name_episode
from heorot.games.legend.model.components import Card, Token
from heorot.games.legend.table.analysis import count_pieces, standing
from heorot.games.legend.table.view import PlayerView
from heorot.games.legend.table.view_lookup import next_bidding, own_player, value_in
from heorot.terminal.columns import HEADING, QUIET, SEAT_STYLES, wrap_styled
from heorot.terminal.legend.screen import BAD, MATCHING, LegendScreen, truncate_styled
from heorot.terminal.legend.symbols import (
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
from heorot.terminal.translator import Translator

GAP = "  "
FEWEST = 4  # fewest columns of a name, with its seat
NARROW = 60  # with fewer columns the titles are signs
NOTHING = "–"
TITLES = (  # of the columns
    "legend.screen.player", "legend.screen.cards", "legend.screen.tokens", "legend.screen.scratches",
    "legend.screen.wounds", "legend.screen.here",
)  # fmt: skip

# ---- A line for each player ----------------------------------------------------------------------------------------


def draw_players(screen: LegendScreen, width: int, translator: Translator) -> list[Text]:
    """Draw cards, tokens, scratches, wounds and the status in this episode, a line for each player."""
    titles = tuple(map(translator.translate, TITLES))
    if width < NARROW:
        titles = (titles[0], CARDS, FAME + TREASURE, SCRATCH, WOUND, titles[-1])
    rows = [player_cells(screen, player, translator) for player in screen.view.players]
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    others = sum(widths[1:5]) + len(GAP) * 5
    widths[0] = max(FEWEST, min(widths[0], width - others - min(widths[5], width // 4)))
    lines = [Text(fit_row(titles, widths), QUIET)]
    for player, row in zip(screen.view.players, rows, strict=True):
        line = Text(fit_row(row, widths))
        line.stylize(SEAT_STYLES[player.seat], 0, 3)
        if player.seat in screen.view.asked:
            line.stylize(HEADING)
        lines.append(line)
    return [truncate_styled(line, width) for line in lines]


def fit_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return the cells of a row padded to the widths of the columns, numbers right-aligned."""
    name, cards, tokens, *others = cells
    first = [f"{name[: widths[0]]:<{widths[0]}}", cards.rjust(widths[1]), tokens.rjust(widths[2])]
    return GAP.join([*first, *(cell.ljust(room) for cell, room in zip(others, widths[3:], strict=True))]).rstrip()


def player_cells(screen: LegendScreen, player: PlayerView, translator: Translator) -> tuple[str, ...]:
    """Return the six cells of a player."""
    return (
        f" {player.seat + 1} {screen.names[player.seat]}",
        str(player.hand),
        str(player.tokens),
        SCRATCH * player.scratches or NOTHING,
        WOUND * player.wounds + DOUBLE_WOUND * player.double_wounds or NOTHING,
        episode_status(screen, player, translator),
    )


def episode_status(screen: LegendScreen, player: PlayerView, translator: Translator) -> str:
    """Return how a player stands in this episode."""
    view = screen.view
    pieces = " ".join(filter(None, (short_cards(player.laid, screen.box, translator), *sign_tokens(player.shown))))
    if view.question == "bid":
        return translator.translate("legend.screen.ready" if player.ready else "legend.screen.choosing")
    if player.marker is not None:
        status = translator.translate("legend.screen.marker", marker=player.marker)
    elif player.still_in:
        status = translator.translate("legend.screen.total", total=player.total or 0)
    elif player.out:
        status = translator.translate("legend.screen.out")
    else:
        status = ""
    return f"{status} ({pieces})".strip() if pieces else status


def draw_memory(screen: LegendScreen, width: int, translator: Translator) -> list[Text]:
    """L1.7: Draw what can be remembered of the other players: square tokens, seen alliance faces, known cards."""
    return [line for player in screen.view.players if player.seat != screen.view.seat
            for line in draw_remembered(screen, player, width, translator)]  # fmt: skip


def draw_remembered(screen: LegendScreen, player: PlayerView, width: int, translator: Translator) -> list[Text]:
    """Draw what can be remembered of one player."""
    hidden = [f"{ALLIANCE}{UNSEEN}"] * (player.alliances - count_pieces(player.seen))
    tokens = [*sign_tokens(player.squares), *sign_tokens(player.seen), *hidden, *[MISFORTUNE] * player.misfortunes]
    line = Text.assemble((f" {player.seat + 1} ", SEAT_STYLES[player.seat]), " ", " ".join(tokens) or NOTHING)
    if player.known:
        cards = short_cards(player.known, screen.box, translator)
        line.append(f"{GAP}{translator.translate('legend.screen.known', cards=cards)}", QUIET)
    return wrap_styled(line, width, "    ")


# ---- The viewer's hand and tokens ----------------------------------------------------------------------------------


def draw_hand(screen: LegendScreen, width: int, translator: Translator) -> list[Text]:
    """Draw the viewer's hand; cards that match the current or the next bidding come first, in brackets. Empty for
    spectators."""
    if screen.view.seat is None:
        return []
    matching = [(card, number) for card, number in screen.view.hand if matches_bidding(screen, card)]
    others = [(card, number) for card, number in screen.view.hand if not matches_bidding(screen, card)]
    line = draw_hand_heading(screen, bool(matching), translator)
    for card, number in matching:
        line.append(f"[{card_name(screen, card, translator)}]", MATCHING).append(times_sign(number)).append(" ")
    if matching and others:
        line.append(f"{translator.translate('legend.screen.others')} ", QUIET)
    names = (card_name(screen, card, translator) + times_sign(number) for card, number in others)
    return wrap_styled(line.append(", ".join(names)), width, "  ")


def draw_hand_heading(screen: LegendScreen, matching: bool, translator: Translator) -> Text:
    """Draw the number of cards, and the episode that cards in brackets match."""
    size, episode = count_pieces(screen.view.hand), next_bidding(screen.box, screen.view)
    if not size:
        return Text(translator.translate("legend.screen.no-hand"), HEADING)
    if episode is None or not matching:
        return Text(f"{translator.translate('legend.screen.hand', number=size)} ", HEADING)
    told = translator.translate("legend.screen.hand-for", number=size, name=name_episode(episode))
    return Text(f"{told} ", HEADING)


def matches_bidding(screen: LegendScreen, card: Card) -> bool:
    """Return whether a card matches the current bidding, or else the next one."""
    episode = next_bidding(screen.box, screen.view)
    return episode is not None and value_in(screen.box, episode, card) > 0


def card_name(screen: LegendScreen, card: Card, translator: Translator) -> str:
    """Return the name of a card with no-break spaces."""
    return translator.render(name_card(card, screen.box)).replace(" ", "\u00a0")


def times_sign(number: int) -> str:
    """Return `×2` for two, and nothing for one."""
    return f"×{number}" if number > 1 else ""


def draw_tokens(screen: LegendScreen, width: int, translator: Translator) -> list[Text]:
    """Draw the viewer's tokens, and their points together with the wounds."""
    if screen.view.seat is None:
        return []
    mine, points = own_player(screen.view), standing(screen.box, screen.view, screen.view.seat).score.points
    tokens: list[tuple[Token, int]] = sorted((*mine.squares, *screen.view.alliances), key=token_order)
    signs = [*sign_tokens(tuple(tokens)), *[MISFORTUNE] * mine.misfortunes]
    line = Text.assemble((translator.translate("legend.screen.your-tokens"), HEADING), " ", " ".join(signs) or NOTHING)
    line.append(f"{GAP}{translator.translate('legend.screen.points', points=points)}", BAD if points < 0 else QUIET)
    return wrap_styled(line, width, "  ")


def token_order(counted: tuple[Token, int]) -> tuple[bool, str, int]:
    """Return the sort key of a token: square tokens first, then by kind, the greatest value first."""
    token, _ = counted
    return token.kind.startswith("alliance"), token.kind, -token.value
