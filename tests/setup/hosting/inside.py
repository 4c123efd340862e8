"""Runs a plan in the root that was made for it: commands as the page has them, and looks at what came of them.

A plan is a list of steps on the standard input, each [what, text]; what was done is told on the standard output, up to
the first that fails."""

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PATIENCE = 600  # seconds for one block
SIOCSIFFLAGS, UP = 0x8914, 0x41
laid: dict[str, str] = {}  # tables by the names that the plan gives them


def raise_loopback() -> None:
    """A network of one's own begins without even that."""
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh", b"lo", UP))


def sh(text: str) -> str:
    """A block of the page; it ends with its first command that fails."""
    env = {"PATH": PATH, "LANG": "C.UTF-8", "HOME": "/root", **passed()}
    done = subprocess.run(["sh", "-eu", "-c", text], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=PATIENCE)  # fmt: skip
    assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}{logs()}"
    return done.stdout + done.stderr


def passed() -> dict[str, str]:
    """What the test adds to every environment."""
    lines = Path("/run/stand-in/passed").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)


def logs() -> str:
    return "".join(f"\n---- {file}\n{file.read_text()[-3000:]}" for file in Path("/run/stand-in").glob("*.log"))


def ask(port: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
    """What a server answers; one that is just starting is waited for."""
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/{path}", data, {"Content-Type": "application/json"})
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(asked, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, {}
        except OSError:
            assert time.monotonic() < end, logs()
            time.sleep(0.1)


def lay(name: str, port: str = "8000") -> str:
    """A table in mid-game."""
    seats = [{"who": "person"}, {"who": "bot", "bot": "greedy"}]
    status, told = ask(port, "tables", {"game": "movie", "seats": seats, "name": "Wealhtheow", "seat": 1})
    assert status == 201, logs()
    laid[name] = str(told["table"])
    return laid[name]


def there(name: str, port: str = "8000") -> str:
    status, told = ask(port, f"tables/{laid[name]}")
    assert (status, told["status"]) == (200, "playing"), (name, status, told)
    return name


def gone(name: str, port: str = "8000") -> str:
    assert ask(port, f"tables/{laid[name]}")[0] == 404, name
    return name


STEPS = {"sh": sh, "lay": lay, "there": there, "gone": gone}


def main() -> None:
    raise_loopback()
    os.chdir(sys.argv[1])
    for what, *words in json.load(sys.stdin):
        try:
            told = {"done": STEPS[what](*words)}
        except Exception as error:
            told = {"failed": f"{type(error).__name__}: {error}"}
        print(json.dumps({"what": what, "words": words, **told}), flush=True)
        if "failed" in told:
            return


if __name__ == "__main__":
    main()
