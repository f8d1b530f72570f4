"""Whole tables, path-traced: ``python -m bench.traced.boards draw DIR``, then ``read DIR``.

Drawing needs what `bench.traced` needs. Seeds below 1000 measure; nothing is fitted to them. A
picture takes 10 to 40 s on two cores, and what is drawn is kept. With ``--style`` an unmarked set lies on
the table, which is read by what a phone's photographs of it have taught.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from bench.traced.boards.cameras import PROFILES
from bench.traced.boards.printers import PRINTERS
from bench.traced.boards.reading import Reading
from bench.traced.boards.rooms import ROOMS
from bench.traced.boards.score import CellScore, score_picture
from companion.layouts import games_with_layout, load_layout
from companion.printing import artwork as printed
from companion.simulation.unmarked.artwork import UnmarkedArtwork
from companion.simulation.unmarked.styles import STYLES, style_named


def draw(options: argparse.Namespace) -> None:
    """Draw a table of each game in each room, through the cameras in turn."""
    from bench.traced.boards.boxed import BOXES, traced_box
    from bench.traced.boards.clutter import Clutter
    from bench.traced.boards.laid import Setting, trace  # needs Mitsuba, which reading does not
    from bench.traced.boards.positions import position_of

    options.folder.mkdir(parents=True, exist_ok=True)
    cameras = [PROFILES[name] for name in options.camera or PROFILES]
    printers = [PRINTERS[name] for name in options.printer]
    scenes = product(range(options.first, options.first + options.count), options.game, options.room)
    for nth, (seed, slug, room) in enumerate(scenes):
        profile = cameras[(nth + nth // len(options.room)) % len(cameras)]
        style = options.style[nth % len(options.style)]
        truth = options.folder / f"{'-'.join(filter(None, (slug, room, f'{seed:04}', style)))}.json"
        if truth.exists():
            continue
        rng, position = np.random.default_rng((seed, nth)), position_of(slug, seed, unmarked=bool(style))
        printer = printers[nth % len(printers)]
        clutter = Clutter.random(rng) if options.clutter else None
        setting = Setting.of(
            position.layout,
            position.sheets,
            ROOMS[room](rng),
            profile,
            seed,
            printer=printer,
            artwork=UnmarkedArtwork(style_named(style)) if style else printed,
            clutter=clutter,
        )
        picture = trace(rng, setting, position.things, rays=options.rays)
        cv2.imwrite(str(truth.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        drawn = {"room": room, "camera": profile.name, "printer": printer.name, "style": style}
        drawn |= {"hidden": setting.hidden_cells(), "spaces": setting.seen_spaces()}
        if style:
            layout = load_layout(slug).for_seats(position.state.seats)
            drawn["box"] = str(traced_box(layout, style, options.folder / BOXES).relative_to(options.folder))
        truth.write_text(json.dumps(position.truth() | drawn) + "\n")


def tables_of(folder: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    """Give every picture of a folder with its truth."""
    for truth in sorted(folder.glob("*.json")):
        yield truth.with_suffix(".jpg"), json.loads(truth.read_text())


def read(options: argparse.Namespace) -> None:
    """Print how well the cells of a folder's tables are read, by game, room, camera and printer."""
    cv2.setNumThreads(1)
    scores: dict[str, CellScore] = {}
    for picture, truth in tables_of(options.folder):
        if options.only and options.only not in picture.stem:
            continue
        reading = Reading.of(options.folder, truth)
        score = score_picture(cv2.imread(str(picture)), truth, reading, name=picture.stem, tell=options.tell)
        parts = [str(truth.get(part, "")) for part in ("game", "room", "camera", "printer", "style")]
        for key in (*filter(None, parts), "all"):
            scores.setdefault(key, CellScore()).add(score)
    for key, score in sorted(scores.items()):
        print(f"{key:20} {score}")
    if scores:
        print("calibration:", scores["all"].calibration)


def follow(options: argparse.Namespace) -> None:
    """Follow the beginning of a game of each kind in each room, from path-traced pictures alone."""
    from bench.traced.boards.evening import follow_evening  # needs Mitsuba, which reading does not

    for slug, room in product(options.game, options.room):
        profile = PROFILES[(options.camera or ["camera-2"])[0]]
        print(slug, room, profile.name, follow_evening(slug, room, profile, options), flush=True)


def main() -> None:
    """Draw, read or follow."""
    parser = argparse.ArgumentParser(prog="bench.traced.boards", description=__doc__.splitlines()[0])
    stages = parser.add_subparsers(required=True)
    one = stages.add_parser("draw", help=draw.__doc__)
    one.add_argument("folder", type=Path)
    one.add_argument("--first", type=int, default=0, help="seed of the first")
    one.add_argument("--count", type=int, default=2)
    one.add_argument("--game", choices=games_with_layout(), nargs="+", default=list(games_with_layout()))
    one.add_argument("--room", choices=ROOMS, nargs="+", default=list(ROOMS))
    one.add_argument("--camera", choices=PROFILES, nargs="+")
    one.add_argument("--printer", choices=PRINTERS, nargs="+", default=["fresh"])
    styles = [style.name for style in STYLES]
    one.add_argument("--style", choices=styles, nargs="+", default=[""], help="unmarked sets, in turn")
    one.add_argument("--clutter", action="store_true", help="with hands, cups and pencils about")
    one.add_argument("--rays", type=int, default=12)
    one.set_defaults(run=draw)
    three = stages.add_parser("follow", help=follow.__doc__)
    three.add_argument("--seed", type=int, default=0)
    three.add_argument("--actions", type=int, default=40)
    three.add_argument("--game", choices=games_with_layout(), nargs="+", default=list(games_with_layout()))
    three.add_argument("--room", choices=ROOMS, nargs="+", default=list(ROOMS))
    three.add_argument("--camera", choices=PROFILES, nargs=1)
    three.add_argument("--style", choices=styles, default="", help="an unmarked set")
    three.add_argument("--rays", type=int, default=8)
    three.add_argument("--keep", type=Path, help="folder whose pictures are not traced again")
    three.set_defaults(run=follow)
    two = stages.add_parser("read", help=read.__doc__)
    two.add_argument("folder", type=Path)
    two.add_argument("--only", default="", help="part of a picture's name")
    two.add_argument("--tell", action="store_true", help="name every cell that is not read right and surely")
    two.set_defaults(run=read)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
