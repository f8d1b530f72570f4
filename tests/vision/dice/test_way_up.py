"""Which way is up: dice that lie flat point there; a side that is taken for a top, or a lean, does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from dice_readings import SHAPE, UP, reading

from vision.dice import DiceReader
from vision.dice.classes import CLASSES, COCKED
from vision.dice.closer import Reading
from vision.dice.company import MOST_ASKEW, Picture
from vision.dice.confidence import told_of
from vision.dice.way_up import OF_PARTS, OF_PICTURES, WayUp
from vision.training.scenes import Props, scene

LEANING, LEANING_LESS = UP + np.array([0.6, 0.1]), UP + np.array([0.4, 0.0])


def pointing(rise: np.ndarray, x_px: float, y_px: float = 120.0) -> Reading:
    return replace(reading(0.999, x_px=x_px), y_px=y_px, rises=[rise, rise])


def company(count: int) -> list[Reading]:
    """Dice that stand about the middle of the picture."""
    return [pointing(UP, 160.0 + 3 * nth) for nth in range(count)]


def flat_at(places: list[tuple[float, float]]) -> list[Reading]:
    """Dice that lie flat, as a pinhole sees them."""
    middle = (np.array(SHAPE[::-1]) - 1) / 2
    return [pointing(UP + OF_PICTURES.spread * (np.array(at) - middle) / max(SHAPE), *at) for at in places]


def company_apart() -> list[Reading]:
    """Four dice that lie flat, none beside another."""
    return flat_at([(30.0, 40.0), (290.0, 40.0), (30.0, 200.0), (290.0, 200.0)])


def test_who_points_where_all_others_do_is_not_askew_and_who_points_elsewhere_is() -> None:
    with_it, against_it = pointing(UP, 150.0), pointing(LEANING, 150.0)
    for each, least, most in ((with_it, 0.0, 0.3), (against_it, 3.0, 5.0)):
        assert least <= WayUp([*company(5), each], SHAPE).askew(each) <= most


def test_what_a_reading_says_itself_does_not_speak_for_it() -> None:
    odd = pointing(LEANING, 150.0)
    assert WayUp([*company(5), odd], SHAPE).askew(odd) == pytest.approx(
        WayUp(company(5), SHAPE).askew(odd), abs=0.5
    )
    assert WayUp([odd], SHAPE).askew(odd) == WayUp([], SHAPE).askew(odd)


def test_a_pinhole_spreads_the_ways_up_and_nothing_is_askew() -> None:
    """Near the edges dice are seen from other sides than in the middle."""
    dice = flat_at([(x, y) for x in (20.0, 120.0, 200.0, 300.0) for y in (30.0, 120.0, 210.0)])
    way_up = WayUp(dice, SHAPE)
    assert max(way_up.askew(each) for each in dice) < 0.5
    swapped = replace(dice[0], x_px=300.0, y_px=210.0)
    assert WayUp(dice[1:], SHAPE).askew(swapped) > 3


@pytest.mark.parametrize("count", [3, 4])
def test_one_die_that_points_elsewhere_does_not_speak_against_the_others(count: int) -> None:
    odd, others = pointing(UP + np.array([1.2, 0.2]), 150.0), company(count)
    way_up = WayUp([odd, *others], SHAPE)
    assert max(way_up.askew(each) for each in others) < 1
    assert way_up.others(odd) == count


def test_in_a_part_of_a_picture_dice_point_more_alike_and_perhaps_aside() -> None:
    """As in a tray's window in a corner of a large frame."""
    aside = np.array([0.4, -0.2])
    left, right = (pointing(aside + (each - 160) / 3000, each) for each in (20.0, 300.0))
    whole, part = (WayUp([left, right], SHAPE, guess) for guess in (OF_PICTURES, OF_PARTS))
    for each in (left, right):
        assert part.askew(each) < 0.8 * whole.askew(each)
        assert part.askew(each) < 1.2


def test_of_one_die_one_face_speaks() -> None:
    """The side of a die may be as sure as its top."""
    top = pointing(UP, 150.0, 100.0)
    side = replace(pointing(-3 * UP, 150.0, 129.0), size_px=30.0)
    assert Picture.of([top, side], SHAPE).askew[top] == Picture.of([top], SHAPE).askew[top]
    assert Picture.of([top, side], SHAPE).way_up.others(reading(0.9)) == 1


def test_dice_that_surely_lean_do_not_tell_which_way_is_up() -> None:
    odds = np.full(CLASSES, 1e-4)
    odds[COCKED] = 1.0
    leaning = [replace(each, looks=[odds, odds], rises=[LEANING] * 2) for each in company_apart()]
    flat = pointing(UP, 150.0)
    assert Picture.of([*leaning, flat], SHAPE).askew[flat] == Picture.of([flat], SHAPE).askew[flat]


def test_nothing_is_more_askew_than_that_it_is_surely_no_top() -> None:
    odd = pointing(20 * LEANING, 150.0)
    assert Picture.of([*company_apart(), odd], SHAPE).askew[odd] == MOST_ASKEW


@pytest.mark.parametrize(("others", "flags"), [(2, ()), (3, ("cocked",))])
def test_a_lean_is_told_where_three_others_tell_which_way_is_up(others: int, flags: tuple[str, ...]) -> None:
    odds = np.full(CLASSES, 1e-4)
    odds[[3, COCKED]] = 0.98, 0.02
    leaning = replace(pointing(UP + np.array([0.9, 0.1]), 150.0), looks=[odds, odds])

    class Sees(DiceReader):
        def apart(self, image, *, sheets=(), closer=False):
            return [leaning, *company_apart()[:others]]

    dice = {die.centre_px: die for die in Sees().read(np.full((*SHAPE, 3), 120, np.uint8))}
    assert dice[150.0, 120.0].flags == flags


def test_where_no_other_die_tells_only_what_no_camera_sees_is_askew() -> None:
    nobody = WayUp([], SHAPE)
    assert nobody.askew(pointing(UP, 160.0)) < 0.2
    downwards = nobody.askew(pointing(-2 * UP, 160.0))
    assert 1.5 < downwards < 2.5


def test_a_face_that_points_elsewhere_is_doubted_as_a_top_face() -> None:
    side, top = pointing(-3 * UP, 150.0), pointing(UP, 150.0)
    said = [
        next(die.confidence for die in told_of([*company_apart(), each], SHAPE) if die.reading is each)
        for each in (side, top)
    ]
    assert said[0] < 0.9 * said[1]


@pytest.mark.parametrize(("rise", "flags"), [(LEANING, ("cocked",)), (LEANING_LESS, ())])
def test_dice_that_lie_flat_speak_against_one_that_leans(rise: np.ndarray, flags: tuple[str, ...]) -> None:
    """Alone it could as well lie flat and be seen from another side."""
    odds = np.full(CLASSES, 1e-4)
    odds[[3, COCKED]] = 0.98, 0.02
    leaning = replace(pointing(rise, 150.0), looks=[odds, odds])

    class Sees(DiceReader):
        seen = (leaning,)

        def apart(self, image, *, sheets=(), closer=False):
            return list(self.seen)

    reader, picture = Sees(), np.full((*SHAPE, 3), 120, np.uint8)
    assert all(not die.flags for die in reader.read(picture))
    reader.seen = (leaning, *company_apart())
    dice = {die.centre_px: die for die in reader.read(picture)}
    found = dice[150.0, 120.0]
    assert found.flags == flags
    assert not found.accepted


def test_the_shipped_networks_see_which_way_dice_point(props: Props) -> None:
    """On drawn tables whose truth is exact: half of all rises are told to a tenth of a side."""
    reader, off = DiceReader(), []
    for seed in range(12):
        drawn = scene(np.random.default_rng(seed), props, 480, (26, 60))
        for seen in reader.apart(drawn.picture):
            near = [die for die in drawn.truth if np.hypot(die.x_px - seen.x_px, die.y_px - seen.y_px) < 6]
            if near and seen.die > 0.97:
                off.append(float(np.hypot(*(seen.rise - (near[0].rise_x, near[0].rise_y)))))
    assert len(off) > 20
    assert np.median(off) < 0.1
