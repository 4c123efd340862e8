"""Cache of compiled code: one folder for each state of the sources, so that an edit never runs old code."""

import hashlib
import importlib.util
import os
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

COMPILE_OPTIONS = {"boundscheck": True, "nogil": True}  # checking bounds costs next to nothing


def can_compile() -> bool:
    """Return whether Numba is installed and HEOROT_COMPILE is not 0."""
    return os.environ.get("HEOROT_COMPILE", "1") != "0" and importlib.util.find_spec("numba") is not None


def cache_directory() -> Path:
    """Return the folder of the code compiled from the current sources."""
    base = os.environ.get("HEOROT_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "heorot")
    return Path(base, fingerprint())


def is_ready(module: str) -> bool:
    """Return whether everything that a module compiles is in the cache."""
    return can_compile() and (cache_directory() / f"{module}.ready").exists()


def mark_ready(module: str) -> None:
    """Record that a module has compiled everything."""
    if can_write_cache(cache_directory()):
        (cache_directory() / f"{module}.ready").touch()


@cache
def can_write_cache(folder: Path) -> bool:
    """Return whether a cache folder is writable. If it is not, nothing may be cached: Numba would fall back to a folder
    of its own and run old code from there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@cache
def fingerprint() -> str:
    """Return a hash of all sources that may hold compiled code, of the compile options and of the Python version."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256(repr((sorted(COMPILE_OPTIONS.items()), sys.version)).encode())
    for file in sorted(file for layer in ("engine", "games", "search") for file in (package / layer).rglob("*.py")):
        digest.update(file.relative_to(package).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:16]
