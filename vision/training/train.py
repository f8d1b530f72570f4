"""Trains one network from tables and photographs, and writes it with its record.

bfloat16 in channels-last order is three times as fast as float32 on processors that have
instructions for it, and harmless on others.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.dice.networks import TOP_PX
from vision.training.batches import Sources, every_nth, shown
from vision.training.networks import FaceReader, Finder, face_loss, finder_loss, lean_loss, tint_loss
from vision.training.quantise import quantise
from vision.training.recipes import Recipe
from vision.training.restore import restore
from vision.training.samples import Sample

NETWORKS: dict[str, Callable[[], Finder | FaceReader]] = {
    "finder": Finder,
    "face": FaceReader.close,
    "wide": FaceReader.wide,
    "tint": FaceReader.tint,
    "sceptic": FaceReader.sceptic,
}
LOSSES = {
    "finder": finder_loss,
    "face": face_loss,
    "wide": face_loss,
    "tint": tint_loss,
    "sceptic": face_loss,
    "lean": lean_loss,
}
OPSET = 17

WARM_SHARE = 0.06
"""Share of the steps in which the rate rises to its full height; then it falls as a cosine does."""

TOLD_EVERY = 100

MEAN_SHARE = 1 / 12
"""What is given is a running mean of the weights over about this share of the steps."""


class _Stream(IterableDataset):
    """The batches of a training, shared out among processes."""

    def __init__(self, recipe: Recipe, sources: Sources) -> None:
        self._drawn_from = recipe, sources

    def __iter__(self) -> Iterator[Sample]:
        cv2.setNumThreads(1)
        own = get_worker_info()
        return every_nth(*self._drawn_from, own.id, own.num_workers)


def train(
    recipe: Recipe,
    sources: Sources,
    start: Path | None,
    *,
    device: str = "cpu",
    processes: int = 1,
    built: torch.nn.Module | None = None,
) -> torch.nn.Module:
    """Train a network, from weights (.pt) or a written network (.onnx) if given, or one that is ``built``.

    Batches are drawn in ``processes`` beside it.
    """
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    net = built or NETWORKS[recipe.network]()
    if start and start.suffix == ".onnx":
        restore(net, start, next(shown(recipe, sources)))
    elif start:
        net.load_state_dict(torch.load(start, map_location="cpu"))
    net = net.to(device, memory_format=torch.channels_last)
    optimiser, schedule = _optimiser(net, recipe)
    kept = max(0.0, 1 - 1 / (MEAN_SHARE * recipe.steps))
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(kept), use_buffers=True)
    drawn = DataLoader(
        _Stream(recipe, sources),
        batch_size=None,
        num_workers=processes,
        multiprocessing_context="fork",  # the scenes are shared through their memory map
    )
    loss_mean, began_s = torch.zeros((), device=device), time.monotonic()
    for step, (pictures, targets) in enumerate(drawn):
        planes = pictures.to(device).permute(0, 3, 1, 2).float().div(255)
        with torch.autocast(device, torch.bfloat16):
            out = net(planes.contiguous(memory_format=torch.channels_last))
        loss = LOSSES[recipe.network](out.float(), targets.to(device))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        optimiser.step()
        schedule.step()
        mean.update_parameters(net)
        loss_mean = 0.98 * loss_mean + 0.02 * loss.detach() if step else loss.detach()
        if (step + 1) % TOLD_EVERY == 0:
            print(f"{recipe.network} {step + 1}/{recipe.steps}, loss {loss_mean.item():.3f}, "
                  f"{time.monotonic() - began_s:.0f} s", flush=True)  # fmt: skip
    return mean.module.cpu().eval()


def _optimiser(
    net: torch.nn.Module, recipe: Recipe
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    learned = [part for part in net.parameters() if part.requires_grad]
    decay = [part for part in learned if part.ndim > 1]
    others = [part for part in learned if part.ndim <= 1]
    groups = [{"params": decay, "weight_decay": 2e-3}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=recipe.rate, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, recipe.rate, total_steps=recipe.steps, pct_start=WARM_SHARE, cycle_momentum=False
    )
    return optimiser, schedule


def write(net: torch.nn.Module, out: Path, record: dict, pictures: Iterable[NDArray[np.uint8]]) -> None:
    """Write the weights (.pt), the network for the reader (.onnx) and the record (.json)."""
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), out.with_suffix(".pt"))
    axes = {"image": {0: "n", 2: "h", 3: "w"}, "dice": {0: "n", 2: "h", 3: "w"}}
    if isinstance(net, FaceReader):
        axes = {"image": {0: "n"}, "dice": {0: "n"}}
    export(net.to(memory_format=torch.contiguous_format), out.with_suffix(".onnx"), axes)
    told = {TOP_PX: str(net.top_px)} if isinstance(net, FaceReader) else {}
    quantise(out.with_suffix(".onnx"), pictures, told)
    out.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n")


def export(net: torch.nn.Module, out: Path, axes: dict[str, dict[int, str]]) -> None:
    """Write a network (ONNX, float) whose input and output, in this order, have axes of any length."""
    given, said = axes
    torch.onnx.export(
        net,
        (net.example(),),
        str(out),
        input_names=[given],
        output_names=[said],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
