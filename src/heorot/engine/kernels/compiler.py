"""One source, two speeds.

The rules of a game are small functions over flat records, in a plain subset of Python: whole numbers, lists, loops.
Called from Python they simply run (debugger, coverage, no dependency). Behind an `entry` the very same source is
compiled with Numba, when it is installed, and works on arrays.

    class State(Record)           a flat record: the table of fields is the class body
    @kernel  def a_rule(...)      a small rule; plain Python, inlined when compiled
    @entry   def simulate(...)    a door into compiled code, called from Python with tables
    table(State, 4)               four records side by side: an array for compiled code, else a list

Numba is imported when the first entry is compiled, not before: a program that only reads or plays starts at once.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound="Record")


def can_compile() -> bool:
    """Whether compiled rules are to be had here: Numba is installed and HEOROT_COMPILE is not 0."""
    return os.environ.get("HEOROT_COMPILE", "1") != "0" and importlib.util.find_spec("numba") is not None


def is_compiling() -> bool:
    """Whether the compiler is loaded already, so that compiled code is to be had at once."""
    return _loaded is not None


# ---- Records -------------------------------------------------------------------------------------------------------


class Field:
    """One field of a record: a whole number, or a list of them in one or two dimensions."""

    def __init__(self, shape: tuple[int, ...], width: str) -> None:
        self.shape = shape
        self.width = width

    def zero(self) -> Any:
        """What the field holds in a new record."""
        match self.shape:
            case ():
                return 0
            case (n,):
                return [0] * n
            case (n, m):
                return [[0] * m for _ in range(n)]

    def copy(self, value: Any) -> Any:
        """The same numbers in lists of their own."""
        match self.shape:
            case ():
                return value
            case (_,):
                return value[:]
            case (_, _):
                return [row[:] for row in value]


@overload
def whole() -> int: ...
@overload
def whole(n: int, /, *, width: str = ...) -> list[int]: ...
@overload
def whole(n: int, m: int, /, *, width: str = ...) -> list[list[int]]: ...
def whole(*shape: int, width: str = "i8") -> Any:
    """Declare a field of a record: a whole number of 64 bits, or a list of them."""
    return Field(shape, width)


class Record:
    """A flat record. Its fields stand in the class body; in a new one all are zero."""

    fields: ClassVar[dict[str, Field]] = {}
    _lists: ClassVar[tuple[str, ...]] = ()  # the fields that are lists, ...
    _tables: ClassVar[tuple[str, ...]] = ()  # ... and those that are lists of lists

    def __init_subclass__(cls) -> None:
        cls.fields = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        cls._lists = tuple(name for name, field in cls.fields.items() if len(field.shape) == 1)
        cls._tables = tuple(name for name, field in cls.fields.items() if len(field.shape) == 2)

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, field.zero())

    def copy(self: T) -> T:
        """Another record with the same content. Every move pays for one, so only lists are copied one by one."""
        twin, content = object.__new__(type(self)), vars(self).copy()
        for name in self._lists:
            content[name] = content[name].copy()
        for name in self._tables:
            content[name] = [*map(list.copy, content[name])]
        twin.__dict__ = content
        return twin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # a record changes in place


def table(kind: type[T], size: int, compiled: bool | None = None) -> MutableSequence[T]:
    """Records side by side: an array for compiled code, or a plain list."""
    if can_compile() if compiled is None else compiled:
        import numpy

        return numpy.zeros(size, dtype=dtype(kind))  # type: ignore[return-value]
    return [kind() for _ in range(size)]


_layouts: dict[type[Record], Any] = {}


def dtype(kind: type[Record]) -> Any:
    """The layout of a record in an array: always the same object, which Numba knows again at once."""
    import numpy

    if kind not in _layouts:
        _layouts[kind] = numpy.dtype([(name, field.width, field.shape) for name, field in kind.fields.items()])
    return _layouts[kind]


def store(source: T, rows: MutableSequence[T], place: int = 0) -> None:
    """Copy a record into a table."""
    if isinstance(rows, list):
        rows[place] = source.copy()
    else:
        for name in source.fields:
            look(rows, place)[name] = getattr(source, name)


def load(kind: type[T], rows: MutableSequence[T], place: int = 0) -> T:
    """A record of its own from a table, in plain lists."""
    if isinstance(rows, list):
        return look(rows, place).copy()  # type: ignore[no-any-return]
    source = kind()
    for name in kind.fields:
        setattr(source, name, look(rows, place)[name].tolist())
    return source


def look(rows: MutableSequence[T], place: int) -> Any:
    """A row of a table as it lies there: a record, or a row of an array."""
    return rows[place]


def copy_record(source: T, target: T) -> None:
    """Copy one record over another. Compiled, it is one block of memory."""
    for name, field in source.fields.items():
        setattr(target, name, field.copy(getattr(source, name)))


# ---- Bits ----------------------------------------------------------------------------------------------------------
# A set of spaces or tiles is a mask: a number below 2**63, one bit a member. Compiled, each is an instruction or two.


def count(mask: int) -> int:
    """How many members a mask has."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The smallest member of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The greatest member of a mask that is not empty."""
    return mask.bit_length() - 1


def nth(mask: int, n: int) -> int:
    """The n-th member of a mask, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


# ---- Long lists ----------------------------------------------------------------------------------------------------
# What most of the time goes into. Compiled, each of these checks its bounds once and then works on wide registers in
# blocks, without a branch that depends on the game: a wrong guess of the processor costs more than a list.

WIDEST = 64  # members of a mask at most; as many places are written, and what stands behind the end is never read


def list_members(mask: int, plus: int, target: list[int], start: int) -> int:
    """Write the members of a mask, each plus the same number, into a list from a place on; where they end."""
    while mask:
        target[start] = lowest(mask) + plus
        mask &= mask - 1
        start += 1
    return start


def list_sums(source: list[int], size: int, plus: int, target: list[int], start: int, wanted: bool) -> int:
    """Write the first numbers of a list, each plus the same number, into another list, if wanted; where they end."""
    if not wanted:
        return start
    target[start : start + size] = [number + plus for number in source[:size]]
    return start + size


def sum_members(mask: int, numbers: list[int]) -> int:
    """Those of 64 numbers that stand at the members of a mask, added."""
    total = 0
    while mask:
        total += numbers[lowest(mask)]
        mask &= mask - 1
    return total


# ---- Rules and doors -----------------------------------------------------------------------------------------------

_kernels: list[Callable[..., Any]] = []
_routines: list[Callable[..., Any]] = []
_entries: list[Entry[..., Any]] = []
_taught: set[Callable[..., Any]] = set()


def kernel(rule: Callable[P, R]) -> Callable[P, R]:
    """Mark a small rule: plain Python when called from Python, inlined into whatever entry uses it."""
    _kernels.append(rule)
    return rule


def routine(rule: Callable[P, R]) -> Callable[P, R]:
    """Mark a longer function that is compiled once and called, where inlining it everywhere would only cost time."""
    _routines.append(rule)
    return rule


@kernel
def members(mask: int) -> Iterator[int]:
    """The members of a mask, smallest first."""
    while mask:
        yield lowest(mask)
        mask &= mask - 1


def numbers(values: list[int], compiled: bool | None = None) -> MutableSequence[int]:
    """A list of whole numbers as an entry wants it: an array for compiled code, or the list itself."""
    if can_compile() if compiled is None else compiled:
        import numpy

        return numpy.array(values, dtype="i8")  # type: ignore[return-value]
    return values


class Entry(Generic[P, R]):
    """A door into compiled code. `interpreted` is the same function, left as it is."""

    def __init__(self, rule: Callable[P, R]) -> None:
        self.interpreted = rule
        self.__doc__, self.__name__ = rule.__doc__, rule.__name__
        self._compiled: Callable[P, R] | None = None
        _entries.append(self)

    def compiled(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The fast version, taken from the cache or compiled at the first call."""
        if self._compiled is None:
            self._compiled = self._dispatcher(rules=not self._is_kept())
        try:
            return self._compiled(*args, **kwargs)
        except _loaded.errors.TypingError:
            if _taught.issuperset((*_kernels, *_routines)):
                raise
            self._compiled = self._dispatcher(rules=True)  # what is kept is for another processor, or not whole yet
            return self._compiled(*args, **kwargs)

    def _dispatcher(self, rules: bool) -> Callable[P, R]:
        """Numba's object for this entry. It must know the rules to compile it, but not to load it."""
        numba = _numba(rules)
        door: Callable[P, R] = numba.njit(cache=can_keep(cache_directory()), **_options())(self.interpreted)
        return door

    def _is_kept(self) -> bool:
        """Whether the cache holds this entry, so that the quarter of a second for teaching the rules can be saved."""
        module = self.interpreted.__module__.rpartition(".")[2]
        return any(cache_directory().rglob(f"{module}.{self.__name__}-*.nbi"))

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.door(args[0])(*args, **kwargs)

    def door(self, table: object) -> Callable[P, R]:
        """The version for this table: plain for a list, compiled for an array."""
        return self.interpreted if isinstance(table, list) else self.compiled


def entry(rule: Callable[P, R]) -> Entry[P, R]:
    """Make a door into compiled code: given arrays it runs compiled, given lists it runs as it stands."""
    return Entry(rule)


@contextmanager
def compiling(told: Callable[[int, int], None]) -> Iterator[None]:
    """While something is compiled, tell how many functions are done, and about how many there will be."""
    _numba(rules=False)
    from numba.core import event

    done = 0

    class Count(event.Listener):
        def on_start(self, event: object) -> None: ...

        def on_end(self, event: object) -> None:
            nonlocal done
            done += 1
            told(done, len(_kernels) + len(_routines) + len(_entries))

    with event.install_listener("numba:compile", Count()):
        yield


def _options() -> dict[str, bool]:
    """How everything is compiled. Bounds are checked: it costs next to nothing."""
    return {"boundscheck": True, "nogil": True}


_loaded: Any = None


def _numba(rules: bool) -> Any:
    """Numba, told where to keep its cache and, to compile, what every kernel is that was marked until now."""
    global _loaded
    if _loaded is None:
        import numba
        import numba.extending

        setattr(numba.config, "CACHE_DIR", str(cache_directory()))  # noqa: B010  # its types hide the settings
        _loaded = numba
    if rules:
        _teach_rules(_loaded)
    return _loaded


def _teach_rules(numba: Any) -> None:
    """Kernels are inlined, routines are not: that must be said, or they inherit it from their callers."""
    from heorot.engine import native

    if not _taught:
        native.teach(numba, _options())
    options = {**_options(), "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    for rules, inlined in ((_kernels, True), (_routines, False)):
        for rule in rules:
            if rule not in _taught:
                numba.extending.register_jitable(forceinline=inlined, **options)(rule)
                _taught.add(rule)


def cache_directory() -> Path:
    """Where compiled code is kept: one directory for each state of the sources, so that an edit never runs old code."""
    base = os.environ.get("HEOROT_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "heorot")
    return Path(base, fingerprint())


def is_ready(module: str) -> bool:
    """Whether all that a module compiles lies there, so that it is to be had in a moment."""
    return can_compile() and (cache_directory() / f"{module}.ready").exists()


def mark_ready(module: str) -> None:
    """A module has compiled everything."""
    if can_keep(cache_directory()):
        (cache_directory() / f"{module}.ready").touch()


@cache
def can_keep(folder: Path) -> bool:
    """Whether compiled code can be kept there. If not, none may be: Numba would run old code from its own place."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@cache
def fingerprint() -> str:
    """A hash of every source that may hold compiled code, as this process found it, and of how it is compiled."""
    house = Path(__file__).parents[1]
    digest = hashlib.sha256(repr((sorted(_options().items()), sys.version)).encode())
    for file in sorted(file for layer in ("engine", "games", "search") for file in (house / layer).rglob("*.py")):
        digest.update(file.relative_to(house).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:16]
