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
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.dice.networks import FACE_ABREAST, FINDER_ABREAST, TOP_PX
from vision.dice.weights import pack_beside
from vision.training.batches import Sources, every_nth, shown
from vision.training.course import Course
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

TOLD_EVERY = 100


class _Stream(IterableDataset):
    """The batches of a training from some step on, shared out among processes."""

    def __init__(self, recipe: Recipe, sources: Sources, gone: int) -> None:
        self._drawn_from, self._gone = (recipe, sources), gone

    def __iter__(self) -> Iterator[Sample]:
        cv2.setNumThreads(1)
        own = get_worker_info()
        return every_nth(*self._drawn_from, self._gone + own.id, own.num_workers)


def train(
    recipe: Recipe,
    sources: Sources,
    start: Path | None,
    *,
    device: str = "cpu",
    processes: int = 1,
    built: torch.nn.Module | None = None,
    kept: Path | None = None,
) -> torch.nn.Module:
    """Train a network, from weights (.pt) or a written network if given, or one that is ``built``.

    Batches are drawn in ``processes`` beside it. Where it stands is written to ``kept`` from time to time;
    where that file is left of a training that was cut off, it goes on from there.
    """
    torch.manual_seed(recipe.seed)
    torch.set_num_threads(1)
    net = built or NETWORKS[recipe.network]()
    if start and start.suffix == ".pt":
        net.load_state_dict(torch.load(start, map_location="cpu"))
    elif start:
        restore(net, start, next(shown(recipe, sources)))
    course = Course(net.to(device, memory_format=torch.channels_last), recipe)
    if kept and kept.exists():
        course.go_on(kept)
    drawn = DataLoader(
        _Stream(recipe, sources, course.steps),
        batch_size=None,
        num_workers=processes,
        multiprocessing_context="fork",  # the scenes are shared through their memory map
        pin_memory=device != "cpu",
    )
    loss_mean, began_s = None, time.monotonic()
    for pictures, targets in drawn:
        planes = pictures.to(device, non_blocking=True).permute(0, 3, 1, 2).float().div(255)
        with torch.autocast(device, torch.bfloat16):
            out = net(planes.contiguous(memory_format=torch.channels_last))
        loss = LOSSES[recipe.network](out.float(), targets.to(device))
        course.step(loss)
        if kept:
            course.keep(kept)
        loss_mean = loss.detach() if loss_mean is None else 0.98 * loss_mean + 0.02 * loss.detach()
        if course.steps % TOLD_EVERY == 0:
            print(f"{recipe.network} {course.steps}/{recipe.steps}, loss {loss_mean.item():.3f}, "
                  f"{time.monotonic() - began_s:.0f} s", flush=True)  # fmt: skip
    return course.mean.module.cpu().eval()


def write(net: torch.nn.Module, out: Path, record: dict, pictures: Iterable[NDArray[np.uint8]]) -> None:
    """Write the weights (.pt), the network for the reader (.onnx.gz) and the record (.json)."""
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), out.with_suffix(".pt"))
    axes = {"image": {0: "n", 2: "h", 3: "w"}, "dice": {0: "n", 2: "h", 3: "w"}}
    if isinstance(net, FaceReader):
        axes = {"image": {0: "n"}, "dice": {0: "n"}}
    plain = out.with_suffix(".onnx")
    export(net.to(memory_format=torch.contiguous_format), plain, axes)
    told, pixels = {}, FINDER_ABREAST
    if isinstance(net, FaceReader):
        told, pixels = {TOP_PX: str(net.top_px)}, FACE_ABREAST
    quantise(plain, pictures, told, pixels)
    pack_beside(plain)
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
