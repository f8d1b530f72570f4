"""The benches measure what they say, each where nothing else has run, and none passes over what fails."""

from __future__ import annotations

import json
import os
import signal
import sys
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace
from typing import Any

import pytest

from bench.__main__ import alone, main
from bench.service import running as service
from hw.simulated import CallableCamera


def test_each_measurement_has_a_process_of_its_own() -> None:
    assert len({os.getpid(), alone(os.getpid), alone(os.getpid)}) == 3


def test_what_goes_wrong_there_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        alone(divmod, 1, 0)
    with pytest.raises(BrokenProcessPool):
        alone(signal.raise_signal, signal.SIGKILL)


@pytest.mark.whole
def test_the_figures_come_as_one_json_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "simulation", "--json"])
    main()
    told = capsys.readouterr()
    figures = json.loads(told.out)
    assert figures.keys() == {"machine", "simulation"}
    assert [name for name in figures["simulation"] if "first picture" in name] == [
        "ms, first picture of all",
        "ms, first picture of a further room (median)",
    ]
    assert told.err == "simulation: The simulated camera: milliseconds a picture.\n"


@pytest.mark.whole
def test_rolls_are_watched_at_the_pace_of_a_running_table(monkeypatch: pytest.MonkeyPatch) -> None:
    intervals_s = []

    class Noted(CallableCamera):
        def __init__(self, *words: Any, **pace: Any) -> None:
            super().__init__(*words, **pace)
            intervals_s.append(self._interval_s)

    monkeypatch.setattr(service, "CallableCamera", Noted)
    with service.watched() as at:
        assert at.reader.readings >= 1
    assert intervals_s == [CallableCamera("", lambda: None)._interval_s]


def test_a_table_that_is_never_read_gives_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    store = SimpleNamespace(new_session=lambda *_: None)
    hub: Any = SimpleNamespace(store=store, open=lambda _: None, live=SimpleNamespace(view=None))
    monkeypatch.setattr(service, "PATIENCE_S", 0.0)
    with pytest.raises(TimeoutError, match="never read"):
        service._begin(hub)
