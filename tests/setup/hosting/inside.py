"""Run a plan in a temporary root: shell commands of the page, and checks of their effects.

The plan is a JSON list of steps on the standard input, each `[kind, *arguments]`. One JSON line for each step goes to
the standard output; the first step that fails is the last."""

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
TIMEOUT = 600  # seconds for one block
SIOCSIFFLAGS, UP = 0x8914, 0x41
tables: dict[str, str] = {}  # table ids by the names that the plan gives them


def raise_loopback() -> None:
    """Bring up the loopback interface, which a new network namespace starts without."""
    with socket.socket() as control:
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh", b"lo", UP))


def sh(text: str) -> str:
    """Run a block of the page up to its first command that fails, and return its output."""
    env = {"PATH": PATH, "LANG": "C.UTF-8", "HOME": "/root", **settings()}
    done = subprocess.run(["sh", "-eu", "-c", text], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=TIMEOUT)  # fmt: skip
    assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}{logs()}"
    return done.stdout + done.stderr


def settings() -> dict[str, str]:
    """Return the variables that the test adds to every environment."""
    lines = Path("/run/stand-in/settings").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)


def logs() -> str:
    return "".join(f"\n---- {file}\n{file.read_text()[-3000:]}" for file in Path("/run/stand-in").glob("*.log"))


def request(port: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
    """Send a request and return status and JSON. A server that is just starting is tried again."""
    data = None if body is None else json.dumps(body).encode()
    call = urllib.request.Request(f"http://127.0.0.1:{port}/api/{path}", data, {"Content-Type": "application/json"})
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(call, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, {}
        except OSError:
            assert time.monotonic() < end, logs()
            time.sleep(0.1)


def create(name: str, port: str = "8000") -> str:
    """Create a table whose game has started."""
    seats = [{"who": "person"}, {"who": "bot", "bot": "greedy"}]
    status, answer = request(port, "tables", {"game": "movie", "seats": seats, "name": "Wealhtheow", "seat": 1})
    assert status == 201, logs()
    tables[name] = str(answer["table"])
    return tables[name]


def exists(name: str, port: str = "8000") -> str:
    status, answer = request(port, f"tables/{tables[name]}")
    assert (status, answer["status"]) == (200, "playing"), (name, status, answer)
    return name


def gone(name: str, port: str = "8000") -> str:
    assert request(port, f"tables/{tables[name]}")[0] == 404, name
    return name


STEPS = {"sh": sh, "create": create, "exists": exists, "gone": gone}


def main() -> None:
    raise_loopback()
    os.chdir(sys.argv[1])
    for what, *words in json.load(sys.stdin):
        try:
            result = {"done": STEPS[what](*words)}
        except Exception as error:
            result = {"failed": f"{type(error).__name__}: {error}"}
        print(json.dumps({"what": what, "words": words, **result}), flush=True)
        if "failed" in result:
            return


if __name__ == "__main__":
    main()
