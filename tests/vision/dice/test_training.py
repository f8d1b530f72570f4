"""The synthesised dice, tables and targets from which the networks learn: what is told of them is true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.crops import CROP_PX, TOP_PX, Pyramid
from vision.training import bank, samples, scenes, solid, store
from vision.training.looks import Look
from vision.training.scenes import IGNORED, Props, Truth


@pytest.fixture(scope="module")
def props(tmp_path_factory: pytest.TempPathFactory) -> Props:
    folder = tmp_path_factory.mktemp("bank")
    bank.build(folder, seed=3, count=26)
    return Props(bank.Bank([folder]))


def blobs(layer: np.ndarray) -> int:
    count, _, stats, _ = cv2.connectedComponentsWithStats((layer > 128).astype(np.uint8))
    return sum(int(stats[nth, cv2.CC_STAT_AREA]) > 8 for nth in range(1, count))


@pytest.mark.parametrize("seed", range(12))
def test_the_top_face_of_a_traced_die_shows_its_value(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    make = solid.Shape.random
    plain = {"drilled": 0.0, "ring": 0.0, "prints": {}}  # a pip's own shade would cut it in two
    monkeypatch.setattr(
        solid.Shape, "random", lambda rng, numeral: replace(make(rng, numeral=numeral), **plain)
    )
    die = solid.render(np.random.default_rng(seed), 90)
    up_facing = die.layers[..., solid.LAYERS.index("sky")] > 245  # the sides look at the sky less
    assert blobs(die.layers[..., solid.LAYERS.index("pip")] * up_facing) == die.value


def test_every_value_is_traced_as_often_as_the_others(props: Props) -> None:
    rng = np.random.default_rng(1)
    values = [props.bank.draw(rng).value for _ in range(60)]
    assert set(values) >= {1, 2, 3, 4, 5, 6}


def test_a_painted_sprite_keeps_within_its_outline(props: Props) -> None:
    rng = np.random.default_rng(2)
    sprite = props.bank.draw(rng)
    painted = Look.random(rng).paint(rng, sprite)
    assert painted.shape == (*sprite.layers.shape[:2], 4)
    assert (painted[..., :3].max(axis=2) <= 255 * painted[..., 3] + 0.5).all()


def test_a_scene_repeats_with_its_seed_and_differs_with_another(props: Props) -> None:
    first, again, other = (
        scenes.scene(np.random.default_rng(seed), props, 160, (12, 60)) for seed in (5, 5, 6)
    )
    assert np.array_equal(first.picture, again.picture)
    assert first.truth == again.truth
    assert not np.array_equal(first.picture, other.picture)


def test_scenes_are_kept_on_disk_as_they_were_drawn(props: Props, tmp_path: Path) -> None:
    store.fill(tmp_path / "000", props, seed=9, count=3)
    kept = store.Store(tmp_path)
    assert len(kept) == 3
    drawn = scenes.scene(np.random.default_rng(9 * store.SEEDS_APART), props, 160, store.SIZES_PX)
    pictures = [kept.draw(np.random.default_rng(seed)) for seed in range(12)]
    same = [scene for scene in pictures if np.array_equal(scene.picture, drawn.picture)]
    assert same
    assert np.allclose(same[0].truth, drawn.truth)


def test_the_finders_target_has_its_peak_where_the_die_is() -> None:
    target = samples.finder_target([Truth(4, 83.0, 40.0, 32.0)])
    row, column = np.unravel_index(target[0].argmax(), target[0].shape)
    assert target[2, row, column] == 4
    assert 8 * (column + target[4, row, column] + 0.5) - 0.5 == pytest.approx(83)
    assert 8 * (row + target[5, row, column] + 0.5) - 0.5 == pytest.approx(40)
    assert target[3, row, column] == pytest.approx(0)


def test_a_die_of_unlearned_size_teaches_nothing() -> None:
    target = samples.finder_target([Truth(4, 83.0, 40.0, 90.0), Truth(IGNORED, 30.0, 120.0, 30.0)])
    assert target[0].max() == 0
    assert target[1].min() == 0


def test_cuts_say_where_their_top_face_lies(props: Props) -> None:
    class Fixed:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            picture = np.zeros((160, 160, 3), np.uint8)
            cv2.circle(picture, (70, 90), 2, (255, 255, 255), -1)
            return scenes.Scene(picture, [Truth(1, 70.0, 90.0, 40.0)])

    rng = np.random.default_rng(1)
    cuts = [sample for _ in range(20) for sample in samples.face_samples(rng, Fixed(), 2)]
    dice = [(cut, target) for cut, target in cuts if target[0] == 1]
    assert dice
    for cut, target in dice:
        grey = cut.astype(int).sum(axis=2)
        if grey.max() - np.median(grey) < 150:
            continue
        y, x = np.unravel_index(np.abs(grey - np.median(grey)).argmax(), grey.shape)
        at = (CROP_PX - 1) / 2 + TOP_PX * target[1:3]
        assert np.hypot(*(at - (x, y))) < 6


@pytest.mark.parametrize("size_px", [20.0, 34.0, 150.0])
def test_a_cut_shows_the_die_in_the_middle_at_its_size(size_px: float) -> None:
    picture = np.zeros((600, 600, 3), np.uint8)
    half = int(size_px / 2)
    cv2.rectangle(picture, (300 - half, 280 - half), (300 + half, 280 + half), (255, 255, 255), -1)
    rows, columns = np.nonzero(Pyramid(picture).cut(300, 280, size_px)[..., 0] > 127)
    assert columns.mean() == pytest.approx((CROP_PX - 1) / 2, abs=0.7)
    assert rows.mean() == pytest.approx((CROP_PX - 1) / 2, abs=0.7)
    assert np.ptp(rows) == pytest.approx(TOP_PX, abs=3)
