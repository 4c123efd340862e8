"""Run `./dev play` and `./dev test` in a stock Debian root that holds `python3` and nothing else.

debootstrap makes the root in a temporary folder, which is removed at the end, also after Ctrl-C. The committed tree is
copied into it. Each command has its own mount and process namespaces, so that no mount and no process survives.
Mirrors, proxies, package indexes and certificates are those of this machine. Needs the root user, git and a network.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))           # so that the file can be run by its path
from tools.progress import Steps, rounded, run_logged  # noqa: E402

LOG = ROOT / ".cache/bare.log"
PROJECT = "opt/heorot"                  # the tree inside the new root
PACKAGES = "python3"
OWN_SPACES = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
EXAMPLES = """examples:
  ./dev bare                          both commands; takes as long as ./dev test and some minutes for downloads
  ./dev bare --only play              only the hall
  ./dev bare --only test -k scoring   other arguments go to ./dev test
"""

# The shell is process 1 of its namespace: it collects orphans, which `exec` would leave to the program. The root is
# bound to itself, since programs inside can make mount namespaces only if their root is a mount point.
ENTER = """
set -eu
root=$1; shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
code=0
chroot "$root" "$@" || code=$?
exit $code
"""

NETWORK = re.compile(
    r"(https?|no|all)_proxy|PIP_(?!CACHE|FIND)\w+|UV_\w*(INDEX|TLS|CERT|INSECURE)\w*|npm_config_(?!cache)\w+|"
    r"SSL_CERT_FILE|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NODE_EXTRA_CA_CERTS",
    re.IGNORECASE,
)
HOME_FILES = (".config/pip/pip.conf", ".pip/pip.conf", ".npmrc", ".config/uv/uv.toml")
SYSTEM_FILES = ("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/npmrc", "etc/uv/uv.toml",
                "etc/ssl/certs/ca-certificates.crt", "usr/local/share/ca-certificates")


class Source(NamedTuple):
    """One Debian archive that apt knows."""

    uri: str
    suite: str
    components: str


# ---- The machine's configuration -----------------------------------------------------------------------------------


def apt_sources(folder: Path = Path("/etc/apt")) -> Iterator[Source]:
    """Yield every archive of apt's configuration, from `.list` files and from `.sources` files."""
    for file in [folder / "sources.list", *sorted(folder.glob("sources.list.d/*"))]:
        text = file.read_text("utf-8", "replace") if file.exists() else ""
        if file.suffix == ".sources":
            for stanza in re.split(r"\n\s*\n", text):
                fields = dict(re.findall(r"^([\w-]+):[ \t]*(.*)$", stanza, re.MULTILINE))
                for uri in fields.get("URIs", "").split():
                    for suite in fields.get("Suites", "").split():
                        yield Source(uri, suite, fields.get("Components", "main"))
        else:
            entries = re.findall(r"^deb\s+(?:\[.*?\]\s+)?(\S+)\s+(\S+)\s+(.+)$", text, re.MULTILINE)
            yield from (Source(*entry) for entry in entries)


def sources_of(suite: str, mirror: str | None) -> list[Source]:
    """Return the archives of one Debian release and its updates. The first is the one to install from."""
    if mirror:
        return [Source(mirror, suite, "main")]
    found = [source for source in apt_sources() if re.fullmatch(rf"{suite}(-\w+)?", source.suite)]
    if not any(source.suite == suite for source in found):
        sys.exit(f"apt has no archive of {suite} here: name one with --mirror.")
    return sorted(found, key=lambda source: source.suite != suite)


def apt_settings() -> str:
    """Return apt's proxies and certificates as a configuration file."""
    dumped = subprocess.run(["apt-config", "dump"], capture_output=True, text=True).stdout
    return "".join(re.findall(r"^Acquire::https?::(?:Proxy|CaInfo|Verify).*\n", dumped, re.MULTILINE))


def environment() -> dict[str, str]:
    """Return a newcomer's environment with this machine's network settings, and none of its caches."""
    kept = {name: value for name, value in os.environ.items() if NETWORK.fullmatch(name)}
    plain = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
             "LANG": "C.UTF-8", "TERM": os.environ.get("TERM", "dumb")}
    return plain | kept


# ---- The root ------------------------------------------------------------------------------------------------------


def need_tools() -> None:
    """Exit unless a root can be made here; install debootstrap where it is missing."""
    if os.geteuid() != 0:
        sys.exit("./dev bare makes a root of its own, which only the root user may: sudo ./dev bare")
    if subprocess.run([*OWN_SPACES, "true"], capture_output=True).returncode:
        sys.exit("./dev bare needs mount namespaces (unshare --mount), which are not permitted here.")
    if not shutil.which("debootstrap"):
        run_logged(["apt-get", "update"], LOG)
        if not run_logged(["apt-get", "-y", "--no-install-recommends", "install", "debootstrap"], LOG):
            sys.exit(f"debootstrap could not be installed; {LOG.relative_to(ROOT)} says why.")


def make_root(root: Path, suite: str, sources: list[Source]) -> None:
    """Install Debian's essential packages and python3 with its dependencies, then this machine's network settings."""
    include = PACKAGES + (",ca-certificates" if sources[0].uri.startswith("https:") else "")
    made = ["debootstrap", "--variant=minbase", f"--include={include}", suite, str(root), sources[0].uri]
    if not run_logged([*OWN_SPACES, *made], LOG):
        sys.exit(f"debootstrap could not make the root; {LOG.relative_to(ROOT)} says why.")
    lines = [f"deb {source.uri} {source.suite} {source.components}\n" for source in sources]
    (root / "etc/apt/sources.list").write_text("".join(lines))
    (root / "etc/apt/apt.conf.d/99bare").write_text(apt_settings())
    services = root / "usr/sbin/policy-rc.d"        # Debian's way to install a service without starting it
    services.write_text("#!/bin/sh\nexit 101\n")
    services.chmod(0o755)
    copy_settings(root)


def copy_settings(root: Path) -> None:
    """Copy the network settings: name resolution, certificates, package indexes."""
    pairs = [(Path("/", name), root / name) for name in SYSTEM_FILES]
    pairs += [(Path.home() / name, root / "root" / name) for name in HOME_FILES]
    for source, target in pairs:
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.exists():
            shutil.copyfile(source, target)


def copy_tree(root: Path) -> None:
    """Unpack the committed tree into the root, like a clone."""
    (root / PROJECT).mkdir(parents=True)
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]
    with subprocess.Popen([*git, "archive", "HEAD"], stdout=subprocess.PIPE) as archive:
        assert archive.stdout is not None
        with tarfile.open(fileobj=archive.stdout, mode="r|") as files:
            if hasattr(tarfile, "tar_filter"):          # since Python 3.11.4; 3.12 warns without it
                files.extraction_filter = tarfile.tar_filter
            files.extractall(root / PROJECT)
    if archive.returncode:
        sys.exit("git could not read the committed tree.")
    shutil.copyfile(ROOT / "tools/try_play.py", root / "opt/try_play.py")
    left = subprocess.run([*git, "status", "--porcelain"], capture_output=True, text=True).stdout.splitlines()
    if left:
        print(f"Note: {len(left)} uncommitted files are not tried.", file=sys.stderr)


@contextmanager
def temporary_root(keep: bool) -> Iterator[Path]:
    """Yield a folder for the root, and remove it at the end. All mounts were in namespaces that have ended."""
    folder = Path(tempfile.mkdtemp(prefix="heorot-bare-"))
    try:
        yield folder / "debian"
    finally:
        if keep:
            print(f"The root stays in {folder / 'debian'}.", file=sys.stderr)
        else:
            print("Removing the root.", file=sys.stderr)
            subprocess.run(["rm", "-rf", "--one-file-system", str(folder)])


# ---- Running -------------------------------------------------------------------------------------------------------


def run_inside(root: Path, *command: str) -> int:
    """Run a command in the tree inside the root; return its exit code. Its processes end with it."""
    inside = ["sh", "-c", f"cd /{PROJECT} && exec \"$@\"", "sh", *command]
    process = subprocess.Popen([*OWN_SPACES, "sh", "-c", ENTER, "sh", str(root), *inside], env=environment())
    try:
        return process.wait()
    finally:
        process.kill()
        process.wait()


def try_part(root: Path, name: str, command: list[str]) -> str:
    """Run one of the two commands and return a line for the summary."""
    print(f"---- {name}: {' '.join(command)}", file=sys.stderr, flush=True)
    start = time.monotonic()
    code = run_inside(root, *command)
    result = "passed" if code == 0 else f"FAILED with exit code {code}"
    return f"{name}: {result} in {rounded(time.monotonic() - start)}"


def parse(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="./dev bare", description=__doc__, epilog=EXAMPLES, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", choices=("play", "test"), help="try one of the two commands")
    parser.add_argument("--suite", default="bookworm", help="the Debian release (default: bookworm, Python 3.11.2)")
    parser.add_argument("--mirror", metavar="URL", help="the Debian archive (default: the one of this machine's apt)")
    parser.add_argument("--keep", action="store_true", help="leave the root where it is, to look into it")
    return parser.parse_known_args(words)


def stop(*_: object) -> NoReturn:
    """Raise KeyboardInterrupt on any signal, so that the root is removed."""
    raise KeyboardInterrupt


def main(words: list[str]) -> int:
    """Make the root, try both commands, print a summary; return 0 only if everything passed."""
    options, rest = parse(words)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    need_tools()
    sources = sources_of(options.suite, options.mirror)
    parts = {"play": ["python3", "/opt/try_play.py"], "test": ["./dev", "test", *rest]}
    steps = Steps(2, ROOT / ".cache/durations.json")
    with temporary_root(options.keep) as root:
        with steps.step(f"Making a Debian {options.suite} root with {PACKAGES}", 75):
            make_root(root, options.suite, sources)
        with steps.step("Copying the committed tree into it", 5):
            copy_tree(root)
        run_inside(root, "python3", "--version")
        summary = [try_part(root, name, parts[name]) for name in parts if options.only in (None, name)]
    print("", *summary, sep="\n")
    return 0 if all(": passed in " in line for line in summary) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
