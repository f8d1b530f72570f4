"""Stages of the training as commands: each takes the options that `vision.training.__main__` has read."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from vision.dice import DiceReader, networks
from vision.training import bank, batches, calibrate, lean, lean_branch, photos, restore, store, train
from vision.training.recipes import RECIPES, Recipe, record_of, record_of_mean


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
    if recipe.taken and options.taken is None:
        raise SystemExit(f"The recipe {options.recipe} draws on what was taken for dice: name it by --taken.")
    sources = batches.Sources(
        store.Store(options.scenes),
        [photos.PhotoSource(one) for one in loaded],
        store.Store(options.taken) if recipe.taken else None,
    )
    told = {"scenes": len(sources.scenes), "sets": names, "mined": finder is not None}
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
