"""The dice network: for every fourth pixel, is here the centre of a top face, which, how large.

Sources: the centre heat map with its focal loss is that of Zhou et al., Objects as Points (2019).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

STRIDE = 4
VALUES = 6


class Block(nn.Module):
    """A residual block of one convolution a channel and one across channels."""

    def __init__(self, channels: int, kernel: int = 3) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(channels, channels, kernel, padding=kernel // 2, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
            nn.Conv2d(channels, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Add what the layers find to what came in."""
        return torch.relu(x + self.layers(x))


def _down(before: int, after: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 3, 2, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class DiceNet(nn.Module):
    """(N, 3, H, W) pictures of 0 to 1 to (N, 7, H/4, W/4): six logits, and log(size / 32 px)."""

    def __init__(self, fine: int = 32, coarse: int = 80) -> None:
        super().__init__()
        self.stem = nn.Sequential(_down(3, 16), _down(16, fine))
        self.fine = nn.Sequential(Block(fine), Block(fine), Block(fine))
        self.coarse = nn.Sequential(_down(fine, coarse), *(Block(coarse, 5) for _ in range(5)))
        self.up = nn.ConvTranspose2d(coarse, fine, 2, 2)
        self.join = nn.Sequential(Block(fine), Block(fine))
        self.head = nn.Conv2d(fine, VALUES + 1, 1)
        nn.init.constant_(self.head.bias[:VALUES], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Find dice."""
        fine = self.fine(self.stem(x))
        return self.head(self.join(torch.relu(fine + self.up(self.coarse(fine)))))


def loss_of(out: Tensor, heat: Tensor, size: Tensor, care: Tensor) -> Tensor:
    """Focal loss of the centres, plus the error of the sizes at the centres.

    ``heat`` (N, 6, h, w) is 1 at a centre and falls off round it; ``size`` (N, 1, h, w) is
    log(size / 32) near centres and NaN elsewhere; ``care`` (N, 1, h, w) is 0 where dice of
    untrained size lie.
    """
    p = torch.sigmoid(out[:, :VALUES]).clamp(1e-5, 1 - 1e-5)
    centre = heat.eq(1).float()
    near = -((1 - p) ** 2) * torch.log(p) * centre
    far = -(p**2) * torch.log(1 - p) * (1 - heat) ** 4 * (1 - centre)
    found = centre.sum().clamp(min=1)
    known = ~torch.isnan(size)
    error = (out[:, VALUES:] - torch.nan_to_num(size)).abs() * known
    return ((near + far) * care).sum() / found + 0.3 * error.sum() / known.sum().clamp(min=1)
