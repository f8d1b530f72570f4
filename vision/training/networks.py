"""The networks of the dice reader: the finder of top faces, and two readers of one face.

The centre heat map with its focal loss is that of Zhou et al., Objects as Points (2019).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.classes import CLASSES, COCKED, STACKED
from vision.dice.cuts.crops import CLOSE_TOP_PX, CROP_PX, SCEPTIC_PX, SCEPTIC_TOP_PX, WIDE_TOP_PX
from vision.dice.networks import PLACED

STRIDE = 8
VALUES = 6
WIDE_CHANNELS = (40, 80, 160)


def _conv(before: int, after: int, kernel: int = 3, step: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(before, after, kernel, step, kernel // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU())


class Residual(nn.Module):
    """Two convolutions whose outcome is added to what came in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        last = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.layers = nn.Sequential(_conv(channels, channels), last, nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Add what the layers find."""
        return torch.relu(x + self.layers(x))


class Finder(nn.Module):
    """(N, 3, H, W) pictures of 0 to 1 to (N, 10, H/8, W/8).

    The channels are the logit of a centre of a top face, six logits of its value, log(size / 32 px),
    and how far right and below the cell's middle the centre lies, in cells.

    Parameters
    ----------
    channels
        At a half, a quarter, an eighth and a sixteenth of the picture's size.
    depths
        How many `Residual` there are at the last two of these.
    """

    def __init__(
        self, channels: tuple[int, ...] = (16, 24, 40, 80), depths: tuple[int, int] = (1, 2)
    ) -> None:
        super().__init__()
        half, quarter, fine, coarse = channels
        self.stem = nn.Sequential(_conv(3, half, 3, 2), _conv(half, quarter, 3, 2))
        self.fine = nn.Sequential(_conv(quarter, fine, 3, 2), *(Residual(fine) for _ in range(depths[0])))
        self.coarse = nn.Sequential(
            _conv(fine, coarse, 3, 2),
            *(Residual(coarse) for _ in range(depths[1])),
            nn.Conv2d(coarse, fine, 1),
        )
        self.join = _conv(fine, fine)
        self.head = nn.Conv2d(fine, 1 + VALUES + 3, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Find dice."""
        fine = self.fine(self.stem(x))
        wide = functional.interpolate(self.coarse(fine), scale_factor=2.0, mode="nearest")
        return self.head(self.join(torch.relu(fine + wide)))

    @staticmethod
    def example() -> Tensor:
        """Give a picture to trace the network with."""
        return torch.zeros(1, 3, 160, 160)


class FaceReader(nn.Module):
    """(N, 3, side, side) cuts of 0 to 1 to (N, 15).

    The outputs are the logits of the classes of `vision.dice.classes`, then how far right and below
    the cut's middle the top face lies, in sides, log(its size / ``top_px``), and how far right and below
    a point is seen that lies one side further out of the die, in sides.

    Parameters
    ----------
    channels
        At a half, a quarter and an eighth of the cut's side.
    depths
        How many `Residual` there are at each.
    top_px
        Side of the top face in a cut.
    side_px
        Side of a cut.
    """

    def __init__(
        self, channels: tuple[int, ...], depths: tuple[int, ...], top_px: float, side_px: int = CROP_PX
    ) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        before, kernel = 3, 5
        for after, depth in zip(channels, depths, strict=True):
            layers += [_conv(before, after, kernel, 2), *(Residual(after) for _ in range(depth))]
            before, kernel = after, 3
        self.layers = nn.Sequential(*layers)
        self.head = nn.Linear(2 * before, CLASSES + PLACED)
        self.top_px, self.side_px = top_px, side_px

    @classmethod
    def close(cls) -> FaceReader:
        """Make the reader that sees the pips finely."""
        return cls((40, 80, 128), (1, 2, 3), CLOSE_TOP_PX)

    @classmethod
    def wide(cls) -> FaceReader:
        """Make the reader that sees more of what lies around."""
        return cls(WIDE_CHANNELS, (0, 2, 3), WIDE_TOP_PX)

    @classmethod
    def tint(cls) -> FaceReader:
        """Make the one that sees tints (`vision.dice.cuts.contrast.tints`) alone: its values are learned."""
        return cls((24, 48, 96), (0, 1, 2), CLOSE_TOP_PX)

    @classmethod
    def sceptic(cls) -> FaceReader:
        """Make the one that is to know what is no die."""
        return cls((24, 48, 96), (0, 1, 2), SCEPTIC_TOP_PX, SCEPTIC_PX)

    def forward(self, x: Tensor) -> Tensor:
        """Read faces."""
        seen = self.layers(x)
        # The middle counts most: what the cut is about lies there.
        half = self.side_px // 16
        middle = seen[:, :, half - 1 : half + 1, half - 1 : half + 1]
        return self.head(torch.cat([seen.mean((2, 3)), middle.mean((2, 3))], 1))

    def example(self) -> Tensor:
        """Give a cut to trace the network with."""
        return torch.zeros(1, 3, self.side_px, self.side_px)


class LeanBranch(nn.Module):
    """(N, 160, 8, 8), what the wide reader sees in cuts, to (N, 3).

    The outputs are the logits of lying flat, of leaning and of lying on another.
    """

    def __init__(self, channels: int = 80) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _conv(WIDE_CHANNELS[-1], channels), Residual(channels), Residual(channels)
        )
        self.head = nn.Linear(2 * channels, 3)

    def forward(self, seen: Tensor) -> Tensor:
        """Say how dice lie."""
        out, half = self.layers(seen), seen.shape[2] // 2
        middle = out[:, :, half - 1 : half + 1, half - 1 : half + 1]
        return self.head(torch.cat([out.mean((2, 3)), middle.mean((2, 3))], 1))

    def example(self) -> Tensor:
        """Give what is seen in a cut, to trace the network with."""
        return torch.zeros(1, WIDE_CHANNELS[-1], CROP_PX // STRIDE, CROP_PX // STRIDE)


def finder_loss(out: Tensor, target: Tensor) -> Tensor:
    """Focal loss of the centres, cross-entropy of the values, and the errors of size and place.

    ``target`` (N, 6, h, w): heat, 1 at a centre and falling off round it; where to care; value 1 to 6
    near a centre, else 0; log(size / 32), right and below near a centre, else NaN.
    """
    heat, care, value, place = target[:, 0], target[:, 1], target[:, 2].long(), target[:, 3:]
    p = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    centre = heat.eq(1).float()
    near = -((1 - p) ** 2) * torch.log(p) * centre
    far = -(p**2) * torch.log(1 - p) * (1 - heat) ** 4 * (1 - centre)
    loss = ((near + far) * care).sum() / centre.sum().clamp(min=1)
    values = functional.cross_entropy(out[:, 1:7], value - 1, ignore_index=-1, reduction="sum")
    known = ~torch.isnan(place)
    error = ((out[:, 7:] - torch.nan_to_num(place)).abs() * known).sum()
    return loss + 0.4 * values / value.gt(0).sum().clamp(min=1) + error / known.sum().clamp(min=1)


def face_loss(out: Tensor, target: Tensor) -> Tensor:
    """Cross-entropy of the classes, and the error of the place where it is known.

    ``target`` (N, 6): class; right, below, log size and the rise, or NaN. No label is smoothed: a network
    that must never be sure does not tell what it knows from what it nearly knows. A die of which the place is
    not known is a photograph's. Nobody has said that it lies flat, only what it shows: there no class of a
    lean counts, or the networks would learn that in photographs nothing ever leans.
    """
    label, place = target[:, 0].long(), target[:, 1:]
    known = ~torch.isnan(place)
    photographed = label.gt(0) & label.le(VALUES) & ~known.any(1)
    told = out[:, :CLASSES].index_fill(1, torch.tensor([COCKED, STACKED], device=out.device), -torch.inf)
    classes = functional.cross_entropy(torch.where(photographed[:, None], told, out[:, :CLASSES]), label)
    error = (out[:, CLASSES:] - torch.nan_to_num(place)) * known
    return classes + 2.0 * functional.smooth_l1_loss(
        error, torch.zeros_like(error), beta=0.1, reduction="sum"
    ) / (known.sum().clamp(min=1))


def tint_loss(out: Tensor, target: Tensor) -> Tensor:
    """Cross-entropy of the values: of dice that lie flat, each with its ``target`` (N, 6)."""
    return functional.cross_entropy(out[:, 1 : VALUES + 1], target[:, 0].long() - 1)


def lean_loss(out: Tensor, target: Tensor) -> Tensor:
    """Cross-entropy of lying flat, leaning and lying on another: ``target`` (N, 6) as for `face_loss`."""
    return functional.cross_entropy(out, (target[:, 0].long() - VALUES).clamp(min=0))
