"""The outside of the virtual machine's tests: what passes for well there."""

from __future__ import annotations

import pytest
from console import CUT, SOON, Console

SHOWN = 'SHOWN ["g1", 4, "1 s:D7"]\n'


@pytest.mark.parametrize(
    ("lines", "ending", "good"),
    [
        (["test_1 ... ok\n", "== status 0\n"], "reboot", True),
        (["test_1 ... FAIL\n", "== status 1\n"], "reboot", False),
        (["test_1 ... ok\n"], "reboot", False),
        ([], "poweroff -ff", False),
        (["PLAYING ON\n", *[SHOWN] * SOON[1]], CUT, True),
        (["PLAYING ON\n", *[SHOWN] * (SOON[0] - 1)], CUT, False),
        ([*[SHOWN] * SOON[1], "== status 1\n"], CUT, False),
        (["== status 0\n"], CUT, False),
    ],
    ids=["well", "a test fails", "it goes away", "nothing", "cut", "too early", "before", "not cut"],
)
def test_a_part_is_well_only_at_its_own_end(lines: list[str], ending: str, *, good: bool) -> None:
    assert Console(lambda _: None).follow(lines, ending) is good


def test_what_was_shown_is_kept_from_boot_to_boot_and_the_rest_is_said() -> None:
    said: list[str] = []
    console = Console(said.append)
    console.follow(["test_1 ... " + SHOWN, "ok\n", "== status 0\n"], "reboot")
    console.finish(['SHOWN ["g1", 5, ""]\n', 'SHOWN ["g1", 6'])
    assert console.shown == [["g1", 4, "1 s:D7"], ["g1", 5, ""]]
    assert said == ["   test_1 ... ", "   ok", "   == status 0"]
