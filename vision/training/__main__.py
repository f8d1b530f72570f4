"""Train the dice reader: ``python -m vision.training all --photos DIR --work DIR``.

The stages, each a command of its own, too: ``bank`` traces dice, ``scenes`` composes tables from
them, ``net`` trains one network from scenes and photographs. ``net --without SET`` leaves sets
out, to measure on them what a network makes of dice and rooms that it has never seen.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from vision.dice import DiceReader, networks
from vision.training import bank, batches, calibrate, photos, props, store, train
from vision.training.recipes import CHAINS, RECIPES, record_of

BANKS, SPRITES, SCENES = (1, 2, 3, 4), 2000, 48_000
"""Seeds of the banks, dice in each, scenes in all."""

FOLDER_SCENES = 1500


def net(options: argparse.Namespace) -> None:
    """Train one network by one of the recipes."""
    cv2.setNumThreads(1)  # before anything is read: a pool of threads would be lost in the producing process
    recipe = RECIPES[options.recipe]
    scenes = store.Store(options.scenes)
    names = [name for name in photos.SETS if name not in options.without] if recipe.real else []
    sources = []
    for name in names:
        loaded = photos.load(options.photos, name)
        aligned = photos.align(loaded, networks.Finder(options.finder)) if options.finder else loaded
        sources.append(photos.PhotoSource(aligned))
    if names:
        sources.append(photos.PhotoSource(photos.load_without_dice(options.photos)))
        names.append(photos.NO_DICE)
    trained = train.train(recipe, scenes, sources, options.start)
    # Counted anew: more may have been drawn while it trained.
    record = record_of(recipe, len(store.Store(options.scenes)), names, options.start)
    train.write(trained, options.out, record, batches.shown(recipe, scenes, sources))


def confidence(options: argparse.Namespace) -> None:
    """Print the constants of `vision.dice.confidence`, fitted to what no network had seen."""
    sets = []
    for folder, *unseen in options.fold:
        reader = DiceReader(Path(folder))
        sets += [calibrate.examples(options.photos, name, reader, options.most) for name in unseen]
    calibrate.report(sets)


def everything(options: argparse.Namespace) -> None:
    """Run all stages: props, sprites, scenes, then each network from scenes and from photographs."""
    work: Path = options.work
    banks = [work / f"bank{seed}" for seed in BANKS]
    for seed, folder in zip(BANKS, banks, strict=True):
        bank.build(folder, seed, SPRITES)
    props.export(work / "props")
    shown = store.load_props(banks, work / "props")
    for nth in range(SCENES // FOLDER_SCENES):
        store.fill(work / "scenes" / f"{nth:03}", shown, nth, FOLDER_SCENES)
    scenes = work / "scenes"
    began = _trained(options, "finder", scenes, None, None)
    finder = began.with_suffix(".onnx")
    for recipe in CHAINS["finder"][1:]:
        began = _trained(options, recipe, scenes, began, finder)
        if not RECIPES[recipe].real:  # the last one that has seen no photograph tells where their dice lie
            finder = began.with_suffix(".onnx")
    for network in ("face", "wide"):
        started: Path | None = None
        for recipe in CHAINS[network]:
            started = _trained(options, recipe, scenes, started, finder)


def _trained(
    options: argparse.Namespace, recipe: str, scenes: Path, start: Path | None, finder: Path | None
) -> Path:
    """Train one link of a chain; the last one of each is written where the reader looks for it."""
    network = recipe.split("-")[0]
    last = recipe == CHAINS[network][-1]
    out = options.out / network if last else options.work / recipe
    net(
        argparse.Namespace(
            recipe=recipe,
            scenes=scenes,
            photos=options.photos,
            without=options.without,
            finder=finder,
            start=start,
            out=out,
        )
    )
    return out.with_suffix(".pt")


def main() -> None:
    """Run a stage or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    stages = parser.add_subparsers(required=True)
    one = stages.add_parser("bank", help="trace dice")
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--count", type=int, default=SPRITES)
    one.set_defaults(run=lambda o: bank.build(o.out, o.seed, o.count))
    two = stages.add_parser("scenes", help="compose one folder of tables")
    two.add_argument("--bank", type=Path, nargs="+", required=True)
    two.add_argument("--props", type=Path, help="folder of mat-*.png and token-*.png")
    two.add_argument("--out", type=Path, required=True)
    two.add_argument("--seed", type=int, default=1)
    two.add_argument("--count", type=int, default=FOLDER_SCENES)
    two.set_defaults(run=lambda o: store.fill(o.out, store.load_props(o.bank, o.props), o.seed, o.count))
    show = stages.add_parser("props", help="write the pictures of our mats and tokens")
    show.add_argument("--out", type=Path, required=True)
    show.set_defaults(run=lambda o: props.export(o.out))
    three = stages.add_parser("net", help="train one network")
    three.add_argument("--recipe", choices=RECIPES, required=True)
    three.add_argument("--scenes", type=Path, required=True)
    three.add_argument("--photos", type=Path, help="folder of the open photographs")
    three.add_argument("--without", nargs="*", default=[], choices=photos.SETS, help="sets to leave out")
    three.add_argument("--finder", type=Path, help="finder that tells where top faces are in photographs")
    three.add_argument("--start", type=Path, help="weights (.pt) to start from")
    three.add_argument("--out", type=Path, required=True)
    three.set_defaults(run=net)
    fit = stages.add_parser("calibrate", help="fit the confidence to sets that networks have not seen")
    fit.add_argument("--photos", type=Path, required=True)
    what = "a folder with the three networks, and the sets that they have not seen"
    fit.add_argument(
        "--fold", nargs="+", action="append", required=True, metavar=("FOLDER", "SET"), help=what
    )
    fit.add_argument("--most", type=int, default=100, help="photographs of each set")
    fit.set_defaults(run=confidence)
    four = stages.add_parser("all", help="everything, one after the other")
    four.add_argument("--photos", type=Path, required=True)
    four.add_argument("--without", nargs="*", default=[], choices=photos.SETS)
    four.add_argument("--work", type=Path, required=True, help="folder for sprites and scenes (4 GB)")
    four.add_argument("--out", type=Path, required=True)
    four.set_defaults(run=everything)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
