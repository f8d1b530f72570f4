"""What tells how a die lies learns behind the wide reader, which stays as it is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.dice import networks
from vision.dice.classes import COCKED, STACKED
from vision.dice.weights import SUFFIX

torch = pytest.importorskip("torch", reason="PyTorch, with which networks are trained, is not installed")

SHIPPED = Path(networks.__file__).parent
CUTS = np.random.default_rng(1).integers(0, 256, (8, 64, 64, 3), np.uint8)


@pytest.fixture(scope="module")
def behind():
    from vision.training.lean_branch import OnReaders
    from vision.training.networks import FaceReader

    torch.manual_seed(1)
    return OnReaders([FaceReader.wide() for _ in range(2)])


def test_only_the_branch_learns(behind) -> None:
    behind.train()
    planes = torch.from_numpy(CUTS).permute(0, 3, 1, 2).float() / 255
    before = [{name: of.clone() for name, of in part.state_dict().items()} for part in behind.readers]
    out = behind(planes)
    assert out.shape == (len(CUTS), 3)
    out.sum().backward()
    assert all(each.grad is not None for each in behind.branch.parameters())
    assert all(each.grad is None for each in behind.readers.parameters())
    for part, kept in zip(behind.readers, before, strict=True):
        assert all(torch.equal(of, kept[name]) for name, of in part.state_dict().items())


def test_the_readers_take_turns(behind) -> None:
    behind.eval()
    planes = torch.from_numpy(CUTS).permute(0, 3, 1, 2).float() / 255
    with torch.no_grad():
        first, second, third = (behind(planes) for _ in range(3))
    assert torch.allclose(first, third)
    assert not torch.allclose(first, second)


def test_what_shows_a_value_lies_flat() -> None:
    from vision.training.networks import lean_loss

    sure = 20 * torch.eye(3)
    targets = torch.full((3, 6), torch.nan)
    for values in ((1, COCKED, STACKED), (6, COCKED, STACKED)):
        targets[:, 0] = torch.tensor(values)
        assert lean_loss(sure, targets) < 1e-6
    targets[:, 0] = torch.tensor((STACKED, 3, COCKED))
    assert lean_loss(sure, targets) > 5


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # the exporter's, of its age
def test_a_wide_reader_tells_how_a_die_lies_when_the_branch_stands_behind_it(behind, tmp_path: Path) -> None:
    from vision.training.lean_branch import attach, write

    for kind in (SUFFIX, ".json"):
        shutil.copy((SHIPPED / "wide").with_suffix(kind), tmp_path)
    before = networks.FaceReader(tmp_path / f"wide{SUFFIX}").read(list(CUTS))
    write(behind, tmp_path / "lean", {"stages": [{"network": "lean"}]}, iter([CUTS]))
    attach(tmp_path / f"lean{SUFFIX}", tmp_path)
    after = networks.FaceReader(tmp_path / f"wide{SUFFIX}").read(list(CUTS))
    assert after.lies.shape == (len(CUTS), 3)
    assert np.allclose(after.lies.sum(axis=1), 1, atol=1e-5)
    assert (after.odds == before.odds).all()
    record = json.loads((tmp_path / "wide.json").read_text())
    assert record["lean"] == {"stages": [{"network": "lean"}]}
    assert record["stages"]
