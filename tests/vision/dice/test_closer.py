"""The close looks: what is kept of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from stand_ins import EVEN, ONE, Blind, Counts, Sees, SeesWhite, Stubborn, white_faces

from companion.sighting import SheetSighting
from vision.dice import DiceReader
from vision.dice.classes import CLASSES
from vision.dice.closer import Networks, look_closer
from vision.dice.networks import FINDER_FILE, SHIPPED, FaceReader, Faces, Peak
from vision.dice.reading import Reading


def test_a_face_with_another_right_above_it_says_so() -> None:
    picture = white_faces(80, 125)
    found = [ONE._replace(y_px=y) for y in (100.0, 145.0)]
    upper, lower = look_closer(Networks(Blind(), [SeesWhite()], SeesWhite()), picture, found)
    assert upper.above < 0.1
    assert lower.above > 0.9


def test_what_one_reader_alone_takes_for_nothing_is_looked_at_by_the_other() -> None:
    """Either reader passes over dice of makes that it has not learned."""
    picture = white_faces(80)
    (seen,) = look_closer(
        Networks(Blind(), [Stubborn(), SeesWhite()], SeesWhite()),
        picture,
        [ONE],
    )
    assert seen.any_die > 0.5


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


def test_what_no_look_takes_for_a_die_is_left_out() -> None:
    nothing = ONE
    assert not look_closer(
        Networks(Blind(), [SeesWhite()], SeesWhite()), np.full((300, 300, 3), 60, np.uint8), [nothing]
    )


def test_a_network_that_is_no_face_reader_of_this_build_is_refused() -> None:
    with pytest.raises(ValueError, match=r"finder\.onnx\.gz is no face reader"):
        FaceReader(SHIPPED / FINDER_FILE)
