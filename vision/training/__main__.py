"""Train the dice reader: ``python -m vision.training all --photos DIR --work DIR --out DIR``.

PyTorch is needed and not installed with the project: ``.venv/bin/pip install torch``. The stages, each a
command of its own, too: ``props`` draws our mats, ``bank`` traces dice, ``scenes`` composes tables from
them, ``net`` trains one network from scenes and photographs,
``taken`` keeps what networks take for dice on tables without any. ``net --recipe face-real --without SET
--start WORK/face.pt --finder WORK/finder.onnx.gz`` leaves sets out, to measure on them what a network makes
of dice and rooms that it has never seen; ``mean`` averages networks that were trained on from the same one;
``calibrate`` fits the confidence to such networks and prints what belongs into `vision.dice.confidence`.
What lies in WORK is not made again: delete it to begin anew. A training that was cut off goes on from what it
has left two minutes before, at most (NETWORK.part).
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import torch

from vision.dice import DiceReader
from vision.training import bank, lean_branch, photos, props, store, taken
from vision.training.everything import FOLDER_SCENES, SPRITES, TAKEN_FROM, TAKEN_TABLES, everything
from vision.training.recipes import RECIPES
from vision.training.stages import confidence, lying, mean, net, trace


def _at_least_one(text: str) -> int:
    if int(text) < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return int(text)


def _add_means(stage: argparse.ArgumentParser) -> None:
    best = "cuda" if torch.cuda.is_available() else "cpu"
    stage.add_argument("--device", default=best, choices=("cpu", "cuda"))
    most = os.cpu_count() or 1
    stage.add_argument(
        "--processes",
        type=_at_least_one,
        default=most,
        help="that draw dice, scenes and batches (20 MB each)",
    )
    stage.add_argument("--share", type=float, default=1.0, help="of the steps alone: below 1 for a trial")


def _add_sources(stage: argparse.ArgumentParser) -> None:
    stage.add_argument("--recipe", choices=RECIPES, required=True)
    stage.add_argument("--scenes", type=Path, required=True)
    stage.add_argument("--photos", type=Path, help="folder of the open photographs")
    stage.add_argument("--taken", type=Path, help="folder of folders with what was taken for dice")
    stage.add_argument("--without", nargs="*", default=[], choices=photos.SETS, help="sets to leave out")
    where = "finder that tells where in the boxes top faces are, and what beside them looks like one"
    stage.add_argument("--finder", type=Path, help=where)
    stage.add_argument("--out", type=Path, required=True)


def _add_tables(stage: argparse.ArgumentParser, leaning: float) -> None:
    stage.add_argument("--props", type=Path, help="folder of mat-*.png and token-*.png")
    stage.add_argument("--out", type=Path, required=True)
    stage.add_argument("--seed", type=int, default=1)
    stage.add_argument("--count", type=int, default=FOLDER_SCENES)
    what = "share of dice that lean or lie on others, beyond those that usually do"
    stage.add_argument("--leaning", type=float, default=leaning, help=what)


def _drawing(stages: argparse._SubParsersAction) -> None:
    show = stages.add_parser("props", help="write the pictures of our mats and tokens")
    show.add_argument("--out", type=Path, required=True)
    show.set_defaults(run=lambda o: props.export(o.out))
    dice = stages.add_parser("bank", help="trace dice")
    dice.add_argument("--out", type=Path, required=True)
    dice.add_argument("--seed", type=int, default=1)
    dice.add_argument("--count", type=int, default=SPRITES)
    what = "of one kind, in place of all; piles are dice that lie on others"
    dice.add_argument("--kind", choices=(*bank.KINDS[: len(bank.SHARES)], "piles"), help=what)
    dice.set_defaults(run=trace)
    tables = stages.add_parser("scenes", help="compose one folder of tables")
    tables.add_argument("--bank", type=Path, nargs="+", required=True)
    _add_tables(tables, leaning=0.0)
    what = "share of makes of dice whose pips differ from the body in tint, and hardly in brightness"
    tables.add_argument("--tinted", type=float, default=0.0, help=what)
    tables.set_defaults(
        run=lambda o: store.fill(
            o.out, store.load_props(o.bank, o.props, o.tinted, o.leaning), o.seed, o.count
        )
    )
    doubt = stages.add_parser("taken", help="keep what networks take for dice on tables without any")
    doubt.add_argument("--networks", type=Path, required=True, help="folder of the networks")
    doubt.add_argument("--bank", type=Path, nargs="+", required=True)
    doubt.add_argument("--props", type=Path, help="folder of mat-*.png and token-*.png")
    doubt.add_argument("--out", type=Path, required=True)
    doubt.add_argument("--seed", type=int, default=TAKEN_FROM)
    doubt.add_argument("--count", type=int, default=TAKEN_TABLES)
    doubt.set_defaults(
        run=lambda o: taken.fill(
            o.out, DiceReader(o.networks), store.load_props(o.bank, o.props), o.seed, o.count
        )
    )


def _learning(stages: argparse._SubParsersAction) -> None:
    one = stages.add_parser("net", help="train one network")
    _add_sources(one)
    one.add_argument("--start", type=Path, help="weights (.pt), or a network (.onnx.gz), to start from")
    what = "folders of the wide readers behind which the recipe lean learns how a die lies"
    one.add_argument("--readers", type=Path, nargs="+", default=[], help=what)
    _add_means(one)
    one.set_defaults(run=net)
    behind = stages.add_parser("attach", help="put what the recipe lean has written behind wide readers")
    behind.add_argument("--part", type=Path, required=True, help="what was written (.onnx.gz)")
    behind.add_argument("--readers", type=Path, nargs="+", required=True, help="folders of the wide readers")
    behind.set_defaults(run=lambda o: [lean_branch.attach(o.part, folder) for folder in o.readers])
    both = stages.add_parser("mean", help="write the mean of networks that were trained on from the same one")
    what = "a network (.onnx.gz) and its share of the mean"
    both.add_argument(
        "--part", nargs=2, action="append", required=True, metavar=("NETWORK", "SHARE"), help=what
    )
    _add_sources(both)
    both.set_defaults(run=mean, share=1.0)


def _measuring(stages: argparse._SubParsersAction) -> None:
    fit = stages.add_parser("calibrate", help="fit the confidence to sets that networks have not seen")
    fit.add_argument("--photos", type=Path, required=True)
    what = "a folder with the networks, and the sets that they have not seen"
    fit.add_argument(
        "--fold", nargs="+", action="append", required=True, metavar=("FOLDER", "SET"), help=what
    )
    fit.add_argument("--most", type=int, help="photographs of each set, evenly spread; all if not given")
    what = "dice that no training has drawn on: tables with them have a say in what is a die"
    fit.add_argument("--bank", type=Path, nargs="+", help=what)
    fit.add_argument("--tables", type=int, default=400, help="drawn tables with dice; twice as many without")
    fit.set_defaults(run=confidence)
    tilt = stages.add_parser("lean", help="count drawn dice that lean, and how many are flagged or doubted")
    tilt.add_argument(
        "--bank", type=Path, nargs="+", required=True, help="dice that no training has drawn on"
    )
    tilt.add_argument("--networks", type=Path, help="folder of other networks than those that are shipped")
    tilt.add_argument("--count", type=int, default=500)
    tilt.set_defaults(run=lying)


def _all(stages: argparse._SubParsersAction) -> None:
    whole = stages.add_parser("all", help="everything, one after the other")
    whole.add_argument("--photos", type=Path, required=True)
    whole.add_argument("--without", nargs="*", default=[], choices=photos.SETS)
    whole.add_argument("--work", type=Path, required=True, help="folder for sprites and scenes (10 GB)")
    whole.add_argument("--out", type=Path, required=True)
    _add_means(whole)
    whole.set_defaults(run=everything)


def main() -> None:
    """Run a stage or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    stages = parser.add_subparsers(required=True)
    for add in (_drawing, _learning, _measuring, _all):
        add(stages)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
