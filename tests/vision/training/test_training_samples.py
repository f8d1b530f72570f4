"""Pictures, cuts and targets from which the networks learn: what is told of them is true."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.classes import COCKED, NONE
from vision.dice.cuts.crops import CLOSE_TOP_PX, CROP_PX, WIDE_TOP_PX, Pyramid, into_cut
from vision.training import (
    batches,
    camera,
    photos,
    recipes,
    samples,
    scenes,
    store,
)
from vision.training.scenes import IGNORED, Props, Truth

pytestmark = pytest.mark.slow  # what the networks learn from is drawn, again and again


def test_the_finders_target_has_its_peak_where_the_die_is() -> None:
    target = samples.finder_target([Truth(4, 83.0, 40.0, 32.0)])
    row, column = np.unravel_index(target[0].argmax(), target[0].shape)
    assert target[2, row, column] == 4
    assert 8 * (column + target[4, row, column] + 0.5) - 0.5 == pytest.approx(83)
    assert 8 * (row + target[5, row, column] + 0.5) - 0.5 == pytest.approx(40)
    assert target[3, row, column] == pytest.approx(0)


@pytest.mark.parametrize(("label", "size"), [(4, 68.0), (4, 11.0), (IGNORED, 30.0)])
def test_a_die_of_unlearned_size_teaches_nothing(label: int, size: float) -> None:
    target = samples.finder_target([Truth(label, 83.5, 43.5, size)])
    assert target[0].max() == 0
    assert target[1].min() == 0


@pytest.mark.parametrize("size", [6.0, 120.0])
def test_a_die_far_from_the_learned_sizes_is_background_to_the_finder(size: float) -> None:
    target = samples.finder_target([Truth(1, 83.0, 40.0, size)])
    assert target[0].max() == 0
    assert target[1].min() == 1


@pytest.mark.parametrize("size", [6.0, 120.0])
def test_a_size_that_is_guessed_from_a_label_makes_no_die_background(size: float) -> None:
    target = samples.finder_target([Truth(1, 83.5, 43.5, size)], sound=False)
    assert target[0].max() == 0
    assert target[1].min() == 0


def test_the_batches_of_a_training_are_the_same_whoever_draws_them(props: Props, tmp_path: Path) -> None:
    store.fill(tmp_path / "000", props, seed=9, count=6)
    kept, recipe = store.Store(tmp_path), recipes.Recipe("face", steps=4, batch=4, rate=1e-3, real=0, seed=5)
    sources = batches.Sources(kept)
    alone = list(batches.every_nth(recipe, sources, 0, 1))
    shared = [list(batches.every_nth(recipe, sources, nth, 2)) for nth in range(2)]
    assert len(alone) == 4
    for nth, (pictures, targets) in enumerate(alone):
        others, others_targets = shared[nth % 2][nth // 2]
        assert np.array_equal(pictures, others)
        assert np.array_equal(targets, others_targets, equal_nan=True)
    assert not np.array_equal(alone[0][0], alone[1][0])


@pytest.mark.parametrize("top_px", [CLOSE_TOP_PX, WIDE_TOP_PX])
def test_cuts_say_where_their_top_face_lies(top_px: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "GLINTS", 0.0)
    shown = samples.Cut(top_px, apart=0.0)  # both make more of what is no spot

    class Fixed:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            picture = np.zeros((160, 160, 3), np.uint8)
            cv2.circle(picture, (70, 90), 2, (255, 255, 255), -1)
            return scenes.Scene(picture, [Truth(1, 70.0, 90.0, 40.0)])

    rng = np.random.default_rng(1)
    cuts = [sample for _ in range(20) for sample in samples.face_samples(rng, Fixed(), 2, shown)]
    dice = [(cut, target) for cut, target in cuts if target[0] == 1]
    assert dice
    for cut, target in dice:
        grey = cut.astype(int).sum(axis=2)
        if grey.max() - np.median(grey) < 150:
            continue
        y, x = np.unravel_index(np.abs(grey - np.median(grey)).argmax(), grey.shape)
        at = (CROP_PX - 1) / 2 + top_px * target[1:3]
        assert np.hypot(*(at - (x, y))) < 6


@pytest.mark.parametrize("top_px", [CLOSE_TOP_PX, WIDE_TOP_PX])
def test_cuts_say_which_way_their_die_points(top_px: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "GLINTS", 0.0)
    shown = samples.Cut(top_px, apart=0.0)  # both make more of what is no spot
    rise = np.array([0.25, -0.4])

    class Spot:
        """A white spot lies where one side of height is seen above the middle of the die."""

        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            picture = np.zeros((160, 160, 3), np.uint8)
            cv2.circle(picture, (75, 82), 2, (255, 255, 255), -1)
            return scenes.Scene(picture, [Truth(1, 65.0, 98.0, 40.0, *rise)])

    rng, checked = np.random.default_rng(3), 0
    for _ in range(30):
        for cut, target in samples.face_samples(rng, Spot(), 2, shown):
            grey = cut.astype(int).sum(axis=2)
            if target[0] != 1 or grey.max() - np.median(grey) < 150:
                continue
            y, x = np.unravel_index(np.abs(grey - np.median(grey)).argmax(), grey.shape)
            side_px = top_px * np.exp(target[3])
            at = (CROP_PX - 1) / 2 + top_px * target[1:3] + side_px * target[4:]
            checked += 1
            assert np.hypot(*(at - (x, y))) < 6
    assert checked > 10


@pytest.mark.parametrize("way", ["mirrored", "quarter_turned"])
def test_a_die_points_where_it_does_in_a_picture_that_is_mirrored_or_turned(way: str) -> None:
    """White is the middle of the die in the first colour, and what lies one side out of it in the second."""
    die, picture = Truth(1, 65.0, 98.0, 20.0, 0.25, -0.4), np.zeros((160, 160, 3), np.uint8)
    picture[98, 65, 0] = picture[90, 70, 1] = 255
    moved = (np.rot90(picture) if way == "quarter_turned" else picture[:, ::-1]).copy()
    seen = getattr(die, way)(160)
    (y, x), (above_y, above_x) = (np.argwhere(moved[..., colour])[0] for colour in (0, 1))
    assert (seen.x_px, seen.y_px) == (x, y)
    assert (seen.rise_x, seen.rise_y) == pytest.approx(((above_x - x) / 20, (above_y - y) / 20))


@pytest.mark.parametrize("turn_deg", [0.0, 31.0, -140.0])
@pytest.mark.parametrize("flip", [False, True])
def test_a_way_in_a_cut_is_turned_back_into_that_in_the_picture(turn_deg: float, flip: bool) -> None:
    into, way = into_cut(turn_deg, flip=flip), np.array([0.3, -0.8])
    assert into.T @ (into @ way) == pytest.approx(way)


@pytest.mark.parametrize("size_px", [20.0, 34.0, 150.0])
def test_a_cut_shows_the_die_in_the_middle_at_its_size(size_px: float) -> None:
    picture = np.zeros((600, 600, 3), np.uint8)
    half = int(size_px / 2)
    cv2.rectangle(picture, (300 - half, 280 - half), (300 + half, 280 + half), (255, 255, 255), -1)
    rows, columns = np.nonzero(Pyramid(picture).cut(300, 280, size_px)[..., 0] > 127)
    assert columns.mean() == pytest.approx((CROP_PX - 1) / 2, abs=0.7)
    assert rows.mean() == pytest.approx((CROP_PX - 1) / 2, abs=0.7)
    assert np.ptp(rows) == pytest.approx(CLOSE_TOP_PX, abs=3)


def test_what_a_glossy_face_mirrors_is_light_and_hides_a_part_of_it() -> None:
    rng, cut = np.random.default_rng(7), np.full((CROP_PX, CROP_PX, 3), (60, 70, 80), np.uint8)
    face = slice(round((CROP_PX - CLOSE_TOP_PX) / 2), round((CROP_PX + CLOSE_TOP_PX) / 2))
    hidden, on_face = [], []
    for _ in range(200):
        lit = camera.glint(rng, cut, CLOSE_TOP_PX)
        assert (lit >= cut).all()
        hidden.append((lit[face, face].max(axis=2) > 150).mean())
        on_face.append((lit > cut)[face, face].sum() / (lit > cut).sum())
    assert 0.02 < np.mean(hidden) < 0.25
    assert max(hidden) < 0.6
    assert np.mean(on_face) > 0.7


def test_some_cuts_are_shown_in_colours_far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    class Table:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            return scenes.Scene(np.full((160, 160, 3), 90, np.uint8), [Truth(1, 80.0, 80.0, 30.0)])

    monkeypatch.setattr(
        samples, "decorrelated", lambda cut, top_px: np.full_like(cut, 7 if top_px == 34 else 0)
    )
    cuts = samples.face_samples(np.random.default_rng(5), Table(), 1000, samples.Cut(CLOSE_TOP_PX))
    for die in (False, True):
        shown = [(cut == 7).all() for cut, target in cuts if (target[0] != NONE) == die]
        assert np.mean(shown) == pytest.approx(samples.DECORRELATED, abs=0.07)


@pytest.mark.parametrize("name", recipes.RECIPES)
def test_every_recipe_draws_batches_of_its_size(name: str) -> None:
    class Table:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            return scenes.Scene(np.full((160, 160, 3), 90, np.uint8), [Truth(3, 80.0, 80.0, 30.0)])

    recipe = recipes.RECIPES[name]
    pictures, targets = batches.batch_of(
        recipe, np.random.default_rng(1), batches.Sources(Table(), [Table()], Table())
    )
    assert len(pictures) == len(targets) == recipe.batch
    side = 160 if recipe.network == "finder" else batches.CUTS[recipe.network].side_px
    assert next(batches.shown(recipe, batches.Sources(Table()))).shape == (recipe.batch, side, side, 3)


def test_a_die_that_leans_is_shown_more_often_than_its_share_of_the_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Crowded:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            flat = [
                Truth(1, 20.0 + 40 * column, 20.0 + 40 * row, 24.0) for column in range(4) for row in range(3)
            ]
            return scenes.Scene(np.zeros((160, 160, 3), np.uint8), [*flat, Truth(COCKED, 80.0, 140.0, 24.0)])

    monkeypatch.setattr(samples, "STRETCHED", 0.0)  # it would push some dice out of the picture
    cuts = samples.face_samples(np.random.default_rng(3), Crowded(), 2000, samples.Cut(CLOSE_TOP_PX))
    labels = [target[0] for _, target in cuts if target[0] != NONE]
    alone, by_chance = samples.LEANING_SHARE, (1 - samples.LEANING_SHARE - samples.ONES) / 13
    assert labels.count(COCKED) / len(labels) == pytest.approx(alone + by_chance, abs=0.06)


def test_a_one_is_shown_more_often_than_its_share_of_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rolled:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            dice = [Truth(value, 20.0 + 24 * value, 80.0, 22.0) for value in range(1, 6)]
            return scenes.Scene(np.zeros((160, 160, 3), np.uint8), dice)

    monkeypatch.setattr(samples, "STRETCHED", 0.0)  # it would push some dice out of the picture
    cuts = samples.face_samples(np.random.default_rng(3), Rolled(), 2000, samples.Cut(CLOSE_TOP_PX))
    labels = [target[0] for _, target in cuts if target[0] != NONE]
    shares = [labels.count(value) / len(labels) for value in range(1, 6)]
    assert shares[0] == pytest.approx(samples.ONES + (1 - samples.ONES) / 5, abs=0.05)
    assert max(shares[1:]) < shares[0] - 0.05


def test_what_moved_is_drawn_out_along_one_line_and_stays_as_bright() -> None:
    spot, rng, long = np.zeros((41, 41, 3), np.uint8), np.random.default_rng(4), []
    spot[19:22, 19:22] = 240
    for _ in range(60):
        grey = camera.moved(rng, spot, 8.0)[..., 0].astype(float)
        rows, columns = np.indices(grey.shape)
        assert grey.sum() == pytest.approx(9 * 240, rel=0.05)
        middle = [(grey * at).sum() / grey.sum() for at in (columns, rows)]
        assert middle == pytest.approx([20, 20], abs=0.3)
        spread = np.cov(np.stack([columns.ravel(), rows.ravel()]), aweights=grey.ravel())
        thin_px, long_px = np.sqrt(12 * np.linalg.eigvalsh(spread))
        assert thin_px < 4.5
        long.append(long_px)
    assert max(long) < 3 + 8 + 1
    assert np.ptp(long) > 3


def test_only_photographs_leave_open_where_a_die_lies(props: Props, tmp_path: Path) -> None:
    store.fill(tmp_path / "000", props, seed=9, count=6)
    kept, rng = store.Store(tmp_path), np.random.default_rng(2)
    drawn = [
        target
        for _ in range(20)
        for _, target in samples.face_samples(rng, kept, 4, samples.Cut(CLOSE_TOP_PX))
    ]
    dice = [target for target in drawn if target[0] != NONE]
    assert dice
    assert all(np.isfinite(target[1:4]).all() for target in dice)
    assert kept.sound
    assert not photos.PhotoSource([]).sound


def test_batches_draw_on_every_source_by_the_shares_of_their_recipe() -> None:
    class Grey:
        sound = True

        def __init__(self, level: int) -> None:
            self.level, self.drawn = level, 0

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            self.drawn += 1
            return scenes.Scene(np.full((160, 160, 3), self.level, np.uint8), [Truth(3, 80.0, 80.0, 30.0)])

    drawn, photographed, taken = Grey(50), [Grey(100), Grey(150)], Grey(200)
    recipe = recipes.Recipe("face", steps=1, batch=2000, rate=1e-3, real=0.4, seed=5, taken=0.25)
    sources = batches.Sources(drawn, photographed, taken)
    batches.batch_of(recipe, np.random.default_rng(1), sources)
    shares = np.array([drawn.drawn, *(each.drawn for each in photographed), taken.drawn]) / 500
    assert shares == pytest.approx([0.45, 0.2, 0.2, 0.15], abs=0.06)


class Flat:
    """A scene with one grey die that bears a red 1, as bright as the die."""

    sound = True

    def __init__(self, *labels: int) -> None:
        picture = np.full((store.SIDE_PX, store.SIDE_PX, 3), 90, np.uint8)
        picture[76:84, 76:84] = (80, 75, 122)
        self._scene = scenes.Scene(picture, [Truth(label, 80.0, 80.0, 40.0) for label in labels])

    def draw(self, _rng: np.random.Generator) -> scenes.Scene:
        return self._scene


def test_the_reader_of_tints_learns_from_flat_dice_alone() -> None:
    rng = np.random.default_rng(2)
    drawn = [each for _ in range(20) for each in samples.tint_samples(rng, Flat(1), 4, CLOSE_TOP_PX)]
    assert len(drawn) == 80
    assert {int(target[0]) for _, target in drawn} == {1}
    assert all(cut.shape == (CROP_PX, CROP_PX, 3) for cut, _ in drawn)
    shown = [cut[30:34, 30:34, 0].mean() - cut[12:16, 30:34, 0].mean() for cut, _ in drawn]
    assert np.median(shown) > 60
    assert samples.tint_samples(rng, Flat(COCKED), 4, CLOSE_TOP_PX) == []
    recipe = recipes.Recipe("tint", steps=1, batch=8, rate=1e-3, real=0, seed=5)
    assert batches.batch_of(recipe, rng, batches.Sources(Flat(1)))[0].shape == (8, CROP_PX, CROP_PX, 3)


def test_tints_are_kept_more_coarsely_than_brightness() -> None:
    rng = np.random.default_rng(7)
    picture = cv2.GaussianBlur(rng.integers(60, 190, (80, 80, 3), np.uint8), (0, 0), 0.8)
    before, after = (
        cv2.cvtColor(each, cv2.COLOR_BGR2YCrCb).astype(int)
        for each in (picture, camera.coarsely_tinted(rng, picture))
    )
    assert np.abs(after - before)[..., 0].mean() < 2
    assert after[..., 1:].std() < 0.8 * before[..., 1:].std()


def test_a_compressed_picture_keeps_brightness_better_than_tints() -> None:
    rng = np.random.default_rng(7)
    picture = cv2.GaussianBlur(rng.integers(60, 190, (80, 80, 3), np.uint8), (0, 0), 0.8)
    seen = [camera.compressed(np.random.default_rng(seed), picture) for seed in range(8)]
    assert len({each.tobytes() for each in seen}) > 4
    for each in seen:
        lost = cv2.cvtColor(each, cv2.COLOR_BGR2YCrCb).astype(int) - cv2.cvtColor(
            picture, cv2.COLOR_BGR2YCrCb
        )
        assert np.abs(lost[..., 1:]).mean() > 1.2 * np.abs(lost[..., 0]).mean()


def test_what_a_die_mirrors_is_there_before_tints_are_kept_coarsely(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[np.ndarray] = []

    def white(_rng: np.random.Generator, cut: np.ndarray, _size_px: float) -> np.ndarray:
        return np.full_like(cut, 255)

    monkeypatch.setattr(samples, "GLINTS", 1.0)
    monkeypatch.setattr(samples, "glint", white)
    monkeypatch.setattr(samples, "recolour", lambda _rng, picture: picture)
    monkeypatch.setattr(samples, "coarsely_tinted", lambda _rng, picture: kept.append(picture) or picture)
    rng = np.random.default_rng(3)
    for _ in range(20):
        samples.tint_samples(rng, Flat(1), 4, CLOSE_TOP_PX)
    shining = [picture for picture in kept if picture[80, 80].min() == 255]
    assert shining
    assert all(picture[80, 20].max() == 90 for picture in kept)
