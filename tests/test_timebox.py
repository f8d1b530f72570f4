"""The sweeps end in time, and all get their turn."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import timebox
from timebox import Timebox, begin_elsewhere


def item(nodeid: str, slow: bool = True) -> SimpleNamespace:
    return SimpleNamespace(nodeid=nodeid, get_closest_marker=lambda name: (slow and name == "slow") or None)


ITEMS = [item(f"tests/test_{name}.py::test_{number}") for name in "abcdefgh" for number in range(3)]


def test_every_commit_begins_elsewhere_and_files_stay_together() -> None:
    orders = [[each.nodeid for each in begin_elsewhere(ITEMS, seed)] for seed in ("one", "two", "three")]
    for order in orders:
        assert sorted(order) == [each.nodeid for each in ITEMS]
        assert [each[-1] for each in order] == list("012") * 8
    assert len({order[0] for order in orders}) == 3


def test_a_sweep_is_left_out_when_their_time_is_over_and_a_quick_test_never(monkeypatch) -> None:
    now = SimpleNamespace(s=1000.0)
    monkeypatch.setattr(timebox.time, "monotonic", lambda: now.s)
    box = Timebox(0.5)
    now.s += 29
    assert box.why_not(item("a")) == ""
    now.s += 1
    assert "0.5 minutes" in box.why_not(item("a"))
    assert box.why_not(item("a", slow=False)) == ""


@pytest.mark.parametrize("slow", [True, False])
def test_without_a_time_nothing_is_left_out(monkeypatch, slow: bool) -> None:
    box = Timebox(None)
    monkeypatch.setattr(timebox.time, "monotonic", lambda: 1e9)
    assert box.why_not(item("a", slow)) == ""
