"""What tells a lean is fitted to drawn tables, apart where other dice tell which way is up."""

from __future__ import annotations

import re

import numpy as np
import pytest

from vision.dice import DiceReader
from vision.training import lean
from vision.training.scenes import Props


def test_dice_are_measured_by_whether_others_tell_which_way_is_up(props: Props) -> None:
    groups = lean.examples(DiceReader(), props, 16)
    for rows, leans in groups:
        assert len(rows) == len(leans) > 10
        assert np.isfinite(rows).all()
        assert np.mean(leans) < 0.5
    assert any(any(leans) for _, leans in groups)


def test_the_weights_are_printed_as_the_confidence_takes_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = np.random.default_rng(1)

    def group(apart: float) -> lean.Examples:
        leans = rng.random(400) < 0.2
        return list(rng.normal(0, 1, (400, 2)) + apart * leans[:, None]), leans.tolist()

    monkeypatch.setattr(lean, "examples", lambda *_: (group(0.5), group(3.0)))
    lean.report(None, None, 400)
    alone, in_company = capsys.readouterr().out.splitlines()
    assert alone.startswith("ALONE: Lean(")
    assert in_company.startswith("IN_COMPANY: Lean(")
    assert in_company.count("%") == 2
    caught, false = map(int, re.findall(r"(\d+) %", in_company))
    assert caught > 90 > 20 > false
