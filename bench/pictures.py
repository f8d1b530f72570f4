"""Draw the pictures of docs/what-is-read.md: a bot game of each kind in its middle, and what was read.

``python -m bench.pictures`` writes ``docs/images/<game>.jpg``, ``<game>-photo.jpg`` where a phone
photographs what the camera does not see, and ``<game>-hand.jpg`` where people hold cards; the
games are settled by a seed, so that the pictures change only when the program does.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2

from companion.cli.assembly.parts import table_reader
from companion.layout import Layout
from companion.layouts import games_with_layout, grown, load_layout
from companion.live.photos import without_sheets
from companion.rules.abilities import KnowsHands
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE
from companion.rules.habits import habits_of
from companion.simulation.evening import Evening, Moment
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.held_up import held_up
from vision.view.annotate import annotate

FOLDER = Path(__file__).parent.parent / "docs" / "images"
SEED = 2
ACTIONS = 60
"""Into the game: enough lies there to be worth a look."""

WIDTH_PX = 900
QUALITY = 78


def draw(slug: str) -> None:
    """Write the pictures of one game."""
    game, habits = load_game(slug), habits_of(slug)
    seats = game.info.seats[len(game.info.seats) // 2]
    layout = load_layout(slug).for_seats(seats)
    state = game.new(seats, habits.options(SEED))
    last: dict[str, Moment] = {}
    for moment in Evening(layout, state, SEED, most_actions=ACTIONS).play():
        # A single tile that was drawn makes no picture worth a look.
        if not moment.told and not (moment.photo and moment.actions[-1].by == CHANCE):
            last["-photo" if moment.photo else ""] = moment
    for what, moment in last.items():
        _write(FOLDER / f"{slug}{what}.jpg", layout, moment)
    state = last[""].state
    if isinstance(state, KnowsHands):
        held = max((state.held(seat) for seat in range(1, seats + 1)), key=len)
        photo = held_up(layout, held, seed=SEED, tilt_deg=25.0)
        height, width = photo.shape[:2]
        middle = photo[height // 6 : height * 5 // 8, width // 6 : width * 5 // 6]
        _save(FOLDER / f"{slug}-hand.jpg", middle)


def _write(path: Path, layout: Layout, moment: Moment) -> None:
    sighting = without_sheets(table_reader(layout).read(moment.picture))
    shown = annotate(moment.picture, sighting, layout=grown(layout, moment.state.lying()))
    _save(path, shown)


def _save(path: Path, shown: Array) -> None:
    height_px = round(shown.shape[0] * WIDTH_PX / shown.shape[1])
    small = cv2.resize(shown, (WIDTH_PX, height_px), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path), small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def main() -> None:
    """Draw all pictures, or those of the games named."""
    for slug in sys.argv[1:] or games_with_layout():
        draw(slug)


if __name__ == "__main__":
    main()
