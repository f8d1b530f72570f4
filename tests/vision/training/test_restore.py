"""A shipped network is taken up again: it says the same, and can be trained on or averaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.dice import networks
from vision.dice.classes import CLASSES, COCKED, STACKED

torch = pytest.importorskip("torch", reason="PyTorch, with which networks are trained, is not installed")

SHIPPED = Path(networks.__file__).parent
CUTS = np.random.default_rng(1).integers(0, 256, (32, 64, 64, 3), np.uint8)


def odds(net) -> np.ndarray:
    with torch.no_grad():
        out = net.eval()(torch.from_numpy(CUTS).permute(0, 3, 1, 2).float() / 255)
    return torch.softmax(out[:, :CLASSES], 1).numpy()


def test_a_shipped_network_says_the_same_when_it_is_taken_up_again_and_goes_on_learning() -> None:
    from vision.training.networks import FaceReader
    from vision.training.restore import restore

    net = FaceReader.close()
    restore(net, SHIPPED / "face.onnx.gz", CUTS)
    assert net.training
    said = networks.FaceReader(SHIPPED / "face.onnx.gz").read(list(CUTS)).odds
    assert np.abs(odds(net) - said).mean() < 0.01


def test_the_mean_of_a_network_and_itself_is_that_network() -> None:
    from vision.training.networks import FaceReader
    from vision.training.restore import average, restore

    alone, twice = FaceReader.close(), FaceReader.close()
    restore(alone, SHIPPED / "face.onnx.gz", CUTS)
    average(twice, [SHIPPED / "face.onnx.gz"] * 2, [1.0, 3.0])
    np.testing.assert_allclose(odds(twice), odds(alone), atol=1e-4)


def test_another_network_is_refused_and_so_is_a_share_of_nothing() -> None:
    from vision.training.networks import FaceReader
    from vision.training.restore import average, restore

    with pytest.raises(ValueError, match="others"):
        restore(FaceReader.close(), SHIPPED / "wide.onnx.gz", CUTS)
    for shares in ([1.0, 0.0], [1.0, -1.0]):
        with pytest.raises(ValueError, match="share"):
            average(FaceReader.close(), [SHIPPED / "face.onnx.gz"] * 2, shares)
    with pytest.raises(ValueError, match="one build"):
        average(FaceReader.close(), [SHIPPED / "face.onnx.gz", SHIPPED / "wide.onnx.gz"], [1.0, 1.0])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_a_network_has_learned_since_is_added_to_another(tmp_path: Path) -> None:
    from vision.training import train
    from vision.training.networks import FaceReader
    from vision.training.restore import average, restore

    whole, alone, other = FaceReader.close(), FaceReader.close(), FaceReader.close()
    restore(other, SHIPPED / "face.onnx.gz", CUTS)
    with torch.no_grad():
        other.head.bias += torch.linspace(-1, 1, len(other.head.bias))
    train.write(other.eval(), tmp_path / "face", {"stages": []}, [CUTS])
    learned = tmp_path / "face.onnx.gz"
    restore(alone, learned, CUTS)
    average(whole, [SHIPPED / "face.onnx.gz", learned, SHIPPED / "face.onnx.gz"], [1.0, 1.0, -1.0])
    np.testing.assert_allclose(odds(whole), odds(alone), atol=1e-3)


def test_a_network_that_says_more_takes_up_one_that_said_less() -> None:
    from vision.training.networks import FaceReader
    from vision.training.restore import restore

    net = FaceReader.close()
    before = net.head.out_features
    net.head = torch.nn.Linear(net.head.in_features, before + 2)
    restore(net, SHIPPED / "face.onnx.gz", CUTS)
    assert net.head.weight.shape == (before + 2, net.head.in_features)
    assert not net.head.weight[before:].any()
    said = networks.FaceReader(SHIPPED / "face.onnx.gz").read(list(CUTS)).odds
    assert np.abs(odds(net) - said).mean() < 0.01


def test_a_photograph_says_nothing_of_whether_its_dice_lean() -> None:
    from vision.training.networks import PLACED, face_loss

    out = torch.zeros(2, CLASSES + PLACED, requires_grad=True)
    unknown, known = [3.0] + PLACED * [float("nan")], [3.0] + PLACED * [0.0]
    for target, told in ((unknown, False), (known, True), ([0.0, *unknown[1:]], True)):
        (slope,) = torch.autograd.grad(face_loss(out, torch.tensor([target, target])), out)
        assert torch.isfinite(slope).all()
        assert slope[:, COCKED].abs().gt(0).all() == told
        assert slope[:, STACKED].abs().gt(0).all() == told
        assert slope[:, 2].gt(0).all()
