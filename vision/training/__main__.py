"""Train the dice network: ``python -m vision.training --photos DIR --out FILE.onnx``.

Half of every batch are synthesised scenes, half are crops of the open photographs, with as
much weight for each set. ``--without SET`` leaves a set out, to measure on it what the network
makes of dice and rooms that it has never seen.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.training import photos, scenes
from vision.training.network import STRIDE, VALUES, DiceNet, loss_of

SIZE_PX = 160
SIZES_PX = (17.0, 52.0)
"""Sizes of a die that the network learns; the reader scales pictures so that dice fall within."""

REAL_SHARE = 0.55
LEARNING_RATE = 3e-3


def sample(rng: np.random.Generator, sets: list[list[photos.Photo]]) -> tuple[np.ndarray, list[scenes.Truth]]:
    """Make one picture with its truth."""
    if sets and rng.random() < REAL_SHARE:
        photo_set = sets[int(rng.integers(len(sets)))]
        photo = photo_set[int(rng.integers(len(photo_set)))]
        picture, truth = photos.crop(rng, photo, SIZE_PX, SIZES_PX)
    else:
        picture, truth = scenes.scene(rng, SIZE_PX, SIZES_PX)
    return photos.recolour(rng, picture), truth


def targets(truth: list[scenes.Truth]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw the heat map (6, h, w), sizes (1, h, w) and where to care (1, h, w)."""
    side = SIZE_PX // STRIDE
    heat = np.zeros((VALUES, side, side), np.float32)
    size = np.full((1, side, side), np.nan, np.float32)
    care = np.ones((1, side, side), np.float32)
    y, x = np.mgrid[0:side, 0:side]
    for value, at_x, at_y, size_px in truth:
        cx, cy = (at_x + 0.5) / STRIDE - 0.5, (at_y + 0.5) / STRIDE - 0.5
        far2 = (x - cx) ** 2 + (y - cy) ** 2
        if not SIZES_PX[0] * 0.75 < size_px < SIZES_PX[1] * 1.3:
            care[0][far2 < (0.7 * size_px / STRIDE) ** 2] = 0
            continue
        bump = np.exp(-far2 / (2 * (0.1 * size_px / STRIDE + 0.25) ** 2)).astype(np.float32)
        heat[value - 1] = np.maximum(heat[value - 1], bump)
        column, row = round(cx), round(cy)
        if 0 <= column < side and 0 <= row < side:
            heat[value - 1, row, column] = 1
        size[0][far2 < (0.25 * size_px / STRIDE) ** 2 + 1] = np.log(size_px / 32)
    return heat, size, care


def produce(queue: multiprocessing.Queue, seed: int, sets: list[list[photos.Photo]], batch: int) -> None:
    """Fill the queue with batches, for ever."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    while True:
        pictures, heats, sizes, cares = [], [], [], []
        for _ in range(batch):
            picture, truth = sample(rng, sets)
            heat, size, care = targets(truth)
            pictures.append(picture)
            heats.append(heat)
            sizes.append(size)
            cares.append(care)
        queue.put((np.stack(pictures), np.stack(heats), np.stack(sizes), np.stack(cares)))


def train(options: argparse.Namespace) -> DiceNet:
    """Train for the given minutes."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    names = [name for name in photos.SETS if name not in options.without]
    sets = [photos.load(options.photos, name) for name in names]
    queue: multiprocessing.Queue = multiprocessing.Queue(maxsize=6)
    worker = multiprocessing.Process(
        target=produce, args=(queue, options.seed, sets, options.batch), daemon=True
    )
    worker.start()
    net = DiceNet()
    optimiser = torch.optim.AdamW(net.parameters(), lr=LEARNING_RATE, weight_decay=1e-4)
    start_s, step, mean = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - start_s) / 60 / options.minutes) < 1:
        warm = min(1.0, (step + 1) / 50)
        for group in optimiser.param_groups:
            group["lr"] = LEARNING_RATE * warm * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        picture, heat, size, care = (torch.from_numpy(part) for part in queue.get())
        out = net(picture.permute(0, 3, 1, 2).float() / 255)
        loss = loss_of(out, heat, size, care)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        mean = 0.98 * mean + 0.02 * loss.item() if step else loss.item()
        step += 1
        if step % 100 == 0:
            print(f"step {step}, {100 * done:.0f} %, loss {mean:.3f}", flush=True)
    worker.terminate()
    record = {
        "sets": names,
        "steps": step,
        "batch": options.batch,
        "minutes": options.minutes,
        "seed": options.seed,
    }
    record |= {"loss": round(mean, 4), "size_px": SIZE_PX, "sizes_px": SIZES_PX, "real_share": REAL_SHARE}
    options.out.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n")
    return net


def main() -> None:
    """Train and write the network."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, required=True, help="folder of the open photographs")
    parser.add_argument("--out", type=Path, required=True, help="ONNX file to write, with a record beside it")
    parser.add_argument("--without", nargs="*", default=[], choices=photos.SETS, help="sets to leave out")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    net = train(options).eval()
    axes = {"image": {0: "n", 2: "h", 3: "w"}, "dice": {0: "n", 2: "h", 3: "w"}}
    shape = (1, 3, SIZE_PX, SIZE_PX)
    torch.onnx.export(
        net,
        torch.zeros(shape),
        str(options.out),
        input_names=["image"],
        output_names=["dice"],
        dynamic_axes=axes,
        opset_version=13,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
