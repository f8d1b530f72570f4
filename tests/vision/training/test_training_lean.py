"""How many drawn dice that lean, and that lie flat, the confidence flags and doubts."""

from __future__ import annotations

import pytest

from vision.dice import DiceReader
from vision.training import lean
from vision.training.scenes import Props


@pytest.mark.slow
def test_dice_are_counted_by_how_they_lie(props: Props) -> None:
    seen = list(lean.examples(DiceReader(), props, 16))
    flat = [flat for lies, flat in seen if lies == "flat"]
    other = [flat for lies, flat in seen if lies != "flat"]
    assert len(flat) > 20
    assert other
    assert sum(other) / len(other) < sum(flat) / len(flat)


def test_of_each_kind_it_is_told_how_many_are_flagged_and_how_many_doubted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = [("flat", 0.999)] * 9 + [("flat", 0.9), ("leaning", 0.2), ("leaning", 0.9)]
    monkeypatch.setattr(lean, "examples", lambda *_: iter(seen))
    lean.report(None, None, 1)
    assert capsys.readouterr().out.splitlines() == [
        "flat: 0.0 % flagged, 10.0 % doubted of 10",
        "leaning: 50.0 % flagged, 100.0 % doubted of 2",
    ]
