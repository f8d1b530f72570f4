"""Trains one network from scenes and photographs, and writes it with its record.

bfloat16 in channels-last order is three times as fast as float32 on processors that have
instructions for it, and harmless on others.
"""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.dice.networks import TOP_PX
from vision.training.batches import batch_of
from vision.training.networks import FaceReader, Finder, face_loss, finder_loss
from vision.training.quantise import quantise
from vision.training.recipes import Recipe
from vision.training.samples import Sample, Source

NETWORKS: dict[str, Callable[[], Finder | FaceReader]] = {
    "finder": Finder,
    "face": FaceReader.close,
    "wide": FaceReader.wide,
}
LOSSES = {"finder": finder_loss, "face": face_loss, "wide": face_loss}
OPSET = 17

WARM_SHARE = 0.06
"""Share of the steps in which the rate rises to its full height; then it falls as a cosine does."""

MEAN_SHARE = 1 / 12
"""What is given is a running mean of the weights over about this share of the steps."""


def _produce(queue, recipe: Recipe, scenes: Source, photos: Sequence[Source]) -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(recipe.seed)
    for _ in range(recipe.steps):
        queue.put(batch_of(recipe, rng, scenes, photos))
    time.sleep(5)  # the last batches are still being read from this process


def batches(recipe: Recipe, scenes: Source, photos: Sequence[Source]) -> Iterator[Sample]:
    """Draw batches in a process beside the training."""
    queue: multiprocessing.Queue = multiprocessing.Queue(maxsize=6)
    worker = multiprocessing.Process(target=_produce, args=(queue, recipe, scenes, photos), daemon=True)
    worker.start()
    for _ in range(recipe.steps):
        yield queue.get()
    worker.terminate()


def train(recipe: Recipe, scenes: Source, photos: Sequence[Source], start: Path | None) -> torch.nn.Module:
    """Train a network, from weights if given."""
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    net = NETWORKS[recipe.network]().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    decay = [part for part in net.parameters() if part.ndim > 1]
    others = [part for part in net.parameters() if part.ndim <= 1]
    groups = [{"params": decay, "weight_decay": 2e-3}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=recipe.rate, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, recipe.rate, total_steps=recipe.steps, pct_start=WARM_SHARE, cycle_momentum=False
    )
    kept = max(0.0, 1 - 1 / (MEAN_SHARE * recipe.steps))
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(kept), use_buffers=True)
    loss_mean, began_s = 0.0, time.monotonic()
    for step, (pictures, targets) in enumerate(batches(recipe, scenes, photos)):
        planes = torch.from_numpy(pictures).permute(0, 3, 1, 2).float().div(255)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(planes.contiguous(memory_format=torch.channels_last))
        loss = LOSSES[recipe.network](out.float(), torch.from_numpy(targets))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        optimiser.step()
        schedule.step()
        mean.update_parameters(net)
        loss_mean = 0.98 * loss_mean + 0.02 * loss.item() if step else loss.item()
        if (step + 1) % 100 == 0:
            print(f"{recipe.network} {step + 1}/{recipe.steps}, loss {loss_mean:.3f}, "
                  f"{time.monotonic() - began_s:.0f} s", flush=True)  # fmt: skip
    return mean.module.eval()


def write(net: torch.nn.Module, out: Path, record: dict, pictures: Iterable[NDArray[np.uint8]]) -> None:
    """Write the weights (.pt), the network for the reader (.onnx) and the record (.json)."""
    torch.save(net.state_dict(), out.with_suffix(".pt"))
    axes = {"image": {0: "n", 2: "h", 3: "w"}, "dice": {0: "n", 2: "h", 3: "w"}}
    if isinstance(net, FaceReader):
        axes = {"image": {0: "n"}, "dice": {0: "n"}}
    plain = net.to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        plain,
        (net.example(),),
        str(out.with_suffix(".onnx")),
        input_names=["image"],
        output_names=["dice"],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
    told = {TOP_PX: str(net.top_px)} if isinstance(net, FaceReader) else {}
    quantise(out.with_suffix(".onnx"), pictures, told)
    out.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n")
