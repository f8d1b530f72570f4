"""What is said at the end of a run about tests that were skipped."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from skipped import what_to_install

TESTS = Path(__file__).resolve().parent


def test_every_package_is_named_once_with_the_number_of_tests() -> None:
    reasons = [
        "('a.py', 3, 'Skipped: Mosquitto is not installed: apt install mosquitto')",
        "('a.py', 9, 'Skipped: Mosquitto is not installed: apt install mosquitto')",
        "('b.py', 1, 'Skipped: Chromium is not installed: apt install chromium')",
        "('c.py', 1, 'Skipped: this machine has no video device')",
    ]
    assert (
        what_to_install(reasons) == "3 tests were skipped. To run them: sudo apt install chromium mosquitto"
    )
    assert what_to_install(reasons[3:]) == ""


@pytest.mark.whole
def test_the_last_line_of_a_run_says_what_to_install() -> None:
    """Without a way to any program the checks of the unit and of the scripts are skipped."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS / "cli/test_service_units.py"],
        env={**os.environ, "PATH": str(TESTS)},
        capture_output=True,
        text=True,
        cwd=TESTS.parent,
    )
    last = done.stdout.splitlines()[-1]
    assert re.fullmatch(r"\d+ tests were skipped\. To run them: sudo apt install shellcheck systemd", last), (
        done
    )


def test_every_reason_that_names_something_to_install_names_its_package() -> None:
    reason = re.compile(r"skip\(f?\"([^\"]*is not installed[^\"]*)\"")
    reasons = [
        each for path in TESTS.rglob("*.py") for each in reason.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(reasons) >= 4
    # picamera2 is the Pi's own.
    assert [each for each in reasons if not re.search(r"apt(-get)? install", each)] == [
        "picamera2 is not installed"
    ]
