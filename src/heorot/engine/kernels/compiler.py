"""One source, two speeds.

The rules of a game are small functions over flat structs, in a plain subset of Python: integers, lists and loops.
Called from Python they just run, with debugger and coverage. Called through an entry point with arrays, the same source
runs compiled by Numba.

    class State(Struct)                 a flat struct: its fields are the class body
    @kernel       def a_rule(...)       a small rule; plain Python, inlined when compiled
    @entry_point  def simulate(...)     a function that Python calls with arrays (compiled) or lists (interpreted)
    struct_array(State, 4)              four structs: an array for compiled code, else a list

Numba is imported when the first entry point is compiled, so that other programs start fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compile_cache import COMPILE_OPTIONS, cache_directory, can_write_cache

P = ParamSpec("P")
R = TypeVar("R")

_kernels: list[Callable[..., Any]] = [members]
_routines: list[Callable[..., Any]] = []
_entry_points: list[EntryPoint[..., Any]] = []
_registered: set[Callable[..., Any]] = set()
_loaded: Any = None  # Numba
_on_compile: Callable[[EntryPoint[..., Any]], None] | None = None


def is_compiling() -> bool:
    """Return whether Numba is loaded already, so that compiled code can be used without delay."""
    return _loaded is not None


def kernel(rule: Callable[P, R]) -> Callable[P, R]:
    """Mark a small rule: plain Python when called from Python, inlined into every entry point that uses it."""
    _kernels.append(rule)
    return rule


def routine(rule: Callable[P, R]) -> Callable[P, R]:
    """Mark a longer rule that is compiled once and called, where inlining it everywhere would only cost time."""
    _routines.append(rule)
    return rule


class EntryPoint(Generic[P, R]):
    """A function that runs compiled for arrays, and as it is for lists. `interpreted` is the function itself."""

    def __init__(self, rule: Callable[P, R]) -> None:
        self.interpreted = rule
        self.__doc__, self.__name__ = rule.__doc__, rule.__name__
        self._compiled: Callable[P, R] | None = None
        _entry_points.append(self)

    def compiled(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the compiled version, which is taken from the cache or compiled at the first call."""
        if self._compiled is None:
            cached = self.is_cached()
            if not cached and _on_compile is not None:
                _on_compile(self)
            self._compiled = self._dispatcher(kernels=not cached)
        try:
            return self._compiled(*args, **kwargs)
        except _loaded.errors.TypingError:
            if _registered.issuperset((*_kernels, *_routines)):
                raise
            self._compiled = self._dispatcher(kernels=True)  # the cache is for another processor, or not complete
            return self._compiled(*args, **kwargs)

    def _dispatcher(self, kernels: bool) -> Callable[P, R]:
        """Return Numba's dispatcher. Compiling needs all kernels registered, loading from the cache does not."""
        numba = _numba(kernels)
        dispatcher: Callable[P, R] = numba.njit(cache=can_write_cache(cache_directory()), **COMPILE_OPTIONS)(
            self.interpreted
        )
        return dispatcher

    @property
    def name(self) -> str:
        """The dotted name of the function."""
        return f"{self.interpreted.__module__}.{self.__name__}"

    def is_cached(self) -> bool:
        """Return whether the cache holds the compiled version; the kernels need not be registered then."""
        source = Path(self.interpreted.__code__.co_filename)
        return any(cache_directory().glob(f"{source.parent.name}_*/{source.stem}.{self.__name__}-*.nbi"))

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.version_for(args[0])(*args, **kwargs)

    def version_for(self, rows: object) -> Callable[P, R]:
        """Return the interpreted version for a list, the compiled one for an array."""
        return self.interpreted if isinstance(rows, list) else self.compiled


def entry_point(rule: Callable[P, R]) -> EntryPoint[P, R]:
    """Make a function an entry point into compiled code."""
    return EntryPoint(rule)


def entry_points_of(package: str) -> list[EntryPoint[..., Any]]:
    """Return the entry points of all loaded modules of a package."""
    return [entry for entry in _entry_points if entry.name.startswith(f"{package}.")]


@contextmanager
def report_compiling(
    start: Callable[[EntryPoint[..., Any]], None], progress: Callable[[int, int], None]
) -> Iterator[None]:
    """Report compilation inside the block: `start` before each entry point that is not cached, `progress` after each
    function with the number of those done and about how many there will be."""
    global _on_compile
    _numba(kernels=False)
    from numba.core import event

    done = 0

    class CompileListener(event.Listener):
        def on_start(self, event: object) -> None: ...

        def on_end(self, event: object) -> None:
            nonlocal done
            done += 1
            progress(done, len(_kernels) + len(_routines) + len(_entry_points))

    before, _on_compile = _on_compile, start
    try:
        with event.install_listener("numba:compile", CompileListener()):
            yield
    finally:
        _on_compile = before


def _numba(kernels: bool) -> Any:
    """Return Numba with our cache folder and, if wanted, with all kernels registered that are marked so far."""
    global _loaded
    if _loaded is None:
        import numba
        import numba.extending

        setattr(numba.config, "CACHE_DIR", str(cache_directory()))  # noqa: B010  # its types hide the settings
        _loaded = numba
    if kernels:
        _register_kernels(_loaded)
    return _loaded


def _register_kernels(numba: Any) -> None:
    """Register all kernels as inlined and all routines as not inlined, which they would else inherit from callers."""
    from heorot.engine.kernels import intrinsics

    if not _registered:
        intrinsics.register(numba, COMPILE_OPTIONS)
    options = {**COMPILE_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    for rules, inlined in ((_kernels, True), (_routines, False)):
        for rule in rules:
            if rule not in _registered:
                numba.extending.register_jitable(forceinline=inlined, **options)(rule)
                _registered.add(rule)
