"""Errors for illegal actions, each with the rule that forbids it. They reveal nothing that the seat's view does not."""

from heorot.engine.errors import IllegalAction
from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie.box.names import name_tile
from heorot.games.movie.model.actions import (
    Action,
    Cash,
    Counsel,
    Draw,
    FillUp,
    First,
    Given,
    Keep,
    Pass,
    PlaceFigure,
    PlaceTile,
    Remove,
    Swap,
    SwapWith,
)
from heorot.games.movie.model.components import KIND_WORDS, Tile
from heorot.games.movie.model.state import (
    FILL,
    FIRST_SEAT,
    OVER,
    PLAY,
    REMOVE,
    SWAP,
    SWAP_WITH,
    TEMPTATION,
    TURN,
    act_of,
    first_copy,
)
from heorot.games.movie.table.action_codes import encode
from heorot.games.movie.table.notation import write
from heorot.games.movie.table.table import Table, actors, possible_codes


def refusal(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    """Return the error for an illegal action, or None if it is legal."""
    if table.state.phase == OVER:
        return IllegalAction("M5.1", "illegal.over")
    if seat not in actors(table):
        return IllegalAction("M2.1", "illegal.not-asked", seat=seat + 1)
    if encode(table.box, table.state.act, action) in possible_codes(table):
        return None
    if seat == CHANCE:
        rule = "M1.7" if table.state.phase == FIRST_SEAT else "M2.3"
        return IllegalAction(rule, "illegal.not-chance", action=write(action, table.state.act + 1))
    return refusal_of(table, seat, action)


def refusal_of(table: Table, seat: Seat, action: Action) -> IllegalAction:
    """Return the error for an illegal action of the player whose turn it is."""
    match action:
        case PlaceFigure():
            return refuse_figure(table, action)
        case Draw():
            return refuse_draw(table)
        case PlaceTile(tile, _) | Cash(tile) | Counsel(tile, _, _) | Given(tile):
            return refuse_tile(table, seat, action, tile)
        case Remove(space):
            return IllegalAction(removal_rule(table), "illegal.remove", space=space)
        case Swap(space) | SwapWith(space):
            rule = "M4.6" if table.state.phase in (SWAP, SWAP_WITH) else "M4.13"
            return IllegalAction(rule, "illegal.swap", space=space)
        case FillUp():
            return IllegalAction("M3.7", "illegal.fill")
        case Keep():
            return IllegalAction("M4.13", "illegal.keep")
        case Pass():
            return IllegalAction("M2.8", "illegal.pass")
        case First():
            return IllegalAction("M1.7", "illegal.first")


def removal_rule(table: Table) -> str:
    """M4.1, M4.2, M4.13: Return the rule about the removal that was tried."""
    s = table.state
    if s.phase != REMOVE:
        return "M4.13"
    return "M4.1" if table.box.printed.ability[s.tile[s.placed]] == TEMPTATION else "M4.2"


def refuse_other_question(table: Table) -> IllegalAction:
    """Return the error for an action while a removal, a swap or filling up a hand is open."""
    if table.state.phase == FILL:
        return IllegalAction("M3.7", "illegal.asked-fill")
    if table.state.phase == REMOVE:
        return IllegalAction("M3.2", "illegal.asked-remove")
    return IllegalAction("M3.2", "illegal.asked-swap")


def refuse_space(table: Table, space: str) -> IllegalAction:
    """M2.2, M4.11: Return the error for a space that does not exist or is not open."""
    board = table.box.boards[table.state.act]
    if space not in board.numbers:
        return IllegalAction("M2.2", "illegal.no-such-space", space=space)
    if board.numbers[space] in board.gorges:
        return IllegalAction("M4.11", "illegal.printed-gorge", space=space)
    return IllegalAction("M2.2", "illegal.not-open", space=space)


def refuse_figure(table: Table, action: PlaceFigure) -> IllegalAction:
    """M2.1 to M2.3: Return the error for a figure."""
    s = table.state
    if s.phase == PLAY:
        return IllegalAction("M2.3", "illegal.has-drawn")
    if s.phase != TURN:
        return refuse_other_question(table)
    if action.kind not in KIND_WORDS or not s.in_front[s.seat][KIND_WORDS.index(action.kind)]:
        return IllegalAction("M2.2", "illegal.no-figure", figure=action.kind)
    return refuse_space(table, action.space)


def refuse_draw(table: Table) -> IllegalAction:
    """M2.3, M2.5: Return the error for a draw."""
    if table.state.phase == PLAY:
        return IllegalAction("M2.3", "illegal.drawn-already")
    if table.state.phase == TURN:
        return IllegalAction("M2.5", "illegal.pool-empty")
    return refuse_other_question(table)


def refuse_tile(table: Table, seat: Seat, action: PlaceTile | Cash | Counsel | Given, tile: Tile) -> IllegalAction:
    """M2.3 to M2.5, M4.3, M4.4, M4.7: Return the error for a tile."""
    s, name = table.state, name_tile(tile, table.state.act + 1)
    if s.phase not in (TURN, PLAY):
        return refuse_other_question(table)
    if s.phase == TURN and s.pool:
        return IllegalAction("M2.3", "illegal.draw-first")
    if tile not in table.box.copies or not is_in_hand(table, seat, tile):
        return IllegalAction("M2.4", "illegal.not-in-hand", tile=name)
    match action:
        case Cash():
            return IllegalAction("M4.3", "illegal.no-treasure", tile=name)
        case Counsel(_, start, end):
            rule = "illegal.counsel" if tile.ability == "good_counsel" else "illegal.no-counsel"
            return IllegalAction("M4.7", rule, tile=name, start=start, end=end)
        case Given():
            return IllegalAction("M2.4", "illegal.where", tile=name)
        case PlaceTile(_, space):
            if tile.ability == "good_counsel":
                return IllegalAction("M4.7", "illegal.counsel-needs-figure")
            return refuse_space_for_tile(table, tile, space)


def refuse_space_for_tile(table: Table, tile: Tile, space: str) -> IllegalAction:
    """M2.4, M4.4: Return the error for a space on which this tile may not be placed."""
    refused = refuse_space(table, space)
    if tile.ability == "drunkenness" and refused.key == "illegal.not-open":
        return IllegalAction("M4.4", "illegal.no-mead", space=space)
    return IllegalAction("M2.4", refused.key, space=space) if refused.rule == "M2.2" else refused


def is_in_hand(table: Table, seat: Seat, tile: Tile) -> bool:
    """Return whether a tile is in a player's hand."""
    face = table.box.face_of(tile)
    return bool(table.state.hand[seat][act_of(face)] & first_copy(face))
