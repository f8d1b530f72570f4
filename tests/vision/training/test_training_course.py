"""A training that is cut off goes on where it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vision.training.recipes import RECIPES

torch = pytest.importorskip("torch", reason="PyTorch, with which networks are trained, is not installed")

RECIPE = replace(RECIPES["face"], steps=12, batch=4, rate=1e-2)


def course():
    from vision.training.course import Course

    torch.manual_seed(3)
    return Course(torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.BatchNorm1d(4)), RECIPE)


def go(on, until: int) -> None:
    for nth in range(on.steps, until):
        batch = torch.randn(4, 4, generator=torch.Generator().manual_seed(nth))
        on.step((on.net(batch) - batch.flip(1)).square().mean())


def test_a_training_that_was_cut_off_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole, first, second = course(), course(), course()
    go(whole, RECIPE.steps)
    go(first, 5)
    first.keep(tmp_path / "face.part", every_s=0.0)
    go(first, 7)  # is lost
    second.go_on(tmp_path / "face.part")
    assert second.steps == 5
    go(second, RECIPE.steps)
    for mine, theirs in zip(second.mean.state_dict().values(), whole.mean.state_dict().values(), strict=True):
        torch.testing.assert_close(mine, theirs)
    assert [path.name for path in tmp_path.iterdir()] == ["face.part"]


def test_nothing_is_kept_before_its_time(tmp_path: Path) -> None:
    early = course()
    go(early, 1)
    early.keep(tmp_path / "face.part")
    assert not list(tmp_path.iterdir())


def test_what_another_recipe_has_left_is_refused(tmp_path: Path) -> None:
    from vision.training.course import Course

    left = course()
    left.keep(tmp_path / "face.part", every_s=0.0)
    with pytest.raises(ValueError, match="another recipe"):
        Course(torch.nn.Linear(4, 4), replace(RECIPE, steps=13)).go_on(tmp_path / "face.part")
