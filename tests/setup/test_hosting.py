"""The commands of docs/hosting.md, run as written in a temporary root.

Commands that cannot run there are marked `elsewhere` in the page, with the reason. `./dev test --all` also installs
with pip as the page says, and lets both proxies read their configurations."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "hosting.md"
BLOCK = re.compile(r"^```sh ?([\w-]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SETTINGS = "HEOROT_COMPILE=0\nPYTHONDONTWRITEBYTECODE=1"  # for every process: other tests cover compilation
UNSHARE = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
ELSEWHERE = 3  # blocks that need the internet's certificates, or proxies that run under systemd
MAX_EXPOSURE = 20  # the highest score of `systemd-analyze security`, from 0 to 100


@pytest.fixture(scope="module")
def namespaces() -> None:
    """Skip where a temporary root is not possible."""
    if os.geteuid() != 0:
        pytest.skip("Only the root user can make a temporary root.")
    if shutil.which("unshare") is None or subprocess.run([*UNSHARE, "true"], capture_output=True).returncode:
        pytest.skip("Mount namespaces (unshare --mount) are not permitted here.")
    if shutil.which("curl") is None:
        pytest.skip("curl is missing: Debian's package `curl` has it.")


@pytest.fixture(scope="module")
def systemd() -> None:
    """Skip where systemd-analyze is missing."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing: Debian's package `systemd` has it.")


needs_root = pytest.mark.usefixtures("namespaces")
needs_systemd = pytest.mark.usefixtures("namespaces", "systemd")


class Block(NamedTuple):
    """One fenced block of shell commands in the page."""

    mark: str
    text: str


def blocks(*marks: str) -> list[Block]:
    all_blocks = [Block(*block) for block in BLOCK.findall(PAGE.read_text("utf-8"))]
    return [block for block in all_blocks if not marks or block.mark in marks]


def block_containing(text: str, *marks: str) -> Block:
    """Return the only block that contains these words."""
    [block] = [each for each in blocks(*marks) if text in each.text]
    return block


def run(tmp_path: Path, plan: list[tuple[str, ...]], first: str = "", settings: str = SETTINGS) -> list[dict[str, str]]:
    """Run a plan in a temporary root and return the result of each step. All processes of the plan have ended."""
    folder = tmp_path / "place"
    folder.mkdir()
    script = ["sh", str(ROOT / "tests/setup/hosting/root.sh"), str(folder), str(ROOT), sys.executable, first, settings]
    done = subprocess.run([*UNSHARE, *script], input=json.dumps(plan), capture_output=True, text=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [step["failed"] for step in results if "failed" in step] == [], done.stderr[-3000:]
    assert len(results) == len(plan), done.stderr[-3000:]
    return results


def output_of(results: list[dict[str, str]]) -> str:
    """Return what all shell commands of a plan have printed."""
    return "".join(step["done"] for step in results if step["what"] == "sh")


# ---- The page ------------------------------------------------------------------------------------------------------


def test_every_block_is_run_or_marked_elsewhere():
    marks = Counter(block.mark for block in blocks())
    run_marks = {"install", "one", "slow", "postgres", "nodes", "redis", "caddy", "nginx", "nodes-caddy", "nodes-nginx"}
    assert set(marks) == {*run_marks, "elsewhere"}
    assert marks["elsewhere"] == ELSEWHERE


def test_installed_deploy_files_exist():
    named = re.findall(r"deploy/[\w.@-]+", PAGE.read_text("utf-8"))
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).is_file()] == []
    assert {file.name for file in (ROOT / "deploy").iterdir()} == {Path(name).name for name in named}


def test_service_units_differ_only_in_port():
    one, many = (ROOT / "deploy" / name for name in ("heorot.service", "heorot@.service"))
    lines = zip(one.read_text().splitlines(), many.read_text().splitlines(), strict=True)
    differ = [(a, b) for a, b in lines if a != b and not a.startswith("#")]
    assert [b.replace(" --port %i", "").replace(", port %i", "") for _, b in differ] == [a for a, _ in differ]
    assert len(differ) == 2


# ---- One node ------------------------------------------------------------------------------------------------------


def plan_for_one(*marks: str) -> list[tuple[str, ...]]:
    """Return the commands of the page from its second step on. Between them, tables are created and checked."""
    after = {
        "enable --now heorot.service": [("create", "first")],
        "start heorot-backup.service": [("create", "second")],
        "heorot restore": [("exists", "first"), ("gone", "second")],
        "heorot doctor\n": [("exists", "first")],
        "HEOROT_HOST_KEY": [("exists", "first")],
    }
    plan: list[tuple[str, ...]] = []
    for block in blocks("one", *marks):
        plan.append(("sh", block.text))
        for text, checks in after.items():
            if text in block.text and not (text == "heorot doctor\n" and "enable" in block.text):
                plan += checks
    return [*plan, ("sh", "systemctl stop heorot.service")]


@needs_root
def test_one_node_commands_work(tmp_path):
    results = run(tmp_path, plan_for_one())
    output = output_of(results)
    assert "Fine:" in output
    assert "Wrong:" not in output
    assert len(re.findall(r"HEOROT_HOST_KEY=[0-9a-f]{32}", output)) == 1
    assert sum(step["what"] in ("create", "exists", "gone") for step in results) >= 5


@needs_root
@pytest.mark.heavy
def test_one_node_commands_work_after_installation(tmp_path):
    first, again = blocks("install")[:2]
    plan = [step for step in plan_for_one("slow") if "pip" not in step[1]]
    assert again.text.startswith("/opt/heorot/bin/pip install --upgrade")
    results = run(tmp_path, plan, first.text + again.text, "PYTHONDONTWRITEBYTECODE=1")
    output = output_of(results)
    assert "Wrong:" not in output
    assert "The rules are compiled." in output
    assert "The browser’s client is there." in output


# ---- The units -----------------------------------------------------------------------------------------------------

INSTALLED = ("sh", "useradd --system heorot; install -m 644 deploy/*.service deploy/*.timer /etc/systemd/system/")


@needs_systemd
def test_systemd_accepts_units(tmp_path):
    units = "heorot.service heorot@8001.service heorot-backup.service heorot-backup.timer"
    results = run(tmp_path, [INSTALLED, ("sh", f"cd /etc/systemd/system; systemd-analyze verify {units} 2>&1")])
    assert [line for line in results[-1]["done"].splitlines() if "heorot" in line] == []


@needs_systemd
def test_systemd_reports_broken_unit(tmp_path):
    broken = "sed -i s/^Type=exec/Tpye=exec/ /etc/systemd/system/heorot.service"
    results = run(tmp_path, [INSTALLED, ("sh", broken), ("sh", "systemd-analyze verify heorot.service 2>&1 || true")])
    assert "Tpye" in results[-1]["done"]


@needs_systemd
def test_service_exposure_is_below_limit(tmp_path):
    command = f"systemd-analyze security --offline=true --threshold={MAX_EXPOSURE} --no-pager heorot.service"
    results = run(tmp_path, [INSTALLED, ("sh", command)])
    assert "Overall exposure level" in results[-1]["done"]


# ---- Proxies -------------------------------------------------------------------------------------------------------

CERTIFICATE = """
mkdir -p /etc/letsencrypt/live/play.example.org
cd /etc/letsencrypt/live/play.example.org
openssl req -x509 -newkey rsa:2048 -nodes -keyout privkey.pem -out fullchain.pem -days 2 -subj /CN=play.example.org 2>&1
"""


@needs_root
@pytest.mark.heavy
@pytest.mark.parametrize(("proxy", "before"), [("caddy", "true"), ("nginx", CERTIFICATE)])
def test_proxy_accepts_configuration(tmp_path, proxy, before):
    program = shutil.which(proxy, path=f"{os.environ['PATH']}:/usr/sbin")
    if not program:
        pytest.skip(f"{proxy} is missing: Debian's package `{proxy}` has it.")
    [one], [many] = blocks(proxy), blocks(f"nodes-{proxy}")
    command = f"grep -rh 127.0.0.1 /etc/{proxy}"
    results = run(tmp_path, [("sh", text) for text in (before, one.text, many.text, command)])
    assert "8001" in results[-1]["done"]
    assert "8002" in results[-1]["done"]
    assert "127.0.0.1:8000" not in results[-1]["done"]


# ---- Two nodes -----------------------------------------------------------------------------------------------------

CLUSTER = """
install -d -o postgres -g postgres /run/postgresql
version=$(ls /usr/lib/postgresql | tail -1)
rm -rf /etc/postgresql/$version/main /var/lib/postgresql/$version/main
pg_createcluster $version main --port 5432 --start-conf manual
pg_ctlcluster $version main start
"""
REDIS = "redis-server --port 6379 --bind 127.0.0.1 --save '' --daemonize yes --dir /run"


@needs_root
@pytest.mark.heavy
@pytest.mark.parametrize("bus", ["postgres", "redis"])
def test_two_node_commands_work(tmp_path, bus):
    user, plan = block_containing("useradd", "one"), [("sh", CLUSTER)]
    plan += [("sh", user.text)] + [("sh", block.text) for block in blocks("postgres")]
    if bus == "redis":
        plan += [("sh", REDIS), *(("sh", block.text) for block in blocks("redis"))]
    for block in blocks("nodes"):
        plan.append(("sh", block.text))
        if "enable --now heorot@8001" in block.text:
            plan += [("create", "first", "8001"), ("exists", "first", "8002")]
        if "start heorot-backup.service" in block.text:
            plan += [("create", "second", "8002"), ("exists", "second", "8001")]
        if "pg_restore" in block.text:
            plan += [("exists", "first", "8001"), ("gone", "second", "8002")]
    plan += [("exists", "first", "8002"), ("sh", "systemctl stop heorot@8001.service heorot@8002.service")]
    results = run(tmp_path, plan)
    assert "Wrong:" not in output_of(results)
