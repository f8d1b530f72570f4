"""What a reader takes for dice on tables without any is kept, to be learned from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.dice.classes import CLASSES, NONE
from vision.dice.cuts.crops import SCEPTIC_PX
from vision.dice.networks import Peak
from vision.dice.reading import Reading
from vision.ports import Image
from vision.training import batches, recipes, samples, store, taken
from vision.training.scenes import Props

pytestmark = pytest.mark.slow  # what the networks learn from is drawn, again and again


class Credulous:
    """Takes a square at a place for a die, as surely as it is told to, on whatever table."""

    def __init__(self, die: float, size_px: float) -> None:
        self._die, self._size_px, self.shown = die, size_px, list[Image]()

    def apart(self, image: Image) -> list[Reading]:
        self.shown.append(image)
        looks = [np.full(CLASSES, (1 - self._die) / (CLASSES - 1))] * 2
        for look in looks:
            look[1], look[NONE] = self._die, 1 - self._die
        peak = Peak(200.0, 150.0, self._size_px, self._die, np.full(6, 1 / 6))
        return [Reading(peak, 200.0, 150.0, self._size_px, looks, [np.zeros(2)] * 2, again=peak)]


def test_what_is_taken_for_a_die_is_kept_in_the_middle_of_a_scene_without_dice(
    props: Props, tmp_path: Path
) -> None:
    for nth, size_px in enumerate((20.0, 200.0)):
        reader = Credulous(0.9, size_px)
        taken.fill(tmp_path / f"{nth:03}", reader, props, seed=4, count=3)
        kept = store.Store(tmp_path)
        assert len(kept) == 3 * (nth + 1)
    scenes = [kept.draw(np.random.default_rng(seed)) for seed in range(30)]
    assert not any(scene.truth for scene in scenes)
    sizes = {size_px for scene in scenes for *_, size_px in scene.decoys}
    assert {(x, y) for scene in scenes for x, y, _ in scene.decoys} == {(79.5, 79.5)}
    assert 20.0 in sizes
    assert max(sizes) <= taken.SHOWN_PX[1]
    small = next(scene for scene in scenes if scene.decoys[0][2] == 20.0)
    assert any(np.abs(small.picture[70:90, 70:90] - _about(table)).mean() < 3 for table in reader.shown)


def _about(table: Image) -> Image:
    """Give the pixels that `Credulous` takes for a die: its middle lies between four pixels of the scene."""
    rows = (table[140:160].astype(float) + table[141:161]) / 2
    return (rows[:, 190:210] + rows[:, 191:211]) / 2


def test_what_is_surely_none_is_not_kept_and_no_table_bears_a_die(props: Props, tmp_path: Path) -> None:
    taken.fill(tmp_path / "000", Credulous(1e-6, 20.0), props, seed=4, count=2)
    assert not (tmp_path / "000" / "pictures.bin").read_bytes()
    with pytest.raises(ValueError, match="no scenes"):
        store.Store(tmp_path)
    taken.fill(tmp_path / "001", Credulous(0.9, 20.0), props, seed=4, count=2)
    assert len(store.Store(tmp_path)) == 2
    one, again, other = (taken.table(np.random.default_rng(seed), props) for seed in (3, 3, 4))
    assert (one == again).all()
    assert (one != other).any()


class Other:
    """Scenes in which nothing lies but a thing that was taken for a die; they are of one grey."""

    sound = True

    def __init__(self, grey: int) -> None:
        self._grey = grey

    def draw(self, _rng: np.random.Generator) -> taken.Scene:
        picture = np.full((store.SIDE_PX,) * 2 + (3,), self._grey, np.uint8)
        return taken.Scene(picture, [], [(79.5, 79.5, 40.0)])


def test_a_share_of_the_cuts_is_of_what_was_taken_for_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "recolour", lambda _rng, cut: cut)
    monkeypatch.setattr(samples, "GLINTS", 0.0)
    recipe = recipes.Recipe("sceptic", steps=1, batch=400, rate=1e-3, real=0, seed=5, taken=0.4)
    cuts, targets = batches.batch_of(
        recipe, np.random.default_rng(1), batches.Sources(Other(50), taken=Other(90))
    )
    assert cuts.shape == (400, SCEPTIC_PX, SCEPTIC_PX, 3)
    assert set(targets[:, 0]) == {NONE}
    assert np.mean(cuts[:, 48, 48, 0] == 90) == pytest.approx(0.4, abs=0.1)
