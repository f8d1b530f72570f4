"""The network that embeds cuts of pieces: the first stages of EfficientNet-Lite0 and one linear layer.

The stages keep where things are: what they give is pooled to 4x4 fields, no further. So two faces with the
same things in other places get other directions.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

STAGES = (
    (16, 3, 1, 1),
    (24, 3, 2, 6),
    (24, 3, 1, 6),
    (40, 5, 2, 6),
    (40, 5, 1, 6),
    (80, 3, 2, 6),
    (80, 3, 1, 6),
    (80, 3, 1, 6),
)
"""Channels, size of the kernel, stride and widening of each block, as in EfficientNet-Lite0."""

FIELDS, DIRECTIONS = 4, 192
MIDDLE_BLOCK = 4
WEIGHTS = "models/efficientnet-lite0-57934424.pth"


class Block(nn.Module):
    """A block of EfficientNet-Lite0; its parts bear the names of the published weights."""

    def __init__(self, inside: int, outside: int, kernel: int, stride: int, wider: int) -> None:
        super().__init__()
        middle = inside * wider
        self.adds = stride == 1 and inside == outside
        if wider > 1:
            self._expand_conv = nn.Conv2d(inside, middle, 1, bias=False)
            self._bn0 = nn.BatchNorm2d(middle, eps=1e-3)
        self._depthwise_conv = nn.Conv2d(
            middle, middle, kernel, stride, kernel // 2, groups=middle, bias=False
        )
        self._bn1 = nn.BatchNorm2d(middle, eps=1e-3)
        self._project_conv = nn.Conv2d(middle, outside, 1, bias=False)
        self._bn2 = nn.BatchNorm2d(outside, eps=1e-3)
        self.widens = wider > 1

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Give the planes of the next block."""
        out = functional.relu6(self._bn0(self._expand_conv(planes))) if self.widens else planes
        out = functional.relu6(self._bn1(self._depthwise_conv(out)))
        out = self._bn2(self._project_conv(out))
        return out + planes if self.adds else out


class Embedder(nn.Module):
    """Embeds cuts (n, 3, side, side) of red, green, blue, 0 to 255: directions (n, `DIRECTIONS`)."""

    def __init__(self) -> None:
        super().__init__()
        self._conv_stem = nn.Conv2d(3, 32, 3, 2, 1, bias=False)
        self._bn0 = nn.BatchNorm2d(32, eps=1e-3)
        inside, blocks = 32, []
        for outside, kernel, stride, wider in STAGES:
            blocks.append(Block(inside, outside, kernel, stride, wider))
            inside = outside
        self._blocks = nn.ModuleList(blocks)
        self.middle = nn.Conv2d(40, 24, 1)
        self.last = nn.Conv2d(80, 48, 1)
        self.early = nn.Conv2d(24, 12, 1)
        self.towards = nn.Linear((24 + 48 + 12) * FIELDS**2, DIRECTIONS)

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """Give the directions."""
        out = functional.relu6(self._bn0(self._conv_stem((planes - 127) / 128)))
        kept = []
        for nth, block in enumerate(self._blocks):
            out = block(out)
            if nth == 2:
                kept.append(functional.relu(self.early(out)))
            if nth == MIDDLE_BLOCK:
                kept.append(functional.relu(self.middle(out)))
        kept.append(functional.relu(self.last(out)))
        fields = [fit_to_fields(each).flatten(1) for each in kept]
        return functional.normalize(self.towards(torch.cat(fields, 1)))

    def start_from(self, package: Path) -> None:
        """Take the published weights of the stages."""
        published = torch.load(package / WEIGHTS, map_location="cpu")
        own = self.state_dict()
        self.load_state_dict({**own, **{name: published[name] for name in own if name in published}})


def fit_to_fields(planes: torch.Tensor) -> torch.Tensor:
    """Pool planes of any size to `FIELDS` x `FIELDS`; drawn twice as large, 6 x 6 can be divided, too."""
    planes = functional.interpolate(planes, scale_factor=2, mode="nearest")
    count, channels, height, width = planes.shape
    fields = planes.reshape(count, channels, FIELDS, height // FIELDS, FIELDS, width // FIELDS)
    return fields.mean(dim=(3, 5))
