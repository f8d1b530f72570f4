"""The example package is installed into a new environment; its game is played in the service to its end."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import sysconfig
from html import unescape
from pathlib import Path

import pytest
from for_real import EXAMPLE, SLUG

from bench.service.served import Served

ROOT = Path(__file__).parents[2]
START = "import sys; from companion.cli.main import main; sys.argv[0] = 'companion'; main()"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment of its own, with the product beside the example package; offline."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    packages = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    there = f"{ROOT}\nimport site; site.addsitedir({sysconfig.get_paths()['purelib']!r})\n"
    (Path(packages) / "product.pth").write_text(there)
    package = shutil.copytree(EXAMPLE.parent, folder / "hop-home")  # a build leaves files in its folder
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install"]
    words = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", package]
    done = subprocess.run([*pip, *words], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return python


@pytest.mark.whole
def test_an_installed_package_is_played_in_the_service_to_its_end(python: Path, tmp_path: Path) -> None:
    rng = random.Random(7)
    with Served(tmp_path / "data", command=(str(python), "-c", START)) as service:
        service.wait()
        assert "Hop Home" in service.get("/").text
        assert service.get(f"/art/{SLUG}/sheet/mat.svg").status == 200
        assert "The way home is a row of ten stones" in service.get(f"/rules/{SLUG}").text
        form = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "option-short": "on", "chance": "tap"}
        assert service.post(f"/new/{SLUG}", **form).status == 303
        for _ in range(100):
            page = service.get("/play").text
            cells = re.findall(r'href="(/play\?pick=[^"]*)"[^>]*aria-label="\d+', page)
            if cells:
                page = service.get(unescape(rng.choice(cells))).text
            seq = re.search(r'name="seq" value="(\d+)"', page)
            offers = re.findall(r'name="by" value="(\d)">\s*<button[^>]*name="text"\s*value="([^"]*)"', page)
            if not offers or seq is None:
                break
            by, text = rng.choice(offers)
            assert service.post("/play/act", seq=seq[1], by=by, text=text).status == 303
        assert "is home first" in service.get("/result").text
        assert service.stop() == 0


@pytest.mark.whole
def test_the_command_prints_and_checks_an_installed_game(python: Path, tmp_path: Path) -> None:
    def companion(*words: str) -> str:
        done = subprocess.run([python, "-c", START, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert f"{SLUG}: Hop Home" in companion("games")
    companion("print", SLUG, "--out", str(tmp_path))
    assert (tmp_path / "layout.json").exists()
    suite = [python, "-m", "companion.rules.testing", SLUG]
    done = subprocess.run(suite, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.startswith(f"{SLUG}: ")) == (0, True), done.stderr
