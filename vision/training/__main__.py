"""Train the dice reader: ``python -m vision.training all --photos DIR --work DIR --out DIR``.

PyTorch is needed and not installed with the project: ``.venv/bin/pip install torch``. The stages, each a
command of its own, too: ``props`` draws our mats, ``bank`` traces dice, ``scenes`` composes tables from
them, ``net`` trains one network from scenes and photographs, ``taken`` keeps what networks take for dice on
tables without any. ``net --recipe face-real --without SET
--start WORK/face.pt --finder WORK/finder.onnx.gz`` leaves sets out, to measure on them what a network makes
of dice and rooms that it has never seen; ``mean`` averages networks that were trained on from the same one;
``calibrate`` fits the confidence to such networks and prints what belongs into `vision.dice.confidence`.
What lies in WORK is not made again: delete it to begin anew. A training that was cut off goes on from what it
has left two minutes before, at most (NETWORK.part).
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import torch

from vision.dice import DiceReader, networks
from vision.dice.weights import SUFFIX
from vision.training import (
    bank,
    batches,
    calibrate,
    lean,
    lean_branch,
    photos,
    props,
    restore,
    store,
    taken,
    traced,
    train,
)
from vision.training.recipes import NETWORKS, RECIPES, Recipe, record_of, record_of_mean

BANKS, SPRITES, SCENES = range(1, 17), 800, 81_000
"""Seeds of the banks, dice in each, scenes in all."""

TINTED_SCENES, TINTED, TINTED_FROM = 21_000, 0.5, 7000
"""Scenes for the reader of tints, the share of makes whose pips differ in tint alone, the first seed."""

LEANING_SPRITES = {"cocked": 1200, "piles": 2600}
LEANING_SCENES, LEANING, LEANING_FROM = 18_000, 0.3, 6000
"""Of dice that lean and lie on others: sprites of each, scenes, the share of such dice in them, the first
seed."""

TAKEN_FOLDERS, TAKEN_TABLES, TAKEN_FROM = 12, 500, 9100
"""Folders of what is taken for dice, tables without dice for each, the first seed."""

FOLDER_SCENES = 1500


def net(options: argparse.Namespace) -> None:
    """Train one network by one of the recipes."""
    recipe, sources, told = _learned_from(options)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    kept = options.out.with_suffix(".part")
    where: dict[str, Any] = {"device": options.device, "processes": options.processes, "kept": kept}
    record = record_of(recipe, start=options.start, **told)
    cuts = batches.shown(recipe, sources)
    if recipe.network == "lean":
        if not options.readers:
            raise SystemExit(
                "How a die lies is learned behind wide readers: name their folders by --readers."
            )
        built = lean_branch.on_readers(options.readers, recipe, sources, options.start)
        lean_branch.write(train.train(recipe, sources, None, **where, built=built), options.out, record, cuts)
    else:
        train.write(train.train(recipe, sources, options.start, **where), options.out, record, cuts)
    kept.unlink(missing_ok=True)


def trace(options: argparse.Namespace) -> None:
    """Trace a bank of dice, or of piles of them."""
    if options.kind == "piles":
        bank.build_piles(options.out, options.seed, options.count)
    else:
        bank.build(options.out, options.seed, options.count, options.kind)


def mean(options: argparse.Namespace) -> None:
    """Write the mean of networks that were trained on from one start.

    The recipe says of what build they are, and what is shown to them when the mean is quantised.
    """
    recipe, sources, _ = _learned_from(options)
    parts = {Path(name): float(share) for name, share in options.part}
    if len(parts) < len(options.part):
        raise SystemExit("--part names one network twice.")
    averaged = train.NETWORKS[recipe.network]().eval()
    restore.average(averaged, list(parts), list(parts.values()))
    train.write(averaged, options.out, record_of_mean(parts), batches.shown(recipe, sources))


def _learned_from(options: argparse.Namespace) -> tuple[Recipe, batches.Sources, dict[str, Any]]:
    """Give a recipe, what it draws on, and what its record tells of that."""
    cv2.setNumThreads(1)  # before anything is read: a pool of threads is lost in other processes
    recipe = RECIPES[options.recipe]
    recipe = replace(recipe, steps=max(2, round(options.share * recipe.steps)))
    names = [name for name in photos.SETS if name not in options.without] if recipe.real else []
    finder = networks.Finder(options.finder) if names and options.finder else None
    loaded = [photos.load(options.photos, name, finder) for name in names]
    if names:
        loaded.append(photos.load_without_dice(options.photos))
        names.append(photos.NO_DICE)
    if finder:
        loaded = [photos.mine(one, finder) for one in loaded]
    if recipe.traced and options.traced is None:
        raise SystemExit(f"The recipe {options.recipe} draws on path-traced tables: name them by --traced.")
    if recipe.taken and options.taken is None:
        raise SystemExit(f"The recipe {options.recipe} draws on what was taken for dice: name it by --taken.")
    tables = traced.load(options.traced) if recipe.traced else []
    sources = batches.Sources(
        store.Store(options.scenes),
        [photos.PhotoSource(one) for one in loaded],
        photos.PhotoSource(tables, sound=True) if tables else None,
        store.Store(options.taken) if recipe.taken else None,
    )
    told = {"scenes": len(sources.scenes), "sets": names, "mined": finder is not None, "traced": len(tables)}
    if sources.taken:
        told["taken"] = len(sources.taken)
    return recipe, sources, told


def confidence(options: argparse.Namespace) -> None:
    """Print the constants of `vision.dice.confidence`, fitted to what no network had seen."""
    sets = []
    for folder, *unseen in options.fold:
        reader = DiceReader(Path(folder))
        sets += [calibrate.examples(options.photos, name, reader, options.most) for name in unseen]
    drawn = None
    if options.bank:
        drawn = calibrate.drawn(DiceReader(), store.load_props(options.bank, None), options.tables)
    calibrate.report(sets, drawn)


def lying(options: argparse.Namespace) -> None:
    """Print how many drawn dice that lean, or do not, are flagged or doubted."""
    cv2.setNumThreads(1)
    reader = DiceReader(options.networks) if options.networks else DiceReader()
    lean.report(reader, store.load_props(options.bank, None), options.count)


def everything(options: argparse.Namespace) -> None:
    """Run all stages: props, sprites, scenes, each network from scenes and from photographs, the sceptic."""
    work: Path = options.work
    if work.resolve() == options.out.resolve():
        raise SystemExit("--work and --out must be two folders: networks of both stages bear the same names.")
    banks = [work / f"bank{seed:02}" for seed in BANKS]
    _draw(options, banks)
    for network in NETWORKS:
        if not (work / f"{network}.json").exists():
            _trained(options, network, work, start=None)
    for network in NETWORKS:
        _trained(options, f"{network}-real", options.out, start=work / f"{network}.pt")
    _trained(options, "tint", work, start=None, scenes="tinted")
    _doubt(options, banks[:1])
    _lean(options, banks)
    for network in ("tint", "sceptic"):  # that see no photograph
        for kind in (SUFFIX, ".json"):
            shutil.copy((work / network).with_suffix(kind), options.out)


def _draw(options: argparse.Namespace, banks: list[Path]) -> None:
    """Draw props, sprites and scenes."""
    work: Path = options.work
    folders = [work / "scenes" / f"{nth:03}" for nth in range(SCENES // FOLDER_SCENES)]
    tinted = [work / "tinted" / f"{nth:03}" for nth in range(TINTED_SCENES // FOLDER_SCENES)]
    shown = (banks, work / "props")
    props.export(work / "props")
    sprites = [(folder, seed, SPRITES) for seed, folder in zip(BANKS, banks, strict=True)]
    wanted = [(folder, shown, nth) for nth, folder in enumerate(folders)]
    wanted += [(folder, (*shown, TINTED), TINTED_FROM + nth) for nth, folder in enumerate(tinted)]
    with multiprocessing.Pool(options.processes) as pool:
        pool.starmap(bank.build, [each for each in sprites if not (each[0] / "sprites.npz").exists()], 1)
        pool.starmap(_fill, _missing(wanted), 1)


def _doubt(options: argparse.Namespace, banks: list[Path]) -> None:
    """Keep what the networks without photographs take for dice, and train the sceptic on it."""
    work: Path = options.work
    shown = (banks, work / "props")
    parts = [(work / "taken" / f"{nth:03}", work, shown, nth) for nth in range(TAKEN_FOLDERS)]
    with multiprocessing.Pool(options.processes) as pool:
        pool.starmap(_take, _missing(parts), 1)
    _trained(options, "sceptic", work, start=None)


def _lean(options: argparse.Namespace, banks: list[Path]) -> None:
    """Train what tells how a die lies, and put it behind the wide readers."""
    work: Path = options.work
    for nth, (kind, count) in enumerate(LEANING_SPRITES.items()):
        if not (work / kind / "sprites.npz").exists():
            told = {"out": work / kind, "seed": LEANING_FROM + nth, "count": count, "kind": kind}
            trace(argparse.Namespace(**told))
    shown = ([*banks[:3], *(work / kind for kind in LEANING_SPRITES)], work / "props", 0.0, LEANING)
    wanted = [
        (work / "leaning" / f"{nth:03}", shown, LEANING_FROM + nth)
        for nth in range(LEANING_SCENES // FOLDER_SCENES)
    ]
    with multiprocessing.Pool(options.processes) as pool:
        pool.starmap(_fill, _missing(wanted), 1)
    readers = [work, options.out]
    _trained(options, "lean", work, start=None, scenes="leaning", readers=readers)
    for folder in readers:
        lean_branch.attach(work / f"lean{SUFFIX}", folder)


def _missing(wanted: list[Any]) -> list[Any]:
    """Give the folders of scenes that are not there yet, with what else they are drawn from."""
    return [each for each in wanted if not (each[0] / "truth.npz").exists()]


def _take(folder: Path, networks: Path, shown: tuple[Any, ...], nth: int) -> None:
    taken.fill(folder, DiceReader(networks), store.load_props(*shown), TAKEN_FROM + nth, TAKEN_TABLES)


def _fill(folder: Path, shown: tuple[Any, ...], seed: int) -> None:
    store.fill(folder, store.load_props(*shown), seed, FOLDER_SCENES)


def _trained(
    options: argparse.Namespace,
    recipe: str,
    folder: Path,
    start: Path | None,
    scenes: str = "scenes",
    readers: Sequence[Path] = (),
) -> None:
    """Run one recipe; a finder that has seen no photograph tells where their dice lie."""
    work: Path = options.work
    shared = {
        "scenes": work / scenes,
        "finder": work / networks.FINDER_FILE,
        "taken": work / "taken",
        "traced": None,
        "readers": readers,
    }
    own = {"recipe": recipe, "start": start, "out": folder / RECIPES[recipe].network}
    net(argparse.Namespace(**{**vars(options), **shared, **own}))


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
    stage.add_argument("--traced", type=Path, help="folder of path-traced tables (`bench.traced draw`)")
    stage.add_argument("--taken", type=Path, help="folder of folders with what was taken for dice")
    stage.add_argument("--without", nargs="*", default=[], choices=photos.SETS, help="sets to leave out")
    where = "finder that tells where in the boxes top faces are, and what beside them looks like one"
    stage.add_argument("--finder", type=Path, help=where)
    stage.add_argument("--out", type=Path, required=True)


def main() -> None:
    """Run a stage or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    stages = parser.add_subparsers(required=True)
    one = stages.add_parser("bank", help="trace dice")
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--count", type=int, default=SPRITES)
    what = "of one kind, in place of all; piles are dice that lie on others"
    one.add_argument("--kind", choices=(*bank.KINDS[: len(bank.SHARES)], "piles"), help=what)
    one.set_defaults(run=trace)
    two = stages.add_parser("scenes", help="compose one folder of tables")
    two.add_argument("--bank", type=Path, nargs="+", required=True)
    two.add_argument("--props", type=Path, help="folder of mat-*.png and token-*.png")
    two.add_argument("--out", type=Path, required=True)
    two.add_argument("--seed", type=int, default=1)
    two.add_argument("--count", type=int, default=FOLDER_SCENES)
    what = "share of makes of dice whose pips differ from the body in tint, and hardly in brightness"
    two.add_argument("--tinted", type=float, default=0.0, help=what)
    what = "share of dice that lean or lie on others, beyond those that usually do"
    two.add_argument("--leaning", type=float, default=0.0, help=what)
    two.set_defaults(
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
    show = stages.add_parser("props", help="write the pictures of our mats and tokens")
    show.add_argument("--out", type=Path, required=True)
    show.set_defaults(run=lambda o: props.export(o.out))
    three = stages.add_parser("net", help="train one network")
    _add_sources(three)
    three.add_argument("--start", type=Path, help="weights (.pt), or a network (.onnx.gz), to start from")
    what = "folders of the wide readers behind which the recipe lean learns how a die lies"
    three.add_argument("--readers", type=Path, nargs="+", default=[], help=what)
    _add_means(three)
    three.set_defaults(run=net)
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
    four = stages.add_parser("all", help="everything, one after the other")
    four.add_argument("--photos", type=Path, required=True)
    four.add_argument("--without", nargs="*", default=[], choices=photos.SETS)
    four.add_argument("--work", type=Path, required=True, help="folder for sprites and scenes (10 GB)")
    four.add_argument("--out", type=Path, required=True)
    _add_means(four)
    four.set_defaults(run=everything)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
