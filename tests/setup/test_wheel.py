"""The wheel in an empty environment: errors without extras, then a whole game and the hall with them.

Nothing is downloaded: the packages of an extra are links to those of the environment that runs the tests."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.setup.test_package import PROJECT, ROOT, build
from tests.support.patience import PATIENCE

ADDRESS = re.compile(r"http://\S+")
ASSET = re.compile(r'(?:src|href)="(/?[\w./-]+\.(?:js|css))"')


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


class Installed:
    """A virtual environment that holds the wheel and the packages of some extras."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        self.python = folder / "bin/python"
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "-q", "--no-index", "--no-deps"]
        subprocess.run([*pip, str(wheel)], check=True)
        [site] = folder.glob("lib/python*/site-packages")
        wanted = PROJECT["project"]["optional-dependencies"]
        for name in closure([requirement for extra in extras for requirement in wanted[extra]]):
            link_distribution(name, site)

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("HEOROT", "PYTHON", "LC_"))}
        return kept | {"LANG": "C.UTF-8", "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data")}

    def command(self, *args: str) -> list[str]:
        return [str(self.folder / "bin/heorot"), *args]

    def heorot(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Run the installed command in an empty folder."""
        environment = self.environment()
        return subprocess.run(self.command(*args), cwd=self.folder, env=environment, capture_output=True, text=True)


def closure(requirements: list[str]) -> set[str]:
    """Return the names of all distributions that these requirements need, with the dependencies of each."""
    found: set[str] = set()
    waiting = [(Requirement(text), "") for text in requirements]
    while waiting:
        wanted, extra = waiting.pop()
        if wanted.name in found or (wanted.marker and not wanted.marker.evaluate({"extra": extra})):
            continue
        found.add(wanted.name)
        needs = [Requirement(text) for text in metadata.requires(wanted.name) or ()]
        waiting += [(need, chosen) for need in needs for chosen in ("", *wanted.extras)]
    return found


def link_distribution(name: str, site: Path) -> None:
    """Link the files of an installed distribution into another environment."""
    distribution = metadata.distribution(name)
    for top in {file.parts[0] for file in distribution.files or () if file.parts[0] not in ("..", "__pycache__")}:
        link = site / top
        if not link.exists():
            link.symlink_to(Path(str(distribution.locate_file(top))))


@pytest.fixture(scope="module")
def without_extras(wheel, tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("bare") / "venv", wheel)


@pytest.fixture(scope="module")
def with_cli(wheel, tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("cli") / "venv", wheel, "cli")


@pytest.fixture(scope="module")
def with_server(wheel, tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("server") / "venv", wheel, "cli", "server")


# ---- Without extras ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "extras"), [((), "cli"), (("play", "movie"), "cli"), (("--help",), "cli"), (("serve",), "cli,server")]
)
def test_command_without_extras_names_extras_to_install(without_extras, command, extras):
    process = without_extras.heorot(*command)
    [sentence] = process.stderr.splitlines()
    assert (process.returncode, process.stdout) == (2, "")
    assert f'pip install "heorot[{extras}]"' in sentence
    assert "typer" in sentence


def test_version_works_without_extras(without_extras):
    process = without_extras.heorot("--version")
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout == f"heorot {metadata.version('heorot')}\n"


def test_games_can_be_imported_without_extras(without_extras):
    script = "import heorot; from heorot.games import GAMES; print(heorot.__version__, *GAMES)"
    python = [str(without_extras.python), "-I", "-c", script]
    process = subprocess.run(python, cwd=without_extras.folder, capture_output=True, text=True)
    assert process.stdout.split() == [metadata.version("heorot"), "movie", "legend"], process.stderr


def test_command_without_server_extra_names_it(with_cli):
    for command in ("serve", "doctor"):
        process = with_cli.heorot(command)
        [sentence] = process.stderr.splitlines()
        assert process.returncode == 2
        assert "heorot[server]" in sentence


# ---- With extras ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["movie", "legend"])
def test_installed_command_simulates_game_and_checks_record(with_cli, game, tmp_path):
    process = with_cli.heorot("sim", game, "--games", "1", "--json", "--records", str(tmp_path))
    assert (process.returncode, process.stderr) == (0, "")
    assert json.loads(process.stdout)["games"] == 1
    [record] = tmp_path.iterdir()
    checked = with_cli.heorot("check", str(record))
    assert checked.returncode == 0, checked.stderr


def test_installed_server_serves_hall_with_assets(with_server, tmp_path):
    command = with_server.command("serve", "--port", "0", "--data", str(tmp_path))
    environment = with_server.environment()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=with_server.folder, env=environment, stdout=pipe, text=True) as server:
        assert server.stdout is not None
        try:
            found = ADDRESS.search(server.stdout.readline())
            assert found, "no address in the first line"
            page = fetch(found[0]).decode()
            assert '<div id="app">' in page
            assets = ASSET.findall(page)
            assert any(name.endswith(".js") for name in assets)
            assert all(fetch(found[0] + name.lstrip("/")) for name in assets)
        finally:
            server.send_signal(signal.SIGINT)


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        assert answer.status == 200
        return bytes(answer.read())


# ---- Metadata ------------------------------------------------------------------------------------------------------


def test_package_metadata_is_complete(without_extras):
    [folder] = without_extras.folder.glob("lib/python*/site-packages/heorot-*.dist-info")
    fields = metadata.PathDistribution(folder).metadata
    assert fields["Version"] == metadata.version("heorot")
    assert fields["Description-Content-Type"] == "text/markdown"
    assert len(fields.get_all("Classifier", [])) > 10
    assert fields["Keywords"]
    text = str(fields.get_payload())
    assert 'pip install "heorot[' in text
    assert not re.search(r"\]\((?!https://)", text), "relative links do not work on a package page"
