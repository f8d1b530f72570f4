"""Which way is up: dice that lie flat point there; a side that is taken for a top, or a lean, does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from dice_readings import SHAPE, UP, reading

from vision.dice import DiceReader
from vision.dice.classes import CLASSES, COCKED, NONE, STACKED
from vision.dice.company import MOST_ASKEW, Picture
from vision.dice.confidence import flat_probability, told_of
from vision.dice.reading import Reading
from vision.dice.way_up import OF_PARTS, OF_PICTURES, Guess, Pointing, pointing
from vision.training.scenes import Props, scene

LEANING, LEANING_LESS = UP + np.array([0.9, 0.1]), UP + np.array([0.4, 0.0])


def at(rise: np.ndarray, x_px: float, y_px: float = 120.0) -> Reading:
    """A die that points there."""
    return replace(reading(0.999, x_px=x_px), y_px=y_px, rises=[rise, rise])


def looking(each: Reading, label: int, share: float) -> Reading:
    """The same, but its looks give ``share`` to a class, and what is left to a 3."""
    odds = np.full(CLASSES, 1e-4)
    odds[[3, label]] = 1 - share, share
    return replace(each, looks=[odds, odds])


def company(count: int) -> list[Reading]:
    """Dice that stand about the middle of the picture."""
    return [at(UP, 160.0 + 3 * nth) for nth in range(count)]


def flat_at(places: list[tuple[float, float]], ahead: np.ndarray = UP) -> list[Reading]:
    """Dice that lie flat, as a pinhole sees them."""
    middle = (np.array(SHAPE[::-1]) - 1) / 2
    return [
        at(ahead + OF_PICTURES.spread * (np.array(place) - middle) / max(SHAPE), *place) for place in places
    ]


def company_apart() -> list[Reading]:
    """Four dice that lie flat, none beside another."""
    return flat_at([(30.0, 40.0), (290.0, 40.0), (30.0, 200.0), (290.0, 200.0)])


def lying(each: Reading, flat: float) -> Reading:
    """The same, of which what tells how dice lie says that it lies flat so likely."""
    return replace(each, lies=[np.array([flat, 0.05, 0.95 - flat])] * 2)


def judged(readings: list[Reading], guess: Guess = OF_PICTURES, flat: float = 0.9) -> Pointing:
    return pointing(readings, np.full(len(readings), flat), SHAPE, guess)


def test_who_points_where_all_others_do_is_not_askew_and_who_points_elsewhere_is() -> None:
    for rise, least, most in ((UP, 0.0, 0.3), (LEANING, 5.0, 8.0)):
        assert least <= judged([*company(5), at(rise, 150.0)]).askew[-1] <= most


def test_what_a_reading_says_itself_does_not_speak_for_it() -> None:
    odd = at(LEANING, 150.0)
    silent = pointing([*company(5), odd], np.array([*[0.9] * 5, 0.0]), SHAPE)
    assert judged([*company(5), odd]).askew[-1] == pytest.approx(silent.askew[-1], abs=0.5)
    assert judged([odd]).askew[0] == pointing([odd], np.zeros(1), SHAPE).askew[0]


def test_a_pinhole_spreads_the_ways_up_and_nothing_is_askew() -> None:
    """Near the edges dice are seen from other sides than in the middle."""
    dice = flat_at([(x, y) for x in (20.0, 120.0, 200.0, 300.0) for y in (30.0, 120.0, 210.0)])
    assert judged(dice).askew.max() < 0.5
    assert judged(dice).lean.max() < 0
    swapped = replace(dice[0], x_px=300.0, y_px=210.0)
    assert judged([*dice[1:], swapped]).askew[-1] > 3


@pytest.mark.parametrize("count", [3, 4])
def test_one_die_that_points_elsewhere_does_not_speak_against_the_others(count: int) -> None:
    seen = judged([*company(count), at(UP + np.array([1.2, 0.2]), 150.0)])
    assert seen.askew[:-1].max() < 1
    assert seen.lean[:-1].max() < 0 < seen.lean[-1]


def test_two_dice_that_look_leaning_but_point_alike_lie_flat() -> None:
    """A camera that looks flatly down sees every die so; two that lean hardly ever lean alike."""
    flatly = flat_at([(60.0, 80.0), (250.0, 170.0)], ahead=UP + np.array([-0.4, -0.3]))
    both = [looking(each, COCKED, 0.97) for each in flatly]
    alone, together = (
        [flat_probability(each, Picture.of(seen, SHAPE)) for each in seen] for seen in (both[:1], both)
    )
    assert max(together) > alone[0]
    assert min(together) > 0.5


def test_two_dice_that_look_leaning_and_point_apart_speak_for_neither() -> None:
    one, other = (looking(at(UP + way, 150.0), COCKED, 0.97) for way in ([0.5, -0.4], [-0.6, 0.5]))
    seen = Picture.of([one, replace(other, x_px=250.0)], SHAPE)
    assert flat_probability(one, seen) < 0.5


def test_in_a_part_of_a_picture_dice_point_more_alike_and_perhaps_aside() -> None:
    """As in a tray's window in a corner of a large frame."""
    aside = np.array([0.4, -0.2])
    dice = [at(aside + (each - 160) / 3000, each) for each in (20.0, 300.0)]
    whole, part = (judged(dice, guess).askew for guess in (OF_PICTURES, OF_PARTS))
    assert (part < 0.8 * whole).all()
    assert (part < 1.2).all()


def test_of_one_die_one_face_speaks() -> None:
    """The side of a die may be as sure as its top."""
    top = at(UP, 150.0, 100.0)
    side = replace(at(-3 * UP, 150.0, 129.0), size_px=30.0)
    assert Picture.of([top, side], SHAPE).askew[top] == Picture.of([top], SHAPE).askew[top]


def test_what_may_be_no_die_does_not_tell_which_way_is_up() -> None:
    doubtful = [looking(each, NONE, 0.3) for each in flat_at([(30.0, 40.0), (290.0, 40.0)])]
    die = at(LEANING_LESS, 150.0)
    together, alone = (Picture.of(seen, SHAPE).askew[die] for seen in ([*doubtful, die], [die]))
    assert together == pytest.approx(alone)


def test_nothing_is_more_askew_than_that_it_is_surely_no_top() -> None:
    odd = at(20 * LEANING, 150.0)
    assert Picture.of([*company_apart(), odd], SHAPE).askew[odd] == MOST_ASKEW


class Sees(DiceReader):
    """Sees what it is told to."""

    def __init__(self, *readings: Reading) -> None:
        self._readings = list(readings)

    def apart(self, image, *, sheets=(), closer=False):
        return self._readings


def flags_of(die: Reading, others: list[Reading]) -> tuple[str, ...]:
    told = {each.centre_px: each for each in Sees(die, *others).read(np.full((*SHAPE, 3), 120, np.uint8))}
    found = told[die.x_px, die.y_px]
    assert (found.value is None) == bool(found.flags)
    return found.flags


@pytest.mark.parametrize(("others", "flags"), [(0, ()), (2, ("cocked",)), (4, ("cocked",))])
def test_others_tell_of_a_die_whose_looks_do_not_that_it_leans(others: int, flags: tuple[str, ...]) -> None:
    """Alone it could as well lie flat and be seen from another side."""
    leaning = looking(at(LEANING, 150.0), COCKED, 0.02)
    assert flags_of(leaning, company_apart()[:others]) == flags


@pytest.mark.parametrize(("rise", "flagged"), [(LEANING, True), (UP, False)])
def test_a_die_that_looks_leaning_is_flagged_only_where_it_points_elsewhere(
    rise: np.ndarray, flagged: bool
) -> None:
    leaning = looking(at(rise, 150.0), COCKED, 0.8)
    assert bool(flags_of(leaning, company_apart())) == flagged


@pytest.mark.parametrize(("share", "flagged"), [(0.999, True), (0.5, False)])
def test_a_die_on_another_points_as_all_do_and_is_told_by_its_looks_alone(
    share: float, flagged: bool
) -> None:
    upper = looking(at(UP, 160.0), STACKED, share)
    assert flags_of(upper, company_apart()) == (("stacked",) if flagged else ())
    (die,) = [each for each in told_of([upper, *company_apart()], SHAPE) if each.reading is upper]
    assert die.confidence < 0.95


@pytest.mark.parametrize(
    ("flat", "size_px", "flags", "doubted"),
    [
        (0.05, 40.0, ("stacked",), True),
        (0.3, 40.0, (), True),
        (0.9, 40.0, (), False),
        (0.05, 14.0, (), False),
    ],
)
def test_a_die_is_seen_to_lie_on_another_unless_it_is_too_small(
    flat: float, size_px: float, flags: tuple[str, ...], doubted: bool
) -> None:
    """By what has learned how dice lie, where the odds of the classes tell nothing of it."""
    upper = lying(replace(looking(at(UP, 160.0), STACKED, 0.05), size_px=size_px), flat)
    others = [lying(each, 0.85) for each in company_apart()]
    assert flags_of(upper, others) == flags
    bare = lying(upper, 0.94)
    said, sure = (
        next(die.confidence for die in told_of([each, *others], SHAPE) if die.reading is each)
        for each in (upper, bare)
    )
    assert (said < 0.95 * sure) == doubted


@pytest.mark.parametrize("flat", [0.3, 0.4])
def test_where_all_look_as_if_they_lay_on_others_none_is_said_to(flat: float) -> None:
    """Clear dice do, and dice in a picture that was squeezed; one that is by itself may be such a die."""
    upper = lying(looking(at(UP, 160.0), STACKED, 0.4), flat)
    among_such, alone, among_flat = (
        flat_probability(upper, Picture.of([upper, *others], SHAPE))
        for others in (
            [lying(each, flat) for each in company_apart()],
            [],
            [lying(each, 0.9) for each in company_apart()],
        )
    )
    assert among_flat < alone
    assert among_flat < 0.9 * among_such
    assert among_such > 0.5


def test_of_others_that_say_nothing_of_how_they_lie_nothing_is_made() -> None:
    upper, others = lying(at(UP, 160.0), 0.4), company_apart()
    alone, among = (Picture.of([upper, *each], SHAPE).on_another[upper] for each in ([], others))
    assert alone == among < upper.on_another
    assert not any(each in Picture.of(others, SHAPE).on_another for each in others)


def test_where_no_other_die_tells_only_what_no_camera_sees_is_askew() -> None:
    usual, downwards = (pointing([at(rise, 160.0)], np.ones(1), SHAPE) for rise in (UP, -2 * UP))
    assert usual.askew[0] < 0.2
    assert 1.5 < downwards.askew[0] < 2.5


def test_where_there_is_nothing_to_judge_nothing_is() -> None:
    nothing = pointing([], np.zeros(0), SHAPE)
    assert nothing.askew.shape == nothing.lean.shape == (0,)


def test_a_face_that_points_elsewhere_is_doubted_as_a_top_face() -> None:
    side, top = at(-3 * UP, 150.0), at(UP, 150.0)
    said = [
        next(die.confidence for die in told_of([*company_apart(), each], SHAPE) if die.reading is each)
        for each in (side, top)
    ]
    assert said[0] < 0.9 * said[1]


@pytest.mark.slow
def test_the_shipped_networks_see_which_way_dice_point(props: Props) -> None:
    """On drawn tables whose truth is exact: half of all rises are told to a tenth of a side."""
    reader, off = DiceReader(), []
    for seed in range(30):
        drawn = scene(np.random.default_rng(seed), props, 480, (26, 60))
        for seen in reader.apart(drawn.picture):
            near = [die for die in drawn.truth if np.hypot(die.x_px - seen.x_px, die.y_px - seen.y_px) < 6]
            if near and seen.die > 0.97:
                off.append(float(np.hypot(*(seen.rise - (near[0].rise_x, near[0].rise_y)))))
    assert len(off) > 50
    assert np.median(off) < 0.1
