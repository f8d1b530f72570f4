"""How a network learns, step by step, and how a training that was cut off goes on.

What has been learned is kept every two minutes. Since every batch has its own seed, what goes on from there
ends as if nothing had happened, but for the last digits, and for whose turn it is where readers take turns.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.training.recipes import Recipe

WARM_SHARE = 0.06
"""Share of the steps in which the rate rises to its full height; then it falls as a cosine does."""

MEAN_SHARE = 1 / 12
"""What is given is a running mean of the weights over about this share of the steps."""

DECAY, STEEPEST = 2e-3, 3.0
"""How much of the weights is lost a step, beside the rate; and what longer gradients are cut to."""

KEPT_EVERY_S = 120.0


class Course:
    """A network with all that changes while it learns.

    Parameters
    ----------
    net
        Where it learns: on a processor or a graphics card.
    recipe
        How.

    Attributes
    ----------
    steps : int
        How many it has gone.
    """

    def __init__(self, net: nn.Module, recipe: Recipe) -> None:
        self.net, self.steps, self._about = net, 0, repr(recipe)
        learned = [part for part in net.parameters() if part.requires_grad]
        groups = [
            {"params": [part for part in learned if part.ndim > 1], "weight_decay": DECAY},
            {"params": [part for part in learned if part.ndim <= 1], "weight_decay": 0.0},
        ]
        self.optimiser = torch.optim.AdamW(groups, lr=recipe.rate, fused=True)
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimiser, recipe.rate, total_steps=recipe.steps, pct_start=WARM_SHARE, cycle_momentum=False
        )
        kept = max(0.0, 1 - 1 / (MEAN_SHARE * recipe.steps))
        self.mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(kept), use_buffers=True)
        self._kept_s = time.monotonic()

    def step(self, loss: Tensor) -> None:
        """Learn from one batch."""
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), STEEPEST)
        self.optimiser.step()
        self.schedule.step()
        self.mean.update_parameters(self.net)
        self.steps += 1

    def keep(self, file: Path, every_s: float = KEPT_EVERY_S) -> None:
        """Write where it stands, if that is as long ago: beside the file first, so that none is torn."""
        if time.monotonic() - self._kept_s < every_s:
            return
        new = file.with_name(f"{file.name}.new")
        states = {name: part.state_dict() for name, part in self._parts().items()}
        torch.save({"about": self._about, "steps": self.steps, **states}, new)
        new.replace(file)
        self._kept_s = time.monotonic()

    def go_on(self, file: Path) -> None:
        """Go on from what `keep` has written.

        Raises
        ------
        ValueError
            When another recipe has left it.
        """
        kept = torch.load(file, map_location="cpu", weights_only=True)
        if kept["about"] != self._about:
            raise ValueError(f"{file} was left by another recipe; delete it to begin anew")
        self.steps = kept["steps"]
        for name, part in self._parts().items():
            part.load_state_dict(kept[name])

    def _parts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("net", "optimiser", "schedule", "mean")}
