"""What it costs to read a table for the first time and again, beside cv2.aruco alone on the same frames.

Processor time of one thread is counted, and what is compared takes turns: a busy machine changes little.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from companion.cli.assembly.parts import table_reader
from companion.layouts import games_with_layout, load_layout
from companion.rules.catalogue import load_game
from companion.rules.habits import habits_of
from companion.simulation.evening import Evening
from companion.simulation.table import SimulatedTable

SEED, ACTIONS = 3, 14
WARM_UP = 12
"""Frames after which lens and light are known."""

TIMED, ROUNDS = 10, 3
"""Frames, and how often each is timed."""


def run() -> dict[str, Any]:
    """Time every game's table, some actions into a game of four."""
    cv2.setNumThreads(1)
    return {"processor ms at 1640x1232, one thread": {slug: _times(slug) for slug in games_with_layout()}}


def _times(slug: str) -> dict[str, float]:
    layout, frames = _frames(slug)
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.marker_dictionary))
    )
    table_reader(layout).read(frames[0])  # the artwork is drawn once for all readers
    (first,) = _medians_ms(frames[:3], lambda frame: table_reader(layout).read(frame))
    reader = table_reader(layout)
    for number in range(WARM_UP):
        reader.read(frames[number % len(frames)])
    alone, known = _medians_ms(frames * ROUNDS, detector.detectMarkers, reader.read)
    return {
        "cv2.aruco alone": round(alone, 1),
        "first reading": round(first, 1),
        "known table": round(known, 1),
        "known over cv2.aruco": round(known / alone, 2),
    }


def _frames(slug: str) -> tuple[Any, list[Any]]:
    game = load_game(slug)
    seats = max(number for number in game.info.seats if number <= 4)
    layout = load_layout(slug).for_seats(seats)
    table = SimulatedTable(layout, seed=SEED)
    state = game.new(seats, habits_of(slug).options(SEED))
    for _ in Evening(layout, state, SEED, most_actions=ACTIONS, table=table).play():
        pass
    return layout, [table.picture() for _ in range(TIMED)]


def _medians_ms(frames: list[Any], *calls: Callable[[Any], object]) -> list[float]:
    """Give the median time of each call over the frames; at each frame they take turns."""
    times: list[list[float]] = [[] for _ in calls]
    for frame in frames:
        for call, kept in zip(calls, times, strict=True):
            start_s = time.process_time()
            call(frame)
            kept.append(1000 * (time.process_time() - start_s))
    return [float(np.median(each)) for each in times]
