"""The close looks: at what they are taken, where, and how many."""

from __future__ import annotations

import numpy as np
import pytest
from stand_ins import EVEN, ONE, Blind, Counts, SeesWhite, Sharp, Stubborn, Tallies, white_faces

from vision.dice.again import SHOWN_PX, SHOWN_TOP_PX, WEAK
from vision.dice.closer import Networks, look_closer
from vision.dice.networks import Peak


def seen_again(*peaks: Peak) -> Peak | None:
    """What a finder that sees these tells of a white face in its second look."""
    picture = white_faces(80)
    finder = Sharp(*peaks)
    (seen,) = look_closer(
        Networks(finder, [SeesWhite()], SeesWhite()),
        picture,
        [ONE],
    )
    (cut,) = finder.shown
    middle, half = SHOWN_PX // 2, int(SHOWN_TOP_PX / 2)
    assert cut.shape == (SHOWN_PX, SHOWN_PX, 3)
    assert cut[middle, middle - half + 2 : middle + half - 2].min() > 200
    assert cut[middle, middle + half + 3].max() < 100
    return seen.again


def test_the_finder_looks_again_where_the_close_looks_have_found_the_face() -> None:
    middle = (SHOWN_PX - 1) / 2
    there = Peak(middle - 1.5, middle + 1.5, SHOWN_TOP_PX - 1, 0.7, EVEN)
    assert seen_again(there, there._replace(seen=0.5)) == there
    beside, much_larger = there._replace(x_px=middle + SHOWN_TOP_PX), there._replace(size_px=2 * SHOWN_TOP_PX)
    assert seen_again(beside, much_larger) is None


@pytest.mark.parametrize(
    ("seen", "by_itself", "on_sheets", "looked_at"),
    [
        (WEAK - 0.01, None, False, False),
        (WEAK - 0.01, 0.2, False, True),
        (WEAK, None, False, True),
        (WEAK - 0.01, None, True, True),
    ],
)
def test_what_the_finder_hardly_saw_and_does_not_see_by_itself_is_looked_at_no_closer(
    seen: float, by_itself: float | None, on_sheets: bool, looked_at: bool
) -> None:
    """Unless sheets are in view: what may be a burnt-out die in its tray is asked about."""
    middle = (SHOWN_PX - 1) / 2
    there = [Peak(middle, middle, SHOWN_TOP_PX, by_itself, EVEN)] if by_itself else []
    finder, reader = Sharp(*there), Tallies()
    networks = Networks(finder, [reader], SeesWhite())
    read = look_closer(networks, white_faces(80), [ONE._replace(seen=seen)], on_sheets=on_sheets)
    assert (len(read) == 1) == (reader.shown > 0) == looked_at
    if seen < WEAK and not on_sheets:
        assert finder.shown[0].shape == (SHOWN_PX, SHOWN_PX, 3)


def counted(picture: np.ndarray, *peaks: Peak, rise: tuple[float, float] = (0.0, 1.0)) -> tuple[int, int]:
    """Count what is read where the finder sees these, and the looks that it takes."""
    reader = Counts(rise)
    found = look_closer(Networks(Blind(), [reader], SeesWhite()), picture, peaks)
    return len(found), reader.shown


def test_where_a_die_is_beyond_doubt_neither_its_pips_nor_itself_once_more_are_looked_at() -> None:
    """Two looks at the die, and one above it."""
    picture = white_faces(80)
    pip, again = (ONE._replace(size_px=size_px, x_px=94.0, seen=0.5) for size_px in (8.0, 50.0))
    assert counted(picture, pip, ONE, again) == counted(picture, ONE) == (1, 3)


@pytest.mark.parametrize("size_px", [80.0, 18.0], ids=["a die in a pip's place", "dice in a block"])
def test_what_may_be_a_die_all_the_same_is_looked_at(size_px: float) -> None:
    """A pip may be likelier than its die, and four dice may look like a 4."""
    assert counted(white_faces(80), ONE, ONE._replace(size_px=size_px, seen=0.5))[1] >= 5


def test_a_board_that_looks_like_a_die_hides_none_of_the_dice_on_it() -> None:
    rng = np.random.default_rng(2)
    picture = rng.choice(np.array([60, 220], np.uint8), (400, 400, 1)).repeat(3, axis=2)
    picture[100:300, 100:300] = white_faces(80)[:200, :200]
    board = Peak(200.0, 200.0, 390.0, 0.9, EVEN)
    assert counted(picture, board, ONE._replace(x_px=200.0, y_px=200.0, seen=0.5))[0] == 1


def test_no_look_above_where_another_die_points_up_alike() -> None:
    """Two looks at each of two dice, and above each a third, unless they vouch for each other."""
    pair = [ONE._replace(y_px=y) for y in (100.0, 195.0)]
    picture = white_faces(80, 175)
    assert counted(picture, *pair, rise=(0.0, -0.4)) == (2, 4)
    assert counted(picture, *pair, rise=(0.0, 0.4)) == (2, 6)
    assert counted(picture, ONE, rise=(0.0, -0.4)) == (1, 3)


def test_what_bears_no_pips_is_left_out_but_on_sheets() -> None:
    """There it may be a die that is burnt out."""
    plain = np.full((300, 300, 3), 60, np.uint8)
    plain[80:120, 80:120] = 250
    networks = Networks(Blind(), [Counts()], SeesWhite())
    assert not look_closer(networks, plain, [ONE])
    assert len(look_closer(networks, plain, [ONE], on_sheets=True)) == 1
    assert len(look_closer(networks, white_faces(80), [ONE])) == 1


def test_what_is_hardly_a_die_gets_no_further_look_but_on_sheets() -> None:
    networks = Networks(Blind(), [Stubborn(none=0.7)], SeesWhite())
    assert not look_closer(networks, white_faces(80), [ONE])
    (seen,) = look_closer(networks, white_faces(80), [ONE], on_sheets=True)
    assert len(seen.looks) == 5
