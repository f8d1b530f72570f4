"""Nothing leaves the house: the library of the networks neither phones home nor leaves files behind."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
READS = """
import numpy as np
from vision.dice import DiceReader
DiceReader().read(np.zeros((64, 64, 3), np.uint8))
"""


def naming_it(room: str) -> Iterator[tuple[Path, ast.Module]]:
    """Every module of a room in which the library's name stands: no other can load it."""
    for path in (ROOT / room).rglob("*.py"):
        if "onnxruntime" in (text := path.read_text()):
            yield path, ast.parse(text)


def test_reading_dice_leaves_nothing_in_the_home_folder(tmp_path: Path) -> None:
    # The library keeps still where it sees that it is tested: hide that from it.
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment = {**kept, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-c", READS], env=environment, check=True, timeout=60)
    assert list(tmp_path.rglob("*")) == []


def test_the_library_is_taken_from_the_one_place_that_silences_it() -> None:
    loading = {
        path.name
        for room in ("companion", "vision", "webui", "hw", "bench")
        for path, tree in naming_it(room)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import) and any(name.name.startswith("onnxruntime") for name in node.names)
    }
    assert loading == {"runtime.py"}


def test_its_parts_are_loaded_after_it() -> None:
    for path, tree in naming_it("vision"):
        froms = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        parts = [place for place, name in enumerate(froms) if name.startswith("onnxruntime")]
        assert not parts or froms.index("vision.dice.runtime") < min(parts), path
