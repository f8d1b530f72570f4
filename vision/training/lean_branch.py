"""Trains what tells how a die lies, from what the wide reader has made of a cut of it.

The wide reader has learned from millions of cuts what edges, faces and shadows are, but hardly ever saw a die
on another. To learn that anew would take as many cuts; to learn it from what the reader sees takes few, and
costs a reading next to nothing. The reader itself stays as it is, and what is learned serves all wide readers
that were trained on from one start.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.dice.networks import WIDE_FILE
from vision.dice.weights import pack, pack_beside, record_of
from vision.training.batches import Sources, shown
from vision.training.networks import FaceReader, LeanBranch
from vision.training.quantise import LIES, join, loaded, quantise_part
from vision.training.recipes import Recipe
from vision.training.restore import restore
from vision.training.train import export


class OnReaders(nn.Module):
    """The branch behind several wide readers, which take turns from batch to batch and learn nothing."""

    def __init__(self, readers: Sequence[FaceReader]) -> None:
        super().__init__()
        self.branch = LeanBranch()
        self.readers = nn.ModuleList(readers).requires_grad_(requires_grad=False).eval()
        self._batches = 0

    def train(self, mode: bool = True) -> OnReaders:
        """Let the branch learn, and no reader."""
        super().train(mode)
        self.readers.eval()
        return self

    def forward(self, cuts: Tensor) -> Tensor:
        """Say of cuts (N, 3, 64, 64) how the dice lie: logits (N, 3)."""
        reader = self.readers[self._batches % len(self.readers)]
        self._batches += 1
        return self.branch(reader.layers(cuts))


def on_readers(
    folders: Sequence[Path], recipe: Recipe, sources: Sources, start: Path | None = None
) -> OnReaders:
    """Put the branch behind the wide readers of some folders; it begins with weights (.pt) if given."""
    behind = OnReaders([_reader(folder, recipe, sources) for folder in folders])
    if start:
        behind.branch.load_state_dict(torch.load(start, map_location="cpu"))
    return behind


def _reader(folder: Path, recipe: Recipe, sources: Sources) -> FaceReader:
    reader = FaceReader.wide()
    restore(reader, folder / WIDE_FILE, next(shown(recipe, sources)))
    return reader.eval()


def write(trained: OnReaders, out: Path, record: dict, cuts: Iterator[NDArray[np.uint8]]) -> None:
    """Write the weights (.pt), the branch by itself (.onnx.gz) and its record (.json)."""
    out.parent.mkdir(parents=True, exist_ok=True)
    branch = trained.branch.eval()
    torch.save(branch.state_dict(), out.with_suffix(".pt"))
    plain = out.with_suffix(".onnx")
    export(branch, plain, {"seen": {0: "n"}, LIES: {0: "n"}})
    quantise_part(plain, (_seen(trained, batch) for batch in cuts))
    pack_beside(plain)
    out.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n")


def _seen(trained: OnReaders, cuts: NDArray[np.uint8]) -> dict[str, NDArray[np.float32]]:
    planes = torch.from_numpy(cuts).permute(0, 3, 1, 2).float().div(255)
    with torch.no_grad():
        return {"seen": trained.readers[0].layers(planes).numpy()}


def attach(part: Path, folder: Path) -> None:
    """Let the wide reader of a folder tell how a die lies, too; what it told of that before is replaced."""
    reader = folder / WIDE_FILE
    pack(join(loaded(reader), loaded(part)).SerializeToString(), reader)
    told = json.loads(record_of(reader).read_text()) | {"lean": json.loads(record_of(part).read_text())}
    record_of(reader).write_text(json.dumps(told, indent=1) + "\n")
