"""A stand-in for systemctl where systemd is not process 1. It starts and stops services with the user, the settings and
the folders of their units, and ignores their sandboxing options."""

import os
import pwd
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

UNITS = Path("/etc/systemd/system")
STATE = Path("/run/stand-in")  # a pid file for each running service; `settings` is added to every environment
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Unit:
    """A unit with its drop-ins. Every setting is a list; an empty value clears it."""

    def __init__(self, name: str) -> None:
        self.name = name
        stem, at, rest = name.partition("@")
        self.instance = rest.partition(".")[0]
        file = UNITS / (f"{stem}@.service" if at else name)
        self.settings: dict[str, list[str]] = {}
        for part in [file, *sorted(UNITS.glob(f"{file.name}.d/*.conf"))]:
            for line in part.read_text().splitlines():
                self.read(line.strip())

    def read(self, line: str) -> None:
        key, equals, value = line.partition("=")
        if not equals or line.startswith("#"):
            return
        self.settings[key] = [*self.settings.get(key, ()), self.expand(value)] if value else []

    def expand(self, value: str) -> str:
        return value.replace("%%", "\0").replace("%i", self.instance).replace("\0", "%")

    def last(self, key: str, otherwise: str = "") -> str:
        return (self.settings.get(key) or [otherwise])[-1]

    @property
    def command(self) -> list[str]:
        return [word.replace("$$", "$") for word in shlex.split(self.last("ExecStart"))]

    def environment(self) -> dict[str, str]:
        """Return an environment as systemd makes it, plus the settings of the test."""
        files = [Path(file) for file in self.settings.get("EnvironmentFile", [])]
        lines = [line for file in [*files, STATE / "settings"] for line in file.read_text().splitlines()]
        pairs = [line.partition("=") for line in lines if line.strip() and not line.startswith("#")]
        return {"PATH": PATH, "LANG": "C.UTF-8"} | {key: "".join(shlex.split(value)) for key, _, value in pairs}

    def begin(self) -> subprocess.Popen[bytes]:
        user = self.last("User", "root")
        for kind, base in (("StateDirectory", "/var/lib"), ("CacheDirectory", "/var/cache")):
            for folder in self.settings.get(kind, []):
                place = Path(base, folder)
                place.mkdir(exist_ok=True)
                os.chown(place, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
        with (STATE / f"{self.name}.log").open("ab") as log:
            return subprocess.Popen(
                self.command, env=self.environment(), cwd="/", user=user, group=self.last("Group", user),
                extra_groups=[], umask=int(self.last("UMask", "0022"), 8), start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip


def pid_of(name: str) -> int | None:
    """Return the process id of a running service, or None."""
    try:
        pid = int((STATE / f"{name}.pid").read_text())
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return None
    return None if state in "ZX" else pid


def start(name: str) -> int:
    unit = Unit(name)
    if name.endswith(".timer"):
        return 0 if (UNITS / name.replace(".timer", ".service")).exists() else 1
    if pid_of(name) is not None:
        return 0
    process = unit.begin()
    if unit.last("Type") == "oneshot":
        return process.wait()
    (STATE / f"{name}.pid").write_text(str(process.pid))
    return 0


def stop(name: str) -> int:
    pid, end = pid_of(name), time.monotonic() + float(Unit(name).last("TimeoutStopSec", "90"))
    if pid is None:
        return 0
    os.kill(pid, signal.SIGTERM)
    while pid_of(name) is not None:
        if time.monotonic() > end:
            os.killpg(pid, signal.SIGKILL)
            return 1
        time.sleep(0.02)
    return 0


def main(verb: str, *words: str) -> int:
    STATE.mkdir(exist_ok=True)
    names = [word if "." in word else f"{word}.service" for word in words if not word.startswith("-")]
    match verb:
        case "daemon-reload":
            return 0
        case "start":
            return max(map(start, names))
        case "stop":
            return max(map(stop, names))
        case "restart":
            return max(stop(name) or start(name) for name in names)
        case "enable":
            return max(map(start, names)) if "--now" in words else 0
        case "is-active":
            return 0 if all(pid_of(name) for name in names) else 3
    raise SystemExit(f"The stand-in knows no systemctl {verb}.")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
