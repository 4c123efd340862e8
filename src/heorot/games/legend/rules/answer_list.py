"""Lists of legal answers."""

from heorot.engine.kernels.bits import list_members
from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.state import Choices


@kernel
def add(out: Choices, code: int) -> None:
    """Append an answer."""
    out.code[out.count] = code
    out.count += 1


@kernel
def add_members(out: Choices, mask: int, base: int) -> None:
    """Append an answer for each member of a mask, in order."""
    out.count = list_members(mask, base, out.code, out.count)


@kernel
def members_from(mask: int, face: int) -> int:
    """Return the members of a mask from `face` on: sets are staged in the order of faces."""
    return mask & -(1 << face)
