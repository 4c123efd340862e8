"""Lists of what may be answered."""

from heorot.engine.accel import kernel, list_members
from heorot.games.legend.state import Choices


@kernel
def add(out: Choices, code: int) -> None:
    """One answer more."""
    out.code[out.count] = code
    out.count += 1


@kernel
def add_members(out: Choices, mask: int, base: int) -> None:
    """An answer for each member of a mask, in order."""
    out.count = list_members(mask, base, out.code, out.count)


@kernel
def from_here(mask: int, face: int) -> int:
    """A set is staged in the order of faces: the members that are not before this one."""
    return mask & -(1 << face)
