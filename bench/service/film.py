"""Films of an evening: processor time and size of that of an hour's game on the simulated table."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from companion.album.film_script import FilmScript, FilmStep, Standing
from companion.album.small_pictures import small_picture
from companion.frames.pictures import View
from companion.layouts import load_layout
from companion.rules.abilities import piles_of
from companion.rules.catalogue import load_game
from companion.sighting import Sighting
from companion.simulation.table import SimulatedTable

STEPS = 150
"""Readings of a game of an hour: one in 24 s."""

GAME = "caterpillar-filler"


def run() -> dict[str, Any]:
    """Make a film of an hour's game, and give what it cost."""
    with tempfile.TemporaryDirectory() as folder:
        steps = _steps(Path(folder))
        script = Path(folder) / "script.json"
        script.write_bytes(msgspec.json.encode(FilmScript(GAME, steps, "Anna wins.")))
        film = Path(folder) / "film.webm"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "companion.album.film_maker", script, film, "0"],
            check=True,
            capture_output=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        pictures = sum(path.stat().st_size for path in Path(folder).glob("*.webp"))
        made = next(Path(folder).glob("film.*"))
        return {
            "steps": STEPS,
            "processor time, s": cpu_s,
            "film, MB": made.stat().st_size / 1e6,
            "pictures, MB": pictures / 1e6,
            "a picture, kB": pictures / STEPS / 1e3,
        }


def _steps(folder: Path) -> tuple[FilmStep, ...]:
    game = load_game(GAME)
    table = SimulatedTable(load_layout(GAME))
    table.lay(piles_of(game.new(2, {})))
    whole, rng = table.picture(), np.random.default_rng(1)
    steps = []
    for place in range(STEPS):
        # Another noise and another light in every picture, as on a real table.
        noise = rng.integers(-5, 6, whole.shape, np.int16)
        image = np.clip(whole * (0.9 + 0.1 * rng.random()) + noise, 0, 255).astype(np.uint8)
        path = folder / f"{place:04d}.webp"
        path.write_bytes(small_picture(View(image, Sighting((1640, 1232))), sheets_alone=False))
        standings = (Standing("Anna", place, (200, 40, 40)), Standing("Ben", place // 2, (40, 60, 190)))
        steps.append(FilmStep(str(path), f"Anna moves {place} spaces and eats a flower.", "20:15", standings))
    return tuple(steps)
