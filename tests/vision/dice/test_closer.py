"""The close looks: where they look, and what they keep of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.sighting import SheetSighting
from vision.dice import DiceReader
from vision.dice.again import SHOWN_PX, SHOWN_TOP_PX, WEAK
from vision.dice.classes import CLASSES
from vision.dice.closer import Networks, look_closer
from vision.dice.crops import CROP_PX
from vision.dice.networks import FINDER_FILE, SHIPPED, FaceReader, Faces, Peak
from vision.dice.reading import Reading

EVEN = np.full(6, 1 / 6)
ONE = Peak(100.0, 100.0, 40.0, 0.8, EVEN)


def white_faces(*tops: int) -> np.ndarray:
    """Draw faces of 40 px with a faint spot each, one below the other, on a dark ground."""
    picture = np.full((300, 300, 3), 60, np.uint8)
    for top in tops:
        picture[top : top + 40, 80:120] = 255
        picture[top + 10 : top + 17, 90:97] = 180
    return picture


class SeesWhite:
    """Takes what is much brighter in a cut's middle than in its corner for a 2, all else for nothing."""

    top_px, side_px = 34.0, CROP_PX
    rise = (0.0, 0.5)

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        odds = np.full((len(cuts), CLASSES), 1e-3)
        for row, cut in zip(odds, cuts, strict=True):
            row[2 if cut[28:36, 28:36].min() > cut[0, 0].max() + 100 else 0] = 1
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.tile(self.rise, (len(cuts), 1)))


class Blind:
    """A finder that sees nothing when it looks again."""

    def look_at(self, cuts: Sequence[np.ndarray]) -> list[list[Peak]]:
        return [[] for _ in cuts]


class Sharp:
    """A finder that sees what it is told to in every cut, and keeps the cuts."""

    def __init__(self, *peaks: Peak) -> None:
        self._peaks, self.shown = list(peaks), []

    def look_at(self, cuts: Sequence[np.ndarray]) -> list[list[Peak]]:
        self.shown += list(cuts)
        return [self._peaks for _ in cuts]


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


class Tallies(SeesWhite):
    """Counts the cuts that it is shown."""

    def __init__(self) -> None:
        self.shown = 0

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        self.shown += len(cuts)
        return super().read(cuts)


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


def test_a_face_with_another_right_above_it_says_so() -> None:
    picture = white_faces(80, 125)
    found = [ONE._replace(y_px=y) for y in (100.0, 145.0)]
    upper, lower = look_closer(Networks(Blind(), [SeesWhite()], SeesWhite()), picture, found)
    assert upper.above < 0.1
    assert lower.above > 0.9


class Stubborn(SeesWhite):
    """Takes everything for nothing, but not beyond doubt."""

    def __init__(self, none: float = 0.9) -> None:
        self._none = none

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        odds = np.full((len(cuts), CLASSES), (1 - self._none) / (CLASSES - 1))
        odds[:, 0] = self._none
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.zeros((len(cuts), 2)))


def test_what_one_reader_alone_takes_for_nothing_is_looked_at_by_the_other() -> None:
    """Either reader passes over dice of makes that it has not learned."""
    picture = white_faces(80)
    (seen,) = look_closer(
        Networks(Blind(), [Stubborn(), SeesWhite()], SeesWhite()),
        picture,
        [ONE],
    )
    assert seen.any_die > 0.5


class Sees(SeesWhite):
    """Takes everything for some values, one as likely as the others, and keeps what it was shown."""

    def __init__(self, *values: int) -> None:
        self._values, self.shown = values, list[np.ndarray]()

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        self.shown += list(cuts)
        odds = np.full((len(cuts), CLASSES), 1e-3)
        odds[:, self._values] = 1 / len(self._values)
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.zeros((len(cuts), 2)))


def test_a_die_in_doubt_is_looked_at_in_other_colours_too() -> None:
    """In the picture its pips differ from it by a tenth of what the light does; in those looks by more."""
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[80:120, 80:120] = np.linspace(60, 180, 40, dtype=np.uint8)[None, :, None]
    picture[96:104, 96:104] += np.array([0, 0, 12], np.uint8)
    unsure = Sees(2, 3)
    look_closer(Networks(Blind(), [unsure], SeesWhite()), picture, [ONE])
    redder = [(cut[30:34, 30:34, 2].astype(int) - cut[30:34, 30:34, 1]).mean() for cut in unsure.shown[:5]]
    assert max(redder[:2]) < 15
    assert sum(each > 60 for each in redder) == 2


def test_tints_alone_tell_two_values_apart_and_nothing_of_a_die() -> None:
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[96:104, 96:104] = (50, 45, 92)  # red, and as bright as what lies about it
    peak, tint = ONE, Sees(3)
    (seen,) = look_closer(Networks(Blind(), [Sees(2, 3)], tint), picture, [peak])
    assert seen.value == 3
    assert seen.odds[3] > 3 * seen.odds[2]
    before = Reading(peak, 100.0, 100.0, 40.0, seen.looks)
    assert seen.any_die == pytest.approx(before.any_die)
    assert seen.odds[1:7].sum() == pytest.approx(before.odds[1:7].sum())
    assert before.odds[3] == pytest.approx(before.odds[2])
    assert all(cut[32, 32, 0] > cut[20, 32, 0] + 60 for cut in tint.shown)


def test_what_is_beyond_doubt_is_not_looked_at_for_its_tints() -> None:
    picture = white_faces(80)
    tint = Sees(3)
    found = [ONE]
    (seen,) = look_closer(Networks(Blind(), [SeesWhite()], tint), picture, found)
    assert not tint.shown
    assert seen.value == 2


def test_the_sceptic_is_asked_about_each_and_none_is_missed_where_there_is_none() -> None:
    picture = white_faces(80)
    found = [ONE]
    for sceptic, least, most in ((Stubborn(), 0.05, 0.15), (Sees(3), 0.95, 1.0), (None, 0.5, 0.5)):
        (seen,) = look_closer(Networks(Blind(), [SeesWhite()], SeesWhite(), sceptic), picture, found)
        assert least <= seen.credible <= most
        assert seen.value == 2
        assert seen.any_die > 0.9


def test_what_the_sceptic_does_not_believe_is_looked_at_further_however_plain_it_looks() -> None:
    for sceptic, looks in ((Stubborn(none=0.95), 5), (Sees(3), 2)):
        networks = Networks(Blind(), [SeesWhite()], SeesWhite(), sceptic)
        (seen,) = look_closer(networks, white_faces(80), [ONE])
        assert len(seen.looks) == looks


def test_the_reader_says_whether_sheets_are_in_view(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr("vision.dice.reader.look_closer", lambda *_, on_sheets: told.append(on_sheets) or [])
    corners = ((0.0, 0.0), (299.0, 0.0), (299.0, 299.0), (0.0, 299.0))
    sheet = SheetSighting("tray", corners, (2.0, 0, 0, 0, 2.0, 0, 0, 0, 1.0), 2.0, {})
    for sheets in ([], [sheet]):
        DiceReader().apart(white_faces(80), sheets=sheets)
    assert told == [False, True]


def looked(*looks: tuple[float, int]) -> Reading:
    """Give a reading of which each look gives so much to none, and the rest to a value."""
    rows = []
    for none, value in looks:
        odds = np.full(CLASSES, 1e-3)
        odds[0], odds[value] = none, 1 - none
        rows.append(odds / odds.sum())
    return Reading(Peak(0.0, 0.0, 20.0, 0.8, EVEN), 0.0, 0.0, 20.0, rows)


def test_further_looks_say_which_value_and_speak_against_a_die_but_not_for_one() -> None:
    first = [(0.5, 2), (0.5, 3)]
    doubtful, sure, against = (
        looked(*first),
        looked(*first, *[(0.01, 3)] * 2),
        looked(*first, *[(0.99, 3)] * 2),
    )
    assert doubtful.odds[2] == pytest.approx(doubtful.odds[3])
    assert sure.odds[3] > 10 * sure.odds[2]
    assert sure.any_die == pytest.approx(doubtful.any_die)
    assert against.any_die < doubtful.any_die / 2
    assert sure.odds.sum() == pytest.approx(1)


class Counts(SeesWhite):
    """Takes everything for a 2 that points some way, and counts what it is shown."""

    def __init__(self, rise: tuple[float, float] = (0.0, 0.0)) -> None:
        self.rise, self.shown = rise, 0

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        self.shown += len(cuts)
        odds = np.full((len(cuts), CLASSES), 1e-3)
        odds[:, 2] = 1
        return Faces(odds, np.zeros((len(cuts), 2)), np.ones(len(cuts)), np.tile(self.rise, (len(cuts), 1)))


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


class TellsHowItLies(Counts):
    """Says that the first look at a die shows it on another, less so all others."""

    def __init__(self, on_another: float) -> None:
        super().__init__(rise=(0.0, -0.4))
        self._on_another = on_another

    def read(self, cuts: Sequence[np.ndarray]) -> Faces:
        told = super().read(cuts)
        share = self._on_another if self.shown == 1 else 0.1
        return told._replace(lies=np.tile((1 - share, 0.0, share), (len(cuts), 1)))


@pytest.mark.parametrize(("on_another", "looks"), [(0.6, 2), (0.1, 1)])
def test_a_die_that_may_lie_on_another_is_looked_at_once_more_for_that(on_another: float, looks: int) -> None:
    tells = TellsHowItLies(on_another)
    (seen,) = look_closer(Networks(Blind(), [tells, Counts()], SeesWhite()), white_faces(80), [ONE])
    assert len(seen.lies) == looks
    assert len(seen.looks) == 2
    assert seen.on_another < 0.5


def test_what_is_hardly_a_die_gets_no_further_look_but_on_sheets() -> None:
    networks = Networks(Blind(), [Stubborn(none=0.7)], SeesWhite())
    assert not look_closer(networks, white_faces(80), [ONE])
    (seen,) = look_closer(networks, white_faces(80), [ONE], on_sheets=True)
    assert len(seen.looks) == 5


def test_what_no_look_takes_for_a_die_is_left_out() -> None:
    nothing = ONE
    assert not look_closer(
        Networks(Blind(), [SeesWhite()], SeesWhite()), np.full((300, 300, 3), 60, np.uint8), [nothing]
    )


def test_a_network_that_is_no_face_reader_of_this_build_is_refused() -> None:
    with pytest.raises(ValueError, match=r"finder\.onnx\.gz is no face reader"):
        FaceReader(SHIPPED / FINDER_FILE)
