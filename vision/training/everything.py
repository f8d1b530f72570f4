"""The whole training, one stage after the other; what lies in the folder for the work is not made again."""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vision.dice import DiceReader, networks
from vision.dice.weights import SUFFIX
from vision.training import bank, lean_branch, props, stages, store, taken
from vision.training.recipes import NETWORKS, RECIPES

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
            stages.trace(argparse.Namespace(**told))
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
        "readers": readers,
    }
    own = {"recipe": recipe, "start": start, "out": folder / RECIPES[recipe].network}
    stages.net(argparse.Namespace(**{**vars(options), **shared, **own}))
