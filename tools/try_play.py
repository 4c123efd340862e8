"""Run `./dev play` in the current folder, fetch the hall over HTTP, and stop the server as Ctrl-C would.

Exit with 0 if the hall answered 200 with the browser's client and the server ended by itself. Needs Python alone.
"""

import re
import signal
import subprocess
import sys
import time
import urllib.request

WITHIN = 60.0                   # seconds from the address to the first answer
TO_END = 60.0                   # seconds from Ctrl-C to the end
CLIENT = b'<div id="app">'


def fetch(address: str) -> bytes:
    """Return the page at an address. Retry while the server is starting."""
    end = time.monotonic() + WITHIN
    while True:
        try:
            with urllib.request.urlopen(address, timeout=WITHIN) as page:
                return bytes(page.read()) if page.status == 200 else b""
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.5)


def find_address(server: "subprocess.Popen[str]") -> str:
    """Read the server's output up to the line that names its address."""
    for line in server.stdout or ():
        print(line, end="", flush=True)
        if found := re.search(r"http://\S+", line):
            return found[0]
    sys.exit("./dev play ended without naming an address.")


def main() -> None:
    server = subprocess.Popen(["./dev", "play", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        page = fetch(find_address(server))
        if CLIENT not in page:
            sys.exit("The hall answered without the browser's client.")
        print(f"The hall answered 200 with {len(page)} bytes.", flush=True)
        server.send_signal(signal.SIGINT)
        code = server.wait(TO_END)
        if code not in (0, 130, -signal.SIGINT):
            sys.exit(f"The server ended with exit code {code}.")
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main()
