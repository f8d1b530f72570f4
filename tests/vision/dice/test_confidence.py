"""How sure a reading is: what makes it surer, and what less sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from dice_readings import SHAPE, picture_of, reading, side_of

from companion.sighting import SheetSighting, Sighting
from vision.dice import ACCEPT_THRESHOLD, DiceReader
from vision.dice.classes import CLASSES, COCKED, NUMERAL
from vision.dice.confidence import LEAST_DIE, die_probability, told_of
from vision.dice.reading import Reading
from vision.view.fusion import fuse


def sure(each: Reading) -> float:
    """The confidence with which it is told; 0 of what is not told."""
    return max((die.confidence for die in told_of([each], SHAPE)), default=0.0)


@pytest.mark.parametrize(("shape", "taken"), [((1200, 1600), True), ((640, 640), False), ((64, 64), True)])
def test_what_fills_most_of_a_picture_is_asked_about_unless_it_is_a_small_one(
    shape: tuple[int, int], taken: bool
) -> None:
    """A mat with a token in each corner is no 4; a cut of a picture about a die is filled by it."""
    (die,) = told_of([replace(reading(0.999), size_px=400.0 if min(shape) > 64 else 45.0)], shape)
    assert (die.confidence >= ACCEPT_THRESHOLD) == taken
    assert die.confidence > 0.85


def test_what_all_looks_say_clearly_is_surer() -> None:
    doubtful, clear = (sure(reading(share)) for share in (0.6, 0.999))
    assert doubtful < 0.9 < clear


def test_a_die_too_small_to_be_read_at_ease_is_doubted() -> None:
    assert sure(reading(0.99, size_px=12.0)) < sure(reading(0.99, size_px=30.0))
    assert sure(reading(0.99, size_px=30.0)) == sure(reading(0.99, size_px=90.0))


def test_what_may_be_a_side_of_a_likelier_top_face_is_doubted() -> None:
    strong = reading(0.999, x_px=130.0)
    weak = side_of(strong, 0.8, 40.0, -30.0)
    alone, beside = (die_probability(weak, picture_of(each)) for each in ([weak], [weak, strong]))
    assert beside < alone


def test_a_face_below_another_may_be_a_side_of_the_same_die() -> None:
    free, below = replace(reading(0.999), above=0.01), replace(reading(0.999), above=0.98)
    assert die_probability(below, picture_of([below])) < die_probability(free, picture_of([free]))


def test_what_looks_like_a_figure_is_doubted_but_not_passed_over() -> None:
    """A 1 in a ring of mirrored light does: it is a die, and the player is asked."""
    odds = np.full(CLASSES, 1e-4)
    odds[[1, NUMERAL]] = 0.55, 0.45
    ringed = replace(reading(0.999), looks=[odds, odds], peak=reading(0.999).peak._replace(seen=0.85))
    pips = replace(ringed, looks=reading(0.999).looks)
    doubted, plain = (die_probability(each, picture_of([each])) for each in (ringed, pips))
    assert LEAST_DIE < doubted < plain


def test_a_value_of_which_the_finder_sees_nothing_is_doubted() -> None:
    said = reading(0.999)
    against = np.array([0.2, 0.2, 1e-3, 0.2, 0.2, 0.2])
    other = replace(said, peak=said.peak._replace(odds=against))
    assert die_probability(other, picture_of([other])) < die_probability(said, picture_of([said]))


def test_what_the_finder_sees_again_is_surer_and_what_it_does_not_see_less_sure() -> None:
    said = reading(0.999)
    seen = replace(said, again=said.peak)
    often, once = (die_probability(each, picture_of([each])) for each in (seen, said))
    assert once < often


def test_the_confidence_doubts_the_die_as_well_as_its_value() -> None:
    each = reading(0.9)
    assert sure(each) < die_probability(each, picture_of([each]))


@pytest.mark.parametrize("leans", [0.999, 0.97, 0.93])
def test_a_die_by_itself_that_looks_leaning_is_asked_about(leans: float) -> None:
    """It may lie flat and be seen from another side: by its looks alone it is not said to lean."""

    class Leaning(DiceReader):
        def apart(self, image, *, sheets=(), closer=False):
            odds = np.full(CLASSES, 1e-4)
            odds[[3, COCKED]] = 1 - leans, leans
            return [replace(reading(0.9), looks=[odds, odds])]

    (die,) = Leaning().read(np.full((200, 200, 3), 120, np.uint8))
    assert (die.value, die.flags) == (3, ())
    frames = [Sighting((200, 200), dice=(die,))] * 3
    assert not die.accepted
    assert not fuse(frames).dice[0].accepted


def test_a_slanted_look_that_leans_a_little_is_no_doubt() -> None:
    odds = np.full(CLASSES, 1e-5)
    odds[[3, COCKED]] = 0.98, 0.02
    assert sure(replace(reading(0.999), looks=[odds, odds])) > ACCEPT_THRESHOLD


def test_on_sheets_a_die_is_told_of_that_is_passed_over_where_nothing_tells_its_size() -> None:
    class Doubtful(DiceReader):
        def apart(self, image, *, sheets=(), closer=False):
            doubtful = reading(0.3)
            return [replace(doubtful, peak=doubtful.peak._replace(seen=0.35))]

    identity = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    sheet = SheetSighting("mat", ((0, 0), (199, 0), (199, 199), (0, 199)), identity, px_per_mm=4.0, cells={})
    picture = np.full((200, 200, 3), 120, np.uint8)
    assert not Doubtful().read(picture)
    (die,) = Doubtful().read(picture, sheets=[sheet])
    assert not die.accepted


def test_what_the_sceptic_does_not_believe_in_is_doubted_but_never_by_that_alone() -> None:
    """A 1 from straight above is no more than a dot on a square, as a key is."""
    believed, doubted, more = (
        replace(reading(0.999), sceptic=np.array([none, *[(1 - none) / (CLASSES - 1)] * (CLASSES - 1)]))
        for none in (0.01, 0.9, 0.9999)
    )
    sureness = [die_probability(each, picture_of([each])) for each in (believed, doubted, more)]
    assert sureness[0] > sureness[1] > 0.8
    assert sureness[2] == pytest.approx(sureness[1], abs=0.02)
