"""Draw path-traced tables, and read them: ``python -m bench.traced draw DIR``, then ``read DIR``.

Drawing needs ``.venv/bin/pip install -e .[traced]`` and LLVM 16 or newer (``apt-get install libllvm19``;
``DRJIT_LIBLLVM_PATH`` names its file where it is not found). A table takes about 15 s on a core.
Tables to learn from (``vision.training net --traced DIR``) are drawn with ``--busy``: fuller, and with fewer
rays. Their seeds, from 100000 on, are not those of the tables that are measured on.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from bench.__main__ import show
from bench.dice.score import Score
from bench.dice.tables import Leaning, add
from vision.dice import DiceReader
from vision.training import traced
from vision.training.scenes import Scene


def draw(options: argparse.Namespace) -> None:
    """Draw tables into a folder, each a picture (.png) and its truth (.json); what is there is kept."""
    from bench.traced.painted import BUSY_RAYS, RAYS, picture_of  # needs Mitsuba, which reading does not
    from bench.traced.tables import BUSY, USUAL, Table
    from bench.traced.truth import truth_of

    crowd, rays = (BUSY, BUSY_RAYS) if options.busy else (USUAL, RAYS)
    options.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(options.first, options.first + options.count):
        truth = options.folder / f"{seed:04}.json"
        if not truth.exists():
            rng = np.random.default_rng(seed)
            table = Table.random(rng, crowd)
            cv2.imwrite(str(truth.with_suffix(".png")), picture_of(rng, table, rays))
            truth.write_text(json.dumps(truth_of(table)) + "\n")


def read(options: argparse.Namespace) -> None:
    """Print how well the tables of a folder are read."""
    cv2.setNumThreads(1)
    reader = DiceReader(options.networks) if options.networks else DiceReader()
    score, leaning = Score(), Leaning()
    for table in traced.load(options.folder):
        add(score, leaning, Scene(table.image, list(table.truth)), reader)
    show(score.figures() | leaning.figures())


def main() -> None:
    """Draw or read."""
    parser = argparse.ArgumentParser(prog="bench.traced", description=__doc__.splitlines()[0])
    stages = parser.add_subparsers(required=True)
    one = stages.add_parser("draw", help=draw.__doc__)
    one.add_argument("folder", type=Path)
    one.add_argument("--first", type=int, default=0, help="seed of the first")
    one.add_argument("--count", type=int, default=100)
    one.add_argument("--busy", action="store_true", help="as for training: more dice, more of them leaning")
    one.set_defaults(run=draw)
    two = stages.add_parser("read", help=read.__doc__)
    two.add_argument("folder", type=Path)
    two.add_argument("--networks", type=Path, help="folder of other networks than those that are shipped")
    two.set_defaults(run=read)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
